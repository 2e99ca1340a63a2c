import type { ErpRequest, ErpResponse, ErpSession, ErpWriter } from '../../erp-client/index.ts'

/** Stands around each request: it decides what is sent, and sees what becomes of it. */
export type WriterInterceptor = (
  wanted: ErpRequest,
  send: (wanted: ErpRequest) => Promise<ErpResponse>
) => Promise<ErpResponse>

/** The same writer, with something around all its requests, those of its sessions included. */
export function interceptWriter(writer: ErpWriter, around: WriterInterceptor): ErpWriter {
  const request: ErpWriter['request'] = (wanted, signal) =>
    around(wanted, sent => writer.request(sent, signal))
  const session: ErpWriter['session'] = (run, aside) =>
    writer.session(inner => run(sessionThrough(inner, around)), aside)
  return Object.create(writer, { request: { value: request }, session: { value: session } })
}

function sessionThrough(inner: ErpSession, around: WriterInterceptor): ErpSession {
  return {
    get holding() {
      return inner.holding
    },
    set holding(holding) {
      inner.holding = holding
    },
    request: (wanted, signal) => around(wanted, sent => inner.request(sent, signal)),
    discard: () => inner.discard()
  }
}
