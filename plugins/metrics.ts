/** Metrics in the Prometheus format: requests, tool calls and round trips to the ERP, per system. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Registry } from 'prom-client'
import { createConnectionLimiter } from '../erp-client/index.ts'
import type { ConnectionLimiter, ErpCallMetrics } from '../erp-client/index.ts'
import type { LogonKind } from '../systems/description.ts'
import type { ConnectionUsage } from '../systems/erp-connections.ts'
import type { ToolEvent } from '../tools/index.ts'
import { onRequestEnd } from './request-end.ts'
import { seriesIn } from './metric-series.ts'
import type { Series } from './metric-series.ts'

export interface MetricsOptions {
  /** Several bridges may share one; without a register nothing is counted. */
  readonly register?: Registry | undefined
  /** Value of the label `bridge`, which tells bridges in one register apart. */
  readonly bridge: string
}

export interface SystemFacts {
  /** Of all identities of the system together. */
  readonly connections: number
  readonly logon: LogonKind
}

/** The metrics of one ERP system. */
export interface SystemMetrics {
  /** Shared by all identities, so that running and waiting requests can be counted. */
  readonly budget: ConnectionLimiter
  erp(exchange: ErpCallMetrics): void
  /** Counts a new client certificate. */
  certificate(): void
  /** Registers the reader of the gauges; it runs once per scrape. */
  watch(read: () => ConnectionUsage): void
  /** Removes the gauges; the counters stay. */
  close(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: {
      tool(event: ToolEvent): void
      open(system: string, facts: SystemFacts): SystemMetrics
      /** Registers the reader of the halts, by scope; it runs once per scrape. */
      watchHalts(read: () => Readonly<Record<string, number>>): void
    }
  }
}

export default fp<MetricsOptions>(
  async (app, { register, bridge }) => {
    const series =
      register === undefined ? undefined : seriesIn(register, await import('prom-client'))
    if (series !== undefined) countRequests(app, series, bridge)
    app.decorate('metrics', {
      tool({ system, tool, operation, outcome, code = '', ms }) {
        // The name of an unknown tool is whatever its caller sent: no label value.
        const known = operation === 'none' && code === 'TOOL_UNKNOWN' ? 'unknown' : tool
        series?.calls.inc({ bridge, system, tool: known, operation, outcome, code })
        series?.callSeconds.observe({ bridge, system, tool: known }, ms / 1000)
      },
      watchHalts(read) {
        if (series === undefined) return
        const reader = () => {
          for (const [scope, count] of Object.entries(read())) {
            series.halts.set({ bridge, scope }, count)
          }
        }
        series.readers.add(reader)
        reader()
        app.addHook('onClose', async () => {
          series.readers.delete(reader)
        })
      },
      open(system, { connections, logon }) {
        const budget = createConnectionLimiter({ connections, shared: true })
        return series === undefined
          ? { budget, erp() {}, certificate() {}, watch() {}, close() {} }
          : systemMetrics(series, { labels: { bridge, system }, budget, logon })
      }
    })
  },
  { name: 'metrics', fastify: '5.x', dependencies: ['errors'] }
)

/** `system` is empty for requests that belong to none, such as /health. */
function countRequests(app: FastifyInstance, series: Series, bridge: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    series.open.inc({ bridge })
    onRequestEnd(request, reply, ({ route, method, status, ms }) => {
      const system = request.bridge?.system ?? ''
      series.open.dec({ bridge })
      series.requests.inc({ bridge, system, route, method, status })
      series.requestSeconds.observe({ bridge, system, route }, ms / 1000)
    })
    done()
  })
}

function systemMetrics(series: Series, { labels, budget, logon }: Measured): SystemMetrics {
  let usage = (): ConnectionUsage => ({ identities: 0, bytes: 0, entries: 0 })
  const close = readGauges(series, { labels, budget, logon, usage: () => usage() })
  return {
    budget,
    close,
    erp({ operation, effect, status, ms }) {
      series.trips.inc({ ...labels, operation, effect, status: status ?? 'none' })
      series.tripSeconds.observe({ ...labels, operation }, ms / 1000)
      if (status === undefined || status >= 400) return
      if (operation === 'lock') series.locks.inc(labels)
      if (operation === 'unlock') series.unlocks.inc(labels)
    },
    certificate() {
      series.certificates.inc(labels)
    },
    watch(read) {
      usage = read
    }
  }
}

interface Measured {
  readonly labels: SystemLabels
  readonly budget: ConnectionLimiter
  readonly logon: LogonKind
}

interface SystemLabels extends Record<string, string> {
  readonly bridge: string
  readonly system: string
}

/** Sets the gauges at each scrape; several bridges in one register have a reader each. */
function readGauges(
  series: Series,
  { labels, budget, logon, usage }: Measured & { readonly usage: () => ConnectionUsage }
): () => void {
  const kindLabels = { ...labels, kind: logon }
  const reader = () => {
    const { identities, bytes, entries } = usage()
    series.logon.set(kindLabels, 1)
    series.running.set(labels, budget.running)
    series.waiting.set(labels, budget.waiting)
    series.places.set(labels, budget.limit)
    series.identities.set(labels, identities)
    series.cacheBytes.set(labels, bytes)
    series.cacheEntries.set(labels, entries)
  }
  series.readers.add(reader)
  reader()
  return () => {
    series.readers.delete(reader)
    series.logon.remove(kindLabels)
    const { running, waiting, places, identities, cacheBytes, cacheEntries } = series
    for (const gauge of [running, waiting, places, identities, cacheBytes, cacheEntries]) {
      gauge.remove(labels)
    }
  }
}
