/** A change of a transport request, planned or executed. */
import { isErpError, readTransport } from '../../erp-client/index.ts'
import type { ErpWriter, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ConfirmResult, ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { systemWords } from '../objects/words.ts'
import type { OperationName } from '../operations.ts'
import { plannedRequestChange } from '../write/planned-change.ts'
import { transportLines } from './words.ts'

export interface TransportOptions {
  /** Number of a request or of one of its tasks. */
  readonly transport: string
  readonly user?: string | undefined
  readonly dryRun?: boolean | undefined
}

interface RequestChange {
  readonly action: string
  readonly operation: OperationName
  /** Packages of objects that the request gets; a list of permitted packages decides about them. */
  readonly packages?: readonly string[] | undefined
  /** What a real run would do, for a dry run. */
  preview?(found: Transport): Promise<Preview>
  /** What the user must agree to; undefined where nothing is asked, or `confirm` answers it. */
  question?(found: Transport): ConfirmResult | undefined
  /** What would block the change, for a dry run. */
  blocks?(found: Transport): Promise<readonly string[]>
  run(erp: ErpWriter, found: Transport): Promise<RequestReport>
}

interface RequestReport {
  readonly text: string
  readonly data?: object
}

interface Preview extends Partial<RequestReport> {
  readonly lines: readonly string[]
}

/** Changes one request. The policy decides about the request, also where a task of it is named. */
export async function changeTransport(
  context: ToolContext,
  { transport, dryRun }: TransportOptions,
  change: RequestChange
): Promise<ToolResult> {
  const { action, operation, blocks, run, packages = [] } = change
  const found = await readTransport(context.erp, { number: transport }, context.signal)
  const system = systemWords(context.erp)
  const alsoFor = packages.map(newFor => ({ request: found.number, newFor }))
  return await plannedRequestChange(context, {
    dryRun,
    operations: [operation],
    target: { request: found.number },
    alsoFor,
    plan: async () => {
      const blocking = await blocks?.(found)
      const preview = await change.preview?.(found)
      return {
        summary: [`${system} · DRY RUN of ${action}: nothing changed`],
        details: [...(preview?.lines ?? []), ...blockLines(blocking), ...transportLines(found)],
        data: {
          system,
          outcome: 'dry_run',
          action,
          transport: found.number,
          ...preview?.data,
          ...(blocking === undefined ? {} : { blocks: blocking })
        }
      }
    },
    execute: async erp => {
      const question = change.question?.(found)
      if (question !== undefined) return question
      const { text, data } = await run(erp, found)
      return {
        kind: 'data',
        text: `${system} · ${text}`,
        data: { system, outcome: 'done', action, transport: found.number, ...data }
      }
    }
  })
}

function blockLines(blocking: readonly string[] | undefined): string[] {
  if (blocking === undefined) return []
  return blocking.length === 0
    ? ['Nothing is seen that would block it.']
    : ['This would block it:', ...blocking.map(line => `  ${line}`)]
}

/**
 * Runs a step for each number in order. The steps cannot be undone.
 * @throws ToolError PARTLY_DONE that names the completed steps where a later one fails
 */
export async function inOrder(
  numbers: readonly string[],
  step: (number: string) => Promise<void>,
  what: string
): Promise<string[]> {
  const done: string[] = []
  for (const number of numbers) {
    try {
      await step(number)
    } catch (error) {
      if (done.length === 0) throw error
      const unknown = isErpError(error) && error.outcome === 'unknown'
      throw new ToolError(
        unknown ? 'OUTCOME_UNKNOWN' : 'PARTLY_DONE',
        `${done.join(', ')} ${what}, then ${number} failed: ${failureResult(error).text}`,
        {
          remedy: 'Look at the request with the action get before you go on.',
          outcome: unknown ? 'unknown' : 'failed',
          data: { done },
          cause: error
        }
      )
    }
    done.push(number)
  }
  return done
}
