/** The MCP endpoint. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createHttpEndpoint, isStanding } from '../mcp/http.ts'
import type { Exchange } from '../mcp/http.ts'
import type { Identity } from '../mcp/server.ts'

export interface McpRouteOptions {
  readonly identity: Identity
  readonly bodyLimit: number
  readonly sessions?: boolean | undefined
  readonly plainLane?: boolean | undefined
  /** How long exchanges under way may go on once the bridge closes. */
  readonly drainMs: number
}

export default fp<McpRouteOptions>(async (app, { identity, bodyLimit, sessions, plainLane, drainMs }) => {
  const { registry, sealer } = app.tools
  const endpoint = createHttpEndpoint({ identity, log: app.log, registry, sealer, sessions, sessionEnds: app.shared?.ends, plainLane })
  const underWay = new Map<FastifyReply, UnderWay>()
  app.addHook('preClose', async () => {
    const bound = performance.now() + drainMs
    const finishes = () => [...underWay.values()].some(({ method, body }) => !isStanding(method, body))
    while (finishes() && performance.now() < bound) await new Promise(resolve => setTimeout(resolve, 20))
    for (const { gone } of underWay.values()) gone.abort()
    await endpoint.close()
  })
  // A context of its own: what is declared inside stands behind the authentication, and only that.
  await app.register(async protectedArea => {
    protectedArea.addHook('onRequest', app.authenticate)
    protectedArea.addHook('onRequest', request => app.limits.identity(request))
    tolerateEmptyBodies(protectedArea)
    protectedArea.route({
      method: ['POST', 'GET', 'DELETE', 'PUT', 'PATCH'],
      url: '/mcp',
      bodyLimit,
      // No schema: a host whose validator removes unknown properties would strip the protocol's fields.
      handler: async (request, reply) => {
        const gone = new AbortController()
        underWay.set(reply, { method: request.method, body: request.body, gone })
        reply.raw.once('close', () => {
          underWay.delete(reply)
          if (!reply.raw.writableFinished) gone.abort()
        })
        const answer = await endpoint.handle(exchangeOf(app, request, gone.signal))
        // Given back rather than sent: a reply that is waited for is watched until its end.
        if (answer instanceof Response) return answer
        reply.type('application/json; charset=utf-8')
        return answer.json
      }
    })
  })
}, { name: 'mcp', fastify: '5.x', dependencies: ['tools', 'auth', 'origin', 'json', 'challenge', 'rate-limit', 'shared'] })

interface UnderWay { readonly method: string, readonly body: unknown, readonly gone: AbortController }

function exchangeOf (app: FastifyInstance, request: FastifyRequest, signal: AbortSignal): Exchange {
  const { caller = null, expiresAt = null, trace } = request.bridge ?? {}
  if (caller === null) throw new TypeError('a protected route without authentication')
  const { method, body, id: requestId, log } = request
  // From here on the span around the request is what everything else belongs under.
  const headers = trace === undefined ? request.headers : { ...request.headers, ...trace }
  return { method, headers, body, requestId, signal, session: app.tools.session(caller, log), challenge: scope => app.challenge(request, { error: 'insufficient_scope', scope }), ...(expiresAt === null ? {} : { expiresAt }) }
}

/** A DELETE with a JSON content type and nothing in it is a wrong method, not bad JSON. */
function tolerateEmptyBodies (app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else {
      app.refuseJsonBomb(body.toString())
      parse(request, body.toString(), done)
    }
  })
}
