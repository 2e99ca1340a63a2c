/**
 * Confirmations: a question before a change, and a signed handle that stands for the answer. It
 * holds for one caller, one system, one set of arguments, the state of the object that was shown,
 * and one change.
 */
import { randomBytes } from 'node:crypto'
import { callerKey } from './caller-key.ts'
import { silentClient } from './client-link.ts'
import type { ClientLink } from './client-link.ts'
import type { Prepared } from './prepare.ts'
import type { ToolContext } from './context.ts'
import type { BoundCall } from '../define.ts'
import { ToolError } from '../failure/errors.ts'
import type { TokenSigner } from './token-signer.ts'
import type { ConfirmResult, ToolResult } from './result.ts'
import type { ToolSession } from './session.ts'
import { stateDigest } from './target-state.ts'
import type { UsedTokens } from './used-tokens.ts'

/**
 * When a change asks back. `auto`: where data can be lost, and before deletions and executions
 * where the client can show a dialogue. `always`: before everything that replaces or deletes.
 * `never`: not at all. Whatever is chosen, scopes and policy have decided before.
 */
export type ConfirmMode = 'auto' | 'always' | 'never'
export interface Confirmation {
  readonly mode: ConfirmMode
  readonly signer: TokenSigner
  /** Shared by all replicas where they share anything. */
  readonly used: UsedTokens
}

/** Long enough to ask a person, short enough that the facts are still those that were shown. */
const lifeSeconds = 600

/** The confirmation of a call, as its change sees it. */
export interface ConfirmationGuard {
  /** Consumes the confirmation, once for the whole call. Throws ToolError where it is not valid. */
  consume(): Promise<void>
  /**
   * Runs inside the object's lock, before anything is written. Throws ToolError where the object is
   * not what the confirmation showed.
   */
  recheck(): Promise<void>
}

/** Starts a call; with a guard where it was confirmed. */
export type StartCall = (call: BoundCall, guard?: ConfirmationGuard) => Promise<ToolResult>

interface Asking {
  readonly prepared: Prepared
  readonly session: ToolSession
  readonly client: ClientLink | undefined
}

/** What a handle stands for. `digest` is the tool's own name for what would be done. */
interface Agreed {
  readonly nonce: string
  readonly state: string
  readonly digest: string
}

const nonceLength = 12
const stateLength = 16
const noState = '-'.repeat(stateLength)
const wholeCall = 'whole-call'

/**
 * Runs a call whose tool, or the operator, may want a confirmation first. What a tool calls its
 * digest is inside here; outside there are only handles.
 */
export async function runConfirmed(
  asking: Asking,
  bound: BoundCall,
  start: StartCall
): Promise<ToolResult> {
  const { prepared, session } = asking
  if (session.confirmation === undefined) return await start(bound)
  const conversation = new Conversation(asking, session.confirmation, bound)
  return await start(
    { ...bound, start: async context => await conversation.run(context) },
    conversation.guard(prepared)
  )
}

class Conversation {
  readonly #asking: Asking
  readonly #confirmation: Confirmation
  readonly #bound: BoundCall
  readonly #agreed: Agreed | undefined
  #context: ToolContext | undefined
  #isOutdated = false

  constructor(asking: Asking, confirmation: Confirmation, bound: BoundCall) {
    this.#asking = asking
    this.#confirmation = confirmation
    this.#bound = bound
    this.#agreed = agreedBy(asking, confirmation.signer)
  }

