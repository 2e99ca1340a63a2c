/** From a registry and a session to the SDK's low-level server, for both protocol eras. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { CallToolResult, ServerContext, ServerOptions } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { prepare, run, ToolError } from '../tools/index.ts'
import type { Prepared, RunIo, ToolSession } from '../tools/index.ts'
import { toCallResult } from './result.ts'

/** How the bridge introduces itself. */
export interface Identity { readonly name: string, readonly title: string, readonly version: string }

/** One serving unit: a request over HTTP, a connection over stdio. */
export interface Serving {
  readonly session: ToolSession
  /** The unit's only tool call, where it was decided before the server was made. */
  readonly prepared?: Prepared
  /** For log and audit; over stdio the id of the JSON-RPC request stands in. */
  readonly requestId?: string
  /** Told of every call that is started, for whoever must not end before it. */
  readonly onCall?: (call: Promise<unknown>) => void
}

export type ServerFactory = (serving: Serving) => Server

/** The list changes only with the features found at the ERP, and it differs between callers. */
const listCache = { ttlMs: 60_000, cacheScope: 'private' } as const

/** @returns a factory whose servers share what is costly to make */
export function createServerFactory (identity: Identity): ServerFactory {
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  return serving => {
    const options: ServerOptions = {
      capabilities: { tools: {} },
      instructions: serving.session.registry.instructions,
      cacheHints: { 'tools/list': listCache },
      jsonSchemaValidator
    }
    const server = new Server({ ...identity }, options)
    server.setRequestHandler('tools/list', () => ({ tools: [...serving.session.registry.visible(serving.session.caller)] }))
    server.setRequestHandler('tools/call', ({ params }, context) => callTool(serving, params, context))
    return server
  }
}

async function callTool (serving: Serving, params: { name: string, arguments?: unknown }, context: ServerContext): Promise<CallToolResult> {
  const { session } = serving
  try {
    const prepared = serving.prepared ?? prepare(session, params.name, params.arguments)
    const running = run(prepared, session, runIo(serving, context))
    serving.onCall?.(running)
    return toCallResult(await running)
  } catch (error) {
    throw protocolError(error, session)
  }
}

function runIo (serving: Serving, { mcpReq }: ServerContext): RunIo {
  const token = mcpReq._meta?.progressToken
  const progress: RunIo['progress'] = token === undefined
    ? undefined
    : ({ done, total, message }) => {
        const params = { progressToken: token, progress: done, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) }
        // Progress to a client that is gone is nobody's loss; the signal ends the call.
        mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
      }
  return { signal: mcpReq.signal, requestId: serving.requestId ?? String(mcpReq.id), ...(progress === undefined ? {} : { progress }) }
}

/** What belongs to the protocol and not into a tool result. Faults of our own are logged and shown without their text. */
function protocolError (error: unknown, session: ToolSession): ProtocolError {
  if (error instanceof ToolError) {
    const { remedy } = error.details
    return new ProtocolError(ProtocolErrorCode.InvalidParams, remedy === undefined ? error.message : `${error.message} ${remedy}`)
  }
  session.log.error({ err: error }, 'a tool call failed outside its tool')
  return new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
}
