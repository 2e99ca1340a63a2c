/** Runs a pipeline as one call, which the policy decides and the audit records as any other. */
import { Type } from '@sinclair/typebox'
import { prepare } from '../call/prepare.ts'
import { run } from '../call/run.ts'
import type { RunIo } from '../call/run.ts'
import type { ToolResult } from '../call/result.ts'
import type { ToolSession } from '../call/session.ts'
import { defineTool } from '../define.ts'
import type { Tool } from '../define.ts'
import type { PipelinePlan, PipelineReport } from './report.ts'
import { runPipeline } from './run.ts'
import type { PipelineIo } from './run.ts'

export type * from './report.ts'
export { levels, stepNames } from './report.ts'
export type { PipelineIo } from './run.ts'

/** Beyond this a run is given up: a system does not answer, or the package is too large. */
const budgetMs = 4 * 3_600_000

/** Name of the calls in the audit. */
const toolName = 'ci'

export type PipelineEnd =
  { readonly report: PipelineReport } | { readonly failure: Extract<ToolResult, { kind: 'error' }> }

/** Never throws for what the system or the policy refuses. @throws ToolError INSUFFICIENT_SCOPE */
export async function checkPipeline(
  session: ToolSession,
  plan: PipelinePlan,
  io: RunIo & PipelineIo
): Promise<PipelineEnd> {
  let report: PipelineReport | undefined
  const tool = pipelineTool(plan, io, made => {
    report = made
  })
  const registry = { ...session.registry, get: () => tool }
  const { transport, package: name } = plan
  const prepared = prepare({ ...session, registry }, toolName, { transport, name })
  const result = await run(prepared, session, io)
  if (report !== undefined) return { report }
  if (result.kind === 'error') return { failure: result }
  return { failure: { kind: 'error', code: 'TOOL_FAILED', text: result.text } }
}

/** Not in the list of tools: an agent has the single checks. */
function pipelineTool(
  plan: PipelinePlan,
  io: PipelineIo,
  done: (report: PipelineReport) => void
): Tool {
  return defineTool({
    name: toolName,
    title: 'Checks of a pipeline',
    description: 'The checks of erp-bridge ci.',
    scope: 'read',
    operation: 'read',
    timeoutMs: budgetMs,
    input: Type.Object({
      transport: Type.Optional(Type.String()),
      name: Type.Optional(Type.String())
    }),
    run: async (_args, context) => {
      const report = await runPipeline(context, plan, io)
      done(report)
      return { kind: 'text', text: `${report.findings.length} findings` }
    }
  })
}
