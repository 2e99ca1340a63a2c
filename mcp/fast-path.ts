/**
 * The fast path: answers lists and short calls without a server of the SDK, which would cost
 * several times the rest of the request. It takes only requests that it certainly answers as the
 * SDK would; the SDK answers all others. Benchmark rows: "list of tools" and "read 2 KB", beside
 * `floor-sdk`.
 */
import { isSpecType, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { callTrace, run, silentClient } from '../tools/index.ts'
import type { ClientLink, Prepared, ToolResult } from '../tools/index.ts'
import { supportsQuestion } from './ask.ts'
import { isRecord } from '../tools/schema/json.ts'
import type { McpHttpRequest } from './http-request.ts'
import { createListAnswers } from './list-answer.ts'
import type { Era } from './list-answer.ts'
import { needsLogOn } from './log-on.ts'
import { quotedOf, insertQuoted } from './quoted.ts'
import { forVersion, toCallResult } from './result.ts'
import { listCache, modernVersion } from './server.ts'
import type { Identity } from './server.ts'
import type { LocalSession } from './sessions.ts'

/** `ready`: the tool has run, but the SDK must answer with its result. */
export type FastPathAnswer = JsonAnswer | { readonly ready: ToolResult } | undefined

/**
 * A whole answer. Bytes are allocated for one answer alone, because the server may release their
 * memory once they are sent.
 */
export type JsonAnswer = { readonly json: string } | { readonly bytes: Buffer }

export interface FastPath {
  /** The answer to a request for the list of tools; undefined for everything else. */
  list(httpRequest: McpHttpRequest): string | undefined
  /** @param local the session of the call, where this replica holds it */
  answer(
    httpRequest: McpHttpRequest,
    prepared: Prepared | undefined,
    local?: Pick<LocalSession, 'server' | 'calls'>
  ): Promise<FastPathAnswer>
}

interface Message {
  readonly id: string | number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly meta: Readonly<Record<string, unknown>>
}

const prefix = 'io.modelcontextprotocol/'
// Constants: looking up a property by a string that was just built costs more than the look-up.
const keys = {
  serverInfo: `${prefix}serverInfo`,
  logLevel: `${prefix}logLevel`,
  protocolVersion: `${prefix}protocolVersion`,
  clientCapabilities: `${prefix}clientCapabilities`,
  clientInfo: `${prefix}clientInfo`
} as const
const legacyVersions = new Set(SUPPORTED_PROTOCOL_VERSIONS)
/** With these a call needs more than one request and one answer. */
const refusedParams = new Set(['inputResponses', 'requestState', 'task', 'cursor'])

export function createFastPath(identity: Identity): FastPath {
  const isEnvelope = createEnvelopeCheck()
  const serverMeta = { [keys.serverInfo]: { ...identity } }
  const lists = createListAnswers({ resultType: 'complete', ...listCache, _meta: serverMeta })
  return {
    list(httpRequest) {
      const message = simpleRequest(httpRequest.body, 'tools/list')
      const era = message === undefined ? undefined : eraOf(httpRequest, message, isEnvelope)
      if (message === undefined || era === undefined) return undefined
      const {
        session: { registry, caller }
      } = httpRequest
      return lists.answer(registry.visible(caller), era, message.id)
    },
    async answer(httpRequest, prepared, local) {
      if (prepared === undefined || !isShortCall(prepared)) return undefined
      const message = simpleRequest(httpRequest.body, 'tools/call')
      const era = message === undefined ? undefined : eraOf(httpRequest, message, isEnvelope)
      if (message === undefined || era === undefined) return undefined
      const { session } = httpRequest
      const capabilities =
        era === 'modern'
          ? message.meta[keys.clientCapabilities]
          : local?.server.getClientCapabilities()
      const client: ClientLink = {
        ...silentClient,
        can: question => supportsQuestion(capabilities, question)
      }
      const trace = callTrace(message.meta, httpRequest.headers)
      const start = (signal: AbortSignal) =>
        run(prepared, session, {
          signal,
          requestId: httpRequest.requestId,
          client,
          ...(trace === undefined ? {} : { trace })
        })
      const result = await (local === undefined
        ? start(httpRequest.signal)
        : local.calls.run(message.id, httpRequest.signal, start))
      if (result.kind === 'ask' || result.kind === 'confirm') return { ready: result }
      if (needsLogOn(session, result, capabilities)) return { ready: result }
      const quoted = quotedOf(result)
      const words = toCallResult(
        forVersion(
          quoted === undefined ? result : { ...result, text: quoted.head },
          httpRequest.headers['mcp-protocol-version']
        ),
        prepared.tool.output !== undefined,
        session.registry.options.results
      )
      const full =
        era === 'legacy'
          ? words
          : { ...words, resultType: 'complete', _meta: { ...words._meta, ...serverMeta } }
      const json = envelope(message.id, JSON.stringify(full))
      return quoted === undefined ? { json } : { bytes: insertQuoted(json, quoted) }
    }
  }
}

function isShortCall({ long, outcome }: Prepared): boolean {
  return !long && !('handle' in outcome)
}

function envelope(id: string | number, result: string): string {
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

/** The request, where it has no part that only the SDK handles. */
function simpleRequest(body: unknown, method: 'tools/list' | 'tools/call'): Message | undefined {
  if (!isRecord(body) || body['jsonrpc'] !== '2.0' || body['method'] !== method) return undefined
  const { id, params = {} } = body
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
  if (Object.keys(body).length > (body['params'] === undefined ? 3 : 4) || !isRecord(params)) {
    return undefined
  }
  const { _meta: meta = {}, name, arguments: args = {} } = params
  if (!isRecord(meta) || !isRecord(args) || 'progressToken' in meta || keys.logLevel in meta) {
    return undefined
  }
  const known = method === 'tools/call' ? typeof name === 'string' : true
  return known && !Object.keys(params).some(word => refusedParams.has(word))
    ? { id: id as string | number, method, params, meta }
    : undefined
}

function eraOf(
  { headers }: McpHttpRequest,
  { method, params, meta }: Message,
  isEnvelope: (meta: Message['meta']) => boolean
): Era | undefined {
  if (!acceptsJson(headers['accept'])) return undefined
  const version = headers['mcp-protocol-version']
  if (!(keys.protocolVersion in meta)) {
    const own = Object.keys(meta).some(word => word.startsWith(prefix))
    return !own &&
      (version === undefined || (typeof version === 'string' && legacyVersions.has(version)))
      ? 'legacy'
      : undefined
  }
  if (
    version !== modernVersion ||
    meta[keys.protocolVersion] !== modernVersion ||
    headers['mcp-method'] !== method
  ) {
    return undefined
  }
  if (method === 'tools/call' && decodedName(headers['mcp-name']) !== params['name']) {
    return undefined
  }
  return isEnvelope(meta) ? 'modern' : undefined
}

/** A client that accepts an event stream alone must not get JSON. */
function acceptsJson(accept: string | string[] | undefined): boolean {
  return (
    typeof accept !== 'string' ||
    !accept.includes('text/event-stream') ||
    accept.includes('application/json')
  )
}

/**
 * The header encodes names that no header can hold as `=?base64?…?=`; the SDK judges all others.
 */
function decodedName(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]+={0,2})\?=$/.exec(header) ?? []
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8')
}

/** Clients send the same description of themselves in every request; the SDK checks it once. */
function createEnvelopeCheck(most = 500): (meta: Message['meta']) => boolean {
  const verdicts = new Map<string, boolean>()
  return meta => {
    const capabilities = meta[keys.clientCapabilities]
    const info = meta[keys.clientInfo]
    const text = JSON.stringify([capabilities, info])
    const known = verdicts.get(text)
    if (known !== undefined) return known
    const good =
      isSpecType.ClientCapabilities(capabilities) &&
      (info === undefined || isSpecType.Implementation(info))
    if (verdicts.size >= most) verdicts.clear()
    if (text.length < 4096) verdicts.set(text, good)
    return good
  }
}
