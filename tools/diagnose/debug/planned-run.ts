/** What both debuggers look up before a run: breakpoints, trigger and limits. */
import type { ErpWriter } from '../../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { assertRoom } from './answer.ts'
import { plannedBreakpoint } from './options.ts'
import type { BreakpointArguments, PlannedBreakpoint } from './options.ts'
import { plannedTrigger } from './trigger.ts'
import type { Trigger, TriggerKind } from './trigger.ts'

export interface RunOptions {
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly group?: string | undefined
  readonly breakpoints: readonly BreakpointArguments[]
  readonly capture?: readonly string[] | undefined
  readonly trigger: TriggerKind
  readonly seconds?: number | undefined
  readonly stops?: number | undefined
  readonly bytes?: number | undefined
}

export interface PlannedRun {
  readonly breakpoints: readonly PlannedBreakpoint[]
  readonly trigger: Trigger
  readonly capture: readonly string[]
  readonly limits: { readonly seconds: number; readonly stops: number; readonly bytes: number }
}

/** Sends nothing that changes. */
export async function plannedRun(context: ToolContext, given: RunOptions): Promise<PlannedRun> {
  assertRoom(context)
  const breakpoints = await inParallel(
    given.breakpoints,
    async one => await plannedBreakpoint(context, one)
  )
  return {
    breakpoints,
    trigger: await plannedTrigger(context, given),
    capture: given.capture ?? [],
    limits: {
      seconds: given.seconds ?? 60,
      stops: given.stops ?? 10,
      bytes: given.bytes ?? 20_000
    }
  }
}

/** The objects that a run starts or stops in, for the policy. */
export function targetsOfRun({ trigger, breakpoints }: PlannedRun): ChangeTarget[] {
  return [trigger.ref, ...breakpoints.map(({ ref }) => ref)]
    .filter(ref => ref !== undefined)
    .map(ref => ({ ref }))
}

/** Aborted when the call is cancelled, its time is over, or the bridge shuts down. */
export function stopSignal(
  context: ToolContext,
  erp: ErpWriter,
  { limits }: Pick<PlannedRun, 'limits'>
): AbortSignal {
  return AbortSignal.any([
    context.signal,
    AbortSignal.timeout(limits.seconds * 1000),
    ...(erp.ending === undefined ? [] : [erp.ending])
  ])
}
