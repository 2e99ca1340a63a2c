/** Makes drafts active. */
import type { ObjectKey, RepositoryFile } from '../types.ts'
import { valuesOf } from './codec.ts'
import { changedMetadata, nextRevision } from './drafts.ts'
import { withText } from './formats/xml.ts'
import { idOf } from './model.ts'
import type { StoredObject } from './model.ts'
import { fileOf } from './names.ts'
import { withDigests } from './repository.ts'
import type { Replacement, Repository } from './repository.ts'

function withTestFlag(object: StoredObject, files: Map<string, string>): Map<string, string> {
  if (
    object.key.type !== 'CLAS' ||
    !files.has(fileOf({ object: object.key, part: 'testclasses' }))
  ) {
    return files
  }
  const values = valuesOf({ object: object.key }, files)
  const flagged = values && withText(values, ['VSEOCLASS', 'WITH_UNIT_TESTS'], 'X')
  return flagged === undefined || values === undefined
    ? files
    : new Map([...files, ...changedMetadata(object, files, () => flagged)])
}

/** The object with its drafts active. */
export function activated(object: StoredObject, user: string): StoredObject {
  const now = Date.now()
  const fresh = object.parts
    .filter(record => record.version === 'inactive')
    .map(record => ({
      ...record,
      version: 'active' as const,
      changedBy: user,
      changedAt: now,
      revision: nextRevision(object, record.part)
    }))
  const activeParts = object.parts.filter(
    record => record.version === 'active' && !fresh.some(each => each.part === record.part)
  )
  const active = withTestFlag(object, new Map([...object.active, ...object.drafts]))
  return withDigests({
    ...object,
    active,
    drafts: new Map(),
    parts: [...activeParts, ...fresh],
    changedBy: user,
    changedAt: now
  })
}

/**
 * Makes the drafts of the objects active, all or none; objects without drafts are left as they are.
 */
export function activate(
  repository: Repository,
  keys: readonly ObjectKey[],
  user: string
): { put: RepositoryFile[]; remove: string[] } {
  const named = new Map(keys.map(key => [idOf(key), repository.get(key)]))
  const changes = [...named.values()]
    .filter(object => object.drafts.size > 0)
    .map(before => ({ before, after: activated(before, user) }))
  if (changes.length === 0) return { put: [], remove: [] }
  repository.replace(changes satisfies Replacement[])
  const put = changes.flatMap(({ before, after }) =>
    [...after.active]
      .filter(([name, text]) => before.active.get(name) !== text)
      .map(([name, text]) => ({ name, text }))
  )
  return { put, remove: [] }
}
