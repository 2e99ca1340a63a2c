/** Calls in flight at all systems: what a retired system waits for before its connections close. */

/** `request`: until its answer is sent. `call`: a call that may continue after its answer. */
export type WorkKind = 'request' | 'call'

export interface InFlight {
  /** @returns ends the piece of work */
  begin(kind: WorkKind): () => void
  /**
   * Settles once all work that is in flight now has ended, or with the signal. Later work does not
   * count.
   */
  drained(signal: AbortSignal, kind?: WorkKind): Promise<void>
}

interface Work {
  readonly kind: WorkKind
}

interface Waiter {
  readonly left: Set<Work>
  readonly end: () => void
}

export function createInFlight(): InFlight {
  const running = new Set<Work>()
  const waiters = new Set<Waiter>()
  return {
    begin(kind) {
      const work: Work = { kind }
      running.add(work)
      return () => {
        running.delete(work)
        for (const { left, end } of waiters) {
          if (left.delete(work) && left.size === 0) end()
        }
      }
    },
    async drained(signal, kind) {
      const left = new Set([...running].filter(work => kind === undefined || work.kind === kind))
      if (left.size === 0 || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = () => {
        resolve()
      }
      const waiter: Waiter = { left, end }
      waiters.add(waiter)
      signal.addEventListener('abort', end, { once: true })
      await promise
      signal.removeEventListener('abort', end)
      waiters.delete(waiter)
    }
  }
}
