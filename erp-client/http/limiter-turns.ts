/** Turns at a connection limiter: queues of waiting requests, and connections that become free. */
import { mayRun, pausedUntil } from './limiter-state.ts'
import type { CallerShare, LimiterState, Waiter } from './limiter-state.ts'

export type Release = () => void

/** Weight of one measurement in the moving average. */
const averageWeight = 1 / 20

export function enqueue(state: LimiterState, share: CallerShare, waiter: Waiter): void {
  if (waiter.urgent) {
    share.queue.splice(share.queue.findLastIndex(({ urgent }) => urgent) + 1, 0, waiter)
  } else share.queue.push(waiter)
  if (share.queue.length === 1) state.turns.push(share)
  state.waiting++
  wakeAfterPause(state)
}

export function dequeue(state: LimiterState, share: CallerShare, waiter: Waiter): void {
  const at = share.queue.indexOf(waiter)
  if (at < 0) return
  share.queue.splice(at, 1)
  state.waiting--
  if (share.queue.length === 0) state.turns.splice(state.turns.indexOf(share), 1)
}

/** Occupies a connection. @returns the function that releases it, once however often it is called */
export function acquire(state: LimiterState, share: CallerShare): Release {
  const { identity } = share
  state.running++
  identity.running++
  share.running++
  const began = (identity.usedAt = Date.now())
  if (identity.running > identity.open) {
    identity.open++
    state.open++
    state.identities.add(identity)
    if (state.open > state.connections) closeIdle(state)
  }
  let held = true
  return () => {
    if (!held) return
    held = false
    state.running--
    identity.running--
    share.running--
    state.averageMs += (Date.now() - began - state.averageMs) * averageWeight
    grantFree(state)
  }
}

/** Closes the connections of the identities that have been idle for longest. */
function closeIdle(state: LimiterState): void {
  const idle = [...state.identities]
    .filter(({ running }) => running === 0)
    .toSorted((one, other) => one.usedAt - other.usedAt)
  for (const identity of idle) {
    if (state.open <= state.connections) return
    state.open -= identity.open
    identity.open = 0
    state.identities.delete(identity)
    identity.closeIdle()
  }
}

/** Grants free connections, one to each caller in turn. */
export function grantFree(state: LimiterState): void {
  for (let checked = 0; checked < state.turns.length && state.running < state.connections;) {
    const share = state.turns.shift()
    const first = share?.queue[0]
    if (share === undefined || first === undefined) continue
    if (!mayRun(state, share, first.urgent)) {
      state.turns.push(share)
      checked++
      continue
    }
    share.queue.shift()
    state.waiting--
    if (share.queue.length > 0) state.turns.push(share)
    first.grant()
    checked = 0
  }
  wakeAfterPause(state)
}

/** Grants again when the next `Retry-After` of a waiting request has passed. */
function wakeAfterPause(state: LimiterState): void {
  if (state.timer !== undefined || state.waiting === 0) return
  const now = Date.now()
  const until = Math.min(
    ...state.turns.map(({ identity }) => pausedUntil(state, identity)).filter(time => time > now)
  )
  if (until === Infinity) return
  state.timer = setTimeout(
    () => {
      state.timer = undefined
      grantFree(state)
    },
    until - now + 1
  ).unref()
}
