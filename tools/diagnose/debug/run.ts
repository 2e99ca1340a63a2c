/** Runs a program under the ABAP debugger and captures values at its stops. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  attach,
  awaitDebuggee,
  isErpError,
  isListening,
  setBreakpoints
} from '../../../erp-client/index.ts'
import type { Breakpoint, DebugIdentity, Debuggee } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import type { ToolResult } from '../../call/result.ts'
import { onRelease } from '../../failure/release-gaps.ts'
import { refusedError } from '../breakpoints.ts'
import { endedResult } from './answer.ts'
import { ended, releaseDebugger, unlessEnded } from './session.ts'
import type { DebugSession } from './session.ts'
import { startTrigger } from './trigger.ts'
import { follow, requestMs } from './follow.ts'
import type { Watch } from './follow.ts'
import { runIdentity } from './options.ts'
import { plannedSteps } from './steps.ts'
import type { StepOptions } from './steps.ts'
import { plannedRun, stopSignal, targetsOfRun } from './planned-run.ts'
import type { RunOptions } from './planned-run.ts'
import { watchAndRelease } from './watch.ts'

/**
 * Sets breakpoints, starts a program in a second session, captures variables where it stops, and
 * gives everything back. The time, the stops and the bytes of values are limited; whatever happens,
 * nothing stays attached.
 */
export async function debugRun(
  context: ToolContext,
  given: RunOptions & StepOptions
): Promise<ToolResult> {
  const steps = plannedSteps(given)
  const stops = given.stops ?? Math.min(mostStops, usualStops + steps.steps.length)
  const planned = await plannedRun(context, { ...given, stops })
  const { trigger } = planned
  const plan: Watch['plan'] = { ...planned, ...steps, identity: await runIdentity(context) }
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
              watchpoints: [],
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

/** Stops without a limit of the caller; each step adds one. */
const usualStops = 10
const mostStops = 50

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
