/**
 * Questions to the client in the middle of a call: as `input_required`, as requests of a session,
 * or not at all.
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
import { isRecord } from './decide.ts'
import type { Serving } from './server.ts'

/** What a call has learned from its client so far, and how it can ask for more. */
export interface Dialogue {
  readonly client: ClientLink
  /** Whether the client has been asked nothing yet. */
  readonly isFirst: boolean
  /** The handle that the client was asked about in the round before. */
  readonly confirm: string | undefined
  readonly modern: boolean
  seal(content: unknown): string
}

interface Around {
  readonly server: Server
  readonly signer: TokenSigner
  readonly serving: Serving
  readonly lasting: boolean
}

/** What travels to the client and back between two rounds. */
interface State {
  readonly own?: unknown
  readonly confirm?: string
}

const stateSeconds = 900

/**
 * @throws ProtocolError where the client hands back a state that is not ours, not its own or too
 * old
 */
export function dialogueOf(
  { server, signer, serving, lasting }: Around,
  about: { method: string; name: string },
  context: ServerContext
): Dialogue {
  const { mcpReq } = context
  const bound = [callerKey(serving.session.caller), about.method, about.name]
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const capabilities =
    envelope[CLIENT_CAPABILITIES_META_KEY] ?? (lasting ? server.getClientCapabilities() : undefined)
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
      can: question => isAble(capabilities, question),
      answers: mcpReq.inputResponses ?? {},
      state: state.own,
      notify: (level, text) => {
        mcpReq.log(level, text).catch(() => {})
      }
    },
    isFirst: raw === undefined && mcpReq.inputResponses === undefined,
    confirm: state.confirm,
    modern: mcpReq.envelope !== undefined,
    seal: content => signer.sign(content, { kind: 'state', bound, seconds: stateSeconds })
  }
}

/** A client that names elicitation without a form of it means the one that was there first. */
export function isAble(
  capabilities: unknown,
  question: 'elicitation' | 'sampling' | 'roots'
): boolean {
  const declared = isRecord(capabilities) ? capabilities[question] : undefined
  if (!isRecord(declared)) return false
  return question !== 'elicitation' || !('url' in declared) || 'form' in declared
}

type Agreement =
  | { readonly kind: 'none' }
  | { readonly kind: 'agreed'; readonly arguments: unknown }
  | { readonly kind: 'declined'; readonly result: Extract<ToolResult, { kind: 'error' }> }

/** The arguments with the handle in them that the user has agreed to. */
export function withAgreement({ client, confirm }: Dialogue, args: unknown): Agreement {
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

/**
 * The question to the client that a result stands for, or undefined where there is none, or nobody
 * to ask.
 */
export function askClient(dialogue: Dialogue, result: ToolResult): InputRequiredResult | undefined {
  if (result.kind === 'confirm') {
    return dialogue.client.can('elicitation') ? confirmation(dialogue, result) : undefined
  }
  if (result.kind !== 'ask') return undefined
  const { questions, state } = result
  const able = Object.values(questions).every(({ method }) => dialogue.client.can(subjects[method]))
  // In the newest revision the protocol itself says which ability is missing.
  if (!able && !dialogue.modern) return undefined
  const inputRequests = Object.fromEntries(
    Object.entries(questions).map(([key, { method, params = {} }]) => [
      key,
      { method, params } as InputRequest
    ])
  )
  return inputRequired({
    inputRequests,
    ...(state === undefined ? {} : { requestState: dialogue.seal({ own: state }) })
  })
}

const subjects = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots'
} as const

function confirmation(
  dialogue: Dialogue,
  { question, digest }: ConfirmResult
): InputRequiredResult {
  const requestedSchema = {
    type: 'object' as const,
    properties: { confirm: { type: 'boolean' as const, title: 'Go on', description: question } },
    required: ['confirm']
  }
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message: question, requestedSchema }) },
    requestState: dialogue.seal({ confirm: digest })
  })
}
