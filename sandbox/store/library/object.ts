/** Objects that belong to no package of the data directory: found and read, never changed. */
import { partNames } from '../info.ts'
import type { FoundFile } from '../layout.ts'
import { digestOf } from '../model.ts'
import type { StoredObject } from '../model.ts'
import { sourceFiles } from '../codec.ts'
import type { ObjectInfo, ObjectKey } from '../../types.ts'

/** The package of the tables that every system has; the name is that of no system. */
export const kernelPackage = 'SANDBOX_KERNEL'
/** The package of the objects of mounted folders; the name is that of no system. */
export const mountedPackage = 'SANDBOX_LIBRARY'
/** The package of objects that an own object of their name replaces; the name is that of no system. */
export const scenarioPackage = 'SANDBOX_SCENARIO'
const author = 'SAP'

/** Why objects of the package cannot be changed; undefined where they can. */
export function readOnlyReason(packageName: string): string | undefined {
  if (packageName === kernelPackage) return 'belongs to every system and cannot be changed'
  if (packageName === mountedPackage) {
    return 'belongs to a library that is mounted read-only (--library) and cannot be changed'
  }
  if (packageName === scenarioPackage) {
    return 'is there until the system has an own object of this name, and cannot be changed'
  }
  return undefined
}

/** Whether no new object can have the name: those of the scenario make room. */
export function isTaken(found: Pick<ObjectInfo, 'package'> | undefined): boolean {
  return found !== undefined && found.package !== scenarioPackage
}

/** Another text of a part has another revision, so that no entity tag outlives a change of folder. */
export function libraryObject(
  key: ObjectKey,
  home: string,
  files: readonly FoundFile[]
): StoredObject {
  const changedAt = files.reduce((time, file) => Math.max(time, file.changedAt), 0)
  const facts = { changedBy: author, changedAt }
  const active = new Map(files.map(({ file, text }) => [file, text]))
  const object: StoredObject = {
    key,
    package: home,
    folder: '',
    original: author,
    responsible: author,
    createdBy: author,
    createdAt: changedAt,
    ...facts,
    active,
    drafts: new Map(),
    parts: []
  }
  const parts = partNames(object, 'active').map(part => {
    const digest = digestOf(sourceFiles({ object: key, part }).map(file => active.get(file)))
    const revision = Number.parseInt(digest.slice(0, 8), 16)
    return { part, version: 'active' as const, ...facts, revision, digest }
  })
  return { ...object, parts }
}
