/**
 * One line in the log for each request, whichever end it has. Registered by the launcher alone: a
 * host logs its requests itself.
 */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { onceAnswered } from './answered.ts'
import { callerOf } from './context.ts'

/** Asked every few seconds by machines; of interest only to whoever looks for them. */
const probes = new Set(['/health', '/ready'])

export default fp(
  async app => {
    app.addHook('onRequest', (request, reply, done) => {
      onceAnswered(request, reply, ({ method, route, status, ms }) => {
        const level = status < 500 && probes.has(route) ? 'debug' : 'info'
        // The log of the request would be made for this line alone.
        app.log[level](
          {
            reqId: request.id,
            method,
            route,
            ...callOf(request.body),
            status,
            ms: Math.round(ms * 10) / 10,
            ...userOf(request),
            address: request.ip
          },
          'request'
        )
      })
      done()
    })
  },
  { name: 'request-log', fastify: '5.x' }
)

/** The method of the protocol, of those that look like one: it has come from outside. */
function callOf(body: unknown): { rpc?: string } {
  if (Array.isArray(body)) return { rpc: 'batch' }
  const method =
    typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined
  return typeof method === 'string' && /^[\w/]{1,48}$/.test(method) ? { rpc: method } : {}
}

function userOf(request: FastifyRequest): { user?: string } {
  const caller = callerOf(request)
  return caller === null ? {} : { user: caller.principal.name }
}
