/**
 * Settles entries whose process stopped: reads what the ERP has now, and writes nothing there.
 */
import {
  comparableAway,
  isErpError,
  readComparableDocument,
  readMetadata,
  readRepositoryKey,
  readSource,
  readTexts,
  sourceHash
} from '../../erp-client/index.ts'
import type { ChangeOperation, ErpReader, ObjectRef, TextKind } from '../../erp-client/index.ts'
import type { Journal, JournalOutcome, RecordedEntry, RecordedStep, StepEnd } from './journal.ts'
import { overallOutcome } from './outcome.ts'

export interface Settling {
  readonly journal: Journal
  readonly erp: ErpReader
  /** Settles the entries of this caller alone: another one could not be asked about as its user. */
  readonly identity?: string | undefined
}

/** @returns how many entries were settled */
export async function settleOpenEntries({ journal, erp, identity }: Settling): Promise<number> {
  if (!(await journal.hasOpen(identity))) return 0
  const entries = await journal.claim(await readRepositoryKey(erp), identity)
  for (const recorded of entries) await settle(journal, erp, recorded)
  return entries.length
}

async function settle(
  journal: Journal,
  erp: ErpReader,
  { entry, steps }: RecordedEntry
): Promise<void> {
  const ends = new Map<number, StepEnd>()
  for (const step of steps) {
    ends.set(step.number, { outcome: step.outcome ?? (await outcomeNow(erp, step)) })
  }
  // An undo that was broken off may have restored a part, and can be repeated.
  for (const id of entry.undoes?.split(' ') ?? []) await journal.markUndone(id, undefined)
  await journal.settle(entry.id, overallOutcome(ends), ends)
}

/** What became of a request, by the present state of its object. */
async function outcomeNow(erp: ErpReader, step: RecordedStep): Promise<JournalOutcome> {
  const { ref, operation } = step
  const judge = judges[operation]
  if (ref === undefined || judge === undefined) return 'unknown'
  try {
    return await judge(erp, { ...step, ref })
  } catch (error) {
    if (!isErpError(error)) throw error
    return 'unknown'
  }
}

type KnownStep = RecordedStep & { readonly ref: ObjectRef }
type Judge = (erp: ErpReader, step: KnownStep) => Promise<JournalOutcome>

const judges: Partial<Record<ChangeOperation, Judge>> = {
  async 'source.write'(erp, { ref, part, before, after }) {
    const now = await unlessMissing(async () => await readSource(erp, { ref, part, fresh: true }))
    return byText({ now: now?.text, before: before?.texts['newest'], after })
  },
  async 'texts.write'(erp, { ref, part, before, after }) {
    const now = await readTexts(erp, { ref, kind: part as TextKind })
    return byText({ now, before: before?.texts['before'], after })
  },
  async 'document.write'(erp, { ref, before, after }) {
    const text = before?.texts['before']
    return byText({
      now: await readComparableDocument(erp, { ref }),
      before: text === undefined ? undefined : await comparableAway([text], undefined),
      after
    })
  },
  'object.create': async (erp, { ref }) => ((await isThere(erp, ref)) ? 'done' : 'nothing'),
  'object.delete': async (erp, { ref }) => ((await isThere(erp, ref)) ? 'nothing' : 'done'),
  async activate(erp, { ref }) {
    const { version } = await readMetadata(erp, { ref })
    return version === 'active' ? 'done' : 'nothing'
  },
  async 'package.change'(erp, { ref, before }) {
    const { package: now } = await readMetadata(erp, { ref })
    return now === before?.facts['package'] ? 'nothing' : 'done'
  }
}

interface Texts {
  readonly now: string | undefined
  readonly before: string | undefined
  readonly after: string | undefined
}

function byText({ now, before, after }: Texts): JournalOutcome {
  if (now !== undefined && sourceHash(now) === after) return 'done'
  return now === before ? 'nothing' : 'unknown'
}

async function isThere(erp: ErpReader, ref: ObjectRef): Promise<boolean> {
  return (await unlessMissing(async () => await readMetadata(erp, { ref }))) !== undefined
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}
