/** A span around every request, and the interface of the OpenTelemetry recorder. */
import fp from 'fastify-plugin'
import type { ErpCallMetrics } from '../erp-client/index.ts'
import { traceOf } from '../tools/index.ts'
import type { ToolEvent, Tracer } from '../tools/index.ts'
import { onRequestEnd } from './request-end.ts'
import type { RequestOutcome } from './request-end.ts'

export interface Telemetry {
  readonly tracer: Tracer
  http(facts: RequestOutcome, system: string | undefined): void
  tool(event: ToolEvent): void
  erp(system: string, exchange: ErpCallMetrics): void
}

declare module 'fastify' {
  interface FastifyInstance {
    telemetry: Telemetry | undefined
  }
}

export default fp<{ telemetry?: Telemetry | undefined }>(
  async (app, { telemetry }) => {
    app.decorate('telemetry', telemetry)
    if (telemetry === undefined) return
    app.addHook('onRequest', async (request, reply) => {
      const {
        method,
        headers,
        routeOptions: { url: route = 'none' }
      } = request
      const span = telemetry.tracer.begin(`${method} ${route}`, {
        kind: 'SERVER',
        parent: traceOf(headers['traceparent'], headers['tracestate']),
        attributes: { 'http.request.method': method, 'http.route': route }
      })
      if (request.bridge !== null) request.bridge.trace = span.trace
      onRequestEnd(request, reply, facts => {
        telemetry.http(facts, request.bridge?.system)
        const { status } = facts
        const system = request.bridge?.system
        span.end({
          attributes: {
            'http.response.status_code': status,
            ...(system === undefined ? {} : { 'erp_bridge.system': system })
          },
          ...(status < 500 ? {} : { error: String(status) })
        })
      })
    })
  },
  { name: 'telemetry', fastify: '5.x', dependencies: ['context'] }
)
