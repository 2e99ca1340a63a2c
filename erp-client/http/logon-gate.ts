/**
 * The log-on gate: one request logs on while the others wait, so that a wrong password is tried
 * once. Benchmark: bench/performance.mts, row `read 2 KB, log-on 50 ms, 64 clients`.
 */
import { ErpError } from '../errors.ts'
import { withDeadline } from './erp-call.ts'
import type { ErpCall } from './erp-call.ts'

/**
 * How long no credentials are sent after the ERP refused fresh ones: every refusal counts towards
 * the lock of the user.
 */
const blockMilliseconds = 60_000

export interface GatePass {
  /** This request carries the credentials; the others wait for it. */
  readonly leader: boolean
  readonly generation: number
}

/** Every request passes it. */
export interface LogonGate {
  enter(call: WaitLimit): Promise<GatePass> | GatePass
  /** The ERP accepted the leader's log-on. */
  established(): void
  /** The ERP refused the credentials: no log-on is tried for a minute. */
  refused(error: ErpError): void
  /** The leader got no answer; with `retry` the next request in line tries. */
  failed(error: unknown, retry: boolean): void
  /** The session of that generation is lost. True for the first request that reports it. */
  lost(generation: number): boolean
  readonly isOpen: boolean
  readonly generation: number
}

type WaitLimit = Pick<ErpCall, 'signal' | 'deadline'>

interface Pending {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

function createPending(): Pending {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {})
  return { promise, resolve, reject }
}

export function createLogonGate(now: () => number = () => Date.now()): LogonGate {
  let open = false
  let pending: Pending | undefined
  let generation = 0
  let blockedUntil = 0

  const settle = (how: (waiting: Pending) => void) => {
    const waiting = pending
    pending = undefined
    if (waiting !== undefined) how(waiting)
  }
  const wait = async (waiting: Pending, caller: WaitLimit): Promise<GatePass> => {
    // The wait must end here when the caller leaves: a pass for a request that is gone would keep
    // the gate closed.
    await withDeadline(waiting.promise, caller)
    return gate.enter(caller)
  }
  const gate: LogonGate = {
    enter(caller) {
      if (open) return { leader: false, generation }
      if (pending !== undefined) return wait(pending, caller)
      const seconds = Math.ceil((blockedUntil - now()) / 1000)
      if (seconds > 0) {
        throw new ErpError(
          'ERP_LOGON_BLOCKED',
          `The ERP refused the log-on; the next attempt is possible in ${seconds} s`,
          { outcome: 'failed' }
        )
      }
      pending = createPending()
      return { leader: true, generation }
    },
    established() {
      if (pending === undefined) return
      open = true
      generation++
      blockedUntil = 0
      settle(waiting => {
        waiting.resolve()
      })
    },
    refused(error) {
      open = false
      blockedUntil = now() + blockMilliseconds
      settle(waiting => {
        waiting.reject(error)
      })
    },
    failed(error, retry) {
      settle(waiting => {
        if (retry) waiting.resolve()
        else waiting.reject(error)
      })
    },
    lost(lostGeneration) {
      if (!open || lostGeneration !== generation) return false
      open = false
      return true
    },
    get isOpen() {
      return open
    },
    get generation() {
      return generation
    }
  }
  return gate
}
