/** Metrics for Prometheus and the status page, without log-on: for a server of its own. */
import fp from 'fastify-plugin'
import type { FastifyReply } from 'fastify'
import type { Registry } from 'prom-client'
import { contentSecurityPolicy, statusPage } from './status-page.ts'
import type { Breakdown, Status } from './status-page.ts'
import { systemsPage } from './systems-page.ts'
import type { SystemFigures, SystemRow } from './systems-page.ts'

export interface AdminOptions {
  readonly register: Registry
  /** Removes secrets from the page; metrics have fixed names and numbers. */
  readonly redact?: ((text: string) => string) | undefined
  /** Of a system of a systems file, or of the one system; undefined for one that is not served. */
  readonly status: (system?: string) => Omit<Status, 'figures' | 'breakdowns'> | undefined
  /** With a systems file: what its pages show of the server, and its systems. */
  readonly landscape?: (() => LandscapeFacts) | undefined
}

export type LandscapeFacts = Pick<Status, 'version' | 'url' | 'authentication' | 'halts'> & {
  readonly systems: readonly SystemRow[]
}

export default fp<AdminOptions>(
  async (app, { register, redact = text => text, status, landscape }) => {
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
    const send = (reply: FastifyReply, page: string) =>
      reply.type('text/html; charset=utf-8').send(redact(page))
    const statusAt = async (system?: string): Promise<string | undefined> => {
      const facts = status(system)
      if (facts === undefined) return undefined
      const figures = await figuresOf(register, system)
      return statusPage({ ...facts, figures, breakdowns: await breakdownsOf(register, system) })
    }
    if (landscape === undefined) {
      app.get('/', async (_request, reply) => send(reply, (await statusAt()) ?? ''))
      return
    }
    app.get('/', async (_request, reply) => {
      const { systems, ...facts } = landscape()
      const counted = await Promise.all(
        systems.map(async row => ({ ...row, ...(await countedAt(register, row.name)) }))
      )
      return send(reply, systemsPage({ ...facts, systems: counted }))
    })
    app.get('/systems/:system', async (request, reply) => {
      const { system } = request.params as { system: string }
      const isNamed = landscape().systems.some(({ name }) => name === system)
      const page = isNamed ? await statusAt(system) : undefined
      if (page !== undefined) return send(reply, page)
      return reply.code(404).type('text/plain; charset=utf-8').send(noSystem)
    })
  },
  { name: 'admin', fastify: '5.x' }
)

const noSystem =
  'No such system is served; the page / lists all systems of the systems file, with their faults.\n'

interface Value {
  readonly labels: Readonly<Record<string, string | number | undefined>>
  readonly value: number
  readonly metricName?: string
}

/** @param system one system alone; all of them if left out */
async function valuesOf(
  register: Registry,
  name: string,
  system?: string
): Promise<readonly Value[]> {
  const values: readonly Value[] = (await register.getSingleMetric(name)?.get())?.values ?? []
  return system === undefined ? values : values.filter(({ labels }) => labels['system'] === system)
}

async function countedAt(register: Registry, system: string): Promise<SystemFigures> {
  const calls = await valuesOf(register, 'erp_bridge_tool_calls_total', system)
  const sum = async (name: string) => total(await valuesOf(register, name, system))
  return {
    calls: total(calls),
    failedCalls: total(calls.filter(({ labels }) => labels['outcome'] !== 'ok')),
    identities: await sum('erp_bridge_erp_identities'),
    running: await sum('erp_bridge_erp_requests_running')
  }
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

/** The process has these figures once, whatever the number of its systems. */
const ofProcess: ReadonlySet<string> = new Set(['erp_bridge_http_requests_open'])

async function figuresOf(register: Registry, system?: string): Promise<Status['figures']> {
  const wanted = shown.filter(([name]) => system === undefined || !ofProcess.has(name))
  const counted = await Promise.all(
    wanted.map(async ([name, title, label]) => {
      const values = await valuesOf(register, name, system)
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
    `${(total(await valuesOf(register, name, system)) / 1_000_000).toFixed(1)} MB`
  return [
    ...counted,
    { title: 'Cache', value: await megabytes('erp_bridge_cache_bytes') },
    ...(system === undefined
      ? [{ title: 'Memory', value: await megabytes('process_resident_memory_bytes') }]
      : [])
  ]
}

const mostRows = 12

/** What was counted, and how long one took on average, for the most frequent ones. */
async function breakdownsOf(register: Registry, system?: string): Promise<readonly Breakdown[]> {
  return [
    await breakdown(register, {
      system,
      title: 'Tool calls by tool',
      by: 'tool',
      counter: 'erp_bridge_tool_calls_total',
      times: 'erp_bridge_tool_call_seconds',
      bad: ({ outcome }) => outcome !== 'ok',
      words: 'blocked or failed'
    }),
    await breakdown(register, {
      system,
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
  readonly system: string | undefined
  readonly title: string
  readonly by: string
  readonly counter: string
  readonly times: string
  readonly bad: (labels: Value['labels']) => boolean
  readonly words: string
}

async function breakdown(
  register: Registry,
  { system, title, by, counter, times, bad, words }: Wanted
): Promise<Breakdown> {
  const values = await valuesOf(register, counter, system)
  const measured = await valuesOf(register, times, system)
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
