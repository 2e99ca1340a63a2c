/** One log line per request, however it ends; for the launcher only: a host logs by itself. */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { onRequestEnd } from './request-end.ts'
import { callerOf } from './context.ts'

/** The message of the lines. */
export const requestMessage = 'request'

/** Health probes arrive every few seconds, so they are logged at level debug. */
const probes = new Set(['/health', '/ready'])

export default fp(
  async app => {
    app.addHook('onRequest', (request, reply, done) => {
      onRequestEnd(request, reply, ({ method, route, status, ms }) => {
        const level = status < 500 && probes.has(route) ? 'debug' : 'info'
        // `app.log`, because the child log of the request would be created for this line alone.
        app.log[level](
          {
            reqId: request.id,
            ...(request.bridge?.system === undefined ? {} : { system: request.bridge.system }),
            method,
            route,
            ...callOf(request.body),
            status,
            ms: Math.round(ms * 10) / 10,
            ...userOf(request),
            address: request.ip
          },
          requestMessage
        )
      })
      done()
    })
  },
  { name: 'request-log', fastify: '5.x' }
)

/** The protocol method; only in the form of one, because it is input of the client. */
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
