/**
 * Limits the requests that run at one ERP system at the same time, and shares them fairly between
 * identities and callers. Benchmark: bench/performance.mts, rows `read 2 KB, ERP 30 ms, 64 clients`
 * and `read 2 KB of 40 objects, 64 clients`.
 */
import { createAdaptiveLimit } from './adaptive-limit.ts'
import { createIdentityQueue } from './identity-queue.ts'
import type { IdentityQueue, IdentityQueueOptions } from './identity-queue.ts'
import { createLimiterState, placesOf } from './limiter-state.ts'
import { grantFree } from './limiter-turns.ts'

export interface ConnectionLimiterOptions {
  /** Requests at the ERP at the same time, and open connections to it, of all identities. */
  readonly connections: number
  /** Requests that may wait; default 64 for each connection. */
  readonly waiting?: number | undefined
  /**
   * Many callers share these connections: none can occupy all of them. An eighth is withheld from
   * each caller, and at least one connection where there are two.
   */
  readonly shared?: boolean | undefined
}

export interface ConnectionLimiter {
  identityQueue(options: IdentityQueueOptions): IdentityQueue
  readonly running: number
  readonly waiting: number
  /** Requests that may run at the same time now: the connections, or fewer while the ERP is slow. */
  readonly limit: number
  /** Requests that run at most, whatever the response times of the ERP: the connections, or the lease. */
  readonly most: number
  /** Milliseconds for which the ERP has asked all identities to wait. */
  readonly pausedMs: number
  /** Waits at least so long, as the ERP has asked another process of the same budget. */
  pauseAll(milliseconds: number): void
  /** Another bound beside the connections, asked before each request. */
  lease(places: () => number): void
  /** Waiting requests go on where the lease has grown. */
  wake(): void
}

export function createConnectionLimiter({
  connections,
  waiting = connections * 64,
  shared = false
}: ConnectionLimiterOptions): ConnectionLimiter {
  const state = createLimiterState({
    connections,
    adaptiveLimit: createAdaptiveLimit(connections),
    mostWaiting: waiting,
    shared
  })
  return {
    identityQueue: options => createIdentityQueue(state, options),
    get running() {
      return state.running
    },
    get waiting() {
      return state.waiting
    },
    get limit() {
      return placesOf(state)
    },
    get most() {
      return Math.min(state.connections, state.leased())
    },
    get pausedMs() {
      return Math.max(Math.ceil(state.pausedUntil - Date.now()), 0)
    },
    pauseAll(milliseconds) {
      if (milliseconds > 0) {
        state.pausedUntil = Math.max(state.pausedUntil, Date.now() + milliseconds)
      }
    },
    lease(places) {
      state.leased = places
    },
    wake: () => grantFree(state)
  }
}
