/** The whole state of an object: every part, its document, its texts, and the members of a group. */
import {
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
import type { ErpReader, Metadata, ObjectRef, TextKind } from '../../erp-client/index.ts'
import { inParallel } from '../call/parallel.ts'
import type { StateBefore } from './journal.ts'

export const textKinds: readonly TextKind[] = ['symbols', 'selections', 'headings']

/** Of the newest texts of all parts. */
export async function wholeHash(erp: ErpReader, ref: ObjectRef): Promise<string | undefined> {
  const { texts } = await wholeObject(erp, ref)
  return hashOfTexts(texts)
}

export async function newestSource(erp: ErpReader, ref: ObjectRef, part: string | undefined) {
  return await unlessMissing(async () => await readSource(erp, { ref, part, fresh: true }))
}

export async function activeSource(erp: ErpReader, ref: ObjectRef, part: string | undefined) {
  const found = await unlessMissing(
    async () => await readSource(erp, { ref, part, version: 'active', fresh: true })
  )
  return found?.text
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

export function textsOfParts(states: readonly PartState[]): Record<string, string> {
  return Object.fromEntries(
    states.flatMap(({ part, newest, active }) => [
      [`newest ${part}`, newest],
      ...(active === undefined ? [] : [[`active ${part}`, active]])
    ])
  ) as Record<string, string>
}

export async function readParts(
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
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) {
      return undefined
    }
    throw error
  }
}
