/** The objects in memory, and the only way to change them. */
import type { ObjectInfo, ObjectKey, PartKey } from '../types.ts'
import { sourceFiles } from './codec.ts'
import { StoreError } from './errors.ts'
import { objectInfo } from './info.ts'
import type { Journal } from './journal.ts'
import { below, packageFile } from './layout.ts'
import type { Layout } from './layout.ts'
import { digestOf, filesIn, idOf, kindIn } from './model.ts'
import type { Change, StoredObject } from './model.ts'
import type { TypeKind } from './formats/table-fields.ts'
import type { State } from './state.ts'

/** One object before and after a change; undefined where it is not there. */
export interface Replacement {
  readonly before: StoredObject | undefined
  readonly after: StoredObject | undefined
}

/** The objects in memory, and the one way to change them. */
export interface Repository {
  readonly objects: ReadonlyMap<string, StoredObject>
  /** Objects of mounted libraries: their names are taken, and nothing changes them. */
  readonly mounted: ReadonlyMap<string, StoredObject>
  /** Ids of the objects that every system has: their names are taken. */
  readonly standard: ReadonlySet<string>
  readonly layout: Layout
  readonly state: State
  /** The transport layer of packages that name none. */
  readonly layer: string
  find(key: ObjectKey): StoredObject | undefined
  /** Throws StoreError `NOT_FOUND`. */
  get(key: ObjectKey): StoredObject
  info(object: StoredObject): ObjectInfo
  kindOf(name: string): TypeKind
  /** All replacements happen, in memory and on the disk, or none. */
  replace(replacements: readonly Replacement[], more?: WithReplacement): void
}

/** What happens with a replacement, or not at all. */
export type WithReplacement = Pick<Change, 'versions' | 'alongside'>

const draftFolder = '.sandbox/inactive'

function activePath(object: StoredObject, file: string): string {
  return below(object.folder, object.key.type === 'DEVC' ? packageFile : file)
}

function pathsOf(object: StoredObject | undefined): Map<string, string> {
  if (object === undefined) return new Map()
  return new Map([
    ...[...object.active].map(([file, text]) => [activePath(object, file), text] as const),
    ...[...object.drafts].map(([file, text]) => [`${draftFolder}/${file}`, text] as const)
  ])
}

function fileChanges({ before, after }: Replacement): Change['files'] {
  const old = pathsOf(before)
  const next = pathsOf(after)
  return [
    ...[...next]
      .filter(([path, text]) => old.get(path) !== text)
      .map(([path, text]) => ({ path, text })),
    ...[...old.keys()].filter(path => !next.has(path)).map(path => ({ path, text: undefined }))
  ]
}

/** The object with the digests of its records made anew from its files. */
export function withDigests(object: StoredObject): StoredObject {
  const parts = object.parts.map(record => {
    const key: PartKey = { object: object.key, part: record.part }
    const files = filesIn(object, record.version)
    return { ...record, digest: digestOf(sourceFiles(key).map(file => files.get(file))) }
  })
  return { ...object, parts }
}

function parentOf(
  objects: ReadonlyMap<string, StoredObject>,
  object: StoredObject
): StoredObject | undefined {
  return object.key.type === 'DEVC' && object.package !== ''
    ? objects.get(idOf({ type: 'DEVC', name: object.package }))
    : undefined
}

export function createRepository(options: {
  objects: Map<string, StoredObject>
  mounted: ReadonlyMap<string, StoredObject>
  standard: ReadonlySet<string>
  layout: Layout
  state: State
  journal: Journal
  /** The transport layer of packages that name none. */
  layer: string
}): Repository {
  const { objects, mounted, standard, layout, state, journal, layer } = options
  const infos = new WeakMap<StoredObject, ObjectInfo>()

  function info(object: StoredObject, depth = 0): ObjectInfo {
    // A package inherits facts from the one above, which may change under it: packages are not
    // remembered.
    if (object.key.type === 'DEVC') {
      const parent = depth < 50 ? parentOf(objects, object) : undefined
      return objectInfo(object, parent && info(parent, depth + 1), layer)
    }
    const known = infos.get(object)
    if (known !== undefined) return known
    const made = objectInfo(object, undefined, layer)
    infos.set(object, made)
    return made
  }

  return {
    objects,
    mounted,
    standard,
    layout,
    state,
    layer,
    find: key => objects.get(idOf(key)),
    get(key) {
      const found = objects.get(idOf(key))
      if (found === undefined) {
        throw new StoreError('NOT_FOUND', `${key.type} ${key.name.toUpperCase()} does not exist`)
      }
      return found
    },
    info: object => info(object),
    kindOf: name => kindIn(id => objects.has(id) || mounted.has(id), name),
    replace(replacements, more = {}) {
      const change: Change = {
        files: replacements.flatMap(fileChanges),
        saved: replacements.flatMap(({ after }) => (after === undefined ? [] : [after])),
        removed: replacements.flatMap(({ before, after }) =>
          before !== undefined && after === undefined ? [before.key] : []
        ),
        ...more
      }
      journal.commit(change, () => {
        for (const { before, after } of replacements) {
          if (before !== undefined) objects.delete(idOf(before.key))
          if (after !== undefined) objects.set(idOf(after.key), after)
        }
      })
    }
  }
}
