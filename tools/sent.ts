import { isErpError } from '../erp-client/index.ts'
import type { ErpRequest, ErpResponse, ErpSession, ErpWriter } from '../erp-client/index.ts'

/** What the changing requests of one call may have done: none was carried out, perhaps one, certainly one. */
export type Done = 'none' | 'maybe' | 'some'

/** Locks leave the object as it was. */
const lockOperations: ReadonlySet<string> = new Set(['lock', 'unlock'])

/** The same writer, which tells what its requests may have done. */
export function watchedWriter (writer: ErpWriter, tell: (done: 'maybe' | 'some') => void): ErpWriter {
  const watch = async (wanted: ErpRequest, send: () => Promise<ErpResponse>): Promise<ErpResponse> => {
    if (wanted.effect !== 'change' || lockOperations.has(wanted.operation)) return await send()
    try {
      const answer = await send()
      tell('some')
      return answer
    } catch (error) {
      if (!wasKept(error)) tell('maybe')
      throw error
    }
  }
  const watchedSession = (inner: ErpSession): ErpSession => ({
    get holding () { return inner.holding },
    set holding (holding) { inner.holding = holding },
    request: (wanted, signal) => watch(wanted, () => inner.request(wanted, signal)),
    discard: () => inner.discard()
  })
  const request: ErpWriter['request'] = (wanted, signal) => watch(wanted, () => writer.request(wanted, signal))
  const session: ErpWriter['session'] = (run, aside) => writer.session((inner) => run(watchedSession(inner)), aside)
  return Object.create(writer, { request: { value: request }, session: { value: session } })
}

/** The request never went out, or was refused before anything of it was done; what failed inside the ERP may have begun. */
function wasKept (error: unknown): boolean {
  return isErpError(error) && error.outcome === 'failed' && (error.status === undefined || error.status < 500)
}
