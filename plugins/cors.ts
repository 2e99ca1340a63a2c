/** CORS for the pages that `--allowed-origins` names, and for no other page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { originOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cors: {
      /** Lets an allowed page read the answer, whatever it will be. */
      admit(request: FastifyRequest, reply: FastifyReply): void
      /**
       * Whether the request is the preflight of an allowed page; the reply then permits these
       * methods.
       */
      preflight(request: FastifyRequest, reply: FastifyReply, methods: string): boolean
    }
  }
}

/** What the protocol and a log-on need; other headers are not let through. */
const sent =
  /^(accept|authorization|content-type|last-event-id|traceparent|tracestate|mcp-[a-z0-9-]+)$/
const read = 'mcp-session-id, mcp-protocol-version, retry-after, www-authenticate'
const keptSeconds = 600

export default fp<{ allowedOrigins?: readonly string[] | undefined }>(
  async (app, { allowedOrigins = [] }) => {
    const allowed = new Set(allowedOrigins.map(origin => originOf(origin)))
    /** The Origin as the browser compares it; undefined where the page may not read the answer. */
    const pageOf = ({ headers: { origin } }: FastifyRequest) =>
      origin !== undefined && allowed.has(originOf(origin)) ? origin : undefined
    const admit = (request: FastifyRequest, reply: FastifyReply) => {
      if (allowed.size === 0) return
      reply.header('vary', 'origin')
      const page = pageOf(request)
      if (page !== undefined) {
        reply.headers({
          'access-control-allow-origin': page,
          'access-control-expose-headers': read
        })
      }
    }
    app.decorate('cors', {
      admit,
      preflight(request, reply, methods) {
        const {
          'access-control-request-method': method,
          'access-control-request-headers': names = ''
        } = request.headers
        if (method === undefined || pageOf(request) === undefined) return false
        const headers = String(names)
          .toLowerCase()
          .split(',')
          .map(name => name.trim())
          .filter(name => sent.test(name))
        reply.headers({
          'access-control-allow-methods': methods,
          'access-control-max-age': keptSeconds,
          ...(headers.length === 0 ? {} : { 'access-control-allow-headers': headers.join(', ') })
        })
        return true
      }
    })
  },
  { name: 'cors', fastify: '5.x' }
)
