/** The URLs of the MCP endpoints: their hooks, their methods, and a close that waits for requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { messageCount } from '../mcp/decide.ts'
import type { Answer } from '../mcp/http.ts'
import type { McpHttpRequest } from '../mcp/http-request.ts'
import type { Identity } from '../mcp/server.ts'
import type { System } from '../systems/system.ts'
import type { ToolSession } from '../tools/index.ts'
import { countIdentities, whenCounted } from './count.ts'
import { createMcpEndpoints } from './mcp-endpoints.ts'
import type { McpEndpoints } from './mcp-endpoints.ts'

export interface McpRouteOptions {
  readonly identity: Identity
  readonly bodyLimit: number
  readonly sessions?: boolean | undefined
  readonly fastPath?: boolean | undefined
  /** How long requests in flight may run once the bridge closes. */
  readonly drainMs: number
}

interface Area {
  readonly endpoints: McpEndpoints
  readonly bodyLimit: number
  /** The methods that the endpoint takes. */
  readonly methods: string
}

export default fp<McpRouteOptions>(
  async (app, options) => {
    const { identity, bodyLimit, sessions, fastPath, drainMs } = options
    const { log, shared, systems } = app
    const endpoints = createMcpEndpoints(systems, {
      identity,
      log,
      sessions,
      sessionEndChannel: shared?.ends,
      fastPath
    })
    app.addHook('preClose', async () => {
      await endpoints.close(drainMs)
    })
    systems.onRetire(async system => {
      await endpoints.end(system)
    })
    const methods = sessions === true ? 'GET, POST, DELETE' : 'POST'
    // Under a prefix the URL / matches /mcp and /mcp/.
    for (const prefix of systems.hasPaths ? ['/mcp', '/mcp/:system'] : ['/mcp']) {
      await app.register(
        async area => {
          answerOptions(area, methods)
        },
        { prefix }
      )
      // A context of its own: the authentication holds for the routes inside and for no others.
      await app.register(
        async area => {
          protect(area)
          serve(area, { endpoints, bodyLimit, methods })
        },
        { prefix }
      )
    }
  },
  {
    name: 'mcp',
    fastify: '5.x',
    dependencies: [
      ...['systems', 'system-access', 'auth', 'origin', 'cors', 'json', 'challenge'],
      ...['rate-limit', 'shared']
    ]
  }
)

/** What happens to each request before it reaches MCP. */
function protect(area: FastifyInstance): void {
  area.addHook('onRequest', area.systemAccess.name)
  area.addHook('onRequest', (request, reply, done) => {
    area.cors.admit(request, reply)
    done()
  })
  area.addHook('onRequest', area.authenticate)
  // Before the access to the system: attempts at other names count as well.
  countIdentities(area)
  area.addHook('onRequest', area.systemAccess.admit)
  area.addHook('preHandler', (request, _reply, done) => {
    whenCounted(area.limits.batch(request, messageCount(request.body)), done)
  })
  tolerateEmptyBodies(area)
}

function serve(area: FastifyInstance, { endpoints, bodyLimit, methods }: Area): void {
  area.route({
    method: ['POST', 'GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'],
    url: '/',
    exposeHeadRoute: false,
    bodyLimit,
    // No schema: a host whose validator removes unknown properties would strip the protocol's
    // fields.
    handler: (request, reply) => {
      if (request.method === 'HEAD') return notAllowed(reply, methods)
      const system = area.systemAccess.systemOf(request)
      const exchange = new ClientRequest({ app: area, system }, request)
      const answer = endpoints.of(system).handle(exchange)
      if (!(answer instanceof Promise)) return payloadOf(answer, reply)
      const ended = endpoints.begin(system, exchange)
      reply.raw.on('close', () => {
        ended()
        if (!reply.raw.writableFinished) exchange.abort()
      })
      // A returned promise costs less than `reply.send`, which Fastify would watch to its end.
      return answer.then(late => payloadOf(late, reply))
    }
  })
}

/**
 * Without authentication: browsers send a preflight without credentials. It permits nothing but the
 * request itself.
 */
function answerOptions(area: FastifyInstance, methods: string): void {
  area.options('/', async (request, reply) => {
    area.cors.admit(request, reply)
    return area.cors.preflight(request, reply, methods)
      ? await reply.code(204).send()
      : notAllowed(reply, methods)
  })
}

function notAllowed(reply: FastifyReply, methods: string): FastifyReply {
  const error = { code: -32000, message: 'Method not allowed.' }
  return reply.code(405).header('allow', methods).send({ jsonrpc: '2.0', error, id: null })
}

function payloadOf(answer: Answer, reply: FastifyReply): Response | string | Buffer {
  if (answer instanceof Response) return answer
  reply.type('application/json; charset=utf-8')
  return 'json' in answer ? answer.json : answer.bytes
}

/**
 * A request whose client can disconnect. Its signal is costly to create, and requests that are
 * answered at once never use it.
 */
class ClientRequest implements McpHttpRequest {
  readonly method: string
  readonly headers: McpHttpRequest['headers']
  readonly body: unknown
  readonly requestId: string
  readonly session: ToolSession
  readonly expiresAt: number | undefined
  readonly challenge: (scope: string) => string
  #isAborted = false
  #controller: AbortController | undefined

  constructor({ app, system }: { app: FastifyInstance; system: System }, request: FastifyRequest) {
    const { caller = null, expiresAt, trace } = request.bridge ?? {}
    if (caller === null) throw new TypeError('a protected route without authentication')
    const { method, headers, body, id, log } = request
    this.method = method
    // All later spans are children of the span of this request.
    this.headers = trace === undefined ? headers : { ...headers, ...trace }
    this.body = body
    this.requestId = id
    this.session = system.session(caller, log)
    this.expiresAt = expiresAt ?? undefined
    this.challenge = scope => app.challenge(request, { error: 'insufficient_scope', scope })
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isAborted) this.#controller.abort()
    return this.#controller.signal
  }

  abort(): void {
    this.#isAborted = true
    this.#controller?.abort()
  }
}

/** A DELETE with a JSON content type and an empty body is a wrong method, not bad JSON. */
function tolerateEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else {
      const text = app.bodyText(body as Buffer)
      const value = app.harmlessJson(text)
      if (value === undefined) parse(request, text, done)
      else done(null, value)
    }
  })
}
