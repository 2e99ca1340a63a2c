/**
 * One ERP system, many identities: how many requests run there at the same time, and whose turn it
 * is.
 */
import { ownPlaces, shareFor } from './caller-shares.ts'
import { ErpError } from '../errors.ts'
import { aborted } from './erp-call.ts'
import type { ErpCall } from './erp-call.ts'
import { createAdaptiveLimit } from './adaptive-limit.ts'
import type { AdaptiveLimit } from './adaptive-limit.ts'

export interface ConnectionLimiterOptions {
  /**
   * Requests at the ERP at the same time, and open connections to it, for all identities together.
   */
  readonly connections: number
  /** Requests that may wait; default 64 for each connection. */
  readonly waiting?: number | undefined
  /**
   * Many callers share these connections: none may take all of them, so that the others need not
   * wait until its requests have ended. An eighth is kept from each, and at least one where there
   * are two.
   */
  readonly shared?: boolean | undefined
}

export interface IdentityQueueOptions {
  /** Of one identity at the same time. */
  readonly most: number
  /** Closes the idle connections of this identity because another one needs their place. */
  rest(): void
}

/** What one identity has of the budget. */
export interface IdentityQueue {
  /**
   * Waits for this identity's turn; the function that is returned gives the place back. Throws
   * ERP_BUSY and ERP_ABORTED.
   */
  enter(waiting: Patience): Promise<Release> | Release
  /** The ERP wants to be left alone: by this identity, or by everybody. */
  hold(milliseconds: number, scope: 'lane' | 'all'): void
  /**
   * How long the ERP took for a reading request, by which the number of requests at the same time
   * is found.
   */
  answered(operation: string, milliseconds: number): void
}

export interface ConnectionLimiter {
  lane(options: IdentityQueueOptions): IdentityQueue
  readonly running: number
  readonly waiting: number
  /**
   * Requests that may run at the same time now: the connections, or fewer while the ERP is slow.
   */
  readonly limit: number
}

/**
 * `urgent`: a lock is held; it goes first, is never turned away and does not wait for an ERP that
 * wants to be left alone.
 */
export interface Patience extends Pick<ErpCall, 'signal' | 'deadline'> {
  readonly urgent: boolean
  /** Whose request it is, where several callers work as one identity. */
  readonly caller?: string | undefined
}
export type Release = () => void

/**
 * Arrays that a queue outgrows keep what was in them alive for a while: what has had its turn holds
 * nothing any more.
 */
interface Waiter {
  readonly urgent: boolean
  grant: () => void
  refuse: (error: ErpError) => void
}

interface LaneState extends IdentityQueueOptions {
  running: number
  /** Connections that may be open: as many as ran at the same time since they were closed. */
  open: number
  heldUntil: number
  usedAt: number
  /** By caller; those that are idle stay for a while. */
  readonly shares: Map<string, Share>
}

/** What one caller has of a lane. */
interface Share {
  readonly lane: LaneState
  running: number
  readonly queue: Waiter[]
}

interface BudgetState {
  readonly connections: number
  readonly pace: AdaptiveLimit
  readonly mostWaiting: number
  readonly shared: boolean
  /** In the order of their turns; only those in which a request waits. */
  readonly turns: Share[]
  readonly lanes: Set<LaneState>
  running: number
  waiting: number
  open: number
  heldUntil: number
  /** For how long a place is taken, as it was of late. */
  usualMs: number
  timer: NodeJS.Timeout | undefined
}

/** Whoever would have to wait longer for an ERP that wants to be left alone is told so instead. */
const longestHeldMs = 15_000
/** Of the time a place is taken, before anything is known. */
const firstUsualMs = 1000
const longestRetrySeconds = 60

