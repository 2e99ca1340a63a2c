/** Runs a program under the debugger for database procedures (AMDP). */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  awaitAmdp,
  continueAmdp,
  isErpError,
  startAmdp,
  stopAmdp,
  syncAmdpBreakpoints
} from '../../erp-client/index.ts'
import type { AmdpEvent, ErpSession, ErpWriter } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { refusedError } from './breakpoints.ts'
import { endedResult } from './debug/answer.ts'
import { ended, releaseTimeouts, unlessEnded } from './debug/session.ts'
import { startTrigger } from './debug/trigger.ts'
import { bytesOf } from './debug/values.ts'
import { debugUser } from './debug/options.ts'
import type { PlannedBreakpoint } from './debug/options.ts'
import { plannedRun, stopSignal, targetsOfRun } from './debug/planned-run.ts'
import type { PlannedRun, RunOptions } from './debug/planned-run.ts'
import { watchAndRelease } from './debug/watch.ts'
import type { Observation } from './debug/watch.ts'
import { breakpointOf, capturedOf, callsOf } from './amdp-values.ts'
import { maskValues } from '../mask/values.ts'

export interface AmdpOptions extends RunOptions {
  readonly takeOver?: boolean | undefined
}

interface Plan extends PlannedRun {
  readonly user: string
  readonly takeOver: boolean
  readonly uris: readonly string[]
}

/**
 * What a run holds at the ERP. Commands and waiting go through one session; the end through the
 * other, which never waits.
 */
interface AmdpSession {
  readonly erp: ErpWriter
  readonly main: ErpSession
  readonly control: ErpSession
  readonly stop: AbortSignal
  readonly waiting: AbortController
  id: string | undefined
  startUnanswered: boolean
  stoppedDebuggee: string | undefined
}

/** The same as a run of the ABAP debugger, inside a database procedure. */
export async function amdpRun(context: ToolContext, given: AmdpOptions): Promise<ToolResult> {
  const planned = await plannedRun(context, given)
  const { trigger } = planned
  const plan: Plan = {
    ...planned,
    uris: planned.breakpoints.map(lineOf),
    user: await debugUser(context),
    takeOver: given.takeOver === true
  }
  return await context.change(
    targetsOfRun(plan),
    async erp =>
      await erp.session(
        async control =>
          await erp.session(async main => {
            control.holding = true
            main.holding = true
            const stop = stopSignal(context, erp, plan)
            const session: AmdpSession = {
              erp,
              main,
              control,
              stop,
              waiting: new AbortController(),
              id: undefined,
              startUnanswered: false,
              stoppedDebuggee: undefined
            }
            const run = await watchAndRelease({
              context,
              erp,
              stop,
              trigger,
              observe: async observed => {
                await observe({ context, session, plan, observed })
              },
              release: async () => await releaseDebugger(session),
              graceMs: () => graceMs
            })
            return endedResult(
              context,
              { what: 'run of the debugger for database procedures', trigger, user: plan.user },
              run
            )
          }, true)
      )
  )
}

function lineOf({ options: { kind, condition, ...rest } }: PlannedBreakpoint): string {
  if (kind !== 'line' || condition !== undefined || !('uri' in rest)) {
    throw badArguments(
      'Database procedures stop at lines only, and without condition.',
      'Give breakpoints as {"name":"ZCL_ORDER","line":24}, a line of SQLScript.'
    )
  }
  return rest.uri
}

interface Watch {
  readonly context: ToolContext
  readonly session: AmdpSession
  readonly plan: Plan
  readonly observed: Observation
}

const graceMs = 5000

const requestMs = 15_000

async function observe(watch: Watch): Promise<void> {
  const { context, session, plan, observed } = watch
  const { main, stop } = session
  session.startUnanswered = true
  const id = await unlessEnded(
    stop,
    onRelease(
      context,
      'amdp',
      async () =>
        await startAmdp(main, {
          user: plan.user,
          stopExisting: plan.takeOver,
          timeoutMs: requestMs
        })
    )
  )
  if (id === ended) return
  session.id = id
  session.startUnanswered = false
  if (
    (await unlessEnded(
      stop,
      syncAmdpBreakpoints(main, { main: id, uris: plan.uris, timeoutMs: requestMs })
    )) === ended
  ) {
    return
  }
  // A program that starts before the breakpoints are active would not stop at them.
  if (!(await take(watch, id, await nextEvents(session, id, plan)))) return
  observed.end = startTrigger(session.erp, plan.trigger, observed.running.signal)
  const over = observed.end.then(() => undefined)
  for (;;) {
    const events = await Promise.race([nextEvents(session, id, plan), over])
    if (events === undefined || !(await take(watch, id, events))) return
  }
}

