/** One object on both sides: what differs, and since when. */
import { platform } from 'node:os'
import { isErpError } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { isRefused } from '../insight/refused.ts'
import type { Comparing } from './comparing.ts'
import type { FolderFiles } from './folder-objects.ts'
import { NotCarried } from './layout/content.ts'
import { filesOf, namedFile, typesNeededBy } from './layout/index.ts'
import { windowsFault } from './portable.ts'
import { objectStamp, readContent, readFacts } from './read-object.ts'
import type { SystemObject } from './read-object.ts'
import { hashOf } from './state.ts'
import type { KnownObject } from './state.ts'

export type EntryKind =
  | 'same'
  | 'changed here'
  | 'changed there'
  | 'new here'
  | 'new there'
  | 'deleted here'
  | 'deleted there'
  | 'conflict'
  | 'left'
  | 'failed'

export type Texts = ReadonlyMap<string, string>

export interface Entry {
  readonly ref: ObjectRef
  readonly package: string | undefined
  readonly kind: EntryKind
  /** Text by path: what both sides had, what the folder has, what the system has. */
  readonly base: Texts
  readonly here: Texts
  readonly there: Texts
  /** What the system has; undefined where it was not read, because it has not changed. */
  readonly object?: SystemObject | undefined
  readonly known: KnownObject | undefined
  /** What the system says about its last change, for the next comparison. */
  readonly stamp?: string | undefined
  readonly listedStamp?: string | undefined
  /** Why the object is left alone, or could not be read. */
  readonly why?: string | undefined
  readonly error?: unknown
  readonly notes: readonly string[]
}

export interface EntrySubject {
  readonly ref: ObjectRef
  readonly package: string | undefined
  readonly listed: boolean
  readonly here: FolderFiles | undefined
  readonly known: KnownObject | undefined
  readonly listedStamp: string | undefined
  /** All paths of the folder. */
  readonly paths: readonly string[]
  readonly full: boolean
}

/** Failures that concern one object are its entry; others end the comparison. */
export async function entryOf(
  context: ToolContext,
  comparing: Comparing,
  subject: EntrySubject
): Promise<Entry> {
  const { ref, known } = subject
  const here = subject.here?.files ?? new Map<string, string>()
  const base = await baseOf(comparing, known)
  const common = { ref, package: subject.package, base, here, known, notes: [] }
  const left = (why: string): Entry => ({ ...common, kind: 'left', there: base, why })
  try {
    const fault = placeFault(comparing, subject)
    if (fault !== undefined) return left(fault)
    const there = await thereOf(context, comparing, { subject, base, here })
    if (there.elsewhere !== undefined) return left(`now in package ${there.elsewhere}`)
    const pathFault = [...there.texts.keys()]
      .map(path => pathFaultOf(path, subject.paths))
      .find(why => why !== undefined)
    if (pathFault?.isHere === true) return left(pathFault.why)
    return {
      ...common,
      kind: kindOf({ base: hashes(base, known), here: hashed(here), there: hashed(there.texts) }),
      there: there.texts,
      object: there.object,
      stamp: there.stamp,
      listedStamp: subject.listedStamp,
      notes: pathFault === undefined ? [] : [pathFault.why]
    }
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof NotCarried) return left(`it has ${error.message}`)
    // A file may bear a name that no object can have.
    if (isErpError(error, 'ERP_BAD_NAME')) return left(error.message)
    const isOwn = error instanceof ToolError && error.code === 'FILE_NOT_READABLE'
    if (!isOwn && !isRefused(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    return { ...common, kind: 'failed', there: base, why, error }
  }
}

/** A text that is lost stands as missing: its hash says what it was. */
async function baseOf(
  { store }: Comparing,
  known: KnownObject | undefined
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [path, hash] of Object.entries(known?.files ?? {})) {
    const base = path.split('/').at(-1) ?? ''
    if (namedFile(base)?.isKnown !== true) continue
    const text = await store.text(hash)
    if (text !== undefined) texts.set(path, text)
  }
  return texts
}

