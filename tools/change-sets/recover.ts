/** ERPManage change_set with mode recover: what was broken off is completed or reverted. */
import { readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { isActiveAtOnce } from '../activate/activation.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import type { OwnJournal } from '../journal/own-journal.ts'
import { contentHash, readPresent } from '../journal/undo/contents.ts'
import { unlessMissing } from '../journal/whole-object.ts'
import { journalOf } from '../manage/journal.ts'
import { systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import { findExisting } from '../write/existing.ts'
import { assertOn, isBeingApplied, storedSet } from './access.ts'
import type { OwnSets } from './access.ts'
import type { SetContent, SetOutcome, StoredSet } from './change-sets.ts'
import { objectsIn } from './content.ts'
import { restoreFormer } from './restore.ts'

const titles = {
  applied: 'completed',
  reverted: 'reverted',
  partly: 'reverted in part'
} as const satisfies Record<SetOutcome['outcome'], string>

/** @throws ToolError CHANGE_SET_APPLYING where its process still works at it */
export async function recoverSet(context: ToolContext, name: string): Promise<ToolResult> {
  const sets = assertOn(context.changeSets)
  const stored = await storedSet(sets, name)
  const last = stored.state === 'applying' ? await settled(context, sets, stored) : stored.last
  const system = systemWords(context.erp)
  const words =
    last === undefined
      ? 'Nothing of it was begun'
      : `The attempt to apply it (change ${last.change}) is ${titles[last.outcome]}`
  return {
    kind: 'data',
    data: omitUndefined({
      ...{ system, action: 'change_set', changeSet: name, outcome: 'done' },
      ...{ result: last?.outcome, change: last?.change }
    }),
    text: `${words} · ${system} · change set ${name}. ${last?.words ?? ''}`.trimEnd()
  }
}

async function settled(
  context: ToolContext,
  { store, owner }: OwnSets,
  stored: StoredSet
): Promise<SetOutcome> {
  const { change = '', name } = stored
  const outcome = await outcomeOf(context, stored, change)
  const last: SetOutcome = { ...outcome, change, at: Date.now() }
  const state = last.outcome === 'applied' ? 'applied' : 'open'
  // Another call may have settled it at the same time, with the same outcome.
  await store.settle(owner, name, { change, state, last })
  return last
}

async function outcomeOf(
  context: ToolContext,
  stored: StoredSet,
  change: string
): Promise<Pick<SetOutcome, 'outcome' | 'words'>> {
  const journal = journalOf(context)
  if (!(await isKnown(journal, change))) {
    return {
      outcome: 'partly',
      words: 'The journal does not have its change any more: compare the objects with the set.'
    }
  }
  const { entry } = await journal.read(change)
  if (entry.outcome === undefined) throw isBeingApplied(stored)
  if (entry.undoneBy === undefined && (await isWhole(context, stored.content))) {
    return { outcome: 'applied', words: 'All of it is at the ERP and active.' }
  }
  return await restoreFormer(context, journal, change)
}

async function isKnown(journal: OwnJournal, change: string): Promise<boolean> {
  try {
    await journal.read(change)
    return true
  } catch (error) {
    if (error instanceof ToolError && error.code === 'TOOL_CHANGE_UNKNOWN') return false
    throw error
  }
}

/** Whether the ERP has all of the set, and all of it is active. */
async function isWhole(context: ToolContext, content: SetContent): Promise<boolean> {
  const { erp, signal } = context
  const gone = new Set(content.deletions.map(({ ref }) => JSON.stringify(ref)))
  const checks = [
    ...content.creations.map(
      creation => async () => (await orOther(() => findExisting(context, creation))) === 'same'
    ),
    ...content.contents.map(one => async () => {
      const { text } = await readPresent(erp, one, signal)
      return (await contentHash(one, text)) === (await contentHash(one, one.text))
    }),
    ...objectsIn(content).map(
      ref => async () =>
        (await activityOf(context, ref)) === (gone.has(JSON.stringify(ref)) ? 'missing' : 'active')
    )
  ]
  const results = await inParallel(checks, async check => await check())
  return results.every(Boolean)
}

/** An object of this name with another content. */
async function orOther<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ToolError && error.code === 'ERP_ALREADY_EXISTS') return undefined
    throw error
  }
}

async function activityOf({ erp, signal }: ToolContext, ref: ObjectRef): Promise<string> {
  const metadata = await unlessMissing(async () => await readMetadata(erp, { ref }, signal))
  if (metadata === undefined) return 'missing'
  const isActive =
    isActiveAtOnce(ref) ||
    (metadata.version === 'active' && metadata.includes.every(one => one.version !== 'inactive'))
  return isActive ? 'active' : 'inactive'
}
