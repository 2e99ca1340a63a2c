/**
 * Confirmations: a question before a change, and a signed handle that carries the answer. The
 * handle is valid for one caller, one system, one set of arguments, one state of the object and one
 * change.
 */
import { randomBytes } from 'node:crypto'
import { callerKey } from './caller-key.ts'
import { silentClient } from './client-link.ts'
import type { ClientLink } from './client-link.ts'
import type { Prepared } from './prepare.ts'
import type { ToolContext } from './context.ts'
import type { BoundCall } from '../define.ts'
import { ToolError } from '../failure/errors.ts'
import { loses, undoWords } from '../journal/undo-words.ts'
import { isRecovery, isStaged } from '../change-sets/run-staged.ts'
import type { TokenSigner } from './tokens/token-signer.ts'
import type { ConfirmResult, ToolResult } from './result.ts'
import type { ToolSession } from './session.ts'
import { stateDigest } from './targets/target-state.ts'
import type { Confirmation, ConfirmationGuard, ConfirmMode } from './confirmation-guard.ts'

/** Long enough for a user to answer, short enough that the object is likely unchanged. */
const lifeSeconds = 600

/** Starts a call; with a guard where it was confirmed. */
export type StartCall = (call: BoundCall, guard?: ConfirmationGuard) => Promise<ToolResult>

interface ConfirmedCall {
  readonly prepared: Prepared
  readonly session: ToolSession
  readonly client: ClientLink | undefined
}

/** The content of a valid handle. `digest` is what the tool calls the change. */
interface AcceptedHandle {
  readonly nonce: string
  readonly state: string
  readonly digest: string
}

const nonceLength = 12
const stateLength = 16
const noState = '-'.repeat(stateLength)
const wholeCall = 'whole-call'

/**
 * Runs a call that may need a confirmation, by its tool or by the operator. Tools see their own
 * digests only; clients see signed handles only.
 */
export async function runConfirmed(
  call: ConfirmedCall,
  bound: BoundCall,
  start: StartCall
): Promise<ToolResult> {
  const { prepared, session } = call
  if (session.confirmation === undefined) return await start(bound)
  const conversation = new ConfirmationFlow(call, session.confirmation, bound)
  return await start(
    { ...bound, start: async context => await conversation.run(context) },
    conversation.guard(prepared)
  )
}

class ConfirmationFlow {
  readonly #call: ConfirmedCall
  readonly #confirmation: Confirmation
  readonly #bound: BoundCall
  readonly #accepted: AcceptedHandle | undefined
  #context: ToolContext | undefined
  #isOutdated = false

  constructor(call: ConfirmedCall, confirmation: Confirmation, bound: BoundCall) {
    this.#call = call
    this.#confirmation = confirmation
    this.#bound = bound
    this.#accepted = acceptedHandle(call, confirmation.signer)
  }

