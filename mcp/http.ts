/**
 * MCP over one HTTP exchange, as web-standard responses: the lanes, and which of them a request
 * takes.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import type {
  AuthInfo,
  McpRequestContext,
  Server,
  ServerContext
} from '@modelcontextprotocol/server'
import type { Log, Prepared, Registry, TokenSigner, ToolSession } from '../tools/index.ts'
import { isRecord, prepareCalls, rpcError } from './decide.ts'
import { createFastPath } from './fast-path.ts'
import type { Json } from './fast-path.ts'
import { createServerFactory } from './server.ts'
import type { Identity, Serving } from './server.ts'
import { createSessions, isInitialize } from './sessions.ts'
import type { SessionEnds, Sessions, Standing } from './sessions.ts'

export interface McpHttpRequest {
  readonly method: string
  /** Lower-case names, as node:http gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed JSON body; undefined where there is none. */
  readonly body: unknown
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
  readonly session: ToolSession
  readonly requestId: string
  /** The `WWW-Authenticate` for a missing scope; the plain one where this is left out. */
  readonly challenge?: ((scope: string) => string) | undefined
  /** Seconds since 1970 at which the caller's credential ends. */
  readonly expiresAt?: number | undefined
}

/** A whole answer, or the JSON of one with status 200. */
export type Answer = Response | Json

export interface HttpEndpoint {
  /**
   * Never throws or rejects. What can be said at once is: a promise would cost a list of tools a
   * tenth of its time.
   */
  handle(exchange: McpHttpRequest): Answer | Promise<Answer>
  /** Ends exchanges that are still under way, and all sessions. */
  close(): Promise<void>
}

export interface HttpOptions {
  readonly identity: Identity
  readonly log: Log
  readonly registry: Registry
  readonly signer: TokenSigner
  /** Sessions for clients of the older revisions. */
  readonly sessions?: boolean | undefined
  /** What other replicas know of sessions. */
  readonly sessionEnds?: SessionEnds | undefined
  /** Off: everything goes through the SDK. The answers are the same. */
  readonly plainLane?: boolean | undefined
}

export function createHttpEndpoint(options: HttpOptions): HttpEndpoint {
  const { identity, log, registry, signer } = options
  const plain = options.plainLane === false ? undefined : createFastPath(identity)
  const sessions =
    options.sessions === true ? createSessions(signer, { ends: options.sessionEnds }) : undefined
  const sdk = createSdkLanes({ identity, log, registry, signer, sessions })
  const respond = (exchange: McpHttpRequest): Answer | Promise<Answer> => {
    const { method, body } = exchange
    if (method === 'POST' && body === undefined) {
      return rpcError(400, { code: -32700, message: 'Parse error: the request has no body' })
    }
    const { refusal, prepared } = prepareCalls(exchange)
    if (refusal !== undefined) return refusal
    const standing = sessions?.look(exchange) ?? noSession
    if (standing.kind === 'refused') return standing.response
    const list = method === 'POST' && prepared === undefined ? plain?.list(exchange) : undefined
    return list === undefined ? work(exchange, { prepared, standing }) : { json: list }
  }
  const work = async (
    exchange: McpHttpRequest,
    {
      prepared,
      standing
    }: { prepared: Prepared | undefined; standing: Exclude<Standing, { kind: 'refused' }> }
  ): Promise<Answer> => {
    const { method, session, requestId, headers } = exchange
    const held =
      standing.kind === 'held' && (method !== 'POST' || wantsStream(exchange))
        ? standing
        : undefined
    held?.calls.hear(exchange.body)
    const answer = method === 'POST' ? await plain?.answer(exchange, prepared, held) : undefined
    if (answer !== undefined && !('ready' in answer)) return answer
    const serving = {
      session,
      requestId,
      carrier: headers,
      protocolVersion: oneOf(headers['mcp-protocol-version']),
      ...(prepared === undefined ? {} : { prepared }),
      ...(answer === undefined ? {} : { ready: answer.ready })
    }
    if (standing.kind === 'known' && method === 'DELETE') {
      return sessions?.end(exchange) ?? sdk.alone(exchange, serving)
    }
    return held === undefined
      ? await sdk.alone(exchange, serving)
      : await sdk.held(exchange, serving, held.transport)
  }
  return {
    handle(exchange) {
      try {
        const answer = respond(exchange)
        return answer instanceof Promise
          ? answer.then(
              late => logServerError(exchange, late),
              (error: unknown) => internalError(exchange, error)
            )
          : logServerError(exchange, answer)
      } catch (error) {
        return internalError(exchange, error)
      }
    },
    close: () => sdk.close()
  }
}

const noSession: Standing = { kind: 'none' }

function logServerError({ session: { log } }: McpHttpRequest, answer: Answer): Answer {
  if (answer instanceof Response && answer.status >= 500) {
    log.error({ status: answer.status }, 'an exchange failed; the log level debug has the reason')
  }
  return answer
}

function internalError({ session: { log } }: McpHttpRequest, error: unknown): Answer {
  log.error({ err: error }, 'an exchange failed')
  return rpcError(500, { code: -32603, message: 'Internal error' })
}

