/**
 * Single flight: identical reads at the same time share one execution.
 * Benchmark: bench/mechanisms.mts, row `single flight`.
 */
import { aborted } from '../http/erp-call.ts'

export interface SingleFlight {
  /**
   * Joins the execution in flight for `key`, or starts one. It is aborted only when its last waiter
   * is.
   *
   * @throws ErpError ERP_ABORTED when `signal` aborts, and what the execution throws
   */
  join<T>(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined
  ): Promise<T>
}

interface Flight {
  readonly result: Promise<unknown>
  readonly controller: AbortController
  waiters: number
}

export function createSingleFlight(): SingleFlight {
  // The old backing store of a Map retains its values until the next major collection: slots that
  // are emptied first retain no answer.
  const slots = new Map<string, { flight: Flight | undefined }>()
  const end = (key: string, flight: Flight) => {
    const slot = slots.get(key)
    if (slot?.flight !== flight) return
    slot.flight = undefined
    slots.delete(key)
  }
  const launch = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const controller = new AbortController()
    const result = start(controller.signal)
    const flight: Flight = { result, controller, waiters: 0 }
    slots.set(key, { flight })
    result.then(
      () => {
        end(key, flight)
      },
      () => {
        end(key, flight)
        // Ends the other requests of a read of which one has failed.
        controller.abort()
      }
    )
    return flight
  }
  return {
    join(key, start, signal) {
      if (signal?.aborted === true) return Promise.reject(aborted())
      const flight = slots.get(key)?.flight ?? launch(key, start)
      return waitFor(flight, signal, () => {
        end(key, flight)
      })
    }
  }
}

/** The result for one waiter. @param end called when no waiter is left */
function waitFor<T>(flight: Flight, signal: AbortSignal | undefined, end: () => void): Promise<T> {
  flight.waiters++
  return new Promise<T>((resolve, reject) => {
    const leave = () => {
      signal?.removeEventListener('abort', abort)
      if (--flight.waiters === 0) end()
    }
    const abort = () => {
      leave()
      if (flight.waiters === 0) flight.controller.abort()
      reject(aborted())
    }
    signal?.addEventListener('abort', abort, { once: true })
    const result = flight.result as Promise<T>
    result.then(
      value => {
        leave()
        resolve(value)
      },
      (error: unknown) => {
        leave()
        reject(error)
      }
    )
  })
}
