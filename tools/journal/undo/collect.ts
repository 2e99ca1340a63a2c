/** Which recorded changes an undo is about, and the opposites of their steps. */
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import type {
  JournalEntry,
  RecordedEntry,
  RecordedStep,
  StateBefore,
  UndoneChanges
} from '../journal.ts'
import type { OwnJournal } from '../own-journal.ts'
import { laterWrite, stateKey } from '../states.ts'
import { addOpposite, notUndoable } from './opposites.ts'
import type { UndoStep } from './opposites.ts'
import { Reversal } from './reversal.ts'

/** More changes than that are undone in several calls. */
const mostChanges = 200

/** One change by its id. @throws ToolError TOOL_CHANGE_UNKNOWN, TOOL_NOT_UNDOABLE */
export async function oneChange(journal: OwnJournal, id: string): Promise<RecordedEntry[]> {
  const found = await journal.read(id.trim().toLowerCase())
  const { entry } = found
  if (entry.undoneBy !== undefined) throw undoneAlready(entry.id, entry.undoneBy)
  if (entry.outcome === undefined) {
    throw new ToolError('TOOL_NOT_UNDOABLE', `Change ${entry.id} is still running.`, {
      remedy: 'Wait for its end. Where its process was stopped, it ends within two minutes.',
      outcome: 'failed'
    })
  }
  if (entry.outcome === 'nothing') throw notUndoable('it has changed nothing')
  return [found]
}

function undoneAlready(id: string, by: string): ToolError {
  return new ToolError('TOOL_NOT_UNDOABLE', `Change ${id} is undone already.`, {
    remedy: `Change ${by} has undone it; undo that one to have it again.`,
    outcome: 'failed'
  })
}

/** @throws ToolError TOOL_NOT_UNDOABLE where another undo has begun */
export async function assertNotUndone(
  journal: OwnJournal,
  { changes, by }: UndoneChanges
): Promise<void> {
  for (const id of changes) {
    const { entry } = await journal.read(id)
    if (entry.undoneBy !== undefined && entry.undoneBy !== by) {
      throw undoneAlready(id, entry.undoneBy)
    }
  }
}

/** The changes of this caller since a time, newest first, without what is undone already. */
export async function changesSince(journal: OwnJournal, since: number): Promise<RecordedEntry[]> {
  const entries = await journal.find({ since, limit: mostChanges + 1 }, 'mine')
  if (entries.length > mostChanges) {
    throw new ToolError(
      'TOOL_NOT_UNDOABLE',
      `There are more than ${mostChanges} changes of yours since then.`,
      { remedy: 'Give a later time first, then the earlier one.', outcome: 'failed' }
    )
  }
  const ids = new Set(entries.map(({ id }) => id))
  const isOpen = ({ outcome, undoneBy, undoes }: JournalEntry) =>
    outcome !== undefined &&
    outcome !== 'nothing' &&
    undoneBy === undefined &&
    // An undo whose changes are all among these has nothing left to undo.
    !(undoes !== undefined && undoes.split(' ').every(id => ids.has(id)))
  const open = entries.filter(isOpen)
  if (open.length === 0) throw notUndoable('there is none of yours since then')
  const found: RecordedEntry[] = []
  for (const { id } of open) found.push(await journal.read(id))
  return found
}

/** @param entries newest first */
export async function reversalOf(entries: readonly RecordedEntry[]): Promise<Reversal> {
  const reversal = new Reversal()
  for (const { steps } of entries) {
    for (const step of steps.toReversed()) {
      if (step.outcome !== 'nothing') await addOpposite(step, known(step, steps), reversal)
    }
  }
  return reversal
}

/** The state before stands at the first step about an object or part, also where that one failed. */
function known(step: RecordedStep, steps: readonly RecordedStep[]): UndoStep | undefined {
  const { ref, part, before } = step
  if (ref === undefined) return undefined
  const key = stateKey(ref, part)
  const first = steps.find(
    other =>
      other.ref !== undefined &&
      stateKey(other.ref, other.part) === key &&
      fits(step, other) &&
      isState(other.before)
  )
  return { ...step, ref, before: first?.before, written: before?.texts['after'] }
}

/** A whole object and its document have the same key. */
function fits({ operation }: RecordedStep, other: RecordedStep): boolean {
  return operation === other.operation || other.operation === 'part.create'
}

function isState(before: StateBefore | undefined): boolean {
  return before !== undefined && before.kind !== laterWrite
}

/** For the journal: the changes that are undone, and those that are in force again by it. */
export function noteUndone(context: ToolContext, entries: readonly RecordedEntry[]): UndoneChanges {
  const undone: UndoneChanges = {
    changes: entries.map(({ entry }) => entry.id),
    reopened: entries.flatMap(({ entry }) => entry.undoes?.split(' ') ?? [])
  }
  context.noteUndo(undone)
  return undone
}
