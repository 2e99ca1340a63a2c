/**
 * Limits the requests that run at one ERP system at the same time, and shares them fairly between
 * identities and callers. Benchmark: bench/performance.mts, rows `read 2 KB, ERP 30 ms, 64 clients`
 * and `read 2 KB of 40 objects, 64 clients`.
 */
import { createAdaptiveLimit } from './adaptive-limit.ts'
import { createIdentityQueue } from './identity-queue.ts'
import type { IdentityQueue, IdentityQueueOptions } from './identity-queue.ts'
import { createLimiterState } from './limiter-state.ts'

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
      return state.adaptiveLimit.limit
    }
  }
}
