/** W3C trace context and spans of calls and of their requests to the ERP. */
import { isErpError } from '../../erp-client/index.ts'
import type {
  ErpReader,
  ErpRequest,
  ErpResponse,
  ErpWriter,
  RequestIds
} from '../../erp-client/index.ts'
import { interceptWriter } from './write/writer-interceptor.ts'

/** The W3C trace context of a call, as its client sent it. */
export interface Trace {
  readonly traceparent: string
  readonly tracestate?: string
}

/** Facts of a span, in the terms of OpenTelemetry. */
export interface SpanFacts {
  readonly attributes?: Readonly<Record<string, string | number>>
  readonly error?: string
}

/** A span under way. */
export interface Span {
  /** The trace context for everything below this span. */
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

/** The trace of a call, and the tracer where spans are recorded. */
export interface Tracing {
  readonly trace: Trace | undefined
  readonly tracer?: Tracer | undefined
  /** Of the requests of the call. */
  readonly ids: RequestIds
}

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace context that a client sent; undefined where it is not well formed. */
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
 * The trace context of one message: its own, unless the request that carried it belongs to the same
 * trace, whose span is then the nearer parent.
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

/** The same reader; its requests carry the trace context and an id of the call. */
export function tracedReader(reader: ErpReader, tracing: Tracing): ErpReader {
  const request: ErpReader['request'] = (wanted, signal) =>
    sendInSpan(wanted, tracing, carried => reader.request({ ...wanted, ...carried }, signal))
  return Object.create(reader, { request: { value: request } })
}

export function tracedWriter(writer: ErpWriter, tracing: Tracing): ErpWriter {
  return interceptWriter(writer, (wanted, send) =>
    sendInSpan(wanted, tracing, carried => send({ ...wanted, ...carried }))
  )
}

type Carried = Pick<ErpRequest, 'id' | 'headers'>

/** Sends with the trace context in the headers; with a tracer, in a span of its own. */
async function sendInSpan(
  wanted: ErpRequest,
  { trace, tracer, ids }: Tracing,
  send: (carried: Carried) => Promise<ErpResponse>
): Promise<ErpResponse> {
  const id = ids.next()
  if (trace === undefined) return await send({ id })
  const { operation, effect, method, path } = wanted
  const span = tracer?.begin(`erp ${operation}`, {
    kind: 'CLIENT',
    parent: trace,
    attributes: {
      'http.request.method': method,
      'url.path': path,
      'erp_bridge.operation': operation,
      'erp_bridge.effect': effect,
      'erp_bridge.erp.request_id': id.text
    }
  })
  try {
    const answer = await send({ id, headers: { ...wanted.headers, ...(span?.trace ?? trace) } })
    span?.end({ attributes: { 'http.response.status_code': answer.status } })
    return answer
  } catch (error) {
    span?.end({ error: isErpError(error) ? error.code : 'unknown' })
    throw error
  }
}
