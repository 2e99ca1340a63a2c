/** Creates a transport request. */
import { createTransportRequest, deleteTransport, readSystem } from '../../erp-client/index.ts'
import type { ErpWriter } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { assertPackage } from '../objects/package-exists.ts'
import { systemWords } from '../objects/words.ts'
import { plannedRequestChange } from '../write/planned-change.ts'

export interface NewOptions {
  readonly description: string
  readonly requestType?: string | undefined
  readonly target?: string | undefined
  readonly package?: string | undefined
  readonly dryRun?: boolean | undefined
}

/** Creates a request; one whose number the policy does not permit is deleted again at once. */
export async function createRequest(
  context: ToolContext,
  options: NewOptions
): Promise<ToolResult> {
  const { description, requestType = 'K', target = '', dryRun, package: newFor } = options
  const system = systemWords(context.erp)
  return await plannedRequestChange(context, {
    dryRun,
    operations: ['createRequest'],
    target: { request: undefined, newFor },
    plan: async () => {
      if (newFor !== undefined) await assertPackage(context, newFor)
      return {
        summary: [`${system} · DRY RUN of create: nothing created`],
        data: { system, outcome: 'dry_run', action: 'create' }
      }
    },
    execute: async (erp, assertRequest) => {
      if (newFor !== undefined) await assertPackage(context, newFor)
      const owner = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
      const { number, tasks } = await createTransportRequest(
        erp,
        { type: requestType, description, target, package: newFor, owner },
        context.signal
      )
      try {
        assertRequest(number)
      } catch (refusal) {
        throw await deleteAgain(erp, { number, tasks }, refusal)
      }
      const withTasks = tasks.length === 0 ? '' : ` with task ${tasks.join(', ')}`
      return {
        kind: 'data',
        text: `${system} · Created request ${number}${withTasks}: ${description}\nGive it as \`transport\` to record changes in it.`,
        data: { system, outcome: 'done', action: 'create', transport: number, tasks }
      }
    }
  })
}

async function deleteAgain(
  erp: ErpWriter,
  { number, tasks }: { number: string; tasks: readonly string[] },
  refusal: unknown
): Promise<unknown> {
  try {
    for (const task of tasks) await deleteTransport(erp, { number: task })
    await deleteTransport(erp, { number })
  } catch (cause) {
    return new ToolError(
      'BLOCKED_TRANSPORT',
      `The ERP numbered the new request ${number}, which is not permitted here, and it could not be deleted again.`,
      {
        remedy: `Ask the operator to delete request ${number} in transaction SE09, and to widen --allowed-transports.`,
        setting: '--allowed-transports',
        outcome: 'failed',
        data: { left: number },
        cause
      }
    )
  }
  if (!(refusal instanceof ToolError)) return refusal
  const { details } = refusal
  return new ToolError(refusal.code, `${refusal.message} The request was deleted again.`, {
    ...details,
    outcome: 'failed'
  })
}