function placeFault(
  { folders }: Comparing,
  { package: name, here, listed }: EntrySubject
): string | undefined {
  if (name === undefined) {
    return here === undefined ? 'no package' : `${here.folder} is the folder of no package`
  }
  if (listed && !folders.has(name)) {
    return `package ${name} is not named after the one above it: its folder needs the folder logic FULL`
  }
  return undefined
}

interface There {
  readonly texts: Texts
  readonly object?: SystemObject | undefined
  readonly stamp?: string | undefined
  /** The package that the object has moved to. */
  readonly elsewhere?: string
}

interface Reading {
  readonly subject: EntrySubject
  readonly base: Texts
  readonly here: Texts
}

async function thereOf(
  context: ToolContext,
  comparing: Comparing,
  { subject, base, here }: Reading
): Promise<There> {
  const { ref, known, listed, listedStamp, full } = subject
  const isWhole = known !== undefined && base.size === Object.keys(known.files).length
  const mayKeep = isWhole && !full && known.package === subject.package
  if (mayKeep && listed && listedStamp !== undefined && listedStamp === known.listed) {
    return { texts: base, stamp: known.stamp }
  }
  if (!listed && known === undefined && subject.here === undefined) return { texts: new Map() }
  const facts = await readFacts(context, ref)
  if (facts === undefined) return { texts: new Map() }
  if (!listed && ref.type !== 'DEVC') return { texts: base, elsewhere: facts.package ?? '?' }
  const stamp = objectStamp(facts)
  if (mayKeep && stamp !== undefined && stamp === known.stamp) return { texts: base, stamp }
  const read = await readContent(context, facts, comparing.repository)
  const folder = comparing.folders.get(subject.package ?? '') ?? ''
  const before = base.size > 0 ? base : here
  const named = new Map([...before].map(([path, text]) => [path.split('/').at(-1) ?? '', text]))
  const types = await comparing.types.needed(typesNeededBy(read.content, named))
  const object = { ...read, content: { ...read.content, types } }
  const files = filesOf(object.content, named)
  return {
    texts: new Map([...files].map(([name, text]) => [`${folder}${name}`, text])),
    object,
    stamp
  }
}

interface PathFault {
  readonly why: string
  /** This machine cannot have the file beside the others. */
  readonly isHere: boolean
}

function pathFaultOf(path: string, paths: readonly string[]): PathFault | undefined {
  const other = paths.find(one => one !== path && one.toLowerCase() === path.toLowerCase())
  if (other !== undefined) {
    return { why: `${other} differs from ${path} in upper and lower case only`, isHere: true }
  }
  const why = windowsFault(path)
  return why === undefined ? undefined : { why, isHere: platform() === 'win32' }
}

type Hashes = ReadonlyMap<string, string>

function hashed(texts: Texts): Hashes {
  return new Map([...texts].map(([path, text]) => [path, hashOf(text)]))
}

function hashes(base: Texts, known: KnownObject | undefined): Hashes | undefined {
  return known === undefined
    ? undefined
    : new Map([...hashed(base), ...Object.entries(known.files)])
}

function isEqual(one: Hashes, other: Hashes): boolean {
  return one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash)
}

export function kindOf({
  base,
  here,
  there
}: {
  readonly base: Hashes | undefined
  readonly here: Hashes
  readonly there: Hashes
}): EntryKind {
  if (isEqual(here, there)) return 'same'
  if (base === undefined) {
    return here.size === 0 ? 'new there' : there.size === 0 ? 'new here' : 'conflict'
  }
  const [isHere, isThere] = [!isEqual(here, base), !isEqual(there, base)]
  if (isHere && isThere) return 'conflict'
  if (isHere) return here.size === 0 ? 'deleted here' : 'changed here'
  return there.size === 0 ? 'deleted there' : 'changed there'
}

/** Texts by name of their file. */
export function named(texts: Texts): Map<string, string> {
  return new Map([...texts].map(([path, text]) => [path.split('/').at(-1) ?? '', text]))
}
