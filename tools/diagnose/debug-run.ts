/** Runs a program under the ABAP debugger and captures values at its stops. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  attach,
  awaitDebuggee,
  resumeDebuggee,
  isErpError,
  isListening,
  readCalls,
  setBreakpoints
} from '../../erp-client/index.ts'
import type {
  Breakpoint,
  DebugIdentity,
  DebugState,
  Debuggee,
  StackFrame
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { refusedError } from './breakpoints.ts'
import { endedResult } from './debug-answer.ts'
import type { Limit, Stop } from './debug-answer.ts'
import { ended, releaseDebugger, unlessEnded } from './debug-session.ts'
import type { DebugSession } from './debug-session.ts'
import { startTrigger } from './debug-trigger.ts'
import { bytesOf, captureValues } from './debug-values.ts'
import { runIdentity } from './debug-options.ts'
import { plannedRun, stopSignal, targetsOfRun } from './planned-run.ts'
import type { PlannedRun, RunOptions } from './planned-run.ts'
import { watchAndRelease } from './debug-watch.ts'
import type { Observation } from './debug-watch.ts'

interface Plan extends PlannedRun {
  readonly identity: DebugIdentity
}

/**
 * Sets breakpoints, starts a program in a second session, captures variables where it stops, and
 * gives everything back. The time, the stops and the bytes of values are limited; whatever happens,
 * nothing stays attached.
 */
export async function debugRun(context: ToolContext, given: RunOptions): Promise<ToolResult> {
  const planned = await plannedRun(context, given)
  const { trigger } = planned
  const plan: Plan = { ...planned, identity: await runIdentity(context) }
  return await context.change(
    targetsOfRun(plan),
    async erp =>
      await erp.session(
        async control =>
          await erp.session(async debug => {
            control.holding = true
            debug.holding = true
            const stop = stopSignal(context, erp, plan)
            const session: DebugSession = {
              erp,
              identity: plan.identity,
              control,
              debug,
              stop,
              listening: new AbortController(),
              breakpoints: [],
              unanswered: { breakpoints: false, listener: false },
              process: 'none',
              isOwn: () => false
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
              graceMs: limit => (limit === 'seconds' ? graceMs.cut : graceMs.usual)
            })
            return endedResult(
              context,
              { what: 'debug run', trigger, user: plan.identity.requestUser },
              run
            )
          }, true)
      )
  )
}

interface Watch {
  readonly context: ToolContext
  readonly session: DebugSession
  readonly plan: Plan
  readonly observed: Observation
}

/** Time that a released program has to report its result. */
const graceMs = { usual: 20_000, cut: 2000 }

