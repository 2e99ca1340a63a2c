/** The HTTP server of a system: Fastify with pipeline, faults and TLS. */
import type { ServerResponse } from 'node:http'
import type { ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routes } from '../routes/index.ts'
import type { System } from '../system.ts'
import { countersOf, createRequestCounts } from './counters.ts'
import type { Counters, RequestCounts } from './counters.ts'
import { assertLength, headerLimit, protocolError, refuseUnparsed } from './connection-manager.ts'
import { AdtError, PlainError } from './errors.ts'
import { createFaults } from './faults.ts'
import type { FaultEffect, Faults, FaultTable } from './faults.ts'
import { logonRefused } from './logon/users.ts'
import { createPipeline } from './pipeline.ts'
import type { AuthenticatedRequest, Pipeline } from './pipeline.ts'
import { refusalAnswer, refusalOf } from './refusal.ts'
import type { Answer } from './route.ts'
import { createRouter } from './router.ts'
import { createSessions } from './logon/sessions.ts'
import { isForeignCertificate } from './logon/tls.ts'

export interface HttpServerOptions {
  readonly system: System
  readonly bodyLimit: number
  readonly now: () => number
  readonly sessionMilliseconds: number
  /** HTTPS with these; plain HTTP when left out. */
  readonly tls?: ServerOptions
}

export interface HttpServer {
  readonly counters: Counters
  readonly faults: Faults
  listen(host: string, port: number): Promise<AddressInfo>
  close(): Promise<void>
}

interface Parts {
  readonly system: System
  readonly pipeline: Pipeline
  readonly faults: FaultTable
  readonly counts: RequestCounts
  readonly authenticated: WeakMap<FastifyRequest, AuthenticatedRequest>
  readonly halved: WeakSet<FastifyRequest>
  readonly bodyLimit: number
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status ?? 200)
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value)
  if (answer.body === undefined) return reply.header('content-length', 0).send()
  // a Buffer keeps Fastify from adding a charset to the media type that was negotiated
  return reply
    .header('content-type', answer.type ?? 'text/plain; charset=utf-8')
    .send(Buffer.from(answer.body))
}

function refuse(parts: Parts, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = parts.system.releaseAdapter.refusal(
    refusalOf(error),
    (reply.request.raw.url ?? '').split('?')[0] ?? ''
  )
  if (refusal instanceof AdtError && refusal.status === 500) {
    parts.system.log.error(refusal.message, refusal.cause)
  }
  // the connection manager sends this as the reason phrase, and clients compare it
  if (refusal instanceof PlainError && refusal.headers['x-sap-icm-err-id'] === 'ICMENOSESSION') {
    reply.raw.statusMessage = 'Session timed out'
  }
  return send(reply, refusalAnswer(refusal))
}

function faultAnswer(parts: Parts, effect: FaultEffect): Answer | undefined {
  const { system } = parts
  switch (effect.kind) {
    case 'logonPage':
      return {
        type: 'text/html; charset=utf-8',
        body: logonRefused(system.id, system.client).message
      }
    case 'csrf':
      return {
        status: 403,
        headers: { 'x-csrf-token': 'Required' },
        type: 'text/plain;charset=utf-8',
        body: 'CSRF token validation failed'
      }
    case 'status': {
      const { 'content-type': type = 'application/xml', ...headers } = effect.headers ?? {}
      return { status: effect.status, headers, type, body: effect.body ?? '' }
    }
    default:
      return undefined
  }
}

/** Applies a fault; true when the fault ends the request. */
async function applyFault(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<boolean> {
  const effect = parts.faults.match(request.method, request.raw.url ?? '')
  if (effect === undefined) return false
  if (effect.kind === 'delay') {
    await new Promise(resolve => setTimeout(resolve, effect.milliseconds))
    return false
  }
  if (effect.kind === 'halfBody') {
    parts.halved.add(request)
    return false
  }
  const answer = faultAnswer(parts, effect)
  if (answer !== undefined) {
    send(reply, answer)
    return true
  }
  reply.hijack()
  if (effect.kind === 'reset') request.raw.socket.resetAndDestroy()
  return true
}

/** Announces the whole body, sends half of it and drops the connection. */
function sendTruncated(reply: FastifyReply, answer: Answer): void {
  const body = Buffer.from(answer.body ?? '')
  reply.hijack()
  reply.raw.writeHead(answer.status ?? 200, {
    'content-type': answer.type ?? 'text/plain',
    'content-length': body.length
  })
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.socket?.destroy())
}

