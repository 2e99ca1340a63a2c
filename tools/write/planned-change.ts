/** A change with a plan: a dry run answers from the plan, a real run executes the change. */
import type { ErpWriter } from '../../erp-client/index.ts'
import type { ChangeTarget, Recheck, RequestTarget, ToolContext } from '../call/context.ts'
import type { OperationName } from '../operations.ts'
import type { ToolResult } from '../call/result.ts'

/** What a real run would do, as lines of the answer to a dry run. */
export interface ChangePlan {
  /** First the system, the object and the size of the change, then facts about its target. */
  readonly summary: readonly string[]
  /** Takes the place of the refusal where the policy permits a real run. */
  readonly permitted?: string | undefined
  /** Completes the line of the refusal or of `permitted`. */
  readonly note?: string
  /** Warnings, findings and the difference. */
  readonly details?: readonly string[]
  /** Fields of a structured result; without them the result is text alone. */
  readonly data?: object
  readonly verbatim?: readonly string[]
  /** Codes with which parts of the change would be refused. */
  readonly refusals?: readonly string[]
  /** The handle that a real run will have to confirm. */
  readonly digest?: string | undefined
}

interface Planned {
  readonly dryRun: boolean | undefined
  /** What a real run needs the permission for. */
  readonly operations: readonly OperationName[]
  plan(): ChangePlan | Promise<ChangePlan>
}

export interface PlannedChange extends Planned {
  readonly targets: readonly ChangeTarget[]
  /** The real run locks its object, so that the facts of the lock decide. */
  readonly locked?: boolean
  execute(erp: ErpWriter, recheck: Recheck): Promise<ToolResult>
}

export interface PlannedRequestChange extends Planned {
  readonly target: RequestTarget
  /** Further targets that the policy decides about before anything is sent. */
  readonly alsoFor?: readonly RequestTarget[] | undefined
  execute(erp: ErpWriter, assertRequest: (number: string) => void): Promise<ToolResult>
}

/** A change of repository objects, planned or executed. */
export async function plannedChange(
  context: ToolContext,
  change: PlannedChange
): Promise<ToolResult> {
  const { targets, locked } = change
  if (change.dryRun === true) return await dryRunResult(context, change, targets)
  return await context.change(
    locked === true ? targets.map(target => ({ ...target, locked })) : targets,
    async (erp, recheck) => await change.execute(erp, recheck)
  )
}

/** The same for a transport request. */
export async function plannedRequestChange(
  context: ToolContext,
  change: PlannedRequestChange
): Promise<ToolResult> {
  const { target, alsoFor = [] } = change
  if (change.dryRun === true) return await dryRunResult(context, change, [target, ...alsoFor])
  for (const also of alsoFor) await context.changeRequest(also, async () => {})
  return await context.changeRequest(
    target,
    async (erp, assertRequest) => await change.execute(erp, assertRequest)
  )
}

async function dryRunResult(
  context: ToolContext,
  change: Planned,
  targets: readonly (ChangeTarget | RequestTarget)[]
): Promise<ToolResult> {
  const [plan, refusal] = await Promise.all([
    change.plan(),
    context.refusalOf(change.operations, targets)
  ])
  const { summary, permitted, note = '', details = [], data, verbatim, digest } = plan
  const verdict =
    refusal === undefined ? permitted : `A real run would be refused: ${refusal.words}`
  const text = [
    ...summary,
    ...(verdict === undefined ? [] : [`${verdict}${note}`]),
    ...details
  ].join('\n')
  const refusals = [...(refusal === undefined ? [] : [refusal.code]), ...(plan.refusals ?? [])]
  const facts = {
    ...(verbatim === undefined ? {} : { verbatim }),
    ...(refusals.length === 0 ? {} : { refusals })
  }
  return data === undefined
    ? { kind: 'text', text, ...facts, ...(digest === undefined ? {} : { digest }) }
    : { kind: 'data', data, text, ...facts }
}
