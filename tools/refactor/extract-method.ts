/** Extracts statements into a method of their own with the refactoring of the ERP. */
import { executeRefactoring, planExtractMethod } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments } from '../failure/errors.ts'
import { readPart } from '../objects/sources.ts'
import { changeSources } from './change-sources.ts'
import { changedByPlan } from './rename.ts'

export interface ExtractOptions {
  readonly ref: ObjectRef
  readonly include: string | undefined
  readonly line: number
  readonly endLine: number
  readonly newName: string
  readonly section: string | undefined
  readonly transport: string | undefined
  readonly dryRun: boolean
  readonly activate: boolean
  readonly confirm: string | undefined
}

const name = /^[A-Za-z_]\w{0,29}$/

/** The lines become a method; what flows in and out become its parameters. */
export async function extractMethod(
  context: ToolContext,
  options: ExtractOptions
): Promise<ToolResult> {
  const { ref, newName, transport, dryRun, activate, confirm } = options
  const plan = await planOf(context, options)
  const lines = `lines ${options.line}-${options.endLine} of ${ref.name}`
  const parameters = plan.parameters.length === 0 ? '' : ` (${plan.parameters.join(', ')})`
  return await changeSources(context, {
    title: `extracting ${lines} into ${newName}${parameters}`,
    done: `Extracted ${lines} into ${newName}${parameters}`,
    ...(await changedByPlan(context, plan)),
    exceptions: [],
    transport,
    activate,
    dryRun,
    confirm,
    digest: 'optional',
    extent: 'whole',
    by: 'the ERP',
    send: async erp => await executeRefactoring(erp, { plan, transport }, context.signal),
    data: { method: newName }
  })
}

async function planOf(context: ToolContext, options: ExtractOptions) {
  const { ref, include, line, endLine, newName, section } = options
  if (!name.test(newName)) {
    throw badArguments(`\`newName\` is ${JSON.stringify(newName.slice(0, 60))}, which is no name.`)
  }
  const { text, part } = await readPart(context, { ref, part: include })
  const lines = text.split('\n')
  if (endLine < line || endLine > lines.length) {
    throw badArguments(
      `Lines ${line}-${endLine} are not in the source, which has ${lines.length} lines.`
    )
  }
  const endColumn = lines[endLine - 1]?.length ?? 0
  const visibility = section ?? 'private'
  return await planExtractMethod(
    context.erp,
    { ref, part, line, endLine, endColumn, newName, visibility },
    context.signal
  )
}