export function createConnectionLimiter({
  connections,
  waiting = connections * 64,
  shared = false
}: ConnectionLimiterOptions): ConnectionLimiter {
  const state: BudgetState = {
    connections,
    shared,
    pace: createAdaptiveLimit(connections),
    mostWaiting: waiting,
    turns: [],
    lanes: new Set(),
    running: 0,
    waiting: 0,
    open: 0,
    heldUntil: 0,
    usualMs: firstUsualMs,
    timer: undefined
  }
  return {
    lane(options) {
      const lane: LaneState = {
        most: options.most,
        rest: () => {
          options.rest()
        },
        running: 0,
        open: 0,
        heldUntil: 0,
        usedAt: 0,
        shares: new Map()
      }
      return {
        enter: patience => enter(state, lane, patience),
        hold(milliseconds, scope) {
          const target = scope === 'lane' ? lane : state
          target.heldUntil = Math.max(target.heldUntil, Date.now() + milliseconds)
          if (scope === 'all') state.pace.overloaded()
          if (milliseconds > longestHeldMs) {
            turnAway(
              state,
              state.turns.filter(share => scope === 'all' || share.lane === lane)
            )
          }
        },
        answered(operation, ms) {
          state.pace.answered({ operation, ms, full: isFull(state) })
        }
      }
    },
    get running() {
      return state.running
    },
    get waiting() {
      return state.waiting
    },
    get limit() {
      return state.pace.limit
    }
  }
}

/** As many run as may; where one caller asks alone, that is its own part. */
function isFull({ running, pace, shared }: BudgetState): boolean {
  return running >= (shared ? ownPlaces(pace.limit) : pace.limit)
}

function mayRun(state: BudgetState, share: Share, urgent: boolean): boolean {
  const { lane } = share
  // a request under a lock is not held up by what the others do
  const limit = urgent ? state.connections : state.pace.limit
  if (state.running >= limit || lane.running >= lane.most) return false
  if (state.shared && share.running >= ownPlaces(limit)) return false
  return urgent || Math.max(state.heldUntil, lane.heldUntil) <= Date.now()
}

function enter(
  state: BudgetState,
  lane: LaneState,
  patience: Patience
): Promise<Release> | Release {
  const share = shareFor(lane.shares, patience.caller ?? '', () => ({
    lane,
    running: 0,
    queue: []
  }))
  if ((share.queue.length === 0 || patience.urgent) && mayRun(state, share, patience.urgent)) {
    return take(state, share)
  }
  const held = Math.max(state.heldUntil, lane.heldUntil)
  if (!patience.urgent) {
    if (held > Math.min(patience.deadline, Date.now() + longestHeldMs)) throw leftAlone(held)
    if (state.waiting >= state.mostWaiting) makeRoom(state, share)
  }
  return wait(state, share, patience)
}

/**
 * Of a full queue the caller with most requests loses its last one, so that one cannot shut out the
 * others.
 */
function makeRoom(state: BudgetState, newcomer: Share): void {
  const longest = state.turns.reduce(
    (one, other) => (other.queue.length > one.queue.length ? other : one),
    newcomer
  )
  const last = longest === newcomer ? undefined : longest.queue.findLast(({ urgent }) => !urgent)
  if (last === undefined) throw full(state)
  leave(state, longest, last)
  last.refuse(full(state))
}

function full(state: BudgetState): ErpError {
  return busy(
    `All ${state.pace.limit} requests that the ERP takes at the same time are there, and ${state.waiting} wait already`,
    secondsToTurn(state)
  )
}

function leftAlone(until: number): ErpError {
  const seconds = Math.ceil((until - Date.now()) / 1000)
  return busy(`The ERP asked to be left alone for ${seconds} s`, seconds)
}

function turnAway(state: BudgetState, shares: readonly Share[]): void {
  for (const share of shares) {
    for (const waiter of share.queue.filter(({ urgent }) => !urgent)) {
      leave(state, share, waiter)
      waiter.refuse(leftAlone(Math.max(state.heldUntil, share.lane.heldUntil)))
    }
  }
}

/** When those who wait now should have had their turn. */
function secondsToTurn({ waiting, usualMs, pace, heldUntil }: BudgetState): number {
  const held = Math.max(heldUntil - Date.now(), 0)
  return Math.min(
    Math.max(Math.ceil((held + ((waiting + 1) * usualMs) / pace.limit) / 1000), 1),
    longestRetrySeconds
  )
}

