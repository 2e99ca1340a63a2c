/**
 * Figures in the Prometheus format: of requests, of tool calls, and of what goes to the ERP. Never
 * who caused them.
 */
import fp from 'fastify-plugin'
import type * as Prometheus from 'prom-client'
import type { Registry } from 'prom-client'
import { createConnectionLimiter } from '../erp-client/index.ts'
import type { ConnectionLimiter, ErpCallMetrics } from '../erp-client/index.ts'
import type { ToolEvent } from '../tools/index.ts'
import { onceAnswered } from './answered.ts'

export interface MetricsOptions {
  /** Where the figures go; those of several bridges may share one. */
  readonly register?: Registry | undefined
  /** Value of the label `bridge`, which tells bridges in one register apart. */
  readonly bridge: string
  /** Connections to the ERP, for all identities together. */
  readonly connections: number
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: {
      /** What all identities share, so that running and waiting requests can be counted. */
      readonly budget: ConnectionLimiter
      tool(event: ToolEvent): void
      erp(exchange: ErpCallMetrics): void
      /** A client certificate was made. */
      certificate(): void
      /** Asked whenever somebody looks at the figures. */
      watch(read: () => Levels): void
    }
  }
}

/** What there is at one moment, for all identities together. */
export interface Levels {
  /** Connections to the ERP under one user each. */
  readonly identities: number
  /** Of the caches. */
  readonly bytes: number
  readonly entries: number
}

const seconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]

export default fp<MetricsOptions>(
  async (app, { register, bridge, connections }) => {
    const budget = createConnectionLimiter({ connections, shared: true })
    if (register === undefined) {
      app.decorate('metrics', { budget, tool() {}, erp() {}, certificate() {}, watch() {} })
      return
    }
    const series = seriesIn(register, await import('prom-client'))
    let levels = (): Levels => ({ identities: 0, bytes: 0, entries: 0 })
    const stopWatching = watch(series, { bridge, budget, levels: () => levels() })
    app.addHook('onRequest', (request, reply, done) => {
      series.open.inc({ bridge })
      onceAnswered(request, reply, ({ route, method, status, ms }) => {
        series.open.dec({ bridge })
        series.requests.inc({ bridge, route, method, status })
        series.requestSeconds.observe({ bridge, route }, ms / 1000)
      })
      done()
    })
    app.addHook('onClose', async () => {
      stopWatching()
    })
    app.decorate('metrics', {
      budget,
      tool: ({ tool, operation, outcome, code = '', ms }) => {
        // What was refused before it was known has whatever name its caller gave it.
        const known = operation === 'none' && code === 'TOOL_UNKNOWN' ? 'unknown' : tool
        series.calls.inc({ bridge, tool: known, operation, outcome, code })
        series.callSeconds.observe({ bridge, tool: known }, ms / 1000)
      },
      erp: ({ operation, effect, status, ms }) => {
        series.trips.inc({ bridge, operation, effect, status: status ?? 'none' })
        series.tripSeconds.observe({ bridge, operation }, ms / 1000)
        if (status === undefined || status >= 400) return
        if (operation === 'lock') series.locks.inc({ bridge })
        if (operation === 'unlock') series.unlocks.inc({ bridge })
      },
      certificate: () => {
        series.certificates.inc({ bridge })
      },
      watch: read => {
        levels = read
      }
    })
  },
  { name: 'metrics', fastify: '5.x', dependencies: ['errors'] }
)

type Watched = Pick<MetricsOptions, 'bridge'> & {
  readonly budget: ConnectionLimiter
  readonly levels: () => Levels
}

/** Gauges are read when somebody looks. Of two bridges in one register each has its own readers. */
function watch(series: Series, { bridge, budget, levels }: Watched): () => void {
  const reader = () => {
    series.running.set({ bridge }, budget.running)
    series.waiting.set({ bridge }, budget.waiting)
    series.places.set({ bridge }, budget.limit)
    const { identities, bytes, entries } = levels()
    series.identities.set({ bridge }, identities)
    series.cacheBytes.set({ bridge }, bytes)
    series.cacheEntries.set({ bridge }, entries)
  }
  series.readers.add(reader)
  reader()
  return () => {
    series.readers.delete(reader)
    for (const gauge of [
      series.running,
      series.waiting,
      series.places,
      series.identities,
      series.cacheBytes,
      series.cacheEntries
    ]) {
      gauge.remove({ bridge })
    }
  }
}

type Series = ReturnType<typeof createSeries>

/** One set of series for each register, whoever comes first; gone with the register. */
const known = new WeakMap<Registry, Series>()

function seriesIn(register: Registry, library: typeof Prometheus): Series {
  const series = known.get(register) ?? createSeries(register, library)
  known.set(register, series)
  return series
}

function createSeries(register: Registry, { Counter, Gauge, Histogram }: typeof Prometheus) {
  const registers = [register]
  const readers = new Set<() => void>()
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({
      name: `erp_bridge_${name}`,
      help,
      labelNames: ['bridge', ...labelNames],
      registers
    })
  const gauge = (name: string, help: string, collect = () => {}) =>
    new Gauge({ name: `erp_bridge_${name}`, help, labelNames: ['bridge'], registers, collect })
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({
      name: `erp_bridge_${name}`,
      help,
      labelNames: ['bridge', ...labelNames],
      buckets: seconds,
      registers
    })
  return {
    readers,
    requests: counter('http_requests_total', 'HTTP requests answered', [
      'route',
      'method',
      'status'
    ]),
    requestSeconds: histogram(
      'http_request_seconds',
      'Time from a request to the end of its answer, streams included',
      ['route']
    ),
    open: gauge('http_requests_open', 'HTTP requests under way'),
    calls: counter('tool_calls_total', 'Tool calls by outcome', [
      'tool',
      'operation',
      'outcome',
      'code'
    ]),
    callSeconds: histogram('tool_call_seconds', 'Time of a tool call', ['tool']),
    trips: counter(
      'erp_requests_total',
      'Requests to the ERP; status none where there was no answer',
      ['operation', 'effect', 'status']
    ),
    tripSeconds: histogram(
      'erp_request_seconds',
      'Time of a request to the ERP, waiting for a connection included',
      ['operation']
    ),
    running: gauge('erp_requests_running', 'Requests at the ERP now', () => {
      for (const read of readers) read()
    }),
    waiting: gauge('erp_requests_waiting', 'Requests that wait for a connection to the ERP'),
    places: gauge('erp_connections_most', 'Requests that may be at the ERP at the same time now'),
    identities: gauge('erp_identities', 'Users that are connected to the ERP'),
    cacheBytes: gauge(
      'cache_bytes',
      'Bytes of sources and facts that are kept, for all users together'
    ),
    cacheEntries: gauge('cache_entries', 'Sources and facts that are kept, for all users together'),
    certificates: counter('certificates_total', 'Client certificates made for users', []),
    locks: counter('erp_locks_total', 'Locks taken at the ERP', []),
    unlocks: counter(
      'erp_unlocks_total',
      'Locks given back one by one; the others end with their session',
      []
    )
  }
}
