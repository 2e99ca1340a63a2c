/** Serves resources: reading one is a tool call. */
import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import type {
  InputRequiredResult,
  ReadResourceResult,
  Server,
  ServerContext
} from '@modelcontextprotocol/server'
import { findResource, isTemplate, offers, prepare, run } from '../tools/index.ts'
import type { Registry, Resource, TokenSigner, ToolResult, ToolSession } from '../tools/index.ts'
import { toInputRequired, inputRoundOf } from './ask.ts'
import { callIo } from './call-io.ts'
import { toProtocolError, toResourceError } from './errors.ts'
import { untrustedMeta } from './result.ts'
import type { RequestContext } from './request-context.ts'
import type { Skills } from './skills.ts'

interface Terms {
  readonly registry: Registry
  readonly signer: TokenSigner
  readonly skills: Skills
  requestContextOf(context: ServerContext): RequestContext
  readonly persistent: boolean
  /** Whether clients subscribe by a request of their own. */
  readonly subscribable: boolean
}

export function addResources(server: Server, terms: Terms): void {
  const { requestContextOf } = terms
  server.setRequestHandler('resources/list', (_request, context) => ({
    resources: offered(requestContextOf(context).session)
      .filter(one => !isTemplate(one))
      .map(({ uri, name, title, description, mimeType }) => ({
        uri,
        name,
        title,
        description,
        mimeType
      }))
  }))
  server.setRequestHandler('resources/templates/list', (_request, context) => ({
    resourceTemplates: offered(requestContextOf(context).session)
      .filter(isTemplate)
      .map(({ uri, name, title, description, mimeType }) => ({
        uriTemplate: uri,
        name,
        title,
        description,
        mimeType
      }))
  }))
  server.setRequestHandler('resources/read', ({ params }, context) =>
    read({ server, ...terms, requestContext: requestContextOf(context) }, params.uri, context)
  )
  if (terms.subscribable) addSubscriptions(server, terms)
}

/** The resources whose tool the caller may call. */
function offered({ registry, caller }: ToolSession): Resource[] {
  return registry.resources.filter(({ tool }) => offers(registry, caller, { tool }))
}

/** The tool call that reads a URI; undefined where no resource has it. */
export function readingOf(
  session: ToolSession,
  uri: string
): { readonly resource: Resource; readonly tool: string; readonly arguments: unknown } | undefined {
  const found = findResource(session.registry.resources, uri)
  return found === undefined
    ? undefined
    : {
        resource: found.resource,
        tool: found.resource.tool,
        arguments: found.resource.arguments(found.values)
      }
}

async function read(
  reading: Terms & { server: Server; requestContext: RequestContext },
  uri: string,
  context: ServerContext
): Promise<ReadResourceResult | InputRequiredResult> {
  const { requestContext } = reading
  const { session } = requestContext
  try {
    const skill = await reading.skills.find(session, uri)
    if (skill !== undefined) {
      return { contents: [{ uri, mimeType: 'text/markdown', text: skill.text }] }
    }
    const found = readingOf(session, uri)
    if (found === undefined || !offers(session.registry, session.caller, found)) {
      throw new ResourceNotFoundError(uri)
    }
    const round = inputRoundOf(reading, { method: 'resources/read', name: uri }, context)
    const { limits } = session
    const whole = { ...session, limits: { ...limits, bytes: limits.wholeBytes ?? limits.bytes } }
    const result = await run(
      prepare(whole, found.tool, found.arguments),
      whole,
      callIo(requestContext, context, round.client)
    )
    if (result.kind === 'error') throw toResourceError(uri, result)
    return (
      toInputRequired(round, result) ?? {
        contents: contentsOf({ uri, mimeType: found.resource.mimeType }, result)
      }
    )
  } catch (error) {
    throw toProtocolError(error, session.log)
  }
}

function contentsOf(
  found: { uri: string; mimeType: string },
  result: ToolResult
): ReadResourceResult['contents'] {
  const at = result.untrusted === true ? { ...found, _meta: untrustedMeta } : found
  if (result.kind !== 'content') return [{ ...at, text: result.text }]
  return result.parts.map(part =>
    part.kind === 'text' || part.kind === 'resource'
      ? { ...at, text: part.text }
      : { ...at, blob: part.data }
  )
}

const mostSubscriptions = 1000

function addSubscriptions(server: Server, { registry, requestContextOf }: Terms): void {
  const wanted = new Set<string>()
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }, context) => {
    const { session } = requestContextOf(context)
    if (readingOf(session, uri) === undefined) throw new ResourceNotFoundError(uri)
    const [oldest] = wanted
    if (wanted.size >= mostSubscriptions && oldest !== undefined) wanted.delete(oldest)
    wanted.add(uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    wanted.delete(uri)
    return {}
  })
  const end = registry.onChange(change => {
    if (change.what === 'resource' && wanted.has(change.uri)) {
      server.sendResourceUpdated({ uri: change.uri }).catch(() => {})
    }
  })
  const before = server.onclose
  server.onclose = () => {
    end()
    before?.()
  }
}