function install(app: FastifyInstance, parts: Parts): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    parts.counts.requests++
    reply.header('x-sandbox', '1')
    try {
      assertLength(request.headers['content-length'], parts.bodyLimit)
    } catch (error) {
      return refuse(parts, reply, error)
    }
    if (await applyFault(parts, request, reply)) return reply
    try {
      parts.authenticated.set(request, parts.pipeline.authenticateRequest(request, reply))
    } catch (error) {
      return refuse(parts, reply, error)
    }
  })
  app.all('*', async (request, reply) => {
    const admission = parts.authenticated.get(request)
    try {
      if (admission === undefined) throw new Error('The request was not admitted')
      const answer = await parts.pipeline.run(request, reply, admission)
      if (parts.halved.has(request)) return sendTruncated(reply, answer)
      return send(reply, answer)
    } catch (error) {
      return refuse(parts, reply, error)
    }
  })
  app.setErrorHandler((error, _request, reply) => refuse(parts, reply, error))
  app.setNotFoundHandler((request, reply) =>
    refuse(
      parts,
      reply,
      new AdtError(`Method ${request.method} is not supported`, {
        status: 405,
        type: 'ExceptionMethodNotSupported'
      })
    )
  )
}

function createApp({ bodyLimit, tls }: HttpServerOptions): FastifyInstance {
  const common = {
    bodyLimit,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: headerLimit },
    clientErrorHandler: refuseUnparsed,
    frameworkErrors: (
      _error: FastifyError,
      _request: unknown,
      reply: { hijack: () => void; readonly raw: ServerResponse }
    ) => {
      const { message, headers } = protocolError(400, 'The address of the request is not valid')
      reply.hijack()
      reply.raw.writeHead(400, headers).end(message)
    }
  }
  const limits = { maxHeaderSize: headerLimit }
  return tls === undefined
    ? fastify({ ...common, http: limits })
    : fastify({ ...common, https: { ...tls, ...limits } })
}

/** The HTTP side of a system. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { system } = options
  const counts = createRequestCounts()
  const sessions = createSessions(
    {
      systemId: system.id,
      client: system.client,
      contextMilliseconds: system.contextMilliseconds,
      sessionMilliseconds: options.sessionMilliseconds,
      maxSessions: 2000,
      now: options.now
    },
    system.locks
  )
  system.onLogOff(session => sessions.close(session))
  system.browserLogon.onOpen(user => sessions.cookiesOf(sessions.open(user, system.language)))
  const faults = createFaults()
  const pipeline = createPipeline({
    system,
    sessions,
    router: createRouter(system.releaseAdapter.routes(routes)),
    counts
  })
  const app = createApp(options)
  app.server.on('connection', () => {
    counts.connections++
  })
  // before the server's own listener, so that no data of such a client is read
  app.server.prependListener('secureConnection', (socket: TLSSocket) => {
    if (options.tls?.requestCert !== true || !isForeignCertificate(socket)) return
    counts.refusedCertificates++
    socket.destroy()
  })
  install(app, {
    system,
    pipeline,
    faults,
    counts,
    authenticated: new WeakMap(),
    halved: new WeakSet(),
    bodyLimit: options.bodyLimit
  })
  return {
    counters: countersOf(counts, sessions, system),
    faults,
    async listen(host, port) {
      await app.listen({ host, port })
      const address = app.server.address()
      if (address === null || typeof address === 'string') {
        throw new Error('The sandbox listens on no network address')
      }
      return address
    },
    close: () => app.close()
  }
}
