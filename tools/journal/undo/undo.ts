/** ERPWrite undo: recorded changes, or an object, back to an earlier state. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { isErpError, resolvePackage } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import type { ToolResult } from '../../call/result.ts'
import { badArguments } from '../../failure/errors.ts'
import { sinceOf } from '../../insight/changes/since.ts'
import { journalOf } from '../../manage/journal.ts'
import { refWords, systemWords } from '../../objects/words.ts'
import type { OperationName } from '../../operations.ts'
import { omitUndefined } from '../../schema/output.ts'
import { plannedChange } from '../../write/planned-change.ts'
import type { ChangePlan } from '../../write/planned-change.ts'
import { confirmLoss } from '../../write/row-loss.ts'
import { compareTexts } from '../../write/source/diff.ts'
import type { RecordedEntry } from '../journal.ts'
import type { UndoArgs } from './args.ts'
import { assertNotUndone, changesSince, noteUndone, oneChange, reversalOf } from './collect.ts'
import { objectKey, placeWords, readPresent, shownText } from './contents.ts'
import type { Present } from './contents.ts'
import { assertNoDrift } from './drift.ts'
import { notUndoable } from './opposites.ts'
import { assertOriginalLanguage } from './original-language.ts'
import type { Restoration } from './restoration.ts'
import { restoreAll } from './restore.ts'
import type { Creation, Reversal } from './reversal.ts'
import { toVersion } from './version.ts'

export async function undo(context: ToolContext, args: UndoArgs): Promise<ToolResult> {
  const { name, version } = args
  if (name !== undefined && version !== undefined) {
    return await toVersion(context, { ...args, name, version })
  }
  const entries = await entriesOf(context, args)
  const reversal = await reversalOf(entries)
  if (reversal.isEmpty) throw notUndoable('it has no state to go back to')
  assertOriginalLanguage(context, reversal)
  await assertNoDrift(context, reversal)
  const present = await presentOf(context, reversal)
  const targets = await targetsOf(context, reversal, args.transport)
  const operations = operationsOf(reversal)
  const question = await questionOf(context, { reversal, present, entries })
  return await plannedChange(context, {
    dryRun: args.dryRun,
    operations,
    targets,
    plan: async () => await planOf(context, { reversal, present, entries, question }),
    execute: async (erp, recheck) => {
      await context.assertMay(operations, targets)
      if (question !== undefined && question.digest !== args.confirm) return asked(question)
      const { transport } = args
      const of = { context, erp, recheck, transport, reversal, present }
      return report(context, { entries, reversal, done: await restoreAlone(of, entries) })
    }
  })
}

const looks = 4
const lookMs = 500

/** Another undo of the same changes may have begun since they were read. */
async function restoreAlone(
  of: Restoration,
  entries: readonly RecordedEntry[]
): Promise<readonly string[]> {
  const journal = journalOf(of.context)
  const undone = noteUndone(of.context, entries)
  try {
    const done = await restoreAll(of)
    // The other one has restored all of it meanwhile.
    if (done.length === 0) await assertNotUndone(journal, undone)
    return done
  } catch (error) {
    // The other one holds the lock before its first change, which names it.
    for (let look = 0; look < looks && isErpError(error, 'ERP_LOCKED'); look++) {
      await assertNotUndone(journal, undone)
      await setTimeout(lookMs, undefined, { signal: of.context.signal })
    }
    throw error
  }
}

/** Refs of the objects that an undo would change, for the state that a confirmation is bound to. */
export async function undoneObjects(
  context: ToolContext,
  args: UndoArgs
): Promise<readonly ObjectRef[]> {
  const entries = await entriesOf(context, args)
  const refs = entries.flatMap(({ steps }) => steps.flatMap(({ ref }) => ref ?? []))
  return [...new Map(refs.map(ref => [objectKey(ref), ref])).values()]
}

async function entriesOf(
  context: ToolContext,
  { change, mineSince }: UndoArgs
): Promise<readonly RecordedEntry[]> {
  if ((change === undefined) === (mineSince === undefined)) {
    throw badArguments(
      'undo takes one of three: `change`, `mineSince`, or `name` with `version`.',
      'ERPManage journal lists changes; ERPRead with revision: "list" the versions of an object.'
    )
  }
  const journal = journalOf(context)
  return change === undefined
    ? await changesSince(journal, sinceOf(mineSince ?? '', Date.now()))
    : await oneChange(journal, change)
}

export async function presentOf(
  { erp, signal }: ToolContext,
  { contents }: Reversal
): Promise<ReadonlyMap<string, Present>> {
  const present = new Map<string, Present>()
  for (const [key, { place }] of contents) present.set(key, await readPresent(erp, place, signal))
  return present
}

export async function targetsOf(
  context: ToolContext,
  reversal: Reversal,
  transport: string | undefined
): Promise<readonly ChangeTarget[]> {
  const { contents, removals, creations, inverses, knowledge, active } = reversal
  const refs = new Map<string, ObjectRef>([...removals, ...active])
  for (const { place } of contents.values()) refs.set(objectKey(place.ref), place.ref)
  for (const { ref } of inverses) refs.set(objectKey(ref), ref)
  for (const key of creations.keys()) refs.delete(key)
  const created = await inParallel(
    [...creations.values()],
    async creation => await newTarget(context, creation, { creations, transport })
  )
  return [
    ...[...refs.values()].map(ref => ({ ref, transport })),
    ...inverses.flatMap(({ ref, newIn }) =>
      newIn === undefined ? [] : [{ ref, newIn, transport }]
    ),
    ...[...knowledge.values()].map(one => ({ ref: one.ref, newIn: one.package, transport })),
    ...created
  ]
}

