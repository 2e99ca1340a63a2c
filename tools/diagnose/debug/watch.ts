/** Observes a debugger run and releases the debugger at its end. */
import type { Breakpoint, ErpWriter } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import type { Ended, Limit, Stop, WatchedVariable } from './answer.ts'
import { ended, unlessEnded } from './session.ts'
import type { Trigger, TriggerEnd } from './trigger.ts'

/** What a run has seen so far; filled while it is watched. */
export interface Observation {
  readonly stops: Stop[]
  readonly breakpoints: Breakpoint[]
  readonly watches: WatchedVariable[]
  readonly running: AbortController
  limit?: Limit | undefined
  end?: Promise<TriggerEnd> | undefined
}

function emptyObservation(): Observation {
  return { stops: [], breakpoints: [], watches: [], running: new AbortController() }
}

/** One run of a debugger: how it is watched, and how all that it took at the ERP is given back. */
export interface Run {
  readonly context: ToolContext
  readonly erp: Pick<ErpWriter, 'ending'>
  /** Time limit, cancelling and closing in one. */
  readonly stop: AbortSignal
  readonly trigger: Trigger
  observe(observed: Observation): Promise<void>
  /** @returns what could not be given back, in words */
  release(): Promise<readonly string[]>
  /** Milliseconds that the released program has to report its result. */
  graceMs(limit: Limit | undefined): number
}

/**
 * Whatever happens while a run is watched, what it took is given back before anything is answered.
 */
export async function watchAndRelease({
  context,
  erp,
  stop,
  trigger,
  observe,
  release,
  graceMs
}: Run): Promise<Ended> {
  const observed = emptyObservation()
  let failure: unknown
  try {
    await observe(observed)
  } catch (error) {
    failure = error
  }
  const cut =
    erp.ending?.aborted === true ? 'closing' : context.signal.aborted ? 'cancelled' : undefined
  const limit = observed.limit ?? (stop.aborted && cut === undefined ? 'seconds' : undefined)
  const left = await release()
  const awaited =
    cut === undefined && failure === undefined && trigger.kind !== 'none' ? observed.end : undefined
  const end =
    awaited === undefined ? ended : await unlessEnded(AbortSignal.timeout(graceMs(limit)), awaited)
  observed.running.abort()
  return {
    stops: observed.stops,
    limit,
    cut,
    started: observed.end !== undefined,
    breakpoints: observed.breakpoints,
    watches: observed.watches,
    left,
    failure,
    end: end === ended ? undefined : end
  }
}
