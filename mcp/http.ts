/**
 * MCP over one HTTP request, as web-standard responses: chooses between the fast path, a session
 * and a server for this request alone.
 */
import type { Log, Prepared, Registry, TokenSigner } from '../tools/index.ts'
import { isRecord } from '../tools/schema/json.ts'
import { prepareCalls, rpcError } from './decide.ts'
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
  handle(httpRequest: McpHttpRequest): Answer | Promise<Answer>
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
  /** Publishes which sessions ended to the other replicas, and receives the same from them. */
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
    handle(httpRequest) {
      try {
        const answer = respond(endpoint, httpRequest)
        return answer instanceof Promise
          ? answer.then(
              late => logServerError(httpRequest, late),
              (error: unknown) => internalError(httpRequest, error)
            )
          : logServerError(httpRequest, answer)
      } catch (error) {
        return internalError(httpRequest, error)
      }
    },
    close: () => endpoint.sdk.close()
  }
}

const noSession: SessionState = { kind: 'none' }

function respond(endpoint: Endpoint, httpRequest: McpHttpRequest): Answer | Promise<Answer> {
  const { method, body } = httpRequest
  if (method === 'POST' && body === undefined) {
    return rpcError(400, { code: -32700, message: 'Parse error: the request has no body' })
  }
  const { refusal, prepared } = prepareCalls(httpRequest)
  if (refusal !== undefined) return refusal
  const state = endpoint.sessions?.stateOf(httpRequest) ?? noSession
  if (state.kind === 'refused') return state.response
  const list =
    method === 'POST' && prepared === undefined ? endpoint.fastPath?.list(httpRequest) : undefined
  return list === undefined ? work(endpoint, httpRequest, { prepared, state }) : { json: list }
}

async function work(
  { fastPath, sessions, sdk }: Endpoint,
  httpRequest: McpHttpRequest,
  {
    prepared,
    state
  }: { prepared: Prepared | undefined; state: Exclude<SessionState, { kind: 'refused' }> }
): Promise<Answer> {
  const { method, session, requestId, headers } = httpRequest
  const local =
    state.kind === 'local' && (method !== 'POST' || acceptsEventStream(httpRequest))
      ? state
      : undefined
  local?.calls.applyCancellations(httpRequest.body)
  const answer =
    method === 'POST' ? await fastPath?.answer(httpRequest, prepared, local) : undefined
  if (answer !== undefined && !('ready' in answer)) return answer
  const requestContext = {
    session,
    requestId,
    carrier: headers,
    protocolVersion: firstValue(headers['mcp-protocol-version']),
    ...(prepared === undefined ? {} : { prepared }),
    ...(answer === undefined ? {} : { ready: answer.ready })
  }
  if (state.kind === 'valid' && method === 'DELETE') {
    return sessions?.end(httpRequest) ?? sdk.withoutSession(httpRequest, requestContext)
  }
  return local === undefined
    ? await sdk.withoutSession(httpRequest, requestContext)
    : await sdk.inSession(httpRequest, requestContext, local.transport)
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
