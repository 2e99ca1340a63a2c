/** The queue of one identity at a connection limiter: admission, refusal and waiting. */
import { shareFor } from './caller-shares.ts'
import { aborted } from './erp-call.ts'
import type { ErpCall } from './erp-call.ts'
import { isFull, mayRun, pausedUntil, placesOf, secondsToTurn } from './limiter-state.ts'
import type { CallerShare, IdentityState, LimiterState, Waiter } from './limiter-state.ts'
import { acquire, dequeue, enqueue } from './limiter-turns.ts'
import type { Release } from './limiter-turns.ts'
import { ErpError } from '../errors.ts'

export interface IdentityQueueOptions {
  /** Most requests of the identity at the same time. */
  readonly most: number
  /** Closes the idle connections of this identity, because another one needs the capacity. */
  closeIdle(): void
}

/** One request at the limiter. */
export interface AdmissionRequest extends Pick<ErpCall, 'signal' | 'deadline'> {
  /** A lock is held: the request goes first, is never refused and ignores `Retry-After`. */
  readonly urgent: boolean
  /** The caller, where several callers work as one identity. */
  readonly caller?: string | undefined
}

export interface IdentityQueue {
  /**
   * Waits for a connection. @returns the function that releases it
   *
   * @throws ErpError ERP_BUSY, ERP_ABORTED
   */
  enter(request: AdmissionRequest): Promise<Release> | Release
  /** The ERP sent `Retry-After`, to this identity or to all. */
  pause(milliseconds: number, scope: 'identity' | 'all'): void
  /** Response time of a reading request, a sample of the adaptive limit. */
  answered(operation: string, milliseconds: number): void
}

/** Longest `Retry-After` that a request waits for; a longer one is reported as ERP_BUSY. */
const longestPauseMs = 15_000

export function createIdentityQueue(
  state: LimiterState,
  options: IdentityQueueOptions
): IdentityQueue {
  const identity: IdentityState = {
    most: options.most,
    closeIdle: () => {
      options.closeIdle()
    },
    running: 0,
    open: 0,
    pausedUntil: 0,
    usedAt: 0,
    shares: new Map()
  }
  return {
    enter: request => enter(state, identity, request),
    pause(milliseconds, scope) {
      const target = scope === 'identity' ? identity : state
      target.pausedUntil = Math.max(target.pausedUntil, Date.now() + milliseconds)
      if (scope === 'all') state.adaptiveLimit.overloaded()
      if (milliseconds > longestPauseMs) {
        const paused = state.turns.filter(share => scope === 'all' || share.identity === identity)
        refuseWaiting(state, paused)
      }
    },
    answered(operation, ms) {
      state.adaptiveLimit.answered({ operation, ms, full: isFull(state) })
    }
  }
}

function enter(
  state: LimiterState,
  identity: IdentityState,
  request: AdmissionRequest
): Promise<Release> | Release {
  const { caller = '', urgent, deadline } = request
  const share = shareFor(identity.shares, caller, () => ({ identity, running: 0, queue: [] }))
  if ((share.queue.length === 0 || urgent) && mayRun(state, share, urgent)) {
    return acquire(state, share)
  }
  if (!urgent) {
    const until = pausedUntil(state, identity)
    if (until > Math.min(deadline, Date.now() + longestPauseMs)) throw paused(until)
    if (state.waiting >= state.mostWaiting) dropLongest(state, share)
  }
  return wait(state, share, request)
}

/**
 * Removes the last request of the caller with the longest queue from a full queue, so that one
 * caller cannot keep out the others.
 */
function dropLongest(state: LimiterState, arriving: CallerShare): void {
  const longest = state.turns.reduce(
    (one, other) => (other.queue.length > one.queue.length ? other : one),
    arriving
  )
  const last = longest === arriving ? undefined : longest.queue.findLast(({ urgent }) => !urgent)
  if (last === undefined) throw full(state)
  dequeue(state, longest, last)
  last.refuse(full(state))
}

function refuseWaiting(state: LimiterState, shares: readonly CallerShare[]): void {
  for (const share of shares) {
    for (const waiter of share.queue.filter(({ urgent }) => !urgent)) {
      dequeue(state, share, waiter)
      waiter.refuse(paused(pausedUntil(state, share.identity)))
    }
  }
}

function full(state: LimiterState): ErpError {
  return busy(
    `All ${placesOf(state)} requests that the ERP takes at the same time are there, and ${state.waiting} wait already`,
    secondsToTurn(state)
  )
}

function paused(until: number): ErpError {
  const seconds = Math.ceil((until - Date.now()) / 1000)
  return busy(`The ERP accepts no requests for another ${seconds} s (Retry-After)`, seconds)
}

function noneFree(state: LimiterState): ErpError {
  return busy(
    `No connection to the ERP became free in time: ${state.running} are in use, ${state.waiting} requests wait`,
    secondsToTurn(state)
  )
}

function busy(message: string, retryAfter: number): ErpError {
  return new ErpError('ERP_BUSY', message, { outcome: 'failed', retryAfter })
}

function wait(
  state: LimiterState,
  share: CallerShare,
  { urgent, signal, deadline }: AdmissionRequest
): Promise<Release> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(aborted())
      return
    }
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      waiter.grant = waiter.refuse = () => {}
      finish()
    }
    const waiter: Waiter = {
      urgent,
      grant: () => {
        settle(() => {
          resolve(acquire(state, share))
        })
      },
      refuse: error => {
        settle(() => {
          reject(error)
        })
      }
    }
    const leave = (error: ErpError) => {
      dequeue(state, share, waiter)
      waiter.refuse(error)
    }
    const onAbort = () => {
      leave(aborted())
    }
    const onDeadline = () => {
      leave(noneFree(state))
    }
    const timer = setTimeout(onDeadline, Math.max(deadline - Date.now(), 0))
    signal?.addEventListener('abort', onAbort, { once: true })
    enqueue(state, share, waiter)
  })
}
