/**
 * Questions to the client in the middle of a call: sent as `input_required`, as requests of a
 * session, or not at all where the client cannot answer.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode
} from '@modelcontextprotocol/server'
import type {
  InputRequest,
  InputRequiredResult,
  Server,
  ServerContext
} from '@modelcontextprotocol/server'
import { callerKey } from '../tools/index.ts'
import type { ClientLink, ConfirmResult, TokenSigner, ToolResult } from '../tools/index.ts'
import { isRecord } from '../tools/schema/json.ts'
import type { RequestContext } from './request-context.ts'

/** One round of a call: the client's answers so far, and the means to ask for more. */
export interface InputRound {
  readonly client: ClientLink
  /** Whether the client has been asked nothing yet. */
  readonly isFirst: boolean
  /** What the client says that it can do. */
  readonly capabilities: unknown
  /** The log-on that the round before asked for. */
  readonly logon: string | undefined
  /** The confirmation handle that the round before asked about. */
  readonly confirm: string | undefined
  readonly modern: boolean
  signState(content: unknown): string
}

interface RoundParts {
  readonly server: Server
  readonly signer: TokenSigner
  readonly requestContext: RequestContext
  readonly persistent: boolean
}

/** What the client stores between two rounds. */
interface State {
  readonly own?: unknown
  readonly confirm?: string
  readonly logon?: string
}

const stateSeconds = 900

/**
 * @throws ProtocolError where the client returns a state that is forged, foreign or expired
 */
export function inputRoundOf(
  { server, signer, requestContext, persistent }: RoundParts,
  about: { method: string; name: string },
  context: ServerContext
): InputRound {
  const { mcpReq } = context
  const bound = [callerKey(requestContext.session.caller), about.method, about.name]
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const capabilities =
    envelope[CLIENT_CAPABILITIES_META_KEY] ??
    (persistent ? server.getClientCapabilities() : undefined)
  const raw = mcpReq.requestState()
  const opened = typeof raw === 'string' ? signer.verify(raw, { kind: 'state', bound }) : undefined
  if (raw !== undefined && opened === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state'
    })
  }
  const state = (opened?.content ?? {}) as State
  return {
    client: {
      can: question => supportsQuestion(capabilities, question),
      answers: mcpReq.inputResponses ?? {},
      state: state.own,
      notify: (level, text) => {
        mcpReq.log(level, text).catch(() => {})
      }
    },
    isFirst: raw === undefined && mcpReq.inputResponses === undefined,
    capabilities,
    logon: state.logon,
    confirm: state.confirm,
    modern: mcpReq.envelope !== undefined,
    signState: content => signer.sign(content, { kind: 'state', bound, seconds: stateSeconds })
  }
}

/** Elicitation without a mode means `form`, the mode of the first revision that had it. */
export function supportsQuestion(
  capabilities: unknown,
  question: 'elicitation' | 'sampling' | 'roots'
): boolean {
  const declared = isRecord(capabilities) ? capabilities[question] : undefined
  if (!isRecord(declared)) return false
  return question !== 'elicitation' || !('url' in declared) || 'form' in declared
}

type ConfirmationAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'agreed'; readonly arguments: unknown }
  | { readonly kind: 'declined'; readonly result: Extract<ToolResult, { kind: 'error' }> }

/** Adds the handle that the user confirmed to the arguments. */
export function applyConfirmation(
  { client, confirm }: InputRound,
  args: unknown
): ConfirmationAnswer {
  const answer = client.answers['confirm']
  if (confirm === undefined || !isRecord(answer)) return { kind: 'none' }
  const { action, content } = answer
  if (action === 'accept' && isRecord(content) && content['confirm'] === true) {
    return { kind: 'agreed', arguments: { ...(isRecord(args) ? args : {}), confirm } }
  }
  return {
    kind: 'declined',
    result: {
      kind: 'error',
      code: 'CONFIRMATION_DECLINED',
      text: 'CONFIRMATION_DECLINED: The user did not agree, so nothing was changed.\nDo not try it in another way; ask what to do instead.'
    }
  }
}

/** The question in a result; undefined where it has none or the client cannot answer. */
export function toInputRequired(
  round: InputRound,
  result: ToolResult
): InputRequiredResult | undefined {
  if (result.kind === 'confirm') {
    return round.client.can('elicitation') ? confirmation(round, result) : undefined
  }
  if (result.kind !== 'ask') return undefined
  const { questions, state } = result
  const supported = Object.values(questions).every(({ method }) =>
    round.client.can(subjects[method])
  )
  // In the newest revision the SDK names the missing capability.
  if (!supported && !round.modern) return undefined
  const inputRequests = Object.fromEntries(
    Object.entries(questions).map(([key, { method, params = {} }]) => [
      key,
      { method, params } as InputRequest
    ])
  )
  return inputRequired({
    inputRequests,
    ...(state === undefined ? {} : { requestState: round.signState({ own: state }) })
  })
}

const subjects = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots'
} as const

function confirmation(round: InputRound, { question, digest }: ConfirmResult): InputRequiredResult {
  const requestedSchema = {
    type: 'object' as const,
    properties: { confirm: { type: 'boolean' as const, title: 'Go on', description: question } },
    required: ['confirm']
  }
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message: question, requestedSchema }) },
    requestState: round.signState({ confirm: digest })
  })
}
