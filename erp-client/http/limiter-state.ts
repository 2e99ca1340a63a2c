/** The state of a connection limiter: which requests run, which wait, and what the limits allow. */
import type { AdaptiveLimit } from './adaptive-limit.ts'
import { callerLimit } from './caller-shares.ts'
import type { ErpError } from '../errors.ts'

/**
 * A waiting request. Its callbacks are emptied when it is settled: the old backing store of an
 * array retains its elements for a while.
 */
export interface Waiter {
  /** A lock is held. */
  readonly urgent: boolean
  grant: () => void
  refuse: (error: ErpError) => void
}

/** One identity at the limiter. */
export interface IdentityState {
  /** Most requests of this identity at the same time. */
  readonly most: number
  closeIdle(): void
  running: number
  /** Connections that may be open: the most that ran at the same time since they were closed. */
  open: number
  pausedUntil: number
  usedAt: number
  /** By caller; idle shares are kept for a while. */
  readonly shares: Map<string, CallerShare>
}

/** The part of an identity that one caller uses. */
export interface CallerShare {
  readonly identity: IdentityState
  running: number
  readonly queue: Waiter[]
}

export interface LimiterState {
  readonly connections: number
  readonly adaptiveLimit: AdaptiveLimit
  readonly mostWaiting: number
  readonly shared: boolean
  /** Shares in which a request waits, in the order of their turns. */
  readonly turns: CallerShare[]
  /** Identities with open connections. */
  readonly identities: Set<IdentityState>
  /** Requests that this process may run of a budget that it shares with others. */
  leased: () => number
  running: number
  waiting: number
  open: number
  pausedUntil: number
  /** Moving average of the time for which a request occupies a connection. */
  averageMs: number
  timer: NodeJS.Timeout | undefined
}

/** Average before the first measurement. */
const initialAverageMs = 1000
const longestRetrySeconds = 60

export function createLimiterState(
  fixed: Pick<LimiterState, 'connections' | 'adaptiveLimit' | 'mostWaiting' | 'shared'>
): LimiterState {
  return {
    ...fixed,
    turns: [],
    identities: new Set(),
    leased: () => Infinity,
    running: 0,
    waiting: 0,
    open: 0,
    pausedUntil: 0,
    averageMs: initialAverageMs,
    timer: undefined
  }
}

/** Whether the limit is reached; with one caller alone this is the limit of a caller. */
export function isFull({ running, adaptiveLimit, shared }: LimiterState): boolean {
  return running >= (shared ? callerLimit(adaptiveLimit.limit) : adaptiveLimit.limit)
}

export function mayRun(state: LimiterState, share: CallerShare, urgent: boolean): boolean {
  const { identity } = share
  // The adaptive limit does not delay a request under a lock.
  const limit = urgent ? Math.min(state.connections, state.leased()) : placesOf(state)
  if (state.running >= limit || identity.running >= identity.most) return false
  if (state.shared && share.running >= callerLimit(limit)) return false
  return urgent || pausedUntil(state, identity) <= Date.now()
}

/** Requests that may run at the same time now. */
export function placesOf({ adaptiveLimit, leased }: LimiterState): number {
  return Math.min(adaptiveLimit.limit, leased())
}

/** End of the `Retry-After` that applies to an identity, in milliseconds since 1970. */
export function pausedUntil(state: LimiterState, identity: IdentityState): number {
  return Math.max(state.pausedUntil, identity.pausedUntil)
}

/** Estimate of when the requests that wait now have had their turn. */
export function secondsToTurn(state: LimiterState): number {
  const { waiting, averageMs } = state
  const paused = Math.max(state.pausedUntil - Date.now(), 0)
  const seconds = Math.ceil(
    (paused + ((waiting + 1) * averageMs) / Math.max(placesOf(state), 1)) / 1000
  )
  return Math.min(Math.max(seconds, 1), longestRetrySeconds)
}
