/** Builds the SDK's low-level server for a registry and a tool session, for both protocol eras. */
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
import { toInputRequired, inputRoundOf, applyConfirmation } from './ask.ts'
import type { InputRound } from './ask.ts'
import { callIo } from './call-io.ts'
import { notifyChanges } from './changes.ts'
import { addCompletions } from './completions.ts'
import { toProtocolError } from './errors.ts'
import { afterLogOn, askToLogOn } from './log-on.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { forVersion, toCallResult } from './result.ts'
import { addSkills, createSkills, skillsExtension } from './skills.ts'
import type { RequestContext } from './request-context.ts'

export const modernVersion = '2026-07-28'

/** The bridge's entry in `serverInfo`. */
export interface Identity {
  readonly name: string
  readonly title: string
  readonly version: string
}

/** What a server is made for: one request, or a persistent connection. */
export interface ServerBinding {
  /** For one request; without a context, what all requests have in common. */
  requestContext(context?: ServerContext): RequestContext
  /** Whether the server can send requests and notifications of its own. */
  readonly persistent: boolean
  readonly era: 'legacy' | 'modern'
}

export type ServerFactory = (terms: ServerBinding) => Server

/** Lists change only with the features found at the ERP, and they differ between callers. */
export const listCache = { ttlMs: 60_000, cacheScope: 'private' } as const
const cacheHints = {
  'tools/list': listCache,
  'prompts/list': listCache,
  'resources/list': listCache,
  'resources/templates/list': listCache
} as const

/** @returns a factory whose servers share one schema validator, which is costly to create */
export function createServerFactory(identity: Identity, signer: TokenSigner): ServerFactory {
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  const skills = createSkills()
  return terms => {
    const { session } = terms.requestContext()
    const capabilities = capabilitiesFor(session, terms)
    const options: ServerOptions = {
      capabilities,
      instructions: session.registry.instructions,
      cacheHints,
      jsonSchemaValidator
    }
    const server = new Server({ ...identity }, options)
    const requestContextOf = (context: ServerContext) => terms.requestContext(context)
    server.setRequestHandler('tools/list', (_request, context) => {
      const { caller, registry } = requestContextOf(context).session
      return { tools: [...registry.visible(caller)] }
    })
    server.setRequestHandler('tools/call', ({ params }, context) =>
      callTool(
        { server, signer, requestContext: requestContextOf(context), persistent: terms.persistent },
        params,
        context
      )
    )
    if (capabilities.resources !== undefined) {
      addResources(server, {
        registry: session.registry,
        signer,
        skills,
        requestContextOf,
        persistent: terms.persistent,
        subscribable: terms.era === 'legacy' && terms.persistent
      })
    }
    if (capabilities.prompts !== undefined) {
      addPrompts(server, { signer, requestContextOf, persistent: terms.persistent })
      addCompletions(server, requestContextOf)
    }
    if (capabilities.extensions !== undefined) {
      addSkills(server, {
        skills,
        requestContextOf,
        cache: terms.era === 'modern' ? listCache : {}
      })
    }
    if (terms.persistent) notifyChanges(server, session.registry, terms.era === 'legacy')
    return server
  }
}

/** Without a persistent connection no client of the older revisions receives notifications. */
function capabilitiesFor(
  { caller, registry }: ToolSession,
  { era, persistent }: ServerBinding
): ServerCapabilities {
  const listChanged = era === 'modern' || persistent ? { listChanged: true } : {}
  const subscribe = era === 'modern' || persistent ? { subscribe: true } : {}
  const reads = registry.resources.some(({ tool }) => offers(registry, caller, { tool }))
  return {
    tools: listChanged,
    logging: {},
    ...(reads ? { resources: { ...listChanged, ...subscribe } } : {}),
    ...(registry.prompts.length > 0 ? { prompts: listChanged, completions: {} } : {}),
    ...(reads && registry.prompts.length > 0 ? { extensions: { [skillsExtension]: {} } } : {})
  }
}

interface CallParts {
  readonly server: Server
  readonly signer: TokenSigner
  readonly requestContext: RequestContext
  readonly persistent: boolean
}
interface CallParams {
  readonly name: string
  readonly arguments?: unknown
}

async function callTool(
  answering: CallParts,
  params: CallParams,
  context: ServerContext
): Promise<CallToolResult | InputRequiredResult> {
  const { requestContext } = answering
  const { session } = requestContext
  const { results } = session.registry.options
  try {
    const round = inputRoundOf(answering, { method: 'tools/call', name: params.name }, context)
    const agreement = applyConfirmation(round, params.arguments)
    if (agreement.kind === 'declined') return toCallResult(agreement.result, true, results)
    const prepared =
      agreement.kind === 'agreed'
        ? prepare(session, params.name, agreement.arguments)
        : (requestContext.prepared ?? prepare(session, params.name, params.arguments))
    const result =
      (await afterLogOn(round, {
        session,
        prepared,
        server: answering.server,
        signal: context.mcpReq.signal
      })) ?? (await runCall(prepared, { requestContext, round, context }))
    const version = round.modern
      ? modernVersion
      : (requestContext.protocolVersion ??
        (answering.persistent ? answering.server.getNegotiatedProtocolVersion() : undefined))
    return (
      toInputRequired(round, result) ??
      (await askToLogOn(round, session, result)) ??
      toCallResult(
        forVersion(questionAsError(result), version),
        prepared.tool.output !== undefined,
        results
      )
    )
  } catch (error) {
    throw toProtocolError(error, session.log)
  }
}

async function runCall(
  prepared: Prepared,
  {
    requestContext,
    round,
    context
  }: {
    readonly requestContext: RequestContext
    readonly round: InputRound
    readonly context: ServerContext
  }
): Promise<ToolResult> {
  const ready = round.isFirst ? requestContext.ready : undefined
  const running =
    ready === undefined
      ? run(prepared, requestContext.session, callIo(requestContext, context, round.client))
      : Promise.resolve(ready)
  requestContext.onCall?.(running)
  return await running
}

/** A question is an error for a client that cannot answer it. */
function questionAsError(result: ToolResult): Exclude<ToolResult, { kind: 'ask' }> {
  return result.kind === 'ask'
    ? { kind: 'error', code: 'CLIENT_CANNOT_ANSWER', text: result.text }
    : result
}
