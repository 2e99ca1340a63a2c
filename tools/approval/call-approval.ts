/**
 * The approval of one call: holds the change back where a rule says so, stores what waits, and lets
 * exactly the approved change through once.
 */
import { visible } from '../../erp-client/index.ts'
import type { ConfirmationGuard } from '../call/confirmation-guard.ts'
import type { ToolContext } from '../call/context.ts'
import type { Prepared } from '../call/prepare.ts'
import type { ToolResult } from '../call/result.ts'
import type { RunFacts } from '../call/run-facts.ts'
import type { ToolSession } from '../call/session.ts'
import { stateDigest } from '../call/targets/target-state.ts'
import type { BoundCall } from '../define.ts'
import { ToolError } from '../failure/errors.ts'
import type { CallEffect } from '../operations.ts'
import type { Target } from '../policy/rule.ts'
import type { ApprovalAccess, ApprovalCheck } from './access.ts'
import type { ApprovalItem } from './approvals.ts'
import { isSamePerson, personOf } from './person.ts'
import { changedMeanwhile, rejected, tooLargeToShow, waits } from './refusals.ts'
import { argumentText, longestShown } from './shown.ts'
import { callDigest, changeDigest, signatureTerms } from './terms.ts'

interface ApprovedCall {
  readonly access: ApprovalAccess
  readonly prepared: Prepared
  readonly bound: BoundCall
  readonly session: Pick<ToolSession, 'caller' | 'system' | 'redact'>
  readonly facts: RunFacts
}

export class CallApproval implements ApprovalCheck {
  readonly #of: ApprovedCall
  readonly #call: string
  #context: ToolContext | undefined
  #item: ApprovalItem | undefined
  /** The rule that holds the call back. */
  #rule: string | undefined
  #isCovered = false
  #isShowing = false

  constructor(of: ApprovedCall) {
    this.#of = of
    this.#call = callDigest(of.prepared, {
      identity: personOf(of.session.caller).identity,
      place: of.access.place
    })
  }

  get needsPackage(): boolean {
    return this.#of.access.rules.needsPackage
  }

  /**
   * Throws where a rule holds the change back and nothing has approved it.
   * @param target undefined where the rules about the call decide
   */
  assertCovered(effect: CallEffect, target?: Target): void {
    const { access, bound } = this.#of
    if (this.#isShowing) return
    const rule =
      access.rules.ofCall(effect, bound.sends ?? []) ??
      (target === undefined ? undefined : access.rules.ofTarget(effect, target))
    if (rule === undefined) return
    this.#rule ??= rule
    if (!this.#isCovered) throw waits(rule)
  }

  /** Runs the call; one that is held back before its first change becomes an item that waits. */
  async run(context: ToolContext, start: BoundCall['start']): Promise<ToolResult> {
    this.#context = context
    this.#item = await this.#of.access.store.ofCall(this.#of.access.place, this.#call)
    this.#isCovered = await this.#isApproved()
    try {
      const result = await start(context)
      if (!this.#isHeldBack()) return result
    } catch (error) {
      if (!this.#isHeldBack()) throw error
    }
    throw await this.#held(context)
  }

  /** What the changing code asks before its first change and inside its lock. */
  guard(confirmed: ConfirmationGuard | undefined): ConfirmationGuard {
    let consumed: Promise<void> | undefined
    let checked: Promise<void> | undefined
    return {
      consume: async () => {
        if (this.#rule !== undefined) await (consumed ??= this.#consume())
        await confirmed?.consume()
      },
      recheck: async () => {
        if (this.#rule !== undefined) await (checked ??= this.#recheck())
        await confirmed?.recheck()
      }
    }
  }

  #isHeldBack(): boolean {
    const { sent } = this.#of.facts
    return this.#rule !== undefined && !this.#isCovered && (sent?.done ?? 'none') === 'none'
  }

  /** The row of the store proves nothing: the signature does. */
  async #isApproved(): Promise<boolean> {
    const { access, session } = this.#of
    const { state, decision, requester, digest } = this.#item ?? {}
    if (this.#item === undefined || state !== 'approved') return false
    if (decision?.signature === undefined || requester === undefined) return false
    const terms = signatureTerms(this.#item, decision.by)
    if (access.signer.verify(decision.signature, terms) === undefined) return false
    if (isSamePerson(decision.by, personOf(session.caller))) return false
    return digest === (await this.#digestNow())
  }

  async #digestNow(): Promise<string> {
    const { bound } = this.#of
    const state =
      bound.state === undefined || this.#context === undefined
        ? ''
        : stateDigest(await bound.state(this.#context))
    return changeDigest(this.#call, state)
  }

  async #recheck(): Promise<void> {
    if (this.#item?.digest !== (await this.#digestNow())) throw changedMeanwhile()
  }

  async #consume(): Promise<void> {
    await this.#recheck()
    if (this.#item !== undefined) this.#of.facts.approval = this.#item.id
    if (this.#item === undefined || !(await this.#of.access.store.use(this.#item))) {
      throw new ToolError('APPROVAL_USED', 'The approval of this change was used or has expired.', {
        remedy: 'Nothing was changed. Repeat the call: it waits for a new approval.',
        outcome: 'failed'
      })
    }
  }

  async #held(context: ToolContext): Promise<ToolError> {
    const { access, prepared, session, facts } = this.#of
    const rule = this.#rule ?? ''
    const digest = await this.#digestNow()
    const known = this.#item
    if (known?.state === 'rejected' && known.digest === digest) {
      facts.approval = known.id
      return rejected(known)
    }
    const item = await access.store.add({
      place: access.place,
      system: session.system,
      requester: personOf(session.caller),
      tool: prepared.tool.name,
      action: prepared.action?.name,
      objects: [...(facts.objects ?? []), ...(facts.requests ?? [])].slice(0, 100),
      rule,
      call: this.#call,
      digest,
      until: Date.now() + access.hours * 3_600_000,
      shown: await this.#shown(context)
    })
    const { isNew, ...added } = item
    facts.approval = item.id
    if (isNew) access.announce?.('waiting', added)
    const isOutdated = item.id !== known?.id && known?.state === 'approved'
    return waits(rule, { item, isOutdated })
  }

  /**
   * What a dry run answers, and the arguments: a dry run does not show all of a new object. What a
   * dry run refuses does not wait, nor what cannot be shown as a whole.
   */
  async #shown(context: ToolContext): Promise<string> {
    const { prepared, session } = this.#of
    const given = argumentText(prepared.args)
    const dry = await this.#dryRun(context)
    const text = visible([...(dry === undefined ? [] : [dry, '']), given].join('\n'))
    if (text.length > longestShown) throw tooLargeToShow(longestShown)
    return session.redact?.(text) ?? text
  }

  async #dryRun(context: ToolContext): Promise<string | undefined> {
    const { action, args } = this.#of.prepared
    if (action?.properties['dryRun'] === undefined) return undefined
    const dry = action.bind({ ...args, dryRun: true })
    if (!('call' in dry)) return undefined
    // Answers for models are shorter than what an approver has to see.
    const limits = { ...context.limits, bytes: 2 * longestShown }
    const wide = Object.create(context, { limits: { value: limits } }) as ToolContext
    this.#isShowing = true
    try {
      return (await dry.call.start(wide)).text
    } finally {
      this.#isShowing = false
    }
  }
}
