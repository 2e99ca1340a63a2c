/** MCP over one HTTP exchange, as web-standard responses. */
import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { AuthInfo, McpRequestContext } from '@modelcontextprotocol/server'
import { prepare, ToolError } from '../tools/index.ts'
import type { Log, Prepared, ToolSession } from '../tools/index.ts'
import { createServerFactory } from './server.ts'
import type { Identity, Serving } from './server.ts'

export interface Exchange {
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
  readonly challenge?: (scope: string) => string
  /** Seconds since 1970 at which the caller's credential ends. */
  readonly expiresAt?: number
}

export interface HttpEndpoint {
  /** Never rejects. */
  handle (exchange: Exchange): Promise<Response>
  /** Ends exchanges that are still under way. */
  close (): Promise<void>
}

export function createHttpEndpoint ({ identity, log }: { identity: Identity, log: Log }): HttpEndpoint {
  const createServer = createServerFactory(identity)
  const servings = new WeakMap<Request, Serving>()
  // Most of what is reported are mistakes of clients, who must not be able to fill the log.
  const report = (error: Error) => log.debug({ err: error }, 'the protocol layer reported a fault')
  const factory = ({ requestInfo }: McpRequestContext) => createServer(servingOf(servings, requestInfo))
  const handler = createMcpHandler(factory, { onerror: report })
  const respond = async (exchange: Exchange): Promise<Response> => {
    const { method, body, session, requestId } = exchange
    if (method === 'POST' && body === undefined) return rpcError(400, { code: -32700, message: 'Parse error: the request has no body' })
    const { refusal, prepared } = prepareCalls(exchange)
    if (refusal !== undefined) return refusal
    const request = toRequest(exchange)
    servings.set(request, { session, requestId, ...(prepared === undefined ? {} : { prepared }) })
    const options = { authInfo: authInfoOf(exchange), ...(body === undefined ? {} : { parsedBody: body }) }
    const wantsJson = method === 'POST' && !(request.headers.get('accept') ?? '').includes('text/event-stream')
    if (!wantsJson || !await isLegacyRequest(request, body)) return await handler.fetch(request, options)
    return await answerAsJson(request, { options, server: createServer(servingOf(servings, request)), report })
  }
  return {
    async handle (exchange) {
      try {
        const response = await respond(exchange)
        if (response.status >= 500) exchange.session.log.error({ status: response.status }, 'an exchange failed; the log level debug has the reason')
        return response
      } catch (error) {
        exchange.session.log.error({ err: error }, 'an exchange failed')
        return rpcError(500, { code: -32603, message: 'Internal error' })
      }
    },
    close: () => handler.close()
  }
}

/** Whether a message asks for a stream that has no end of its own, so that nobody should wait for it. */
export function isStanding (body: unknown): boolean {
  return isRecord(body) && body['method'] === 'subscriptions/listen'
}

function servingOf (servings: WeakMap<Request, Serving>, request: Request | undefined): Serving {
  const serving = request && servings.get(request)
  if (serving === undefined) throw new TypeError('an exchange without its session')
  return serving
}

/**
 * A client that does not ask for an event stream, such as a bare curl, gets one JSON body. The handler of the SDK has that for the
 * newest revision alone; its transport has it for the older ones.
 */
async function answerAsJson (request: Request, { options, server, report }: {
  options: { authInfo: AuthInfo, parsedBody?: unknown }
  server: ReturnType<ReturnType<typeof createServerFactory>>
  report: (error: Error) => void
}): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  transport.onerror = report
  await server.connect(transport)
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const gone = new Promise<Response>(resolve => {
    if (request.signal.aborted) resolve(new Response(null, { status: 499 }))
    request.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true })
  })
  try {
    return await Promise.race([gone, transport.handleRequest(new Request(request, { headers }), options)])
  } finally {
    await server.close()
  }
}

/** The protocol layer refuses longer ones, so nothing of them is looked at. */
const longestBatch = 100

/** Decides all tool calls of the body before anything is answered, so that a missing scope can still become an HTTP status. */
function prepareCalls ({ body, session, challenge }: Exchange): { refusal?: Response, prepared?: Prepared } {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  if (messages.length > longestBatch) return {}
  let prepared: Prepared | undefined
  for (const message of messages) {
    const call = toolCallOf(message)
    if (call === undefined) continue
    try {
      prepared = prepare(session, call.name, call.arguments)
    } catch (error) {
      if (error instanceof ToolError && error.code === 'INSUFFICIENT_SCOPE') {
        session.log.warn({ tool: call.name, user: session.caller.principal.name, scope: error.details.missingScope }, 'a call was refused: insufficient scope')
        return { refusal: insufficientScope(error, call.id, challenge) }
      }
      // Everything else has its place in the protocol's own answer.
    }
  }
  return prepared === undefined || Array.isArray(body) ? {} : { prepared }
}

function toolCallOf (message: unknown): { id: string | number | null, name: string, arguments: unknown } | undefined {
  if (!isRecord(message) || message['method'] !== 'tools/call' || !isRecord(message['params'])) return undefined
  const { name, arguments: args } = message['params']
  const id = message['id']
  return typeof name === 'string' ? { id: typeof id === 'string' || typeof id === 'number' ? id : null, name, arguments: args } : undefined
}

function insufficientScope (error: ToolError, id: string | number | null, challenge: (scope: string) => string = plainChallenge): Response {
  const scope = error.details.missingScope ?? ''
  return rpcError(403, { id, code: -32000, message: `Insufficient scope: the scope ${scope} is missing` }, { 'www-authenticate': challenge(scope) })
}

function plainChallenge (scope: string): string {
  return `Bearer error="insufficient_scope", scope="${scope}"`
}

interface RpcFault { readonly code: number, readonly message: string, readonly id?: string | number | null }

function rpcError (status: number, { code, message, id = null }: RpcFault, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers })
}

/** Only what the protocol reads: a credential stays in front of the tools. */
function toRequest ({ method, headers, signal }: Exchange): Request {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && /^(accept|content-type|last-event-id|mcp-.+)$/.test(name)) kept.set(name, String(value))
  }
  return new Request('http://bridge.invalid/mcp', { method, headers: kept, signal })
}

function authInfoOf ({ session, expiresAt }: Exchange): AuthInfo {
  const { principal, scopes } = session.caller
  return { token: '', clientId: principal.name, scopes: [...scopes], ...(expiresAt === undefined ? {} : { expiresAt }) }
}

function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
