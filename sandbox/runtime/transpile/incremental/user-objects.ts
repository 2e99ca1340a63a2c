/**
 * Keeps the user objects of a registry from one request to the next, so that an edit costs the
 * objects that it concerns.
 */
import type { IObject, IRegistry, MemoryFile } from '@abaplint/core'
import { createDependencyIndex } from '../../../engine/dependency-index.ts'
import { objectId } from '../../../engine/files.ts'
import { wordsOf } from '../../../engine/word-index.ts'
import { codeOf } from './code.ts'

/** The objects of a request, and those of them whose former results hold no longer. */
export interface Change {
  readonly objects: readonly IObject[]
  readonly stale: ReadonlySet<IObject>
}

export interface UserObjects {
  /**
   * Puts the files of a request in place. Objects that it does not name stay, as far as none of its
   * objects mentions them.
   */
  replace(files: readonly MemoryFile[]): Change
}

/**
 * Characters of source that are kept; each needs about 35 bytes of memory (abapGit).
 * A request that is larger is kept alone.
 */
const MAX_KEPT = 4_000_000

interface State {
  readonly registry: IRegistry
  readonly dependencies: ReturnType<typeof createDependencyIndex>
  /** Object id → its files, in the order of the last request that named it. */
  readonly present: Map<string, readonly MemoryFile[]>
  /** Object id → the words of its code. */
  readonly words: Map<string, ReadonlySet<string>>
}

export function createUserObjects(registry: IRegistry, maxKept = MAX_KEPT): UserObjects {
  const state: State = {
    registry,
    dependencies: createDependencyIndex(),
    present: new Map(),
    words: new Map()
  }
  return {
    replace(files) {
      try {
        return replace(state, files, maxKept)
      } catch (error) {
        // A source that the parser does not survive would be parsed with the next request again.
        for (const id of [...state.present.keys()]) put(state, id, [])
        throw error
      }
    }
  }
}

function replace(state: State, files: readonly MemoryFile[], maxKept: number): Change {
  const wanted = Map.groupBy(files, file => objectId(file.getFilename()))
  wanted.delete('')
  const changed = new Set<string>()
  for (const [id, next] of wanted) {
    if (same(state.present.get(id) ?? [], next)) continue
    changed.add(id)
    put(state, id, next)
  }
  for (const id of mentioned(state, wanted.keys())) if (!wanted.has(id)) put(state, id, [])
  if (charactersOf(state) > maxKept) {
    for (const id of state.present.keys()) if (!wanted.has(id)) put(state, id, [])
  }
  for (const id of state.dependencies.takeStale(wanted.keys()).keys()) {
    changed.add(id)
    objectOf(state, id)?.setDirty()
  }
  state.registry.parse()
  const found = (ids: Iterable<string>) =>
    [...ids].map(id => objectOf(state, id)).filter(object => object !== undefined)
  return { objects: found(wanted.keys()), stale: new Set(found(changed)) }
}

/** The files of an object are replaced together: their order is part of the result. */
function put(state: State, id: string, next: readonly MemoryFile[]): void {
  const { registry, dependencies, present, words } = state
  const before = present.get(id) ?? []
  for (const file of before) registry.removeFile(file)
  for (const file of next) registry.addFile(file)
  const texts = new Map(next.map(file => [file.getFilename(), file.getRaw()]))
  for (const file of before) {
    const name = file.getFilename()
    if (!texts.has(name)) dependencies.recordChange(name, file.getRaw(), undefined)
  }
  const former = new Map(before.map(file => [file.getFilename(), file.getRaw()]))
  for (const [name, text] of texts) dependencies.recordChange(name, former.get(name), text)
  if (next.length === 0) {
    present.delete(id)
    words.delete(id)
  } else {
    present.set(id, next)
    words.set(id, wordsOf(next.map(file => codeOf(file.getFilename(), file.getRaw())).join('\n')))
  }
}

function same(one: readonly MemoryFile[], other: readonly MemoryFile[]): boolean {
  return (
    one.length === other.length &&
    one.every((file, index) => {
      const counterpart = other[index]
      return (
        file.getFilename() === counterpart?.getFilename() && file.getRaw() === counterpart.getRaw()
      )
    })
  )
}

/** Objects that are present, and named in the code of these. */
function mentioned({ dependencies, present, words }: State, ids: Iterable<string>): Set<string> {
  const all = new Set<string>()
  for (const id of ids) for (const word of words.get(id) ?? []) all.add(word)
  const found = [...all].flatMap(word => [...dependencies.named(word)])
  return new Set(found.filter(id => present.has(id)))
}

function charactersOf({ present }: State): number {
  let sum = 0
  for (const files of present.values()) for (const file of files) sum += file.getRaw().length
  return sum
}

function objectOf({ registry }: State, id: string): IObject | undefined {
  const [type, name] = id.split(' ')
  return registry.getObject(type, name)
}
