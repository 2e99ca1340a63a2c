/** The objects that the files of a folder belong to. */
import type { ObjectRef } from '../../erp-client/index.ts'
import { inParallel } from '../call/parallel.ts'
import { namedFile, typeOfFile, xmlNameOf } from './layout/index.ts'
import type { Workspace } from './workspace.ts'

export interface FolderFiles {
  readonly ref: ObjectRef
  /** With a slash at its end. */
  readonly folder: string
  /** Text by path. */
  readonly files: Map<string, string>
}

export interface FolderContents {
  readonly objects: readonly FolderFiles[]
  /** Paths of files that no layout of this version reads, by type. */
  readonly others: ReadonlyMap<string, readonly string[]>
  /** All paths, of other files too. */
  readonly paths: readonly string[]
}

/** Reads the files below the starting folder of a repository. */
export async function readFolderObjects(
  workspace: Workspace,
  start: string,
  signal: AbortSignal
): Promise<FolderContents> {
  const paths = await workspace.list(start, signal)
  const grouped = Map.groupBy(paths.flatMap(placeOf), ({ key }) => key)
  const objects = await inParallel([...grouped.values()], async places => {
    const known = places.filter(({ isKnown }) => isKnown)
    const files = new Map<string, string>()
    for (const { path } of known) {
      signal.throwIfAborted()
      const text = await workspace.read(path)
      if (text !== undefined) files.set(path, text)
    }
    return { places, files }
  })
  const others = new Map<string, string[]>()
  const found = objects.flatMap(({ places, files }): FolderFiles[] => {
    const [first] = places
    if (first === undefined) return []
    for (const { path, isKnown } of places) {
      if (!isKnown) others.set(first.type, [...(others.get(first.type) ?? []), path])
    }
    return files.size === 0 ? [] : [{ ref: refOf(first, files), folder: first.folder, files }]
  })
  return { objects: found, others, paths }
}

interface Place {
  readonly path: string
  readonly key: string
  readonly folder: string
  readonly type: string
  readonly name: string
  readonly isKnown: boolean
}

function placeOf(path: string): Place[] {
  const at = path.lastIndexOf('/') + 1
  const [folder, base] = [path.slice(0, at), path.slice(at)]
  const named = namedFile(base)
  return named === undefined
    ? []
    : [{ path, folder, ...named, key: `${folder}${named.type} ${named.name}` }]
}

function refOf({ folder, type, name }: Place, files: ReadonlyMap<string, string>): ObjectRef {
  const xml = files.get(`${folder}${xmlNameOf({ type, name })}`)
  return { type: typeOfFile(type, xml), name }
}
