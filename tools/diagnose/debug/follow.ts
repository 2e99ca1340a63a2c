/** Follows an attached process from stop to stop: steps, watchpoints, calls and values. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isDebuggeeOver,
  isErpError,
  readCalls,
  selectFrame,
  setWatchpoint,
  stepDebuggee
} from '../../../erp-client/index.ts'
import type { DebugIdentity, DebugState, StackFrame } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { errorWords } from '../../failure/prose.ts'
import { maskValues } from '../../mask/values.ts'
import type { Limit, Stop } from './answer.ts'
import { assignNext, nextWay } from './assign.ts'
import { ended, unlessEnded } from './session.ts'
import type { DebugSession } from './session.ts'
import { stepAt } from './steps.ts'
import type { PlannedSteps } from './steps.ts'
import { bytesOf, captureValues } from './values.ts'
import type { CapturedValue } from './values.ts'
import type { Observation } from './watch.ts'
import type { PlannedRun } from './planned-run.ts'
import { createChanges } from './value-changes.ts'

export interface Watch {
  readonly context: ToolContext
  readonly session: DebugSession
  readonly plan: PlannedRun & PlannedSteps & { readonly identity: DebugIdentity }
  readonly observed: Observation
}

export const requestMs = 15_000

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
export async function follow(watch: Watch, first: DebugState): Promise<Limit | undefined> {
  const { context, session, plan, observed } = watch
  const { debug, stop } = session
  const changes = createChanges()
  if ((await unlessEnded(stop, watchVariables(watch))) === ended) return undefined
  let state = first
  let bytes = 0
  const steps = [...plan.steps]
  for (;;) {
    const seen = await unlessEnded(stop, lookUnlessOver(watch, state))
    if (seen === ended) return undefined
    if (seen === undefined) {
      session.process = 'gone'
      return undefined
    }
    const shown = onlyChanges(seen, changes)
    const set = await unlessEnded(stop, assignNext(debug, steps, requestMs))
    if (set === ended) return undefined
    observed.stops.push({ ...shown, ...set, number: observed.stops.length + 1 })
    bytes += bytesOf([...shown.values, ...(shown.outer ?? []).flatMap(({ values }) => values)])
    context.progress({ done: observed.stops.length, total: plan.limits.stops, message: 'stopped' })
    if (observed.stops.length >= plan.limits.stops) return 'stops'
    if (bytes >= plan.limits.bytes) return 'bytes'
    const step = stepAt(nextWay(steps), seen.calls)
    session.process = 'running'
    const answer = stepDebuggee(debug, step, { timeoutMs: plan.limits.seconds * 1000 + requestMs })
    answer.catch(() => {})
    const next = await unlessEnded(stop, Promise.race([answer, endWithoutAnswer(watch)]))
    if (next === ended) return undefined
    session.process = next === undefined ? 'gone' : 'standing'
    if (next === undefined) return undefined
    state = next
  }
}

/** Sets the watchpoints; one that the ERP refuses is told, and the run goes on without it. */
async function watchVariables({ session, plan, observed }: Watch): Promise<void> {
  for (const name of plan.watch) {
    try {
      session.watchpoints.push((await setWatchpoint(session.debug, name, timeout)).id)
      observed.watches.push({ name })
    } catch (error) {
      if (!isErpError(error) || error.status === undefined) throw error
      const refused = isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')
        ? 'this release has no watchpoints'
        : errorWords(error)
      observed.watches.push({ name, refused })
    }
  }
}

const timeout = { timeoutMs: requestMs }

/** One stop with all values that were asked for. */
type Seen = Omit<Stop, 'number' | 'unchanged'>

/** Undefined where the process has ended since it stopped. */
async function lookUnlessOver(watch: Watch, state: DebugState): Promise<Seen | undefined> {
  try {
    return await look(watch, state)
  } catch (error) {
    if (isDebuggeeOver(error)) return undefined
    throw error
  }
}

async function look(watch: Watch, state: DebugState): Promise<Seen> {
  const { session, plan } = watch
  const calls = await readCalls(session.debug, timeout)
  const values = await captured(watch)
  const reached = session.breakpoints.filter(({ id }) => state.reached.includes(id))
  const outer = calls.slice(1, plan.frames)
  if (plan.capture.length === 0 || outer.length === 0) {
    return { reached, watched: state.watched, calls, values }
  }
  const frames: { call: number; values: readonly CapturedValue[] }[] = []
  for (const [index, frame] of outer.entries()) {
    await selectFrame(session.debug, frame, timeout)
    frames.push({ call: index + 1, values: await captured(watch) })
  }
  const [top] = calls
  if (top !== undefined) await selectFrame(session.debug, top, timeout)
  return { reached, watched: state.watched, calls, values, outer: frames }
}

async function captured({ context, session, plan }: Watch): Promise<readonly CapturedValue[]> {
  const names = [...plan.capture, ...plan.watch]
  if (names.length === 0) return []
  const { depth } = plan
  const capture = { names, depth, hides: context.hidesTable }
  return await maskValues(context, await captureValues(session.debug, capture, requestMs))
}

function onlyChanges(seen: Seen, changes: ReturnType<typeof createChanges>): Omit<Stop, 'number'> {
  const { calls, outer } = seen
  const since = (call: number, values: readonly CapturedValue[]) =>
    changes(frameKey(calls, call), values)
  return {
    ...seen,
    ...since(0, seen.values),
    ...(outer === undefined
      ? {}
      : { outer: outer.map(({ call, values }) => ({ call, ...since(call, values) })) })
  }
}

/** A procedure at its depth in the stack. */
function frameKey(calls: readonly StackFrame[], call: number): string {
  const { program, include, event } = calls[call] ?? { program: '', include: '', event: '' }
  return [calls.length - call, program, include, event].join(' ')
}
