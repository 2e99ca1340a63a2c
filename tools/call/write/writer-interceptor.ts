/** Interceptors for all requests of a writer, those of its sessions included. */
import type { ErpRequest, ErpResponse, ErpSession, ErpWriter } from '../../../erp-client/index.ts'

/** Sees each request and its answer, and decides what is sent. */
export type WriterInterceptor = (
  wanted: ErpRequest,
  send: (wanted: ErpRequest) => Promise<ErpResponse>
) => Promise<ErpResponse>

/** The same writer, whose requests pass through the interceptor. */
export function interceptWriter(writer: ErpWriter, intercept: WriterInterceptor): ErpWriter {
  const request: ErpWriter['request'] = (wanted, signal) =>
    intercept(wanted, sent => writer.request(sent, signal))
  const session: ErpWriter['session'] = (run, aside) =>
    writer.session(inner => run(interceptSession(inner, intercept)), aside)
  return Object.create(writer, { request: { value: request }, session: { value: session } })
}

function interceptSession(inner: ErpSession, intercept: WriterInterceptor): ErpSession {
  return {
    get holding() {
      return inner.holding
    },
    set holding(holding) {
      inner.holding = holding
    },
    request: (wanted, signal) => intercept(wanted, sent => inner.request(sent, signal)),
    discard: () => inner.discard()
  }
}
