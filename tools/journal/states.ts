/** The state of objects before a changing request: what its operation read, and what it did not. */
import {
  changeRow,
  comparableAway,
  hasDraft,
  objectType,
  readDocument,
  readMetadata,
  sourceHash
} from '../../erp-client/index.ts'
import type {
  ChangeOperation,
  ChangeSubject,
  ErpChangeRequest,
  ErpReader,
  ObjectRef,
  UndoWay
} from '../../erp-client/index.ts'
import { inParallel } from '../call/parallel.ts'
import type { JournalStep, StateBefore } from './journal.ts'
import { withKnowledge } from './knowledge.ts'
import {
  activeSource,
  newestSource,
  readParts,
  textKinds,
  textsOfParts,
  unlessMissing,
  wholeHash,
  wholeObject
} from './whole-object.ts'

/** What a call has recorded already: the state before its first change of a part is the earliest. */
export type Known = ReadonlySet<string>

export function stateKey(ref: ObjectRef, part: string | undefined): string {
  return `${ref.type} ${ref.group ?? ''} ${ref.name} ${part ?? ''}`
}

/** The ERP adds persons and times to a document, so that only what both sides have can be compared. */
async function hashAfter(operation: ChangeOperation, after: string): Promise<string> {
  return sourceHash(
    operation === 'document.write' ? await comparableAway([after], undefined) : after
  )
}

interface Recorded {
  readonly erp: ErpReader
  readonly known: Known
}

/** One step for each object of a request, with its state where the operation can be undone. */
export async function stepsOf(
  request: ErpChangeRequest,
  { erp, known }: Recorded
): Promise<readonly JournalStep[]> {
  const { operation, subject } = request
  if (subject === undefined || subject.refs.length === 0) {
    return [{ operation, named: subject?.named, transport: subject?.transport }]
  }
  const { part, transport, after } = subject
  return await inParallel(subject.refs, async ref => ({
    operation,
    ref,
    part,
    transport,
    before: withAfter(
      known.has(stateKey(ref, part)) ? undefined : await stateBefore({ erp, known }, request, ref),
      after
    ),
    ...(after === undefined ? {} : { after: await hashAfter(operation, after) })
  }))
}

/** The text after a change is kept too, so that a later one by others can be told from it. */
function withAfter(
  before: StateBefore | undefined,
  after: string | undefined
): StateBefore | undefined {
  if (after === undefined) return before
  const { kind, facts, texts } = before ?? { kind: laterWrite, facts: {}, texts: {} }
  return { kind, facts, texts: { ...texts, after } }
}

/** A step whose state before stands at an earlier step of the same part. */
export const laterWrite = 'later write'

interface Changed {
  readonly erp: ErpReader
  readonly operation: ChangeOperation
  readonly subject: ChangeSubject
  readonly ref: ObjectRef
}

const statesBefore: Readonly<
  Record<UndoWay, (changed: Changed) => Promise<StateBefore | undefined>>
> = {
  source: async ({ erp, operation, subject, ref }) =>
    operation === 'part.create'
      ? { kind: operation, facts: { version: 'missing' }, texts: {} }
      : await sourceBefore(erp, subject, ref),
  async document({ operation, subject }) {
    const version = /\badtcore:version="(\w+)"/.exec(subject.before ?? '')?.[1] ?? 'active'
    return { kind: operation, facts: { version }, texts: textsOf(subject) }
  },
  async texts({ erp, operation, subject, ref }) {
    // Texts have no version of their own.
    const metadata = await unlessMissing(async () => await readMetadata(erp, { ref }))
    const version = metadata?.version ?? 'active'
    return { kind: operation, facts: { version }, texts: textsOf(subject) }
  },
  objects: async ({ erp, ref }) => await wholeObject(erp, ref),
  recreate: async ({ erp, ref }) => await withKnowledge(erp, ref, await wholeObject(erp, ref)),
  inverse: async ({ operation, subject }) => ({
    kind: operation,
    facts: subject.facts ?? {},
    texts: textsOf(subject)
  }),
  never: async () => undefined
}

async function stateBefore(
  { erp, known }: Recorded,
  { operation, subject }: ErpChangeRequest,
  ref: ObjectRef
): Promise<StateBefore | undefined> {
  const way = changeRow(operation)?.undo
  if (subject === undefined || way === undefined) return undefined
  if (operation === 'activate') return await beforeActivation(erp, ref, known)
  return await statesBefore[way]({ erp, operation, subject, ref })
}

/** Hashes of the objects that a request has changed, where only the ERP knows what it made of them. */
export async function hashesAfter(
  { operation, subject }: ErpChangeRequest,
  erp: ErpReader
): Promise<readonly (string | undefined)[]> {
  const row = changeRow(operation)
  const refs = subject?.refs ?? []
  // The ERP adds facts to a document that follow from those that were sent.
  if (row?.undo === 'document') {
    return await inParallel(refs, async ref => await documentHash(erp, ref))
  }
  if (row?.undo !== 'objects' || row.prepares === true) return []
  return await inParallel(refs, async ref => await wholeHash(erp, ref))
}

async function documentHash(erp: ErpReader, ref: ObjectRef): Promise<string> {
  return await hashAfter('document.write', await readDocument(erp, { ref }))
}

function textsOf({ before }: ChangeSubject): Record<string, string> {
  return before === undefined ? {} : { before }
}

/** The newest text, and the active one beside a draft. */
async function sourceBefore(
  erp: ErpReader,
  { part, before, isDraft }: ChangeSubject,
  ref: ObjectRef
): Promise<StateBefore> {
  const newest =
    before === undefined || before === ''
      ? await newestSource(erp, ref, part)
      : {
          text: before,
          // The operation has read the text; where its tag tells no version, the metadata do.
          version: (isDraft ?? (await hasDraft(erp, { ref, part }))) ? 'inactive' : 'active'
        }
  const active = newest?.version === 'inactive' ? await activeSource(erp, ref, part) : newest?.text
  return {
    kind: 'source.write',
    facts: { version: newest?.version ?? 'missing' },
    texts: {
      ...(newest === undefined ? {} : { newest: newest.text }),
      ...(active === undefined ? {} : { active })
    }
  }
}

/**
 * An object that the call itself has written needs no second state; drafts of its other parts, which
 * the activation takes along, do.
 */
async function beforeActivation(
  erp: ErpReader,
  ref: ObjectRef,
  known: Known
): Promise<StateBefore | undefined> {
  const parts = Object.keys(objectType(ref.type)?.parts ?? {})
  const isWritten = [undefined, ...parts, ...textKinds].some(part => known.has(stateKey(ref, part)))
  if (!isWritten) return await wholeObject(erp, ref)
  if (parts.length < 2) return undefined
  const metadata = await unlessMissing(async () => await readMetadata(erp, { ref }))
  const drafts = parts.filter(
    part =>
      !known.has(stateKey(ref, part)) &&
      metadata?.includes.some(each => each.part === part && each.version === 'inactive')
  )
  if (drafts.length === 0) return undefined
  const texts = textsOfParts(await readParts(erp, ref, drafts))
  return { kind: 'object', facts: {}, texts }
}
