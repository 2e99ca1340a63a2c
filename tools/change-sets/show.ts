/** ERPManage change_set: the sets of the caller, one of them with what it does, and its end. */
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments } from '../failure/errors.ts'
import { objectKey } from '../journal/undo/contents.ts'
import { shortened } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { assertOn, isBeingApplied, storedSet } from './access.ts'
import type { OwnSets } from './access.ts'
import type { SetContent, SetHead, StoredSet } from './change-sets.ts'
import { contentDigest, isEmpty, objectsIn } from './content.ts'
import { differencesOf } from './difference.ts'

export async function listSets(context: ToolContext): Promise<ToolResult> {
  const { store, owner } = assertOn(context.changeSets)
  const heads = await store.list(owner)
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: { system, action: 'change_set', sets: heads.map(headData) },
    text: [
      `${system} · ${count(heads.length, 'change set')}, last changed first`,
      ...heads.map(headLine)
    ].join('\n')
  }
}

export function headData({ name, state, at, changedAt, change, last }: SetHead): object {
  return omitUndefined({
    changeSet: name,
    state,
    at: new Date(at).toISOString(),
    changedAt: new Date(changedAt).toISOString(),
    change,
    last: last === undefined ? undefined : { ...last, at: new Date(last.at).toISOString() }
  })
}

export function headLine({ name, state, changedAt, last }: SetHead): string {
  const at = new Date(changedAt).toISOString().slice(0, 16).replace('T', ' ')
  return [
    `change set ${name}`,
    state,
    at,
    ...(last === undefined ? [] : [`last attempt ${last.outcome} (change ${last.change})`])
  ].join(' · ')
}

/** One difference of all that is staged. */
export async function showSet(context: ToolContext, name: string): Promise<ToolResult> {
  const stored = await storedSet(assertOn(context.changeSets), name)
  const { content, last } = stored
  const differences = await differencesOf(content, context.signal)
  const objects = objectsIn(content).length
  const digest = contentDigest(content)
  const system = systemWords(context.erp)
  const lines = [
    ...(last === undefined ? [] : [last.words]),
    ...differences.map(({ words, text }) => (text === '' ? words : `${words}\n${text}`))
  ]
  const remedy = 'ERPRead with changeSet shows each object.'
  const shown = shortened(lines.join('\n'), context.limits.bytes, remedy)
  return {
    kind: 'data',
    data: {
      system,
      action: 'change_set',
      ...headData(stored),
      digest,
      entries: differences.map(({ ref, part, does }) =>
        omitUndefined({ does, ...refData(ref), include: part })
      ),
      shown
    },
    verbatim: ['shown'],
    text: [
      `${system} · ${headLine(stored)} · ${count(objects, 'object')}, nothing saved · digest ${digest}`,
      shown
    ].join('\n')
  }
}

interface Discarded {
  readonly changeSet: string
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly dryRun?: boolean | undefined
}

/** Forgets a set, or what it does with one object. */
export async function discardSet(context: ToolContext, args: Discarded): Promise<ToolResult> {
  const sets = assertOn(context.changeSets)
  const stored = await storedSet(sets, args.changeSet)
  if (stored.state === 'applying') throw isBeingApplied(stored)
  const left = args.name === undefined ? undefined : without(stored, args)
  const system = systemWords(context.erp)
  const what =
    args.name === undefined ? `change set ${stored.name}` : `${args.name} of ${stored.name}`
  const isDone = args.dryRun === true || (await end(sets, stored, left))
  if (!isDone) throw badArguments(`${stored.name} was changed meanwhile.`, 'Repeat the call.')
  const objects = left === undefined ? 0 : objectsIn(left).length
  return {
    kind: 'data',
    data: {
      system,
      action: 'change_set',
      changeSet: stored.name,
      outcome: 'done',
      staged: objects
    },
    text: `${args.dryRun === true ? 'DRY RUN: would discard' : 'Discarded'} · ${system} · ${what} · ${count(objects, 'object')} left; the ERP is as before`
  }
}

async function end(
  { store, owner }: OwnSets,
  stored: StoredSet,
  left: SetContent | undefined
): Promise<boolean> {
  return left === undefined || isEmpty(left)
    ? await store.remove(owner, stored)
    : await store.save(owner, stored, left)
}

/** @throws ToolError TOOL_BAD_ARGUMENTS where nothing of the object is staged, or several are */
function without({ content, name: set }: StoredSet, { type, name = '' }: Discarded): SetContent {
  const found = objectsIn(content).filter(
    ref => ref.name === name && (type === undefined || ref.type === type)
  )
  const [only] = found
  if (only === undefined || found.length > 1) {
    const names = (found.length > 1 ? found : objectsIn(content)).slice(0, 20).map(refWords)
    throw badArguments(
      found.length > 1 ? `${name} is several objects.` : `Nothing of ${name} is staged in ${set}.`,
      `It has ${names.join(', ') || 'nothing'}.`
    )
  }
  const isOther = ({ ref }: { readonly ref: typeof only }) => objectKey(ref) !== objectKey(only)
  return {
    creations: content.creations.filter(isOther),
    contents: content.contents.filter(isOther),
    deletions: content.deletions.filter(isOther)
  }
}
