/** Contents that an undo restores: a source part, texts of one kind, or a document. */
import {
  changeDocument,
  changeObjectFields,
  changeSource,
  changeTexts,
  comparableAway,
  isErpError,
  readDocument,
  readFields,
  readObjectFields,
  readMetadata,
  readSource,
  readTexts,
  sourceHash
} from '../../../erp-client/index.ts'
import type {
  ChangeGuard,
  ErpReader,
  ErpWriter,
  Fields,
  ObjectRef,
  TextKind
} from '../../../erp-client/index.ts'
import { ToolError } from '../../failure/errors.ts'
import { refWords } from '../../objects/words.ts'
import { compareTextPools } from '../../write/source/text-lines.ts'

export type ContentKind = 'source' | 'texts' | 'document'

/** Where a content stands. `part` names a part of a source or a kind of texts. */
export interface Place {
  readonly kind: ContentKind
  readonly ref: ObjectRef
  readonly part?: string | undefined
}

export interface Present {
  /** Undefined where there is no such object or part. */
  readonly text: string | undefined
  readonly version: string
  /** Beside a draft; undefined where it was never active, or is not known. */
  readonly active?: string | undefined
}

interface Writing {
  readonly place: Place
  readonly text: string
  readonly transport: string | undefined
  /** Of an object that was created again: its undo expects the states that the journal has. */
  readonly isNew: boolean
  /** Throws where the present text is not the one that the plan was made for. */
  readonly assertSame: (current: string) => Promise<void>
}

interface ContentRow {
  read(erp: ErpReader, place: Place, signal: AbortSignal): Promise<Present>
  /** What two texts must have in common to count as the same. */
  hash(text: string): Promise<string>
  write(erp: ErpWriter, writing: Writing, guard: ChangeGuard): Promise<void>
}

const nothingThere: Present = { text: undefined, version: 'missing' }

const rows: Readonly<Record<ContentKind, ContentRow>> = {
  source: {
    async read(erp, { ref, part }, signal) {
      const newest = await readSource(erp, { ref, part, fresh: true }, signal)
      if (newest.version === 'active') {
        return { text: newest.text, version: 'active', active: newest.text }
      }
      const active = await orMissing(
        async () => await readSource(erp, { ref, part, version: 'active', fresh: true }, signal)
      )
      return { text: newest.text, version: 'inactive', active: active?.text }
    },
    hash: async text => sourceHash(text),
    async write(erp, { place: { ref, part }, text, transport, assertSame }, guard) {
      const edit = async ({ text: current }: { text: string }) => {
        await assertSame(current)
        return text
      }
      const createPart = part !== undefined && part !== 'main'
      await changeSource(erp, { ref, part, transport, createPart, edit }, guard)
    }
  },
  texts: {
    async read(erp, { ref, part }, signal) {
      const { version } = await readMetadata(erp, { ref }, signal)
      return { text: await readTexts(erp, { ref, kind: part as TextKind }, signal), version }
    },
    hash: async text => sourceHash(text),
    async write(erp, { place: { ref, part }, text, transport }, guard) {
      await changeTexts(
        erp,
        { ref, kind: part as TextKind, transport, edit: () => text, compare: compareTextPools },
        guard
      )
    }
  },
  document: {
    async read(erp, { ref }, signal) {
      const text = await readDocument(erp, { ref }, signal)
      return { text, version: documentVersion(text) }
    },
    hash: async text => sourceHash(await comparableAway([text], undefined)),
    async write(erp, { place: { ref }, text, transport, isNew, assertSame }, guard) {
      const edit = async (current: string) => {
        await assertSame(current)
        return text
      }
      await changeDocument(erp, { ref, transport, edit, always: isNew }, guard)
      await deleteAddedMessages(erp, { ref, text, transport }, guard)
    }
  }
}

/** The ERP keeps messages that a document leaves out, so that those added later are deleted. */
async function deleteAddedMessages(
  erp: ErpWriter,
  { ref, text, transport }: { ref: ObjectRef; text: string; transport: string | undefined },
  guard: ChangeGuard
): Promise<void> {
  const numbers = (fields: Fields | undefined) =>
    ((fields?.['messages'] ?? []) as readonly { number: string }[]).map(({ number }) => number)
  if (ref.type !== 'MSAG') return
  const earlier = new Set(numbers(readFields(ref.type, text)))
  const added = numbers(await readObjectFields(erp, { ref })).filter(one => !earlier.has(one))
  if (added.length === 0) return
  const messages = added.map(number => ({ number, text: '' }))
  await changeObjectFields(erp, { ref, transport, fields: { messages } }, guard)
}

function documentVersion(text: string): string {
  return /\badtcore:version="(\w+)"/.exec(text)?.[1] ?? 'active'
}

/** The newest text of a place and its version. */
export async function readPresent(
  erp: ErpReader,
  place: Place,
  signal: AbortSignal
): Promise<Present> {
  return (
    (await orMissing(async () => await rows[place.kind].read(erp, place, signal))) ?? nothingThere
  )
}

/** A text that is not there has a hash too. */
export async function contentHash(place: Place, text: string | undefined): Promise<string> {
  return text === undefined ? 'missing' : await rows[place.kind].hash(text)
}

/** A text as a difference shows it: of a document the facts, one a line. */
export async function shownText({ kind }: Place, text: string): Promise<string> {
  return kind === 'document' && text !== '' ? await comparableAway([text], undefined) : text
}

export interface Restoring {
  readonly place: Place
  readonly text: string
  readonly transport: string | undefined
  /** Hash of the present text that the plan was made for; undefined for a new object. */
  readonly expected: string | undefined
}

/** Writes an earlier text under the lock of its object. @throws ToolError TOOL_UNDO_DRIFT */
export async function restoreText(
  erp: ErpWriter,
  { place, text, transport, expected }: Restoring,
  guard: ChangeGuard
): Promise<void> {
  const assertSame = async (current: string) => {
    if (expected === undefined || expected === 'missing') return
    if ((await contentHash(place, current)) === expected) return
    throw new ToolError(
      'TOOL_UNDO_DRIFT',
      `${placeWords(place)} has changed since this call looked at it.`,
      { remedy: 'Nothing of it was written. Repeat the call: it shows what is there now.' }
    )
  }
  const isNew = expected === undefined
  await rows[place.kind].write(erp, { place, text, transport, isNew, assertSame }, guard)
}

export function placeWords({ kind, ref, part }: Place): string {
  const inside = part === undefined || part === 'main' ? '' : ` ${part}`
  return `${refWords(ref)}${kind === 'texts' ? ' texts' : ''}${inside}`
}

export function placeKey({ kind, ref, part }: Place): string {
  const inside = kind === 'source' ? (part ?? 'main') : (part ?? '')
  return `${objectKey(ref)} ${kind} ${inside}`
}

export function objectKey({ type, name, group }: ObjectRef): string {
  return `${type} ${group ?? ''} ${name}`
}

export async function orMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}
