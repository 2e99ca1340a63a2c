/**
 * MCP over one HTTP request, as web-standard responses: chooses between the fast path, a session
 * and a server for this request alone.
 */
import type { Log, Prepared, Registry, TokenSigner } from '../tools/index.ts'
import { isRecord, prepareCalls, rpcError } from './decide.ts'
import { createFastPath } from './fast-path.ts'
import type { FastPath, JsonAnswer } from './fast-path.ts'
import { acceptsEventStream, firstValue } from './http-request.ts'
import type { McpHttpRequest } from './http-request.ts'
import { createSdkEndpoint } from './sdk-endpoint.ts'
import type { SdkEndpoint } from './sdk-endpoint.ts'
import type { Identity } from './server.ts'
import { createSessions } from './sessions.ts'
import type { SessionEndChannel, Sessions, SessionState } from './sessions.ts'

/** A whole answer, or the JSON of one with status 200. */
export type Answer = Response | JsonAnswer

export interface HttpEndpoint {
  /**
   * Never throws or rejects. An answer that is known at once is returned without a promise, which
   * would cost a list of tools a tenth of its time.
   */
  handle(exchange: McpHttpRequest): Answer | Promise<Answer>
  /** Ends the requests in flight and all sessions. */
  close(): Promise<void>
}

export interface HttpOptions {
  readonly identity: Identity
  readonly log: Log
  readonly registry: Registry
  readonly signer: TokenSigner
  /** Sessions for clients of the older revisions. */
  readonly sessions?: boolean | undefined
  /** Tells other replicas which sessions ended, and learns it from them. */
  readonly sessionEndChannel?: SessionEndChannel | undefined
  /** Off: the SDK answers everything. The answers are the same. */
  readonly fastPath?: boolean | undefined
}

interface Endpoint {
  readonly fastPath: FastPath | undefined
  readonly sessions: Sessions | undefined
  readonly sdk: SdkEndpoint
}

export function createHttpEndpoint(options: HttpOptions): HttpEndpoint {
  const { identity, log, registry, signer } = options
  const sessions =
    options.sessions === true
      ? createSessions(signer, { ends: options.sessionEndChannel })
      : undefined
  const endpoint: Endpoint = {
    fastPath: options.fastPath === false ? undefined : createFastPath(identity),
    sessions,
    sdk: createSdkEndpoint({ identity, log, registry, signer, sessions })
  }
  return {
    handle(exchange) {
      try {
        const answer = respond(endpoint, exchange)
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
    close: () => endpoint.sdk.close()
  }
}

const noSession: SessionState = { kind: 'none' }

function respond(endpoint: Endpoint, exchange: McpHttpRequest): Answer | Promise<Answer> {
  const { method, body } = exchange
  if (method === 'POST' && body === undefined) {
    return rpcError(400, { code: -32700, message: 'Parse error: the request has no body' })
  }
  const { refusal, prepared } = prepareCalls(exchange)
  if (refusal !== undefined) return refusal
  const state = endpoint.sessions?.stateOf(exchange) ?? noSession
  if (state.kind === 'refused') return state.response
  const list =
    method === 'POST' && prepared === undefined ? endpoint.fastPath?.list(exchange) : undefined
  return list === undefined ? work(endpoint, exchange, { prepared, state }) : { json: list }
}

async function work(
  { fastPath, sessions, sdk }: Endpoint,
  exchange: McpHttpRequest,
  {
    prepared,
    state
  }: { prepared: Prepared | undefined; state: Exclude<SessionState, { kind: 'refused' }> }
): Promise<Answer> {
  const { method, session, requestId, headers } = exchange
  const local =
    state.kind === 'local' && (method !== 'POST' || acceptsEventStream(exchange))
      ? state
      : undefined
  local?.calls.applyCancellations(exchange.body)
  const answer = method === 'POST' ? await fastPath?.answer(exchange, prepared, local) : undefined
  if (answer !== undefined && !('ready' in answer)) return answer
  const serving = {
    session,
    requestId,
    carrier: headers,
    protocolVersion: firstValue(headers['mcp-protocol-version']),
    ...(prepared === undefined ? {} : { prepared }),
    ...(answer === undefined ? {} : { ready: answer.ready })
  }
  if (state.kind === 'valid' && method === 'DELETE') {
    return sessions?.end(exchange) ?? sdk.withoutSession(exchange, serving)
  }
  return local === undefined
    ? await sdk.withoutSession(exchange, serving)
    : await sdk.inSession(exchange, serving, local.transport)
}

function logServerError({ session: { log } }: McpHttpRequest, answer: Answer): Answer {
  if (answer instanceof Response && answer.status >= 500) {
    log.error({ status: answer.status }, 'an MCP request failed; log level debug shows the reason')
  }
  return answer
}

function internalError({ session: { log } }: McpHttpRequest, error: unknown): Answer {
  log.error({ err: error }, 'an MCP request failed')
  return rpcError(500, { code: -32603, message: 'Internal error' })
}

/** Whether the answer is a stream without an end of its own, which a shutdown does not wait for. */
export function isLongLivedStream(method: string, body: unknown): boolean {
  return method === 'GET' || (isRecord(body) && body['method'] === 'subscriptions/listen')
}
