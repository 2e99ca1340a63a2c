import type { ErpReader, ErpSession, ErpWriter } from '../erp-client/index.ts'

/** The W3C trace context of a call, as its client sent it. */
export interface Trace { readonly traceparent: string, readonly tracestate?: string }

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Trace context out of what a client says, or undefined where it is none. */
export function traceOf (traceparent: unknown, tracestate?: unknown): Trace | undefined {
  if (typeof traceparent !== 'string' || !wellFormed.test(traceparent)) return undefined
  return typeof tracestate === 'string' && /^[\x20-\x7e]{1,512}$/.test(tracestate) ? { traceparent, tracestate } : { traceparent }
}

export function traceId ({ traceparent }: Trace): string {
  return traceparent.slice(3, 35)
}

/** The same reader, whose requests carry the trace on. */
export function tracedReader (reader: ErpReader, trace: Trace | undefined): ErpReader {
  if (trace === undefined) return reader
  const request: ErpReader['request'] = (wanted, signal) => reader.request({ ...wanted, headers: { ...wanted.headers, ...trace } }, signal)
  return Object.create(reader, { request: { value: request } })
}

export function tracedWriter (writer: ErpWriter, trace: Trace | undefined): ErpWriter {
  if (trace === undefined) return writer
  const request: ErpWriter['request'] = (wanted, signal) => writer.request({ ...wanted, headers: { ...wanted.headers, ...trace } }, signal)
  const session: ErpWriter['session'] = (run, aside) => writer.session((inner) => run(tracedSession(inner, trace)), aside)
  return Object.create(writer, { request: { value: request }, session: { value: session } })
}

function tracedSession (inner: ErpSession, trace: Trace): ErpSession {
  return {
    get holding () { return inner.holding },
    set holding (holding) { inner.holding = holding },
    request: (wanted, signal) => inner.request({ ...wanted, headers: { ...wanted.headers, ...trace } }, signal),
    discard: () => inner.discard()
  }
}
