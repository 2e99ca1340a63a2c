/** From a registry and a session to the SDK's low-level server, for both protocol eras. */
import { Server } from '@modelcontextprotocol/server'
import type {
  CallToolResult,
  InputRequiredResult,
  ServerCapabilities,
  ServerContext,
  ServerOptions
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { offers, prepare, run } from '../tools/index.ts'
import type { Prepared, TokenSigner, ToolResult, ToolSession } from '../tools/index.ts'
import { askClient, dialogueOf, withAgreement } from './ask.ts'
import { callIo } from './call-io.ts'
import { notifyChanges } from './changes.ts'
import { addCompletions } from './completions.ts'
import { toProtocolError } from './errors.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { forVersion, toCallResult } from './result.ts'

export const modernVersion = '2026-07-28'

/** How the bridge introduces itself. */
export interface Identity {
  readonly name: string
  readonly title: string
  readonly version: string
}

/** All that one request is answered with. */
export interface Serving {
  readonly session: ToolSession
  /** The request's only tool call, where it was decided before the server was made. */
  readonly prepared?: Prepared
  /**
   * What another lane has run already, but could not answer with; the first round of a dialogue
   * begins with it.
   */
  readonly ready?: ToolResult
  /** For log and audit; over stdio the id of the JSON-RPC request stands in. */
  readonly requestId?: string
  /** What the client named beside the message; clients from before 2025-06-18 name nothing. */
  readonly protocolVersion?: string | undefined
  /** W3C trace context that came beside the message. */
  /** Headers of the request that brought it, with its trace. */
  readonly carrier?: { readonly traceparent?: unknown; readonly tracestate?: unknown } | undefined
  /** Aborted when the client is gone, where the protocol does not tell. */
  readonly signal?: AbortSignal
  /** Told of every call that is started, for whoever must not end before it. */
  readonly onCall?: (call: Promise<unknown>) => void
}

/** One server: for one request, or for a connection that lasts. */
export interface ServerTerms {
  /** What a request is answered with; without a context, what holds for all of them. */
  serving(context?: ServerContext): Serving
  /**
   * Whether the connection lasts, so that the server can send requests and notifications of its
   * own.
   */
  readonly lasting: boolean
  readonly era: 'legacy' | 'modern'
}

export type ServerFactory = (terms: ServerTerms) => Server

/** The lists change only with the features found at the ERP, and they differ between callers. */
export const listCache = { ttlMs: 60_000, cacheScope: 'private' } as const
const cacheHints = {
  'tools/list': listCache,
  'prompts/list': listCache,
  'resources/list': listCache,
  'resources/templates/list': listCache
} as const

/** @returns a factory whose servers share what is costly to make */
export function createServerFactory(identity: Identity, signer: TokenSigner): ServerFactory {
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  return terms => {
    const { session } = terms.serving()
    const capabilities = capabilitiesFor(session, terms)
    const options: ServerOptions = {
      capabilities,
      instructions: session.registry.instructions,
      cacheHints,
      jsonSchemaValidator
    }
    const server = new Server({ ...identity }, options)
    const servingOf = (context: ServerContext) => terms.serving(context)
    server.setRequestHandler('tools/list', (_request, context) => {
      const { caller, registry } = servingOf(context).session
      return { tools: [...registry.visible(caller)] }
    })
    server.setRequestHandler('tools/call', ({ params }, context) =>
      callTool(
        { server, signer, serving: servingOf(context), lasting: terms.lasting },
        params,
        context
      )
    )
    if (capabilities.resources !== undefined) {
      addResources(server, {
        registry: session.registry,
        signer,
        servingOf,
        lasting: terms.lasting,
        subscribable: terms.era === 'legacy' && terms.lasting
      })
    }
    if (capabilities.prompts !== undefined) {
      addPrompts(server, { signer, servingOf, lasting: terms.lasting })
      addCompletions(server, servingOf)
    }
    if (terms.lasting) notifyChanges(server, session.registry, terms.era === 'legacy')
    return server
  }
}

/**
 * Without a connection that lasts, nothing of the older revisions could be notified of anything.
 */
function capabilitiesFor(
  { caller, registry }: ToolSession,
  { era, lasting }: ServerTerms
): ServerCapabilities {
  const listChanged = era === 'modern' || lasting ? { listChanged: true } : {}
  const subscribe = era === 'modern' || lasting ? { subscribe: true } : {}
  const reads = registry.resources.some(({ tool }) => offers(registry, caller, { tool }))
  return {
    tools: listChanged,
    logging: {},
    ...(reads ? { resources: { ...listChanged, ...subscribe } } : {}),
    ...(registry.prompts.length > 0 ? { prompts: listChanged, completions: {} } : {})
  }
}

interface Answering {
  readonly server: Server
  readonly signer: TokenSigner
  readonly serving: Serving
  readonly lasting: boolean
}
interface CallParams {
  readonly name: string
  readonly arguments?: unknown
}

async function callTool(
  answering: Answering,
  params: CallParams,
  context: ServerContext
): Promise<CallToolResult | InputRequiredResult> {
  const { serving } = answering
  const { session } = serving
  try {
    const dialogue = dialogueOf(answering, { method: 'tools/call', name: params.name }, context)
    const agreement = withAgreement(dialogue, params.arguments)
    if (agreement.kind === 'declined') return toCallResult(agreement.result, true)
    const prepared =
      agreement.kind === 'agreed'
        ? prepare(session, params.name, agreement.arguments)
        : (serving.prepared ?? prepare(session, params.name, params.arguments))
    const ready = dialogue.isFirst ? serving.ready : undefined
    const running =
      ready === undefined
        ? run(prepared, session, callIo(serving, context, dialogue.client))
        : Promise.resolve(ready)
    serving.onCall?.(running)
    const result = await running
    const version = dialogue.modern
      ? modernVersion
      : (serving.protocolVersion ??
        (answering.lasting ? answering.server.getNegotiatedProtocolVersion() : undefined))
    return (
      askClient(dialogue, result) ??
      toCallResult(forVersion(unasked(result), version), prepared.tool.output !== undefined)
    )
  } catch (error) {
    throw toProtocolError(error, session.log)
  }
}

/** A question to a client that cannot be asked is a refusal. */
function unasked(result: ToolResult): Exclude<ToolResult, { kind: 'ask' }> {
  return result.kind === 'ask'
    ? { kind: 'error', code: 'CLIENT_CANNOT_ANSWER', text: result.text }
    : result
}