/** What has happened since the last time; nothing where the run has to end meanwhile. */
async function nextEvents(
  { main, stop, waiting }: AmdpSession,
  id: string,
  { limits }: Plan
): Promise<AmdpEvent[] | undefined> {
  const signal = AbortSignal.any([stop, waiting.signal])
  for (;;) {
    try {
      const events = await unlessEnded(
        signal,
        awaitAmdp(main, { main: id, timeoutMs: limits.seconds * 1000 + requestMs }, signal)
      )
      if (events === ended) return undefined
      if (events.length > 0) return events
    } catch (error) {
      // Some releases do not wait and report an empty list as an error.
      if (!isErpError(error) || !/^AM[DB]+P?_DBG/i.test(error.type ?? '')) throw error
    }
    if ((await unlessEnded(signal, sleep(pauseMs))) === ended) return undefined
  }
}

const pauseMs = 300

async function take(
  watch: Watch,
  id: string,
  events: readonly AmdpEvent[] | undefined
): Promise<boolean> {
  for (const event of events ?? []) if (!(await follow(watch, id, event))) return false
  return events !== undefined
}

/** Takes one event in; false where the run is over. */
async function follow(
  { context, session, plan, observed }: Watch,
  main: string,
  event: AmdpEvent
): Promise<boolean> {
  observed.breakpoints.push(...event.breakpoints.map(breakpointOf))
  if (
    observed.breakpoints.length > 0 &&
    observed.breakpoints.every(({ refused }) => refused !== undefined)
  ) {
    throw refusedError(observed.breakpoints)
  }
  if (event.kind === 'STOP') return false
  if (event.kind !== 'ON_BREAK') return true
  session.stoppedDebuggee = event.debuggeeId
  const values = await maskValues(context, capturedOf(event, plan.capture))
  observed.stops.push({
    number: observed.stops.length + 1,
    reached: [],
    calls: callsOf(event),
    values
  })
  context.progress({ done: observed.stops.length, total: plan.limits.stops, message: 'stopped' })
  const bytes = observed.stops.reduce((sum, one) => sum + bytesOf(one.values), 0)
  observed.limit =
    observed.stops.length >= plan.limits.stops
      ? 'stops'
      : bytes >= plan.limits.bytes
        ? 'bytes'
        : undefined
  if (observed.limit !== undefined) return false
  const gone = await unlessEnded(
    session.stop,
    continueAmdp(session.main, { main, debuggeeId: event.debuggeeId, timeoutMs: requestMs })
  )
  if (gone === ended) return false
  session.stoppedDebuggee = undefined
  return true
}

/** Ends the debugger session; a stopped procedure continues first. Never throws. */
async function releaseDebugger({
  erp,
  main,
  control,
  waiting,
  id,
  startUnanswered,
  stoppedDebuggee
}: AmdpSession): Promise<string[]> {
  waiting.abort()
  const timeoutMs = erp.ending?.aborted === true ? releaseTimeouts.closing : releaseTimeouts.usual
  const left: string[] = startUnanswered
    ? ['perhaps the debugger session: the answer to starting it was lost']
    : []
  if (id !== undefined) {
    let released = stoppedDebuggee === undefined
    try {
      if (stoppedDebuggee !== undefined) {
        await syncAmdpBreakpoints(control, { main: id, uris: [], timeoutMs })
        await continueAmdp(control, { main: id, debuggeeId: stoppedDebuggee, timeoutMs })
        released = true
      }
    } catch {
      // A hard stop may be refused while it stands there; what stays is reported below.
    }
    await stopAmdp(control, { main: id, hard: !released, timeoutMs }).catch((error: unknown) => {
      left.push(`the debugger session ${id} (${errorWords(error)})`)
    })
  }
  for (const one of [control, main]) {
    one.holding = false
    one.discard()
  }
  return left
}
