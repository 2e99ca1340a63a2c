import { isErpError } from '../../erp-client/index.ts'
import type { ErpWriter } from '../../erp-client/index.ts'
import { interceptWriter } from './writer-interceptor.ts'
import type { WriterInterceptor } from './writer-interceptor.ts'
import type { Permit } from './confirmation.ts'

/**
 * What the changing requests of one call have done: nothing, perhaps something, certainly
 * something.
 */
export type WriteOutcome = 'none' | 'maybe' | 'some'

/** Locks leave the object as it was, whatever becomes of the request. */
const locking: ReadonlySet<string> = new Set(['lock', 'unlock'])
/**
 * These may be answered and have changed nothing: an activation may only tell what else it would
 * activate.
 */
const preparing: ReadonlySet<string> = new Set(['activate', 'gcts.credentials'])

/**
 * The same writer, which uses the confirmation up before the first request that changes more than a
 * lock.
 */
export function permitted(writer: ErpWriter, permit: Permit): ErpWriter {
  return interceptWriter(writer, async (wanted, send) => {
    if (wanted.effect === 'change' && !locking.has(wanted.operation)) await permit.use()
    return await send(wanted)
  })
}

/** The changes that one call has sent, and what became of them. */
export class WriteTracker {
  #pending = 0
  #known: WriteOutcome = 'none'

  get done(): WriteOutcome {
    return this.#known === 'none' && this.#pending > 0 ? 'maybe' : this.#known
  }

  /** The same writer, watched. */
  watched(writer: ErpWriter): ErpWriter {
    return interceptWriter(writer, this.#watch)
  }

  readonly #watch: WriterInterceptor = async (wanted, send) => {
    if (wanted.effect !== 'change' || locking.has(wanted.operation)) return await send(wanted)
    this.#pending++
    try {
      const answer = await send(wanted)
      this.#note(preparing.has(wanted.operation) ? 'maybe' : 'some')
      return answer
    } catch (error) {
      if (!wasKept(error)) this.#note('maybe')
      throw error
    } finally {
      this.#pending--
    }
  }

  #note(done: 'maybe' | 'some'): void {
    if (this.#known !== 'some') this.#known = done
  }
}

/**
 * The request never went out, or was refused before anything of it was done; what failed inside the
 * ERP may have begun.
 */
function wasKept(error: unknown): boolean {
  return (
    isErpError(error) &&
    error.outcome === 'failed' &&
    (error.status === undefined || error.status < 500)
  )
}
