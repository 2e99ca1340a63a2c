/** Decides the tool calls of a request before any of it is answered. */
import { prepare, scopeEvent, notifyObservers, ToolError } from '../tools/index.ts'
import type { Prepared } from '../tools/index.ts'
import { isRecord } from '../tools/schema/json.ts'
import type { McpHttpRequest } from './http-request.ts'

/** The SDK refuses longer batches, so their calls are not decided. */
const longestBatch = 100

/** The messages that a body counts for; 1 for a single one and for a batch that is refused. */
export function messageCount(body: unknown): number {
  return Array.isArray(body) && body.length <= longestBatch ? body.length : 1
}

/** Decides all tool calls of the body, so that a missing scope can become an HTTP status. */
export function prepareCalls({ body, session, challenge }: McpHttpRequest): {
  refusal?: Response
  prepared?: Prepared
} {
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
        notifyObservers(session, scopeEvent(session.caller, call.name, error))
        return { refusal: insufficientScope(error, call.id, challenge) }
      }
      // Every other error belongs into the protocol's answer.
    }
  }
  return prepared === undefined || Array.isArray(body) ? {} : { prepared }
}

function toolCallOf(
  message: unknown
): { id: string | number | null; name: string; arguments: unknown } | undefined {
  if (!isRecord(message) || message['method'] !== 'tools/call' || !isRecord(message['params'])) {
    return undefined
  }
  const { name, arguments: args } = message['params']
  const id = message['id']
  return typeof name === 'string'
    ? { id: typeof id === 'string' || typeof id === 'number' ? id : null, name, arguments: args }
    : undefined
}

function insufficientScope(
  error: ToolError,
  id: string | number | null,
  challenge: (scope: string) => string = plainChallenge
): Response {
  const scope = error.details.missingScope ?? ''
  return rpcError(
    403,
    { id, code: -32000, message: `Insufficient scope: the scope ${scope} is missing` },
    { 'www-authenticate': challenge(scope) }
  )
}

function plainChallenge(scope: string): string {
  return `Bearer error="insufficient_scope", scope="${scope}"`
}

interface RpcFault {
  readonly code: number
  readonly message: string
  readonly id?: string | number | null
}

export function rpcError(
  status: number,
  { code, message, id = null }: RpcFault,
  headers: Record<string, string> = {}
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers })
}
