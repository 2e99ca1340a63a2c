/** The types of stored objects. */
import { createHash } from 'node:crypto'
import type { ObjectKey, PartKey, Version } from '../types.ts'
import type { TypeKind } from './formats/table-fields.ts'

/** Bookkeeping of one version of one part. */
export interface PartRecord {
  readonly part: string
  readonly version: Version
  readonly changedBy: string
  readonly changedAt: number
  /** Counts the changes of the part, so that no two versions have one ETag. */
  readonly revision: number
  /** Of the files that the text comes from: shows whether they were changed from outside. */
  readonly digest: string
  /** The text as it was written, where the files hold it in another form. */
  readonly kept?: string
}

/**
 * An object as it is in memory; replaced, never changed. File names are those of the abapGit
 * format, without folder.
 */
export interface StoredObject {
  readonly key: ObjectKey
  /** The super package of a package; empty at the root. */
  readonly package: string
  /** Where its active files stand, below the data directory. */
  readonly folder: string
  readonly responsible: string
  readonly createdBy: string
  readonly createdAt: number
  readonly changedBy: string
  readonly changedAt: number
  /** SID of the system that holds the original; empty or absent where it is this one. */
  readonly original?: string
  readonly active: ReadonlyMap<string, string>
  readonly drafts: ReadonlyMap<string, string>
  readonly parts: readonly PartRecord[]
}

export interface FormerVersion {
  readonly part: PartKey
  readonly number: number
  readonly changedBy: string
  readonly changedAt: number
  readonly text: string
  /**
   * The request whose release or import made it, empty for a backup before a change. Absent in
   * versions that an earlier release of the sandbox made at activation.
   */
  readonly request?: string
}

/**
 * What one operation changes: all of it happens or none. Paths are below the data directory; no
 * text removes the file.
 */
export interface Change {
  readonly files: readonly { readonly path: string; readonly text: string | undefined }[]
  readonly saved?: readonly StoredObject[]
  readonly removed?: readonly ObjectKey[]
  readonly versions?: readonly Omit<FormerVersion, 'number'>[]
  /** Further changes of the bookkeeping; runs inside the transaction. */
  readonly alongside?: () => void
}

export function idOf({ type, name }: ObjectKey): string {
  return `${type} ${name.toUpperCase()}`
}

/** What a developer works on: the drafts over the active files. */
export function workingFiles(object: StoredObject): ReadonlyMap<string, string> {
  return object.drafts.size === 0 ? object.active : new Map([...object.active, ...object.drafts])
}

export function filesIn(object: StoredObject, version: Version): ReadonlyMap<string, string> {
  return version === 'active' ? object.active : workingFiles(object)
}

export function recordOf(
  object: StoredObject,
  part: string,
  version: Version
): PartRecord | undefined {
  return object.parts.find(record => record.part === part && record.version === version)
}

export function digestOf(texts: readonly (string | undefined)[]): string {
  const hash = createHash('sha1')
  for (const text of texts) hash.update(text ?? '').update('\0')
  return hash.digest('hex')
}

/** The kind of the type with a name, if it is in the repository. */
export function kindIn(isThere: (id: string) => boolean, name: string): TypeKind {
  const has = (...types: readonly ObjectKey['type'][]) =>
    types.some(type => isThere(idOf({ type, name })))
  if (has('STRU', 'TABL', 'DDLS')) return 'structure'
  if (has('TTYP')) return 'tableType'
  if (has('CLAS', 'INTF')) return 'class'
  return 'element'
}
