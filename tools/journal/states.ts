/** The state of objects before a changing request: what its operation read, and what it did not. */
import {
  changeRow,
  comparableAway,
  fieldTypes,
  groupContents,
  isErpError,
  objectType,
  readDocument,
  readMetadata,
  readSource,
  readTexts,
  sourceHash
} from '../../erp-client/index.ts'
import type {
  ChangeOperation,
  ChangeSubject,
  ErpChangeRequest,
  ErpReader,
  Metadata,
  ObjectRef,
  TextKind,
  UndoWay
} from '../../erp-client/index.ts'
import { inParallel } from '../call/parallel.ts'
import type { JournalStep, StateBefore } from './journal.ts'

/** What a call has recorded already: the state before its first change of a part is the earliest. */
export type Known = ReadonlySet<string>

export function stateKey(ref: ObjectRef, part: string | undefined): string {
  return `${ref.type} ${ref.group ?? ''} ${ref.name} ${part ?? ''}`
}

const textKinds: readonly TextKind[] = ['symbols', 'selections', 'headings']

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
    return [{ operation, transport: subject?.transport }]
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
  recreate: async ({ erp, ref }) => await wholeObject(erp, ref),
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
  if (row?.undo === 'document')
    return await inParallel(refs, async ref => await documentHash(erp, ref))
  if (row?.undo !== 'objects' || row.prepares === true) return []
  return await inParallel(refs, async ref => await wholeHash(erp, ref))
}

async function documentHash(erp: ErpReader, ref: ObjectRef): Promise<string> {
  return await hashAfter('document.write', await readDocument(erp, { ref }))
}

/** Of the newest texts of all parts. */
export async function wholeHash(erp: ErpReader, ref: ObjectRef): Promise<string | undefined> {
  const { texts } = await wholeObject(erp, ref)
  return hashOfTexts(texts)
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
    before !== undefined && isDraft !== undefined
      ? { text: before, version: isDraft ? 'inactive' : 'active' }
      : await newestSource(erp, ref, part)
  const active = newest?.version === 'inactive' ? await activeSource(erp, ref, part) : newest?.text
  return {
    kind: 'source.write',
    facts: { version: newest?.version ?? 'missing' },
    texts: {
      ...(newest === undefined ? {} : { newest: before ?? newest.text }),
      ...(active === undefined ? {} : { active })
    }
  }
}

async function newestSource(erp: ErpReader, ref: ObjectRef, part: string | undefined) {
  return await unlessMissing(async () => await readSource(erp, { ref, part, fresh: true }))
}

async function activeSource(erp: ErpReader, ref: ObjectRef, part: string | undefined) {
  const found = await unlessMissing(
    async () => await readSource(erp, { ref, part, version: 'active', fresh: true })
  )
  return found?.text
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

/** Of the newest texts alone: an activation changes none of them, and dates say nothing. */
function hashOfTexts(texts: Readonly<Record<string, string>>): string {
  const newest = Object.entries(texts).filter(
    ([field]) => !/(?:^| )active /.test(field) && !/^member \S+ \S+$/.test(field)
  )
  return sourceHash(JSON.stringify(newest.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

/** Every part, the document or the fields, and the texts of an object. */
export async function wholeObject(erp: ErpReader, ref: ObjectRef): Promise<StateBefore> {
  const metadata = await unlessMissing(async () => await readMetadata(erp, { ref }))
  const texts: Record<string, string> = {}
  if (fieldTypes.includes(ref.type)) {
    texts['document'] = await readDocument(erp, { ref })
  }
  if (ref.type === 'FUGR') await addMembers(erp, ref, texts)
  Object.assign(texts, textsOfParts(await readParts(erp, ref, partsThere(ref, metadata))))
  for (const [kind, text] of await textElements(erp, ref)) texts[`texts ${kind}`] = text
  return { kind: 'object', facts: metadata === undefined ? {} : factsOf(metadata), texts }
}

/** The modules and includes of a group are deleted with it. */
async function addMembers(
  erp: ErpReader,
  { name }: ObjectRef,
  texts: Record<string, string>
): Promise<void> {
  const members = await unlessMissing(async () => await groupContents(erp, { group: name }))
  for (const member of members ?? []) {
    const { texts: own, facts } = await wholeObject(erp, member)
    const prefix = `member ${member.type} ${member.name}`
    texts[prefix] = JSON.stringify(facts)
    for (const [field, text] of Object.entries(own)) texts[`${prefix} ${field}`] = text
  }
}

function partsThere(ref: ObjectRef, metadata: Metadata | undefined): readonly string[] {
  return Object.keys(objectType(ref.type)?.parts ?? {}).filter(
    (part, index) => index === 0 || metadata?.includes.some(include => include.part === part)
  )
}

interface PartState {
  readonly part: string
  readonly newest: string
  readonly active: string | undefined
}

function textsOfParts(states: readonly PartState[]): Record<string, string> {
  return Object.fromEntries(
    states.flatMap(({ part, newest, active }) => [
      [`newest ${part}`, newest],
      ...(active === undefined ? [] : [[`active ${part}`, active]])
    ])
  ) as Record<string, string>
}

async function readParts(
  erp: ErpReader,
  ref: ObjectRef,
  parts: readonly string[]
): Promise<readonly PartState[]> {
  const read = await inParallel(parts, async part => {
    const newest = await newestSource(erp, ref, part)
    if (newest === undefined) return undefined
    const active = newest.version === 'inactive' ? await activeSource(erp, ref, part) : newest.text
    return { part, newest: newest.text, active }
  })
  return read.filter(each => each !== undefined)
}

async function textElements(erp: ErpReader, ref: ObjectRef) {
  const read = await inParallel(textKinds, async kind => {
    const text = await unlessMissing(async () => await readTexts(erp, { ref, kind }))
    return text === undefined || text === '' ? undefined : ([kind, text] as const)
  })
  return read.filter(each => each !== undefined)
}

function factsOf(metadata: Metadata): Readonly<Record<string, unknown>> {
  const { ref: _ref, includes, ...plain } = metadata
  return { ...plain, includes: includes.map(({ part, version }) => ({ part, version })) }
}

/** What is not there, or what the release does not show, has no state. */
async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) {
      return undefined
    }
    throw error
  }
}
