/** What the changing requests of one call have done, and the confirmation that they consume. */
import { changeRow, isErpError } from '../../../erp-client/index.ts'
import type { ErpRequest, ErpWriter } from '../../../erp-client/index.ts'
import { ToolError } from '../../failure/errors.ts'
import { interceptWriter } from './writer-interceptor.ts'
import type { WriterInterceptor } from './writer-interceptor.ts'
import type { ConfirmationGuard } from '../confirmation-guard.ts'

/** What the changing requests of one call have done: nothing, perhaps or certainly something. */
export type WriteOutcome = 'none' | 'maybe' | 'some'

/** A lock leaves the object as it was. An operation without a row counts as a change. */
export function changesSomething({ effect, operation }: ErpRequest): boolean {
  return effect === 'change' && changeRow(operation)?.effect !== 'lock'
}

/** The same writer, which consumes the confirmation before the first request that changes anything. */
export function consumeFirst(writer: ErpWriter, guard: ConfirmationGuard): ErpWriter {
  return interceptWriter(writer, async (wanted, send) => {
    if (changesSomething(wanted)) await guard.consume()
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
    if (!changesSomething(wanted)) return await send(wanted)
    this.#pending++
    try {
      const answer = await send(wanted)
      this.#note(changeRow(wanted.operation)?.prepares === true ? 'maybe' : 'some')
      return answer
    } catch (error) {
      if (!wasNotDone(error)) this.#note('maybe')
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
 * The request was not sent, or the ERP refused it as a whole. A failure inside the ERP (5xx) may
 * come after a part of the change.
 */
export function wasNotDone(error: unknown): boolean {
  if (error instanceof ToolError) return error.details.outcome === 'failed'
  return (
    isErpError(error) &&
    error.outcome === 'failed' &&
    (error.status === undefined || error.status < 500)
  )
}
