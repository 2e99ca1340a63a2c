/**
 * Keeps active sources as versions: at the release of a request, and before the first change that a
 * request records.
 */
import type { KeptVersion, ObjectKey, VersionCause } from '../../types.ts'
import { partNames, partText } from '../info.ts'
import { recordOf } from '../model.ts'
import type { FormerVersion, StoredObject } from '../model.ts'
import type { Repository } from '../repository.ts'

export interface Versioned {
  readonly object: ObjectKey
  /** The parts to keep; all where it is left out. */
  readonly parts?: readonly string[] | undefined
}

/**
 * The versions of an object to add. Without a request the version is a backup, which is made only
 * where the newest version is not the active source, with the author and the time of that source.
 */
export function versionsToKeep(
  { state }: Pick<Repository, 'state'>,
  object: StoredObject,
  { user, request, parts }: VersionCause & { readonly parts?: readonly string[] | undefined }
): Omit<FormerVersion, 'number'>[] {
  if (object.key.type === 'DEVC') return []
  const changedAt = Date.now()
  return (parts ?? partNames(object, 'active')).flatMap(name => {
    const part = { object: object.key, part: name }
    const text = partText(object, name, 'active')
    if (text === undefined) return []
    if (request !== '') return [{ part, changedBy: user, changedAt, text, request }]
    const active = recordOf(object, name, 'active')
    if (active === undefined || state.versions(part)[0]?.text === text) return []
    return [{ part, changedBy: active.changedBy, changedAt: active.changedAt, text, request }]
  })
}

/** Adds versions of the active sources; inside of a transaction of the caller. */
export function keepVersions(
  repository: Repository,
  objects: readonly Versioned[],
  cause: VersionCause
): KeptVersion[] {
  return objects.flatMap(({ object: key, parts }) => {
    const object = repository.find(key)
    if (object === undefined) return []
    return versionsToKeep(repository, object, { ...cause, parts }).map(version => ({
      part: version.part,
      number: repository.state.addVersion(version)
    }))
  })
}