  guard(prepared: Prepared): ConfirmationGuard | undefined {
    if (this.#accepted === undefined || prepared.readsOnly) return undefined
    let consumed: Promise<void> | undefined
    let checked: Promise<void> | undefined
    return {
      consume: async () => {
        await (consumed ??= this.#consume())
      },
      // Once for the whole call: its own steps change what a later lock finds.
      recheck: async () => {
        await (checked ??= this.#recheck())
      }
    }
  }

  async run(context: ToolContext): Promise<ToolResult> {
    this.#context = context
    const { prepared } = this.#call
    const { mode } = this.#confirmation
    this.#isOutdated =
      this.#accepted !== undefined && (await this.#stateNow()) !== this.#accepted.state
    const accepted = this.#isOutdated ? undefined : this.#accepted
    const result =
      accepted === undefined && isGated(this.#call, this.#bound, mode)
        ? await this.#gate(context)
        : await this.#startTool(context, accepted)
    if (result.kind !== 'confirm' && result.kind !== 'text') return result
    const { kind, digest } = result
    if (digest === undefined) return result
    if (kind === 'confirm' && mode === 'never') {
      return await rebound(prepared, digest).start(context)
    }
    const signed = await this.#signed(result, digest)
    if (kind === 'text' || prepared.confirm === undefined || accepted !== undefined) return signed
    return withReason(signed, this.#isOutdated ? outdated : invalid)
  }

  async #startTool(
    context: ToolContext,
    accepted: AcceptedHandle | undefined
  ): Promise<ToolResult> {
    const { prepared } = this.#call
    // Without a `state` the tool may change something without a request for the writer.
    const hasState = this.#bound.state !== undefined
    if (accepted !== undefined && !hasState && !prepared.readsOnly) await this.#consume()
    // The tool does not get the caller's text, so that only a signed digest counts.
    const bound =
      prepared.confirm === undefined
        ? this.#bound
        : rebound(prepared, accepted?.digest ?? 'not a valid handle')
    return await bound.start(context)
  }

  async #gate(context: ToolContext): Promise<ConfirmResult> {
    const {
      tool,
      action,
      args: { type, name, transport }
    } = this.#call.prepared
    const what = [tool.name, action?.name, type, name, transport]
      .filter(word => typeof word === 'string')
      .join(' ')
    const words = (await this.#bound.state?.(context))?.words ?? ''
    const shown = words === '' ? what : `${what} (${words})`
    const question = `${shown}: ${lossWords(this.#call, this.#bound)}. Go on?`
    return {
      kind: 'confirm',
      question,
      digest: wholeCall,
      text: `NOT DONE: ${question}\nIf the user agrees, repeat the call with confirm: "${wholeCall}".`
    }
  }

  async #signed<Result extends ToolResult & { kind: 'confirm' | 'text' }>(
    result: Result,
    digest: string
  ): Promise<Result> {
    const nonce = randomBytes((nonceLength * 3) / 4).toString('base64url')
    const content = `${nonce}${await this.#stateNow()}${digest === wholeCall ? '' : digest}`
    const handle = this.#confirmation.signer.sign(content, {
      ...termsOf(this.#call),
      seconds: lifeSeconds
    })
    return { ...result, digest: handle, text: result.text.replaceAll(digest, handle) }
  }

  async #stateNow(): Promise<string> {
    if (this.#bound.state === undefined || this.#context === undefined) return noState
    return stateDigest(await this.#bound.state(this.#context))
  }

  async #consume(): Promise<void> {
    // The tool has no question about the present state, but the answer was about an earlier one.
    if (this.#isOutdated) throw changedMeanwhile()
    const { caller } = this.#call.session
    const nonce = this.#accepted?.nonce ?? ''
    const use = await this.#confirmation.used.use(nonce, {
      who: callerKey(caller),
      ms: lifeSeconds * 1000
    })
    if (use !== 'first') throw refusals[use]()
  }

  async #recheck(): Promise<void> {
    if ((await this.#stateNow()) === this.#accepted?.state) return
    throw changedMeanwhile()
  }
}

function changedMeanwhile(): ToolError {
  return new ToolError(
    'CONFIRMATION_OUTDATED',
    'The object changed since it was shown, so the confirmation is no longer valid.',
    { remedy: repeatUnconfirmed, outcome: 'failed' }
  )
}

const repeatUnconfirmed =
  'Nothing was changed. Repeat the call without `confirm`: it asks again and shows what is there now.'
const refusals = {
  used: () =>
    new ToolError(
      'CONFIRMATION_USED',
      'This confirmation was used before, and one permits one change.',
      { remedy: repeatUnconfirmed, outcome: 'failed' }
    ),
  full: () =>
    new ToolError(
      'CONFIRMATION_UNCHECKED',
      'So many confirmations were used in the last ten minutes that another one cannot be remembered.',
      { remedy: 'Nothing was changed. Try again in some minutes.', outcome: 'failed' }
    ),
  unreachable: () =>
    new ToolError(
      'CONFIRMATION_UNCHECKED',
      'Whether this confirmation was used before is known to Redis (--redis-url), which does not answer.',
      {
        remedy:
          'Nothing was changed. Repeat the call without `confirm` once Redis is there; the operator sees the reason in the log.',
        outcome: 'failed'
      }
    )
} as const

const invalid =
  'The `confirm` that was given opens nothing: it was changed, it is older than ten minutes, or it was made for another caller, other arguments, another ERP system or a bridge with another --state-key.'
const outdated =
  'The object changed since it was shown, so the given `confirm` is no longer valid; this is its present state.'

/** A dialogue shows the question alone, so the question repeats why it is asked again. */
function withReason(result: ToolResult, reason: string): ToolResult {
  if (result.kind !== 'confirm') return result
  const question =
    reason === outdated ? `It changed since it was shown. ${result.question}` : result.question
  return { ...result, question, text: `${result.text}\n${reason}` }
}

function lossWords({ session }: ConfirmedCall, { sends = [] }: BoundCall): string {
  const limits = undoWords(sends, session.journal !== undefined)
  if (limits !== undefined && loses(sends)) return `this ${limits}`
  return `this replaces or deletes what is there${limits === undefined ? '' : `, and ${limits}`}`
}

function isGated(
  { prepared, client = silentClient }: ConfirmedCall,
  { sends = [], asksItself = false }: BoundCall,
  mode: ConfirmMode
): boolean {
  const { effect, readsOnly } = prepared
  if (readsOnly || effect === undefined || mode === 'never' || asksItself) return false
  if (isStaged(prepared) || isRecovery(prepared)) return false
  if (loses(sends)) return true
  return mode === 'always'
    ? /[UD]/.test(effect.letters)
    : effect.letters.includes('D') && client.can('elicitation')
}

function acceptedHandle(call: ConfirmedCall, signer: TokenSigner): AcceptedHandle | undefined {
  const { confirm } = call.prepared
  const content = confirm === undefined ? undefined : signer.verify(confirm, termsOf(call))?.content
  if (typeof content !== 'string' || content.length < nonceLength + stateLength) return undefined
  const digest = content.slice(nonceLength + stateLength)
  const state = content.slice(nonceLength, nonceLength + stateLength)
  return {
    nonce: content.slice(0, nonceLength),
    state,
    digest: digest === '' ? wholeCall : digest
  }
}

function rebound(prepared: Prepared, confirm: string): BoundCall {
  const { action, args } = prepared
  const known = action?.properties['confirm'] === undefined ? args : { ...args, confirm }
  const bound = action?.bind(known)
  if (bound === undefined || 'problems' in bound) {
    throw new TypeError('a call that cannot be bound a second time')
  }
  return bound.call
}

/** The handle is bound to all arguments but itself and `dryRun`. */
function termsOf({ prepared: { tool, action, args }, session: { caller } }: ConfirmedCall) {
  const { confirm: _confirm, dryRun: _dryRun, ...rest } = args
  const given = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    kind: 'confirm',
    bound: [callerKey(caller), tool.name, action?.name ?? '', given]
  } as const
}
