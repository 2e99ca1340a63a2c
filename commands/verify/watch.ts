/**
 * An Erp whose requests are recorded for the checks. A change that names nothing of this run is
 * refused before it is sent.
 */
import type {
  Erp,
  ErpReader,
  ErpRequest,
  ErpResponse,
  ErpSession,
  ErpWriter
} from '../../erp-client/index.ts'

/** One request with its answer, or the error in its place. */
export interface Exchange {
  readonly request: ErpRequest
  readonly answer?: ErpResponse
  readonly error?: unknown
}

export interface WatchedErp extends Pick<Erp, 'reader' | 'writer' | 'close'> {
  /** The requests since the last call of `clear`. */
  readonly exchanges: readonly Exchange[]
  clear(): void
}

/** A changing request that the run may not send. */
export class ForeignChange extends Error {}

type Send<R> = (request: R, signal?: AbortSignal) => Promise<ErpResponse>

/** @param owned texts of which a changing request names at least one, in lower case */
export function watchErp(erp: Erp, owned: ReadonlySet<string>): WatchedErp {
  const exchanges: Exchange[] = []
  const watched =
    <R extends ErpRequest>(send: Send<R>): Send<R> =>
    async (request, signal) => {
      if (request.effect === 'change') assertOwn(request, owned)
      try {
        const answer = await send(request, signal)
        exchanges.push({ request, answer })
        return answer
      } catch (error) {
        exchanges.push({ request, error })
        throw error
      }
    }
  const { reader, writer } = erp
  const watchSession = (session: ErpSession): ErpSession => ({
    get holding() {
      return session.holding
    },
    set holding(value) {
      session.holding = value
    },
    request: watched((request, signal) => session.request(request, signal)),
    discard() {
      session.discard()
    }
  })
  return {
    exchanges,
    clear() {
      exchanges.length = 0
    },
    reader: {
      ...reader,
      request: watched((request, signal) => reader.request(request, signal))
    } satisfies ErpReader,
    writer: {
      ...writer,
      request: watched((request, signal) => writer.request(request, signal)),
      session: (run, ignoreLimit) =>
        writer.session(async session => await run(watchSession(session)), ignoreLimit)
    } satisfies ErpWriter,
    close: async () => {
      await erp.close()
    }
  }
}

function assertOwn({ operation, path, query, body }: ErpRequest, owned: ReadonlySet<string>): void {
  const text = `${path} ${JSON.stringify(query ?? {})} ${String(body ?? '')}`.toLowerCase()
  if ([...owned].some(each => text.includes(each))) return
  throw new ForeignChange(`${operation} names no object of this run; it was not sent`)
}