async function setAll({ context, session, plan }: Watch): Promise<Breakpoint[]> {
  const { control, identity } = session
  try {
    return await onRelease(
      context,
      'debugger',
      async () =>
        await setBreakpoints(control, {
          identity,
          requested: plan.breakpoints.map(({ options }) => options),
          timeoutMs: requestMs
        })
    )
  } catch (error) {
    const reason = error instanceof ToolError ? error.details.cause : error
    // an answer that refuses has set none
    if (
      isErpError(reason, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_FORBIDDEN', 'ERP_BAD_REQUEST') &&
      reason.status !== undefined
    ) {
      session.unanswered.breakpoints = false
    }
    throw error
  }
}

async function observe(watch: Watch): Promise<void> {
  const { session, observed } = watch
  const { identity, stop } = session
  session.unanswered.breakpoints = true
  const set = await unlessEnded(stop, setAll(watch))
  if (set === ended) return
  session.breakpoints = set
  observed.breakpoints.push(...set)
  session.unanswered.breakpoints = false
  if (!set.some(({ id }) => id !== '')) throw refusedError(set)
  const caught = waitForProcess(watch)
  await confirmListening(session, caught)
  if (stop.aborted) return
  const debuggee = await startAndWait(watch, caught)
  if (debuggee === undefined) return
  session.process = 'standing'
  const state = await unlessEnded(
    stop,
    attach(session.debug, { identity, debuggeeId: debuggee.id, timeoutMs: requestMs })
  )
  if (state !== ended) observed.limit = await follow(watch, state)
}

const requestMs = 15_000

/**
 * The process that stops first; undefined where the trigger has ended without one, or the run has
 * to end.
 */
async function startAndWait(
  { session, plan, observed }: Watch,
  caught: Promise<Debuggee>
): Promise<Debuggee | undefined> {
  let finished = false
  const end = startTrigger(session.erp, plan.trigger, observed.running.signal)
  observed.end = end
  void end.then(({ outcome }) => {
    finished = outcome === 'finished'
  })
  session.isOwn = () => plan.trigger.kind !== 'none' && !finished
  const first = await unlessEnded(session.stop, Promise.race([caught, end.then(() => undefined)]))
  return first === ended ? undefined : first
}

/** Waits for a process of this user that may be attached to; those of others are left alone. */
async function waitForProcess({ session, plan }: Watch): Promise<Debuggee> {
  const { erp, identity, listening, stop } = session
  const signal = AbortSignal.any([stop, listening.signal])
  session.unanswered.listener = true
  const waiting = (async () => {
    for (;;) {
      const found = await awaitDebuggee(erp, { identity, seconds: plan.limits.seconds + 1 }, signal)
      const own = found.find(one => isMine(one, identity, erp.system.client))
      if (own !== undefined) return own
      await sleep(pauseMs, undefined, { signal })
    }
  })()
  waiting.catch(() => {})
  return await waiting
}

const pauseMs = 300

function isMine(
  debuggee: Debuggee,
  { requestUser, ideId, terminalId }: DebugIdentity,
  client: string
): boolean {
  const { user, ideId: ide, terminalId: terminal } = debuggee
  return (
    user === requestUser &&
    debuggee.client === client &&
    !debuggee.isDump &&
    debuggee.canAttach &&
    ['', ideId].includes(ide) &&
    ['', terminalId].includes(terminal)
  )
}

/**
 * A program that begins before the ERP listens would run through: the list is polled until it has
 * the listener, a little while.
 */
async function confirmListening(
  { control, identity, stop }: DebugSession,
  caught: Promise<Debuggee>
): Promise<void> {
  let failure: { error: unknown } | undefined
  caught.catch((error: unknown) => {
    failure = { error }
  })
  for (const wait of [0, 100, 200, 400, 800]) {
    await sleep(wait)
    if (failure !== undefined) throw failure.error
    if (stop.aborted || (await isListening(control, { identity }))) return
  }
}

/** Time that the ERP has for the answer to a step once the program has ended. */
const silenceMs = 2000

/**
 * Resolves a while after the trigger has ended: a step past the last statement is never answered by
 * some releases.
 */
async function endWithoutAnswer({ observed }: Watch): Promise<undefined> {
  const end = await observed.end
  if (end?.outcome !== 'finished') return await new Promise<never>(() => {})
  await sleep(silenceMs, undefined, { ref: false })
  return undefined
}

/** From stop to stop until the process ends or a limit is met. */
async function follow(watch: Watch, first: DebugState): Promise<Limit | undefined> {
  const { context, session, plan, observed } = watch
  const { debug, stop } = session
  let state = first
  let bytes = 0
  for (;;) {
    const seen = await unlessEnded(stop, look(session, { plan, state }))
    if (seen === ended) return undefined
    observed.stops.push({ ...seen, number: observed.stops.length + 1 })
    bytes += bytesOf(seen.values)
    context.progress({ done: observed.stops.length, total: plan.limits.stops, message: 'stopped' })
    if (observed.stops.length >= plan.limits.stops) return 'stops'
    if (bytes >= plan.limits.bytes) return 'bytes'
    session.process = 'running'
    const answer = resumeDebuggee(debug, { timeoutMs: plan.limits.seconds * 1000 + requestMs })
    answer.catch(() => {})
    const next = await unlessEnded(stop, Promise.race([answer, endWithoutAnswer(watch)]))
    if (next === ended) return undefined
    session.process = next === undefined ? 'gone' : 'standing'
    if (next === undefined) return undefined
    state = next
  }
}

async function look(
  { debug, breakpoints }: DebugSession,
  { plan, state }: { plan: Plan; state: DebugState }
): Promise<Omit<Stop, 'number'>> {
  const calls: StackFrame[] = await readCalls(debug, { timeoutMs: requestMs })
  const values =
    plan.capture.length === 0 ? [] : await captureValues(debug, plan.capture, requestMs)
  const reached: Breakpoint[] = breakpoints.filter(({ id }) => state.reached.includes(id))
  return { reached, calls, values }
}