function busy(message: string, retryAfter: number): ErpError {
  return new ErpError('ERP_BUSY', message, { outcome: 'failed', retryAfter })
}

function wait(
  state: BudgetState,
  share: Share,
  { urgent, signal, deadline }: Patience
): Promise<Release> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      waiter.grant = waiter.refuse = () => {}
      finish()
    }
    const waiter: Waiter = {
      urgent,
      grant: () => {
        settle(() => {
          resolve(take(state, share))
        })
      },
      refuse: error => {
        settle(() => {
          reject(error)
        })
      }
    }
    const quit = (error: ErpError) => {
      leave(state, share, waiter)
      waiter.refuse(error)
    }
    const stop = () => {
      quit(aborted())
    }
    const timer = setTimeout(
      () => {
        quit(
          busy(
            `No connection to the ERP became free in time: ${state.running} are in use, ${state.waiting} requests wait`,
            secondsToTurn(state)
          )
        )
      },
      Math.max(deadline - Date.now(), 0)
    )
    if (signal?.aborted === true) {
      settle(() => {
        reject(aborted())
      })
      return
    }
    signal?.addEventListener('abort', stop, { once: true })
    queue(state, share, waiter)
  })
}

function queue(state: BudgetState, share: Share, waiter: Waiter): void {
  if (waiter.urgent) {
    share.queue.splice(share.queue.findLastIndex(({ urgent }) => urgent) + 1, 0, waiter)
  } else share.queue.push(waiter)
  if (share.queue.length === 1) state.turns.push(share)
  state.waiting++
  wake(state)
}

function leave(state: BudgetState, share: Share, waiter: Waiter): void {
  const at = share.queue.indexOf(waiter)
  if (at < 0) return
  share.queue.splice(at, 1)
  state.waiting--
  if (share.queue.length === 0) state.turns.splice(state.turns.indexOf(share), 1)
}

function take(state: BudgetState, share: Share): Release {
  const { lane } = share
  state.running++
  lane.running++
  share.running++
  const began = (lane.usedAt = Date.now())
  if (lane.running > lane.open) {
    lane.open++
    state.open++
    state.lanes.add(lane)
    if (state.open > state.connections) closeIdle(state)
  }
  let held = true
  return () => {
    if (!held) return
    held = false
    state.running--
    lane.running--
    share.running--
    state.usualMs += (Date.now() - began - state.usualMs) / 20
    pump(state)
  }
}

/** Takes the connections of those who have not needed theirs for longest. */
function closeIdle(state: BudgetState): void {
  const idle = [...state.lanes]
    .filter(({ running }) => running === 0)
    .toSorted((one, other) => one.usedAt - other.usedAt)
  for (const lane of idle) {
    if (state.open <= state.connections) return
    state.open -= lane.open
    lane.open = 0
    state.lanes.delete(lane)
    lane.rest()
  }
}

/** Hands free places out, one to each caller in turn. */
function pump(state: BudgetState): void {
  for (let looked = 0; looked < state.turns.length && state.running < state.connections;) {
    const share = state.turns.shift()
    const first = share?.queue[0]
    if (share === undefined || first === undefined) continue
    if (!mayRun(state, share, first.urgent)) {
      state.turns.push(share)
      looked++
      continue
    }
    share.queue.shift()
    state.waiting--
    if (share.queue.length > 0) state.turns.push(share)
    first.grant()
    looked = 0
  }
  wake(state)
}

/** Those who wait for the ERP and not for a place are called when its time is over. */
function wake(state: BudgetState): void {
  if (state.timer !== undefined || state.waiting === 0) return
  const now = Date.now()
  const until = Math.min(
    ...state.turns
      .map(({ lane }) => Math.max(lane.heldUntil, state.heldUntil))
      .filter(time => time > now)
  )
  if (until === Infinity) return
  state.timer = setTimeout(
    () => {
      state.timer = undefined
      pump(state)
    },
    until - now + 1
  ).unref()
}
