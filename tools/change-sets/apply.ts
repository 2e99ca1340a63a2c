/** ERPManage change_set with mode apply: all of a set, or nothing of it. */
import type { ErpWriter, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { journalOf } from '../manage/journal.ts'
import { count, systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import { batchOperations, inspectBatch, runBatch } from '../write/batch/batch.ts'
import type { BatchOptions, ItemMode } from '../write/batch/items.ts'
import { assertOn, isBeingApplied, storedSet } from './access.ts'
import type { OwnSets } from './access.ts'
import { applyItem, itemsOf, phasesOf } from './apply-items.ts'
import type { SetItem } from './apply-items.ts'
import type { SetOutcome, StoredSet } from './change-sets.ts'
import { contentDigest, isEmpty, objectsIn } from './content.ts'
import { assertNoDrift } from './drift.ts'
import { askedOf } from './questions.ts'
import { restoreFormer } from './restore.ts'
import type { Restored } from './restore.ts'
import { showSet } from './show.ts'

export interface ApplyArgs {
  readonly changeSet: string
  readonly transport?: string | undefined
  readonly confirm?: string | undefined
  readonly dryRun?: boolean | undefined
}

/** Where a call ends in the middle, the restoration goes on for so long. */
const restoringMs = 300_000

/** One set while it is applied. */
interface Applying {
  readonly sets: OwnSets
  readonly stored: StoredSet
  readonly args: ApplyArgs
  /** The entry of the journal, once the set is bound to it. */
  change?: string
}

/** @throws ToolError CHANGE_SET_DRIFT, CHANGE_SET_APPLYING, and what refuses one of its changes */
export async function applySet(context: ToolContext, args: ApplyArgs): Promise<ToolResult> {
  const sets = assertOn(context.changeSets)
  const stored = await storedSet(sets, args.changeSet)
  if (stored.state === 'applying') throw isBeingApplied(stored)
  if (stored.state === 'applied') return appliedBefore(context, stored)
  if (isEmpty(stored.content)) {
    throw new ToolError('CHANGE_SET_EMPTY', `Nothing is staged in ${stored.name}.`, {
      remedy: 'A writing action of ERPWrite with changeSet stages something.',
      outcome: 'failed'
    })
  }
  await assertNoDrift(context, stored.content)
  if (args.dryRun === true) return await planned(context, stored, args)
  return await applied(context, { sets, stored, args })
}

function appliedBefore(context: ToolContext, { name, last }: StoredSet): ToolResult {
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({ system, action: 'change_set', changeSet: name, outcome: 'done', last }),
    text: `Applied before · ${system} · change set ${name}${last === undefined ? '' : ` · ${last.words}`}`
  }
}

/** The difference, with the reason where the policy would refuse it. */
async function planned(
  context: ToolContext,
  stored: StoredSet,
  args: ApplyArgs
): Promise<ToolResult> {
  const items = itemsOf(stored.content)
  const { targets } = await inspectBatch(context, optionsOf(context, items, args))
  const refusal = await context.refusalOf(batchOperations(items, true), targets)
  const shown = await showSet(context, stored.name)
  const words = refusal === undefined ? '' : `\nA real run would be refused: ${refusal.words}`
  return {
    kind: 'text',
    text: `DRY RUN: all would be applied in dependency order${words}\n${shown.text}`,
    verbatim: [],
    ...(refusal === undefined ? {} : { refusals: [refusal.code] })
  }
}

function optionsOf(
  context: ToolContext,
  items: readonly SetItem[],
  { transport, dryRun }: ApplyArgs
): BatchOptions<SetItem> {
  // Uses by objects of the same set are no reason to keep a deleted object, in whichever phase.
  const alsoDeleted = items.map(refOf)
  const run = async (item: SetItem, ref: ObjectRef, mode: ItemMode) => {
    const own = mode.preflight === true ? { ...mode, alsoDeleted } : mode
    return await applyItem(context, item, { ref, mode: own, transport })
  }
  return {
    ...{ items, run, transport, package: undefined },
    ...{ activate: true, dryRun: false, isWhole: dryRun !== true }
  }
}

async function applied(context: ToolContext, of: Applying): Promise<ToolResult> {
  const { stored, args } = of
  const all = optionsOf(context, itemsOf(stored.content), args)
  // The answers to questions belong to the items, which are inspected with them.
  const { items, question, targets } = await preparedItems(context, all, of)
  return await context.change(targets, async erp => {
    await context.assertMay(batchOperations(items, true), targets)
    if (question !== undefined) return question
    await begin(context, of)
    return await phases(context, of, { erp, options: { ...all, items } })
  })
}

async function preparedItems(
  context: ToolContext,
  options: BatchOptions<SetItem>,
  { stored, args }: Applying
) {
  const steps = options.items.map(item => ({ item, ref: refOf(item) }))
  const run = async (item: SetItem, ref: ObjectRef) =>
    await options.run(item, ref, { preflight: true })
  const asked = await askedOf(context, { steps, run, confirm: args.confirm, name: stored.name })
  const { targets } = await inspectBatch(context, { ...options, items: asked.items })
  return { ...asked, targets }
}

function refOf({ type = '', name, group }: SetItem): ObjectRef {
  return group === undefined ? { type, name } : { type, name, group }
}

/**
 * Binds the set to an entry of the journal. Another call that applies it at the same time is refused
 * here, before it holds a lock that this one needs, or needs for the restoration.
 */
async function begin(context: ToolContext, of: Applying): Promise<void> {
  const { sets, stored } = of
  await context.entry.begin(async change => {
    if (!(await sets.store.begin(sets.owner, stored, change))) throw changedMeanwhile(stored)
    of.change = change
  })
}

function changedMeanwhile({ name }: StoredSet): ToolError {
  return new ToolError(
    'CHANGE_SET_CHANGED',
    `The change set ${name} was changed, or another call applies it.`,
    { remedy: 'Nothing was changed. Look at it again: ERPManage change_set.', outcome: 'failed' }
  )
}

interface Phases {
  readonly erp: ErpWriter
  readonly options: BatchOptions<SetItem>
}

async function phases(
  context: ToolContext,
  of: Applying,
  { options }: Phases
): Promise<ToolResult> {
  const texts: string[] = []
  for (const items of phasesOf(options.items)) {
    const result = await outcomeOf(context, { ...options, items })
    if (result.kind !== 'data') return await ended(context, of, result)
    texts.push(result.text)
  }
  const { sets, stored, change = '' } = of
  const words = `All of it is at the ERP and active.`
  const last: SetOutcome = { outcome: 'applied', change, at: Date.now(), words }
  // First: the entry of a set that counts as applied is not looked for any more.
  await context.entry.end(true)
  try {
    await sets.store.settle(sets.owner, stored.name, { change, state: 'applied', last })
  } catch (error) {
    // The ERP has all of it, and the next call finds that out.
    context.log.warn({ err: error, change }, 'the end of a change set is not stored')
  }
  const system = systemWords(context.erp)
  const objects = objectsIn(stored.content).length
  return {
    kind: 'data',
    data: {
      ...{ system, action: 'change_set', changeSet: stored.name, outcome: 'done' },
      ...{ result: 'applied', objects, digest: contentDigest(stored.content) },
      change
    },
    text: [
      `Applied · ${system} · change set ${stored.name} · ${count(objects, 'object')}`,
      ...texts,
      `change ${change}`
    ].join('\n')
  }
}

async function outcomeOf(
  context: ToolContext,
  options: BatchOptions<SetItem>
): Promise<ToolResult> {
  try {
    return await runBatch(context, options)
  } catch (error) {
    const { signal, log } = context
    return failureResult(error, { signal, log, changes: true })
  }
}

/** Whatever has failed: the ERP gets back what it had, and the answer says so. */
async function ended(
  context: ToolContext,
  of: Applying,
  failure: Exclude<ToolResult, { kind: 'data' }>
): Promise<ToolResult> {
  const code = failure.kind === 'error' ? failure.code : 'TOOL_FAILED'
  const { change = '', stored } = of
  await context.entry.end(false)
  const restored = await restoredOr(context, of, change)
  const data = { changeSet: stored.name, change, result: restored.outcome }
  return {
    kind: 'error',
    code: restored.outcome === 'unsettled' ? 'CHANGE_SET_BROKEN' : code,
    ...(failure.verbatim === undefined ? {} : { verbatim: failure.verbatim }),
    text: `${failure.text}\nChange set ${stored.name}: ${titles[restored.outcome]}. ${restored.words}`,
    data: omitUndefined({
      ...(failure.kind === 'error' ? failure.data : {}),
      ...{ system: systemWords(context.erp), action: 'change_set', ...data },
      outcome: restored.outcome === 'reverted' ? 'failed' : 'unknown'
    })
  }
}

const titles = {
  reverted: 'REVERTED',
  partly: 'STANDS IN PART',
  unsettled: 'NEITHER APPLIED NOR REVERTED'
} as const

interface Unsettled {
  readonly outcome: 'unsettled'
  readonly words: string
}

async function restoredOr(
  context: ToolContext,
  { sets, stored }: Applying,
  change: string
): Promise<Restored | Unsettled> {
  try {
    const lasting = context.lasting(restoringMs)
    const restored = await restoreFormer(lasting, journalOf(lasting), change)
    const last: SetOutcome = { ...restored, change, at: Date.now() }
    await sets.store.settle(sets.owner, stored.name, { change, state: 'open', last })
    return restored
  } catch (error) {
    await context.entry.end(false)
    const { signal, log } = context
    const { text } = failureResult(error, { signal, log, changes: true })
    return {
      outcome: 'unsettled',
      words: `${text}\nYour next change, or ERPManage change_set with mode recover, goes on with it.`
    }
  }
}
