/** Metrics for Prometheus and the status page, without log-on: for a server of its own. */
import fp from 'fastify-plugin'
import type { Registry } from 'prom-client'
import { contentSecurityPolicy, statusPage } from './status-page.ts'
import type { Breakdown, Status } from './status-page.ts'

export interface AdminOptions {
  readonly register: Registry
  /** Removes secrets from the page; metrics have fixed names and numbers. */
  readonly redact?: ((text: string) => string) | undefined
  readonly status: () => Omit<Status, 'figures' | 'breakdowns'>
}

export default fp<AdminOptions>(
  async (app, { register, redact = text => text, status }) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store'
      })
    })
    app.get('/metrics', async (_request, reply) =>
      reply.type(register.contentType).send(await register.metrics())
    )
    app.get('/', async (_request, reply) => {
      const page = statusPage({
        ...status(),
        figures: await figuresOf(register),
        breakdowns: await breakdownsOf(register)
      })
      return reply.type('text/html; charset=utf-8').send(redact(page))
    })
  },
  { name: 'admin', fastify: '5.x' }
)

interface Value {
  readonly labels: Readonly<Record<string, string | number | undefined>>
  readonly value: number
  readonly metricName?: string
}

async function valuesOf(register: Registry, name: string): Promise<readonly Value[]> {
  return (await register.getSingleMetric(name)?.get())?.values ?? []
}

/** Sums by one label; a figure that nothing has happened to yet is 0. */
function sumBy(values: readonly Value[], label: string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { labels, value } of values) {
    const key = String(labels[label] ?? '')
    sums.set(key, (sums.get(key) ?? 0) + value)
  }
  return sums
}

const total = (values: readonly Value[]): number =>
  values.reduce((sum, { value }) => sum + value, 0)

const shown: readonly (readonly [name: string, title: string, label?: string])[] = [
  ['erp_bridge_tool_calls_total', 'Tool calls', 'outcome'],
  ['erp_bridge_http_requests_total', 'HTTP requests answered', 'status'],
  ['erp_bridge_http_requests_open', 'HTTP requests under way'],
  ['erp_bridge_erp_requests_total', 'Requests to the ERP', 'status'],
  ['erp_bridge_erp_requests_running', 'Requests at the ERP now'],
  ['erp_bridge_erp_requests_waiting', 'Waiting for a connection'],
  ['erp_bridge_erp_locks_total', 'Locks taken'],
  ['erp_bridge_erp_identities', 'ERP users connected'],
  ['erp_bridge_certificates_total', 'Certificates made']
]

async function figuresOf(register: Registry): Promise<Status['figures']> {
  const counted = await Promise.all(
    shown.map(async ([name, title, label]) => {
      const values = await valuesOf(register, name)
      const note =
        label === undefined
          ? ''
          : [...sumBy(values, label)]
              .toSorted()
              .map(([key, value]) => `${key}: ${value}`)
              .join(', ')
      return { title, value: String(total(values)), note }
    })
  )
  const megabytes = async (name: string) =>
    `${(total(await valuesOf(register, name)) / 1_000_000).toFixed(1)} MB`
  return [
    ...counted,
    { title: 'Cache', value: await megabytes('erp_bridge_cache_bytes') },
    { title: 'Memory', value: await megabytes('process_resident_memory_bytes') }
  ]
}

const mostRows = 12

/** What was counted, and how long one took on average, for the most frequent ones. */
async function breakdownsOf(register: Registry): Promise<readonly Breakdown[]> {
  return [
    await breakdown(register, {
      title: 'Tool calls by tool',
      by: 'tool',
      counter: 'erp_bridge_tool_calls_total',
      times: 'erp_bridge_tool_call_seconds',
      bad: ({ outcome }) => outcome !== 'ok',
      words: 'blocked or failed'
    }),
    await breakdown(register, {
      title: 'Requests to the ERP by operation',
      by: 'operation',
      counter: 'erp_bridge_erp_requests_total',
      times: 'erp_bridge_erp_request_seconds',
      bad: ({ status }) => !(Number(status) < 400),
      words: 'refused or lost'
    })
  ]
}

interface Wanted {
  readonly title: string
  readonly by: string
  readonly counter: string
  readonly times: string
  readonly bad: (labels: Value['labels']) => boolean
  readonly words: string
}

async function breakdown(
  register: Registry,
  { title, by, counter, times, bad, words }: Wanted
): Promise<Breakdown> {
  const values = await valuesOf(register, counter)
  const measured = await valuesOf(register, times)
  const part = (suffix: string) =>
    sumBy(
      measured.filter(({ metricName }) => metricName === `${times}_${suffix}`),
      by
    )
  const [sums, counts] = [part('sum'), part('count')]
  const faults = sumBy(
    values.filter(({ labels }) => bad(labels)),
    by
  )
  const rows = [...sumBy(values, by)]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostRows)
    .map(([name, count]) => [
      name,
      String(count),
      String(faults.get(name) ?? 0),
      `${(((sums.get(name) ?? 0) / (counts.get(name) ?? 1)) * 1000).toFixed(1)} ms`
    ])
  return { title, columns: [by, 'count', words, 'mean'], rows }
}
