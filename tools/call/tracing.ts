import { isErpError } from '../../erp-client/index.ts'
import type { ErpReader, ErpRequest, ErpResponse, ErpWriter } from '../../erp-client/index.ts'
import { interceptWriter } from './writer-interceptor.ts'

/** The W3C trace context of a call, as its client sent it. */
export interface Trace {
  readonly traceparent: string
  readonly tracestate?: string
}

/** What is known of a span, in the words of OpenTelemetry. */
export interface SpanFacts {
  readonly attributes?: Readonly<Record<string, string | number>>
  readonly error?: string
}

/** Something that takes time, seen by whoever collects traces. */
export interface Span {
  /** What goes on from here. */
  readonly trace: Trace
  end(facts?: SpanFacts): void
}

export interface Tracer {
  begin(
    name: string,
    options: {
      readonly kind: 'SERVER' | 'INTERNAL' | 'CLIENT'
      readonly parent?: Trace | undefined
      readonly attributes?: SpanFacts['attributes']
    }
  ): Span
}

/** The trace of a call, and who records its spans, if anybody does. */
export interface Tracing {
  readonly trace: Trace | undefined
  readonly tracer?: Tracer | undefined
}

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Trace context out of what a client says, or undefined where it is none. */
export function traceOf(traceparent: unknown, tracestate?: unknown): Trace | undefined {
  if (typeof traceparent !== 'string' || !wellFormed.test(traceparent)) return undefined
  return typeof tracestate === 'string' && /^[\x20-\x7e]{1,512}$/.test(tracestate)
    ? { traceparent, tracestate }
    : { traceparent }
}

export function traceId({ traceparent }: Trace): string {
  return traceparent.slice(3, 35)
}

/**
 * The trace of one message: what stands in it, unless the request that carried it is part of the
 * same trace and nearer.
 * @param meta of the message
 * @param carrier the headers of the request, or what the bridge has made of them
 */
export function callTrace(
  meta: Readonly<Record<string, unknown>> | undefined,
  carrier: { readonly traceparent?: unknown; readonly tracestate?: unknown }
): Trace | undefined {
  const own = traceOf(meta?.['traceparent'], meta?.['tracestate'])
  const carried = traceOf(carrier.traceparent, carrier.tracestate)
  return own === undefined || (carried !== undefined && traceId(carried) === traceId(own))
    ? carried
    : own
}

/** The same reader, whose requests carry the trace on. */
export function tracedReader(reader: ErpReader, tracing: Tracing): ErpReader {
  if (tracing.trace === undefined) return reader
  const request: ErpReader['request'] = (wanted, signal) =>
    spanned(wanted, tracing, headers => reader.request({ ...wanted, headers }, signal))
  return Object.create(reader, { request: { value: request } })
}

export function tracedWriter(writer: ErpWriter, tracing: Tracing): ErpWriter {
  if (tracing.trace === undefined) return writer
  return interceptWriter(writer, (wanted, send) =>
    spanned(wanted, tracing, headers => send({ ...wanted, headers }))
  )
}

/**
 * Sends with the trace in the headers; where spans are recorded, in one that the ERP's own belong
 * under.
 */
async function spanned(
  wanted: ErpRequest,
  { trace, tracer }: Tracing,
  send: (headers: Readonly<Record<string, string>>) => Promise<ErpResponse>
): Promise<ErpResponse> {
  const { operation, effect, method, path } = wanted
  const span = tracer?.begin(`erp ${operation}`, {
    kind: 'CLIENT',
    parent: trace,
    attributes: {
      'http.request.method': method,
      'url.path': path,
      'erp_bridge.operation': operation,
      'erp_bridge.effect': effect
    }
  })
  try {
    const answer = await send({ ...wanted.headers, ...(span?.trace ?? trace) })
    span?.end({ attributes: { 'http.response.status_code': answer.status } })
    return answer
  } catch (error) {
    span?.end({ error: isErpError(error) ? error.code : 'unknown' })
    throw error
  }
}
