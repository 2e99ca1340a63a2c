/** Spans and metrics for OpenTelemetry, recorded through the registered SDK (launcher or host). */
import type { Attributes, Context, Span as OtelSpan, SpanOptions } from '@opentelemetry/api'
import type { ErpCallMetrics } from './erp-client/index.ts'
import type { Telemetry } from './plugins/telemetry.ts'
import type { Span, SpanFacts, ToolEvent, Trace, Tracer } from './tools/index.ts'

/** The package `@opentelemetry/api`, loaded by the owner of the SDK. */
export type OpenTelemetryApi = typeof import('@opentelemetry/api')

const scope = 'erp-bridge'
const systemAttribute = 'erp_bridge.system'

/** Of one bridge. Attributes never name a user, an argument or a query. */
export function createTelemetry(api: OpenTelemetryApi, version: string): Telemetry {
  const meter = api.metrics.getMeter(scope, version)
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, {
      unit: 's',
      description,
      advice: {
        explicitBucketBoundaries: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]
      }
    })
  const requests = seconds(
    'http.server.request.duration',
    'Time from a request to the end of its answer, streams included'
  )
  const calls = seconds('mcp.server.operation.duration', 'Time of a tool call')
  const erpRequests = seconds(
    'erp_bridge.erp.request.duration',
    'Time of a request to the ERP, waiting for a connection included'
  )
  return {
    tracer: createTracer(api, version),
    http: ({ method, route, status, ms }, system) =>
      requests.record(ms / 1000, {
        ...(system === undefined ? {} : { [systemAttribute]: system }),
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status
      }),
    tool: event => calls.record(event.ms / 1000, callAttributes(event)),
    erp: (system: string, { operation, effect, status, ms }: ErpCallMetrics) =>
      erpRequests.record(ms / 1000, {
        [systemAttribute]: system,
        'erp_bridge.operation': operation,
        'erp_bridge.effect': effect,
        ...(status === undefined
          ? { 'error.type': 'no answer' }
          : { 'http.response.status_code': status })
      })
  }
}

function callAttributes({ system, tool, operation, outcome, code }: ToolEvent): Attributes {
  // The name of an unknown tool is whatever its caller sent: no attribute value.
  const known = code === 'TOOL_UNKNOWN' ? 'unknown' : tool
  return {
    'mcp.method.name': 'tools/call',
    [systemAttribute]: system,
    'gen_ai.tool.name': known,
    'erp_bridge.operation': operation,
    'erp_bridge.outcome': outcome,
    ...(code === undefined ? {} : { 'error.type': code })
  }
}

function createTracer(api: OpenTelemetryApi, version: string): Tracer {
  const tracer = api.trace.getTracer(scope, version)
  return {
    begin(name, { kind, parent, attributes = {} }) {
      const options: SpanOptions = { kind: api.SpanKind[kind], attributes }
      return spanOf(api, tracer.startSpan(name, options, contextOf(api, parent)))
    }
  }
}

/** https://www.w3.org/TR/trace-context/ */
function contextOf(api: OpenTelemetryApi, parent: Trace | undefined): Context {
  if (parent === undefined) return api.ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = '00'] = parent.traceparent.split('-')
  const state =
    parent.tracestate === undefined ? {} : { traceState: api.createTraceState(parent.tracestate) }
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: parseInt(flags, 16),
    isRemote: true,
    ...state
  })
}

function spanOf(api: OpenTelemetryApi, span: OtelSpan): Span {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  const tracestate = traceState?.serialize()
  return {
    trace: {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      ...(tracestate === undefined || tracestate === '' ? {} : { tracestate })
    },
    end({ attributes = {}, error }: SpanFacts = {}) {
      span.setAttributes(attributes)
      if (error !== undefined) {
        span
          .setAttribute('error.type', error)
          .setStatus({ code: api.SpanStatusCode.ERROR, message: error })
      }
      span.end()
    }
  }
}
