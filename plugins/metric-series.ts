/** The series of metrics: their names, help texts and labels. */
import type * as Prometheus from 'prom-client'
import type { Registry } from 'prom-client'

export type Series = ReturnType<typeof createSeries>

/** One set of series per register, which all bridges in it share; garbage with the register. */
const known = new WeakMap<Registry, Series>()

export function seriesIn(register: Registry, library: typeof Prometheus): Series {
  const series = known.get(register) ?? createSeries(register, library)
  known.set(register, series)
  return series
}

const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]

interface GaugeOptions {
  readonly labels?: string[]
  /** Runs at each scrape. */
  readonly collect?: () => void
}

/** Constructors of series with the prefix of the project and the labels that all of them have. */
function createMakers(register: Registry, { Counter, Gauge, Histogram }: typeof Prometheus) {
  const options = (name: string, labelNames: string[]) => ({
    name: `erp_bridge_${name}`,
    labelNames: ['bridge', ...labelNames],
    registers: [register]
  })
  return {
    counter: (name: string, help: string, labels: string[]) =>
      new Counter({ ...options(name, labels), help }),
    gauge: (name: string, help: string, { labels = [], collect }: GaugeOptions = {}) =>
      new Gauge({
        ...options(name, labels),
        help,
        ...(collect === undefined ? {} : { collect })
      }),
    histogram: (name: string, help: string, labels: string[]) =>
      new Histogram({ ...options(name, labels), help, buckets })
  }
}

function createSeries(register: Registry, library: typeof Prometheus) {
  const makers = createMakers(register, library)
  return { ...requestSeries(makers), ...callSeries(makers), ...erpSeries(makers) }
}

type Makers = ReturnType<typeof createMakers>

function requestSeries({ counter, gauge, histogram }: Makers) {
  return {
    requests: counter('http_requests_total', 'HTTP requests answered', [
      'system',
      'route',
      'method',
      'status'
    ]),
    requestSeconds: histogram(
      'http_request_seconds',
      'Time from a request to the end of its answer, streams included',
      ['system', 'route']
    ),
    open: gauge('http_requests_open', 'HTTP requests under way')
  }
}

function callSeries({ counter, histogram }: Makers) {
  return {
    calls: counter('tool_calls_total', 'Tool calls by outcome', [
      'system',
      'tool',
      'operation',
      'outcome',
      'code'
    ]),
    callSeconds: histogram('tool_call_seconds', 'Time of a tool call', ['system', 'tool'])
  }
}

function erpSeries({ counter, gauge, histogram }: Makers) {
  const readers = new Set<() => void>()
  const level = (name: string, help: string) => gauge(name, help, { labels: ['system'] })
  return {
    readers,
    trips: counter(
      'erp_requests_total',
      'Requests to the ERP; status none where there was no answer',
      ['system', 'operation', 'effect', 'status']
    ),
    tripSeconds: histogram(
      'erp_request_seconds',
      'Time of a request to the ERP, waiting for a connection included',
      ['system', 'operation']
    ),
    running: gauge('erp_requests_running', 'Requests at the ERP now', {
      labels: ['system'],
      collect: () => {
        for (const read of readers) read()
      }
    }),
    waiting: level('erp_requests_waiting', 'Requests that wait for a connection to the ERP'),
    places: level('erp_connections_most', 'Requests that may be at the ERP at the same time now'),
    logon: gauge('erp_logon_info', 'How the bridge logs on at the ERP; always 1', {
      labels: ['system', 'kind']
    }),
    identities: level('erp_identities', 'Users that are connected to the ERP'),
    cacheBytes: level('cache_bytes', 'Bytes of cached sources and facts, for all users together'),
    cacheEntries: level('cache_entries', 'Cached sources and facts, for all users together'),
    certificates: counter('certificates_total', 'Client certificates issued for users', ['system']),
    halts: gauge('halts', 'Halts by what they concern; unchecked: they cannot be read', {
      labels: ['scope']
    }),
    locks: counter('erp_locks_total', 'Locks taken at the ERP', ['system']),
    unlocks: counter(
      'erp_unlocks_total',
      'Locks released one by one; the others end with their session',
      ['system']
    )
  }
}
