/** Completes the arguments of prompts and resource templates while a person types. */
import type { CompleteResult, Server, ServerContext } from '@modelcontextprotocol/server'
import { offers, prepare, run, silentClient } from '../tools/index.ts'
import type { Completion, ToolSession } from '../tools/index.ts'
import { callIo } from './call-io.ts'
import { promptsFor } from './prompts.ts'
import type { RequestContext } from './request-context.ts'

/** The protocol's own limit. */
const mostValues = 100

interface Params {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string }
  readonly argument: { readonly name: string; readonly value: string }
  readonly context?:
    { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined
}

export function addCompletions(
  server: Server,
  requestContextOf: (context: ServerContext) => RequestContext
): void {
  server.setRequestHandler('completion/complete', async ({ params }, context) =>
    complete(requestContextOf(context), params, context)
  )
}

/** Returns no suggestions instead of an error, which would interrupt the person who types. */
async function complete(
  requestContext: RequestContext,
  { ref, argument, context: given }: Params,
  context: ServerContext
): Promise<CompleteResult> {
  const completion = completionOf(requestContext.session, ref, argument.name)
  const values =
    completion === undefined
      ? []
      : await valuesOf(
          { requestContext, context },
          completion(argument.value, given?.arguments ?? {})
        )
  return {
    completion: {
      values: values.slice(0, mostValues),
      total: values.length,
      hasMore: values.length > mostValues
    }
  }
}

function completionOf(
  session: ToolSession,
  ref: Params['ref'],
  word: string
): Completion | undefined {
  if (ref.type === 'ref/prompt') {
    return promptsFor(session)
      .find(({ name }) => name === ref.name)
      ?.arguments.find(({ name }) => name === word)?.completion
  }
  const resource = session.registry.resources.find(({ uri }) => uri === ref.uri)
  return resource?.completions !== undefined && Object.hasOwn(resource.completions, word)
    ? resource.completions[word]
    : undefined
}

async function valuesOf(
  { requestContext, context }: { requestContext: RequestContext; context: ServerContext },
  plan: ReturnType<Completion>
): Promise<readonly string[]> {
  if ('words' in plan) return plan.words
  const { session } = requestContext
  if (!offers(session.registry, session.caller, plan)) return []
  try {
    return plan.pick(
      await run(
        prepare(session, plan.tool, plan.arguments),
        session,
        callIo(requestContext, context, silentClient)
      )
    )
  } catch (error) {
    session.log.debug({ err: error }, 'completion failed; no values are suggested')
    return []
  }
}
