/** Saves one changed source: the lock, the syntax check or activation, and the report. */
import { changeInTurn, changeSource } from '../../../erp-client/index.ts'
import type { ErpWriter, ObjectRef, Source } from '../../../erp-client/index.ts'
import { activateSaved, activationData, changeResult } from '../../activate/activation.ts'
import type { ActivationReport } from '../../activate/activation.ts'
import type { Recheck, ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { omitUndefined, refData } from '../../schema/output.ts'
import type { ToolResult } from '../../call/result.ts'
import { assertPart, lineCount, sourceHead } from '../../objects/sources.ts'
import { count, findingLines, refWords, systemWords } from '../../objects/words.ts'
import { withActivation } from '../operation-choice.ts'
import { plannedChange } from '../planned-change.ts'
import type { ChangePlan } from '../planned-change.ts'
import { confirmLoss } from '../row-loss.ts'
import { computeFresh, explainStale, isMissingPart, readBefore } from './current-source.ts'
import type { SaveOptions } from './current-source.ts'
import { changedPlaces, compareTexts, diffSize } from './diff.ts'
import { checkSaved, savedData } from './saved-check.ts'
import type { SavedCheck } from './saved-check.ts'
import { checkUnsaved, verdictOf } from './unsaved.ts'

/** The source before the change and the text that it would get. */
interface Draft {
  readonly before: Source
  readonly after: string
}

/** Changes one source: a dry run, or a save with the activation that is requested. */
export async function saveSource(context: ToolContext, options: SaveOptions): Promise<ToolResult> {
  const { ref, part, dryRun, preflight } = options
  assertPart(ref, part)
  if (dryRun || preflight === true) return await saveInTurn(context, options)
  const { erp, signal } = context
  return await changeInTurn(erp, { ref, signal }, async () => await saveInTurn(context, options))
}

async function saveInTurn(context: ToolContext, options: SaveOptions): Promise<ToolResult> {
  const { ref, transport, dryRun } = options
  const draft = needsReading(options) ? await readDraft(context, options) : undefined
  if (draft !== undefined && !dryRun) {
    // What is staged loses nothing: the application of the set asks.
    const isAsked = context.staging === undefined
    const question = isAsked ? await lossQuestion(context, options, draft) : undefined
    if (options.preflight === true) {
      return question ?? { kind: 'data', data: preflightData(options, draft), text: '' }
    }
    // The policy refuses a forbidden change before the question is asked.
    if (question !== undefined) {
      const { after } = draft
      return await context.change(
        { ref, transport },
        async () => await withFindings(context, options, { question, after })
      )
    }
  }
  return await plannedChange(context, {
    dryRun,
    operations: withActivation('update', options.activate),
    targets: [{ ref, transport }],
    locked: true,
    plan: async () => await planOf(context, options, draft ?? (await readDraft(context, options))),
    execute: async (erp, recheck) => {
      try {
        return await save(context, options, { erp, recheck, before: draft?.before })
      } catch (error) {
        throw error instanceof ToolError && error.code === 'TOOL_STALE_HASH'
          ? await explainStale(context, options, error)
          : error
      }
    }
  })
}

/** Whether the source would change, and to what; a part that does not exist cannot be checked. */
function preflightData({ part }: SaveOptions, { before, after }: Draft): object {
  const changed = after !== before.text
  return isMissingPart(before) ? { changed } : { changed, after: { part, source: after } }
}

/**
 * A read before the change costs a request and saves a lock: a refused edit never locks. Tables
 * are always read, because a change of their columns can lose rows.
 */
function needsReading({ dryRun, preflight, overwrite, expectedHash, ref }: SaveOptions): boolean {
  return (
    dryRun ||
    preflight === true ||
    (!overwrite && expectedHash === undefined) ||
    ref.type === 'TABL'
  )
}

async function readDraft(context: ToolContext, options: SaveOptions): Promise<Draft> {
  const before = await readBefore(context, options)
  const expected = options.overwrite ? undefined : options.expectedHash
  return { before, after: await computeFresh(options, before, expected) }
}

async function lossQuestion(
  context: ToolContext,
  { ref, confirm }: { readonly ref: ObjectRef; readonly confirm: string | undefined },
  { before, after }: Draft
): Promise<ToolResult | undefined> {
  return await confirmLoss(context, { ref, before: before.text, after, confirm })
}

/** The question with what is wrong with the new definition, which has to be corrected before. */
async function withFindings(
  context: ToolContext,
  { ref, part }: SaveOptions,
  { question, after }: { readonly question: ToolResult; readonly after: string }
): Promise<ToolResult> {
  const { findings } = await checkUnsaved(context, { ref, part, source: after })
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return question
  const lines = ['The new definition has errors; correct them first:', ...findingLines(errors)]
  return { ...question, text: [question.text, ...lines].join('\n') }
}

async function planOf(
  context: ToolContext,
  { ref, part }: SaveOptions,
  draft: Draft
): Promise<ChangePlan> {
  const { before, after } = draft
  // A part that does not exist yet cannot be checked in its class.
  const check = isMissingPart(before)
    ? { processed: false, findings: [] }
    : await checkUnsaved(context, { ref, part, source: after })
  const loss = await lossQuestion(context, { ref, confirm: undefined }, draft)
  const diff = await compareTexts(before.text, after, context.signal)
  const completeness = `DRY RUN: ${diffSize(diff)}, nothing saved`
  return {
    summary: [sourceHead(context.erp, { source: before, completeness })],
    details: [
      ...(loss?.kind === 'confirm' ? [loss.text] : []),
      verdictOf(check),
      ...findingLines(check.findings),
      diff.text === '' ? 'The source would stay as it is.' : diff.text
    ],
    verbatim: [],
    digest: loss?.kind === 'confirm' ? loss.digest : undefined
  }
}

interface Saving {
  readonly erp: ErpWriter
  readonly recheck: Recheck
  readonly before: Source | undefined
}

async function save(
  context: ToolContext,
  options: SaveOptions,
  { erp, recheck, before }: Saving
): Promise<ToolResult> {
  const { ref, part, transport } = options
  const expected = options.overwrite ? before?.hash : (options.expectedHash ?? before?.hash)
  let after = ''
  const changed = await changeSource(
    erp,
    {
      ref,
      part,
      transport,
      async edit(current) {
        after = await computeFresh(options, current, isMissingPart(before) ? undefined : expected)
        return after
      },
      createPart: options.action === 'update' && part !== undefined && part !== 'main'
    },
    { recheck, signal: context.signal }
  )
  const activation = options.activate ? await activateSaved(context, erp, [ref]) : undefined
  const check =
    activation === undefined && changed.changed && options.unchecked !== true
      ? await checkSaved(context, ref)
      : undefined
  return await report(context, options, {
    before: changed.before.text,
    after,
    changed,
    activation,
    check
  })
}

interface Saved {
  readonly before: string
  readonly after: string
  readonly changed: {
    readonly hash: string
    readonly changed: boolean
    readonly transport?: string | undefined
    readonly before: Source
  }
  readonly activation: ActivationReport | undefined
  readonly check: SavedCheck | undefined
}

async function report(
  context: ToolContext,
  { ref, part, overwrite, isSent }: SaveOptions,
  { before, after, changed, activation, check }: Saved
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  // The source is saved: a cancelled call must not turn the comparison into a failure.
  const diff = await compareTexts(before, after)
  const facts = [
    system,
    `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}`,
    `hash ${changed.hash}`,
    count(lineCount(after), 'line'),
    `${diffSize(diff)}${isSent === true ? changedPlaces(diff) : ''}`,
    ...(changed.transport === undefined ? [] : [`recorded in ${changed.transport}`])
  ].join(' · ')
  const done = context.staging === undefined ? 'Saved' : 'Staged'
  const saved = changed.changed ? done : 'Unchanged: the source was already so'
  const next = activation?.lines ?? check?.lines ?? []
  const lines = [
    `${saved} · ${facts}`,
    ...(changed.changed || activation !== undefined ? next : []),
    // A caller that overwrites has sent the whole text and does not know the other one.
    ...(diff.text === '' || overwrite || isSent === true ? [] : [diff.text])
  ]
  const data = omitUndefined({
    system,
    outcome: 'done',
    object: refData(ref),
    include: part === 'main' ? undefined : part,
    changed: changed.changed,
    version: activation?.outcome === 'activated' ? 'active' : 'inactive',
    hash: changed.hash,
    previousHash: changed.before.hash,
    transport: changed.transport,
    ...(check === undefined ? {} : savedData(check)),
    ...activationData(activation)
  })
  return changeResult(activation, { data, text: lines.join('\n') }, { saved: true })
}