  guard(prepared: Prepared): ConfirmationGuard | undefined {
    if (this.#agreed === undefined || prepared.readsOnly) return undefined
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
    const { prepared } = this.#asking
    const { mode } = this.#confirmation
    this.#isOutdated = this.#agreed !== undefined && (await this.#stateNow()) !== this.#agreed.state
    const agreed = this.#isOutdated ? undefined : this.#agreed
    const result =
      agreed === undefined && isGated(this.#asking, mode)
        ? await this.#gate(context)
        : await this.#startTool(context, agreed)
    if (result.kind !== 'confirm' && result.kind !== 'text') return result
    const { kind, digest } = result
    if (digest === undefined) return result
    if (kind === 'confirm' && mode === 'never') {
      return await rebound(prepared, digest).start(context)
    }
    const sealed = await this.#sealed(result, digest)
    if (kind === 'text' || prepared.confirm === undefined || agreed !== undefined) return sealed
    return explainedAgain(sealed, this.#isOutdated ? outdated : invalid)
  }

  async #startTool(context: ToolContext, agreed: Agreed | undefined): Promise<ToolResult> {
    const { prepared } = this.#asking
    // A tool that does not say what it changes may change it without asking for the writer.
    const tellsState = this.#bound.state !== undefined
    if (agreed !== undefined && !tellsState && !prepared.readsOnly) await this.#consume()
    // A digest that was never handed out must not count: the tool never sees what the caller wrote.
    const call =
      prepared.confirm === undefined
        ? this.#bound
        : rebound(prepared, agreed?.digest ?? 'not a valid handle')
    return await call.start(context)
  }

  async #gate(context: ToolContext): Promise<ConfirmResult> {
    const {
      tool,
      action,
      args: { type, name, transport }
    } = this.#asking.prepared
    const what = [tool.name, action?.name, type, name, transport]
      .filter(word => typeof word === 'string')
      .join(' ')
    const words = (await this.#bound.state?.(context))?.words ?? ''
    const shown = words === '' ? what : `${what} (${words})`
    const question = `${shown}: this replaces or deletes what is there. Go on?`
    return {
      kind: 'confirm',
      question,
      digest: wholeCall,
      text: `NOT DONE: ${question}\nIf the user agrees, repeat the call with confirm: "${wholeCall}".`
    }
  }

  async #sealed<Result extends ToolResult & { kind: 'confirm' | 'text' }>(
    result: Result,
    digest: string
  ): Promise<Result> {
    const nonce = randomBytes((nonceLength * 3) / 4).toString('base64url')
    const content = `${nonce}${await this.#stateNow()}${digest === wholeCall ? '' : digest}`
    const handle = this.#confirmation.signer.sign(content, {
      ...termsOf(this.#asking),
      seconds: lifeSeconds
    })
    return { ...result, digest: handle, text: result.text.replaceAll(digest, handle) }
  }

  async #stateNow(): Promise<string> {
    if (this.#bound.state === undefined || this.#context === undefined) return noState
    return stateDigest(await this.#bound.state(this.#context))
  }

  async #consume(): Promise<void> {
    // The tool has nothing to ask about what is there now, but the yes was about something else.
    if (this.#isOutdated) throw changedMeanwhile()
    const { caller } = this.#asking.session
    const nonce = this.#agreed?.nonce ?? ''
    const use = await this.#confirmation.used.use(nonce, {
      who: callerKey(caller),
      ms: lifeSeconds * 1000
    })
    if (use !== 'first') throw refusals[use]()
  }

  async #recheck(): Promise<void> {
    if ((await this.#stateNow()) === this.#agreed?.state) return
    throw changedMeanwhile()
  }
}

function changedMeanwhile(): ToolError {
  return new ToolError(
    'CONFIRMATION_OUTDATED',
    'The object changed since it was shown, so the confirmation counts no longer.',
    { remedy: askAgain, outcome: 'failed' }
  )
}

const askAgain =
  'Nothing was changed. Repeat the call without `confirm`: it asks again and shows what is there now.'
const refusals = {
  used: () =>
    new ToolError(
      'CONFIRMATION_USED',
      'This confirmation was used before, and one permits one change.',
      { remedy: askAgain, outcome: 'failed' }
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
  'The object changed since it was shown, so the `confirm` that was given counts no longer; this is what is there now.'

/** A dialogue shows the question alone, so the reason for asking twice stands in it too. */
function explainedAgain(result: ToolResult, reason: string): ToolResult {
  if (result.kind !== 'confirm') return result
  const question =
    reason === outdated ? `It changed since it was shown. ${result.question}` : result.question
  return { ...result, question, text: `${result.text}\n${reason}` }
}

function isGated(
  { prepared: { effect, readsOnly }, client = silentClient }: Asking,
  mode: ConfirmMode
): boolean {
  if (readsOnly || effect === undefined || mode === 'never') return false
  return mode === 'always'
    ? /[UD]/.test(effect.letters)
    : effect.letters.includes('D') && client.can('elicitation')
}

function agreedBy(asking: Asking, signer: TokenSigner): Agreed | undefined {
  const { confirm } = asking.prepared
  const content =
    confirm === undefined ? undefined : signer.verify(confirm, termsOf(asking))?.content
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

/** Neither the handle itself nor the options for a dry run belong to what is confirmed. */
function termsOf({ prepared: { tool, action, args }, session: { caller } }: Asking) {
  const { confirm: _confirm, dryRun: _dryRun, ...rest } = args
  const given = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    kind: 'confirm',
    bound: [callerKey(caller), tool.name, action?.name ?? '', given]
  } as const
}
