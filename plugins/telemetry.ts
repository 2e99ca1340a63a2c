/** A span around every request, and what is told of requests, calls and round trips, for whoever collects it. */
import fp from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import type { ErpExchange } from '../erp-client/index.ts'
import { traceOf } from '../tools/index.ts'
import type { Span, ToolEvent, Tracer } from '../tools/index.ts'

export interface Telemetry {
  readonly tracer: Tracer
  http (facts: { readonly method: string, readonly route: string, readonly status: number, readonly ms: number }): void
  tool (event: ToolEvent): void
  erp (exchange: ErpExchange): void
}

declare module 'fastify' {
  interface FastifyInstance { telemetry: Telemetry | undefined }
}

export default fp<{ telemetry?: Telemetry | undefined }>(async (app, { telemetry }) => {
  app.decorate('telemetry', telemetry)
  if (telemetry === undefined) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', async request => {
    const { method, headers, routeOptions: { url: route = 'none' } } = request
    const span = telemetry.tracer.begin(`${method} ${route}`, { kind: 'SERVER', parent: traceOf(headers['traceparent'], headers['tracestate']), attributes: { 'http.request.method': method, 'http.route': route } })
    spans.set(request, span)
    if (request.bridge !== null) request.bridge.trace = span.trace
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions: { url: route = 'none' } } = request
    const { statusCode: status } = reply
    telemetry.http({ method, route, status, ms: reply.elapsedTime })
    spans.get(request)?.end({ attributes: { 'http.response.status_code': status }, ...(status < 500 ? {} : { error: String(status) }) })
  })
}, { name: 'telemetry', fastify: '5.x', dependencies: ['context'] })
