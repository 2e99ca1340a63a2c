/** Requests that the MCP SDK answers: in a session that this replica holds, or on their own. */
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
import type { Log, Registry, TokenSigner } from '../tools/index.ts'
import { acceptsEventStream } from './http-request.ts'
import type { McpHttpRequest } from './http-request.ts'
import { createServerFactory } from './server.ts'
import type { Identity, ServerFactory } from './server.ts'
import type { RequestContext } from './request-context.ts'
import { isInitialize } from './sessions.ts'
import type { Sessions } from './sessions.ts'

export interface SdkEndpoint {
  inSession(
    httpRequest: McpHttpRequest,
    requestContext: RequestContext,
    transport: WebStandardStreamableHTTPServerTransport
  ): Promise<Response>
  /** Opens a session where the client initializes one. */
  withoutSession(httpRequest: McpHttpRequest, requestContext: RequestContext): Promise<Response>
  close(): Promise<void>
}

export interface SdkOptions {
  readonly identity: Identity
  readonly log: Log
  readonly registry: Registry
  readonly signer: TokenSigner
  readonly sessions: Sessions | undefined
}

interface SdkParts {
  readonly createServer: ServerFactory
  readonly handler: ReturnType<typeof createMcpHandler>
  /** By the web request, because that is all the SDK hands to its handlers. */
  readonly requestContexts: WeakMap<Request, RequestContext>
  readonly sessions: Sessions | undefined
  readonly report: (error: Error) => void
}

export function createSdkEndpoint(options: SdkOptions): SdkEndpoint {
  const { identity, log, registry, signer, sessions } = options
  const createServer = createServerFactory(identity, signer)
  const requestContexts = new WeakMap<Request, RequestContext>()
  // Most reports are mistakes of clients, which must not be able to fill the log.
  const report = (error: Error) => log.debug({ err: error }, 'the SDK reported an error')
  const factory = ({ requestInfo, era }: McpRequestContext) =>
    createServer({
      requestContext: () => requestContextOf(requestContexts, requestInfo),
      persistent: false,
      era
    })
  const handler = createMcpHandler(factory, { onerror: report })
  const endNotices = forwardChanges(registry, handler)
  const parts: SdkParts = { createServer, handler, requestContexts, sessions, report }
  return {
    inSession: (httpRequest, requestContext, transport) =>
      handleInSession(parts, { httpRequest, requestContext }, transport),
    withoutSession: (httpRequest, requestContext) =>
      handleWithoutSession(parts, { httpRequest, requestContext }),
    async close() {
      endNotices()
      await Promise.all([handler.close(), sessions?.close()])
    }
  }
}

function forwardChanges(registry: Registry, { notify }: SdkParts['handler']): () => void {
  return registry.onChange(change => {
    if (change.what === 'resource') notify.resourceUpdated(change.uri)
    else if (change.what === 'tools') notify.toolsChanged()
    else if (change.what === 'prompts') notify.promptsChanged()
    else notify.resourcesChanged()
  })
}

interface Work {
  readonly httpRequest: McpHttpRequest
  readonly requestContext: RequestContext
}

async function handleInSession(
  { requestContexts }: SdkParts,
  { httpRequest, requestContext }: Work,
  transport: WebStandardStreamableHTTPServerTransport
): Promise<Response> {
  const request = toRequest(httpRequest)
  requestContexts.set(request, { ...requestContext, signal: httpRequest.signal })
  return await transport.handleRequest(request, requestOptions(httpRequest))
}

async function handleWithoutSession(parts: SdkParts, work: Work): Promise<Response> {
  const { createServer, handler, requestContexts, sessions, report } = parts
  const { httpRequest, requestContext } = work
  const { method, body } = httpRequest
  const request = toRequest(httpRequest)
  requestContexts.set(request, requestContext)
  const options = requestOptions(httpRequest)
  if (method !== 'POST' || !(await isLegacyRequest(request, body))) {
    return await handler.fetch(request, options)
  }
  if (!acceptsEventStream(httpRequest)) {
    const server = createServer({
      requestContext: () => requestContext,
      persistent: false,
      era: 'legacy'
    })
    return await answerAsJson(request, { options, server, report })
  }
  const opened =
    sessions !== undefined && isInitialize(body)
      ? await openSession(sessions, parts, work)
      : undefined
  return opened === undefined
    ? await handler.fetch(request, options)
    : await handleInSession(parts, work, opened)
}

/**
 * The server of a session outlasts the request that opened it, so every later request brings its
 * own caller and log.
 */
async function openSession(
  sessions: Sessions,
  { createServer, requestContexts }: SdkParts,
  { httpRequest, requestContext }: Work
): Promise<WebStandardStreamableHTTPServerTransport | undefined> {
  return await sessions.open(httpRequest, () =>
    createServer({
      requestContext: (context?: ServerContext) =>
        (context?.http?.req && requestContexts.get(context.http.req)) ?? requestContext,
      persistent: true,
      era: 'legacy'
    })
  )
}

function requestContextOf(
  requestContexts: WeakMap<Request, RequestContext>,
  request: Request | undefined
): RequestContext {
  const requestContext = request && requestContexts.get(request)
  if (requestContext === undefined) throw new TypeError('a request without its tool session')
  return requestContext
}

interface RequestOptions {
  readonly authInfo: AuthInfo
  readonly parsedBody?: unknown
}

/**
 * A client that does not accept an event stream, such as a bare curl, gets one JSON body. The
 * handler of the SDK offers that for the newest revision alone; its transport offers it for the
 * older ones.
 */
async function answerAsJson(
  request: Request,
  {
    options,
    server,
    report
  }: { options: RequestOptions; server: Server; report: (error: Error) => void }
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  transport.onerror = report
  await server.connect(transport)
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const disconnected = new Promise<Response>(resolve => {
    const end = () => resolve(new Response(null, { status: 499 }))
    if (request.signal.aborted) end()
    request.signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([
      disconnected,
      transport.handleRequest(new Request(request, { headers }), options)
    ])
  } finally {
    await server.close()
  }
}

/** Only the headers that the protocol reads: the SDK gets no credential. */
function toRequest({ method, headers, signal }: McpHttpRequest): Request {
  const forwarded = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && /^(accept|content-type|last-event-id|mcp-.+)$/.test(name)) {
      forwarded.set(name, String(value))
    }
  }
  return new Request('http://bridge.invalid/mcp', { method, headers: forwarded, signal })
}

function requestOptions({ session, expiresAt, body }: McpHttpRequest): RequestOptions {
  const { principal, scopes } = session.caller
  const authInfo = {
    token: '',
    clientId: principal.name,
    scopes: [...scopes],
    ...(expiresAt === undefined ? {} : { expiresAt })
  }
  return body === undefined ? { authInfo } : { authInfo, parsedBody: body }
}