/**
 * Whether an exchange is a stream that has no end of its own, so that nobody should wait for it.
 */
export function isLongLivedStream(method: string, body: unknown): boolean {
  return method === 'GET' || (isRecord(body) && body['method'] === 'subscriptions/listen')
}

type LaneParts = Pick<HttpOptions, 'identity' | 'log' | 'registry' | 'signer'> & {
  readonly sessions: Sessions | undefined
}

/** What the SDK answers: within a session that this replica holds, or alone. */
function createSdkLanes({ identity, log, registry, signer, sessions }: LaneParts) {
  const createServer = createServerFactory(identity, signer)
  const servings = new WeakMap<Request, Serving>()
  // Most of what is reported are mistakes of clients, who must not be able to fill the log.
  const report = (error: Error) => log.debug({ err: error }, 'the protocol layer reported a fault')
  const factory = ({ requestInfo, era }: McpRequestContext) =>
    createServer({ serving: () => servingOf(servings, requestInfo), lasting: false, era })
  const handler = createMcpHandler(factory, { onerror: report })
  const endNotices = registry.onChange(change => {
    if (change.what === 'resource') handler.notify.resourceUpdated(change.uri)
    else if (change.what === 'tools') handler.notify.toolsChanged()
    else if (change.what === 'prompts') handler.notify.promptsChanged()
    else handler.notify.resourcesChanged()
  })
  const pass = (exchange: McpHttpRequest, serving: Serving) => {
    const request = toRequest(exchange)
    servings.set(request, serving)
    return {
      request,
      options: {
        authInfo: authInfoOf(exchange),
        ...(exchange.body === undefined ? {} : { parsedBody: exchange.body })
      }
    }
  }
  /**
   * The server of a session outlives the request it was made for, so every request brings its own
   * caller and log.
   */
  const openSession = async (held: Sessions, exchange: McpHttpRequest, serving: Serving) =>
    await held.open(exchange, () =>
      createServer({
        serving: (context?: ServerContext) =>
          (context?.http?.req && servings.get(context.http.req)) ?? serving,
        lasting: true,
        era: 'legacy'
      })
    )
  const lanes = {
    async held(
      exchange: McpHttpRequest,
      serving: Serving,
      transport: WebStandardStreamableHTTPServerTransport
    ): Promise<Response> {
      const { request, options } = pass(exchange, { ...serving, signal: exchange.signal })
      return await transport.handleRequest(request, options)
    },
    async alone(exchange: McpHttpRequest, serving: Serving): Promise<Response> {
      const { request, options } = pass(exchange, serving)
      const { method, body } = exchange
      if (method !== 'POST' || !(await isLegacyRequest(request, body))) {
        return await handler.fetch(request, options)
      }
      if (!wantsStream(exchange)) {
        return await answerAsJson(request, {
          options,
          server: createServer({ serving: () => serving, lasting: false, era: 'legacy' }),
          report
        })
      }
      const opened =
        sessions !== undefined && isInitialize(body)
          ? await openSession(sessions, exchange, serving)
          : undefined
      if (opened !== undefined) return await lanes.held(exchange, serving, opened)
      return await handler.fetch(request, options)
    },
    async close(): Promise<void> {
      endNotices()
      await Promise.all([handler.close(), sessions?.close()])
    }
  }
  return lanes
}

function servingOf(servings: WeakMap<Request, Serving>, request: Request | undefined): Serving {
  const serving = request && servings.get(request)
  if (serving === undefined) throw new TypeError('an exchange without its session')
  return serving
}

function wantsStream({ headers }: McpHttpRequest): boolean {
  return (oneOf(headers['accept']) ?? '').includes('text/event-stream')
}

/**
 * A client that does not ask for an event stream, such as a bare curl, gets one JSON body. The
 * handler of the SDK has that for the newest revision alone; its transport has it for the older
 * ones.
 */
async function answerAsJson(
  request: Request,
  {
    options,
    server,
    report
  }: {
    options: { authInfo: AuthInfo; parsedBody?: unknown }
    server: Server
    report: (error: Error) => void
  }
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  transport.onerror = report
  await server.connect(transport)
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const gone = new Promise<Response>(resolve => {
    if (request.signal.aborted) resolve(new Response(null, { status: 499 }))
    request.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), {
      once: true
    })
  })
  try {
    return await Promise.race([
      gone,
      transport.handleRequest(new Request(request, { headers }), options)
    ])
  } finally {
    await server.close()
  }
}

/** Only what the protocol reads: a credential stays in front of the tools. */
function toRequest({ method, headers, signal }: McpHttpRequest): Request {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && /^(accept|content-type|last-event-id|mcp-.+)$/.test(name)) {
      kept.set(name, String(value))
    }
  }
  return new Request('http://bridge.invalid/mcp', { method, headers: kept, signal })
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function authInfoOf({ session, expiresAt }: McpHttpRequest): AuthInfo {
  const { principal, scopes } = session.caller
  return {
    token: '',
    clientId: principal.name,
    scopes: [...scopes],
    ...(expiresAt === undefined ? {} : { expiresAt })
  }
}
