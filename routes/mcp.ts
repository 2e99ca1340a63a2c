/** The MCP endpoint. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createHttpEndpoint } from '../mcp/http.ts'
import type { HttpEndpoint } from '../mcp/http.ts'
import type { Identity } from '../mcp/server.ts'

export interface McpRouteOptions {
  readonly identity: Identity
  readonly bodyLimit: number
  /** How long exchanges under way may go on once the bridge closes. */
  readonly drainMs: number
}

export default fp<McpRouteOptions>(async (app, { identity, bodyLimit, drainMs }) => {
  const endpoint = createHttpEndpoint({ identity, log: app.log })
  const underWay = new Set<FastifyReply>()
  app.addHook('preClose', async () => {
    const bound = performance.now() + drainMs
    while (underWay.size > 0 && performance.now() < bound) await new Promise(resolve => setTimeout(resolve, 20))
    await endpoint.close()
  })
  // A context of its own: what is declared inside stands behind the authentication, and only that.
  await app.register(async protectedArea => {
    protectedArea.addHook('onRequest', app.authenticate)
    tolerateEmptyBodies(protectedArea)
    protectedArea.route({
      method: ['POST', 'GET', 'DELETE', 'PUT', 'PATCH'],
      url: '/mcp',
      bodyLimit,
      // No schema: a host whose validator removes unknown properties would strip the protocol's fields.
      handler: async (request, reply) => {
        underWay.add(reply)
        reply.raw.once('close', () => underWay.delete(reply))
        return reply.send(await answer(app, endpoint, { request, reply }))
      }
    })
  })
}, { name: 'mcp', fastify: '5.x', dependencies: ['tools', 'auth', 'origin'] })

async function answer (app: FastifyInstance, endpoint: HttpEndpoint, { request, reply }: { request: FastifyRequest, reply: FastifyReply }): Promise<Response> {
  const { caller = null, expiresAt = null } = request.bridge ?? {}
  if (caller === null) throw new TypeError('a protected route without authentication')
  const { method, headers, body, id: requestId, log } = request
  return await endpoint.handle({
    method,
    headers,
    body,
    requestId,
    signal: whenGone(reply),
    session: app.tools.session(caller, log),
    ...(expiresAt === null ? {} : { expiresAt })
  })
}

/** Aborted when the connection closes before the answer is complete. */
function whenGone ({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => { if (!raw.writableFinished) controller.abort() })
  return controller.signal
}

/** A DELETE with a JSON content type and nothing in it is a wrong method, not bad JSON. */
function tolerateEmptyBodies (app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body.toString(), done)
  })
}
