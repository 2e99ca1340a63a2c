/** What operators look at: figures for Prometheus and a page for people. For a server and an address of its own, without log-on. */
import fp from 'fastify-plugin'
import type { Registry } from 'prom-client'
import { statusPage } from './status-page.ts'
import type { Status } from './status-page.ts'

export interface AdminOptions {
  readonly register: Registry
  readonly status: () => Omit<Status, 'figures'>
}

export default fp<AdminOptions>(async (app, { register, status }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': 'default-src \'none\'; style-src \'unsafe-inline\'; frame-ancestors \'none\'', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  })
  app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(statusPage({ ...status(), figures: await figuresOf(register) })))
}, { name: 'admin', fastify: '5.x' })

const shown: readonly (readonly [name: string, title: string, label: string])[] = [
  ['erp_bridge_http_requests_open', 'HTTP requests under way', ''],
  ['erp_bridge_http_requests_total', 'HTTP requests answered', 'status'],
  ['erp_bridge_tool_calls_total', 'Tool calls', 'outcome'],
  ['erp_bridge_erp_requests_total', 'Requests to the ERP', 'status'],
  ['erp_bridge_erp_requests_running', 'Requests at the ERP now', ''],
  ['erp_bridge_erp_requests_waiting', 'Requests waiting for a connection', ''],
  ['erp_bridge_erp_locks_total', 'Locks taken', '']
]

/** Sums by one label; a figure that nothing has happened to yet is 0. */
async function figuresOf (register: Registry): Promise<Status['figures']> {
  return await Promise.all(shown.map(async ([name, title, label]) => {
    const values = (await register.getSingleMetric(name)?.get())?.values ?? []
    const sums = new Map<string, number>()
    for (const { labels, value } of values) {
      const key = label === '' ? '' : String(labels[label] ?? '')
      sums.set(key, (sums.get(key) ?? 0) + value)
    }
    const total = [...sums.values()].reduce((sum, value) => sum + value, 0)
    const parts = label === '' ? '' : [...sums].toSorted().map(([key, value]) => `${key}: ${value}`).join(', ')
    return { title, value: parts === '' ? String(total) : `${total} (${parts})` }
  }))
}
