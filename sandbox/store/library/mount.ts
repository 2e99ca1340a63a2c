/** Mounts folders of further ABAP: their objects are there as far as no other has their name. */
import type { ObjectKey, RepositoryFile } from '../../types.ts'
import { valuesOf } from '../codec.ts'
import type { FoundFile } from '../layout.ts'
import { keysOf } from '../load.ts'
import { idOf, workingFiles } from '../model.ts'
import type { StoredObject } from '../model.ts'
import { checkedName } from '../names.ts'
import { objectTypes } from '../object-types.ts'
import { readLibraryFolder } from './folder.ts'
import { libraryObject, mountedPackage, scenarioPackage } from './object.ts'

/** The objects of the mounted folders, and by folder what is left out, with the reasons. */
export interface Mounted {
  readonly objects: ReadonlyMap<string, StoredObject>
  readonly leftOut: readonly { readonly folder: string; readonly entries: readonly string[] }[]
}

interface Present {
  /** The objects that every system has. */
  readonly kernel: readonly RepositoryFile[]
  /** Objects that make room for all others of their names. */
  readonly scenario?: readonly RepositoryFile[]
  /** The objects of the data directory. */
  readonly own: ReadonlyMap<string, StoredObject>
}

type Texts = readonly Pick<FoundFile, 'file' | 'text'>[]

/** What no second object may be called: the name in its name space, and its function modules. */
function claimsOf({ type, name }: ObjectKey, files: Texts): string[] {
  const modules =
    type === 'FUGR'
      ? files.flatMap(({ text }) =>
          [...text.matchAll(/^\s*FUNCTION\s+['`]?([\w/]+)/gim)].map(
            ([, module = '']) => `function ${module.toUpperCase()}`
          )
        )
      : []
  return [`${objectTypes[type].nameSpace} ${name.toUpperCase()}`, ...modules]
}

function takenNames({ kernel, own }: Present): Map<string, string> {
  const taken = new Map<string, string>()
  const take = (key: ObjectKey, files: Texts, by: string) => {
    for (const claim of claimsOf(key, files)) taken.set(claim, by)
  }
  for (const object of own.values()) {
    const files = [...workingFiles(object)].map(([file, text]) => ({ file, text }))
    take(object.key, files, 'the data folder has an object of this name')
  }
  for (const { key, files: parts } of keysOf(kernel.map(foundFile)).values()) {
    take(key, parts, 'every system has an object of this name')
  }
  return taken
}

const foundFile = ({ name, text }: RepositoryFile) => ({ file: name, text, changedAt: 0 })

/** The object, or why it is not mounted. */
function readObject(key: ObjectKey, files: readonly FoundFile[]): StoredObject | string {
  try {
    checkedName(key.type, key.name)
    const object = libraryObject(key, mountedPackage, files)
    valuesOf({ object: key }, object.active)
    return object
  } catch (error) {
    return (error as Error).message
  }
}

/** Reads the folders in their order. Throws where a folder cannot be used as a whole. */
export function mountLibraries(folders: readonly string[], present: Present): Mounted {
  const objects = new Map<string, StoredObject>()
  const { scenario = [] } = present
  if (folders.length === 0 && scenario.length === 0) return { objects, leftOut: [] }
  const taken = takenNames(present)
  const leftOut = folders.map(folder => {
    const read = readLibraryFolder(folder)
    const refused: string[] = []
    for (const { key, files } of read.folders.flatMap(each => [...keysOf(each).values()])) {
      const claims = claimsOf(key, files)
      const conflict = claims.map(claim => taken.get(claim)).find(by => by !== undefined)
      const object = conflict ?? readObject(key, files)
      if (typeof object === 'string') {
        refused.push(`${key.type} ${key.name} (${object})`)
        continue
      }
      objects.set(idOf(key), object)
      for (const claim of claims) taken.set(claim, `it stands in the library ${folder} already`)
    }
    return { folder, entries: [...refused, ...read.leftOut] }
  })
  for (const [id, object] of scenarioObjects(present, taken)) objects.set(id, object)
  return { objects, leftOut: leftOut.filter(({ entries }) => entries.length > 0) }
}

/**
 * Those whose names nothing else has, and those that an own object of the same type hides: they
 * come back when it is deleted.
 */
function scenarioObjects(
  { scenario = [], own }: Present,
  taken: ReadonlyMap<string, string>
): [string, StoredObject][] {
  return [...keysOf(scenario.map(foundFile)).values()]
    .filter(
      ({ key, files }) =>
        own.has(idOf(key)) || !claimsOf(key, files).some(claim => taken.has(claim))
    )
    .map(({ key, files }) => [idOf(key), libraryObject(key, scenarioPackage, files)])
}
