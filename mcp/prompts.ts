/** Serves prompts: tasks that a person starts by name. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type {
  GetPromptResult,
  InputRequiredResult,
  Server,
  ServerContext
} from '@modelcontextprotocol/server'
import { offers } from '../tools/index.ts'
import type { Prompt, TokenSigner, ToolSession } from '../tools/index.ts'
import { toInputRequired, inputRoundOf } from './ask.ts'
import { toContent } from './result.ts'
import type { RequestContext } from './request-context.ts'

interface Terms {
  readonly signer: TokenSigner
  requestContextOf(context: ServerContext): RequestContext
  readonly persistent: boolean
}

export function addPrompts(server: Server, terms: Terms): void {
  server.setRequestHandler('prompts/list', (_request, context) => ({
    prompts: promptsFor(terms.requestContextOf(context).session).map(
      ({ name, title, description, arguments: all }) => ({
        name,
        title,
        description,
        arguments: all.map(({ name, description, required }) => ({ name, description, required }))
      })
    )
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    get({ server, ...terms, requestContext: terms.requestContextOf(context) }, params, context)
  )
}

/** The prompts whose tools the caller may call. */
export function promptsFor({ registry, caller }: ToolSession): Prompt[] {
  return registry.prompts.filter(({ needs }) => needs.every(need => offers(registry, caller, need)))
}

function get(
  getting: Terms & { server: Server; requestContext: RequestContext },
  params: { name: string; arguments?: Record<string, string> | undefined },
  context: ServerContext
): GetPromptResult | InputRequiredResult {
  const { name, arguments: values = {} } = params
  const all = promptsFor(getting.requestContext.session)
  const prompt = all.find(one => one.name === name)
  if (prompt === undefined) {
    throw refusal(
      `There is no prompt named ${JSON.stringify(name.slice(0, 80))}. The prompts are: ${all.map(one => one.name).join(', ')}.`
    )
  }
  const missing = prompt.arguments.filter(
    argument => argument.required && (values[argument.name] ?? '').trim() === ''
  )
  if (missing.length > 0) {
    throw refusal(
      `The prompt ${name} needs: ${missing.map(argument => `${argument.name} (${argument.description})`).join(', ')}.`
    )
  }
  const round = inputRoundOf(getting, { method: 'prompts/get', name }, context)
  const result = prompt.render(values, round.client)
  if (result.kind === 'messages') {
    return {
      description: prompt.description,
      messages: result.parts.map(part => ({ role: 'user', content: toContent(part) }))
    }
  }
  const inputRequired = toInputRequired(round, result)
  if (inputRequired === undefined) throw refusal(result.text)
  return inputRequired
}

function refusal(words: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, words)
}