/** A part of a group is created in the package of its group. */
async function newTarget(
  { erp, signal }: ToolContext,
  { ref, facts }: Creation,
  { creations, transport }: Pick<Reversal, 'creations'> & Pick<ChangeTarget, 'transport'>
): Promise<ChangeTarget> {
  if (ref.group === undefined) return { ref, newIn: String(facts['package'] ?? ''), transport }
  const group = { type: 'FUGR', name: ref.group }
  const created = creations.get(objectKey(group))?.facts['package']
  const newIn = created ?? (await resolvePackage(erp, { ref: group }, signal))
  return { ref, newIn: String(newIn), transport }
}

/** The letters of the opposites: a creation is undone by a deletion. */
function operationsOf(reversal: Reversal): readonly OperationName[] {
  const { contents, removals, creations, inverses, active } = reversal
  const needed: readonly (readonly [boolean, OperationName])[] = [
    [contents.size > 0 || inverses.some(({ operation }) => operation === 'update'), 'update'],
    [creations.size > 0, 'create'],
    [removals.size > 0, 'delete'],
    [active.size > 0 || inverses.some(({ operation }) => operation === 'activate'), 'activate']
  ]
  return needed.flatMap(([isNeeded, operation]) => (isNeeded ? [operation] : []))
}

interface Planned {
  readonly reversal: Reversal
  readonly present: ReadonlyMap<string, Present>
  readonly entries: readonly RecordedEntry[]
}

interface Question {
  readonly words: string
  readonly digest: string
}

/** Deletions, and columns of tables that go away with their rows. */
async function questionOf(
  context: ToolContext,
  { reversal, present, entries }: Planned
): Promise<Question | undefined> {
  const lines: string[] = []
  const removed = [...reversal.removals.values()].map(refWords)
  if (removed.length > 0) lines.push(`Delete ${removed.join(', ')}?`)
  for (const [key, { place, newest, active }] of reversal.contents) {
    const loss = await confirmLoss(context, {
      ref: place.ref,
      before: present.get(key)?.text ?? '',
      after: active ?? newest ?? '',
      confirm: undefined
    })
    if (loss?.kind === 'confirm') lines.push(loss.question)
  }
  if (lines.length === 0) return undefined
  const facts = [systemWords(context.erp), entries.map(({ entry }) => entry.id), lines]
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)
  return { words: lines.join(' '), digest }
}

function asked({ words, digest }: Question): ToolResult {
  return {
    kind: 'confirm',
    question: words,
    digest,
    text: `NOT DONE: this needs a confirmation. ${words}\nIf the user agrees, repeat the call with confirm: "${digest}".`
  }
}

async function planOf(
  context: ToolContext,
  { reversal, present, entries, question }: Planned & { readonly question: Question | undefined }
): Promise<ChangePlan> {
  const { creations, removals, contents, inverses, notes } = reversal
  const details: string[] = question === undefined ? [] : [asked(question).text]
  for (const { ref } of creations.values()) details.push(`${refWords(ref)} would be created again`)
  for (const { words } of inverses) details.push(words)
  for (const [key, { place, newest, active, version }] of contents) {
    const wanted = (version === 'active' ? (active ?? newest) : newest) ?? ''
    const now = await shownText(place, present.get(key)?.text ?? '')
    const diff = await compareTexts(now, await shownText(place, wanted), context.signal)
    details.push(diff.text === '' ? `${placeWords(place)}: text as now` : placeWords(place))
    if (diff.text !== '') details.push(diff.text)
  }
  for (const ref of removals.values()) details.push(`${refWords(ref)} would be deleted`)
  return {
    summary: [
      `${systemWords(context.erp)} · DRY RUN of undoing ${idsOf(entries)} · nothing changed`
    ],
    details: [...details, ...noteLines(notes)],
    verbatim: [],
    digest: question?.digest
  }
}

function idsOf(entries: readonly RecordedEntry[]): string {
  return entries.map(({ entry }) => entry.id).join(', ')
}

/** What stays different although the undo succeeds. */
function noteLines(notes: ReadonlySet<string>): string[] {
  return notes.size === 0 ? [] : ['Not restored:', ...notes]
}

interface Undone {
  readonly entries: readonly RecordedEntry[]
  readonly reversal: Reversal
  readonly done: readonly string[]
}

function report(context: ToolContext, { entries, reversal, done }: Undone): ToolResult {
  const system = systemWords(context.erp)
  const notes = [...reversal.notes]
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      outcome: 'done',
      undone: entries.map(({ entry }) => entry.id),
      done,
      notRestored: notes.length === 0 ? undefined : notes
    }),
    text: [
      `Undone · ${system} · ${idsOf(entries)}`,
      ...(done.length === 0 ? ['It was so already.'] : done),
      ...noteLines(reversal.notes)
    ].join('\n')
  }
}
