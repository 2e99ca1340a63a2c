/** Tracks which objects depend on a change, so that their cached results are computed again. */
import { objectId } from './files.ts'
import { namesOf, visiblePartOf } from './visible-part.ts'
import { createWordIndex, wordsOf } from './word-index.ts'
import type { WordIndex } from './word-index.ts'

/**
 * Tracks objects whose cached results were computed from an older state of something they use. The
 * parser caches per object and does not invalidate across objects: without this a renamed method
 * stays callable and a moved declaration loses its uses.
 */
export interface DependencyIndex {
  readonly index: WordIndex
  /** Records a change of a file; undefined means that the file did not or does not exist. */
  recordChange(file: string, before: string | undefined, after: string | undefined): void
  /**
   * The objects that must be recomputed before the results of the given ones are valid; they count
   * as fresh from then on. The value is true when the source must also be parsed again, because an
   * include with macros changed.
   */
  takeStale(objects: Iterable<string>): Map<string, boolean>
  /** Those of the objects whose source has to be read again. */
  outdated(objects: Iterable<string>): string[]
  /** Objects that mention any of the words anywhere. */
  mentioning(words: Iterable<string>): Set<string>
  /** Objects that can be mentioned by this word. */
  named(word: string): Iterable<string>
  filesOf(object: string): Iterable<string>
  /** The names by which an object can be mentioned. */
  namesOf(object: string): string[]
  /**
   * Objects that mention this one, or something whose declaration mentions it: those that can use
   * its components.
   */
  dependants(object: string): ReadonlySet<string>
}

interface State {
  readonly all: WordIndex
  readonly visibleParts: WordIndex
  /** Object → its files. */
  readonly files: Map<string, Set<string>>
  /** File → its object. */
  readonly objects: Map<string, string>
  /** Name → objects that can be mentioned by it. */
  readonly byName: Map<string, Set<string>>
  readonly names: Map<string, readonly string[]>
  readonly stale: Map<string, boolean>
  /** Answers since the last change: a where-used list asks for the same ones many times. */
  readonly dependants: Map<string, ReadonlySet<string>>
}

export function createDependencyIndex(): DependencyIndex {
  const state: State = {
    all: createWordIndex(),
    visibleParts: createWordIndex(),
    files: new Map(),
    objects: new Map(),
    byName: new Map(),
    names: new Map(),
    stale: new Map(),
    dependants: new Map()
  }
  return {
    index: state.all,
    recordChange: (file, before, after) => {
      recordChange(state, file, before, after)
    },
    takeStale: objects => takeStale(state, objects),
    outdated: objects =>
      state.stale.size === 0 ? [] : [...objects].filter(id => state.stale.get(id) === true),
    mentioning: words => objectsWith(state, words),
    named: word => state.byName.get(word) ?? [],
    filesOf: object => state.files.get(object) ?? [],
    namesOf: object => [...new Set(namesOfObject(state, object))],
    dependants(object) {
      const known = state.dependants.get(object)
      if (known !== undefined) return known
      const found = dependants(state, object, namesOfObject(state, object))
      state.dependants.set(object, found)
      return found
    }
  }
}

function recordChange(
  state: State,
  file: string,
  before: string | undefined,
  after: string | undefined
): void {
  state.dependants.clear()
  const id = objectId(file)
  const visibleBefore = before === undefined ? undefined : visiblePartOf(file, before)
  const visibleAfter = after === undefined ? undefined : visiblePartOf(file, after)
  const namesBefore = state.names.get(file) ?? []
  const namesAfter = after === undefined ? [] : namesOf(file, after)
  index(state, file, after, visibleAfter)
  rename(state, file, namesAfter)
  if (visibleBefore === visibleAfter) return
  markDependants(state, id, [...namesBefore, ...namesAfter])
}

function index(
  state: State,
  file: string,
  text: string | undefined,
  visiblePart: string | undefined
): void {
  const id = objectId(file)
  const files = state.files.get(id) ?? new Set()
  if (text === undefined || visiblePart === undefined) {
    state.all.remove(file)
    state.visibleParts.remove(file)
    state.objects.delete(file)
    files.delete(file)
  } else {
    const words = wordsOf(text)
    state.all.put(file, words)
    state.visibleParts.put(file, visiblePart === text ? words : wordsOf(visiblePart))
    state.objects.set(file, id)
    files.add(file)
  }
  if (files.size === 0) {
    state.files.delete(id)
    state.stale.delete(id)
  } else {
    state.files.set(id, files)
  }
}

function rename(state: State, file: string, names: readonly string[]): void {
  const id = objectId(file)
  for (const name of state.names.get(file) ?? []) state.byName.get(name)?.delete(id)
  state.names.set(file, names)
  // The other files of the object may carry the same names.
  for (const sibling of state.files.get(id) ?? []) {
    for (const name of state.names.get(sibling) ?? []) {
      const objects = state.byName.get(name)
      if (objects === undefined) state.byName.set(name, new Set([id]))
      else objects.add(id)
    }
  }
  if (names.length === 0) state.names.delete(file)
}

function markDependants(state: State, changedObject: string, names: readonly string[]): void {
  const macros = changedObject.startsWith('PROG ') || changedObject.startsWith('TYPE ')
  for (const id of dependants(state, changedObject, names)) {
    state.stale.set(id, macros || state.stale.get(id) === true)
  }
}

/** Direct dependants by any mention; transitive ones by the visible part of a source only. */
function dependants(state: State, object: string, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...names]
  const visited = new Set(names)
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const file of state.all.filesWith(name)) {
      const id = objectOf(state, file)
      if (id !== object) found.add(id)
    }
    for (const file of state.visibleParts.filesWith(name)) {
      for (const next of namesOfObject(state, objectOf(state, file))) {
        if (visited.has(next)) continue
        visited.add(next)
        queue.push(next)
      }
    }
  }
  return found
}

function namesOfObject(state: State, id: string): string[] {
  const names: string[] = []
  for (const file of state.files.get(id) ?? []) names.push(...(state.names.get(file) ?? []))
  return names
}

function takeStale(state: State, objects: Iterable<string>): Map<string, boolean> {
  const invalid = new Map<string, boolean>()
  if (state.stale.size === 0) return invalid
  const visited = new Set(objects)
  // Of the objects themselves every mention counts; of what they use, only mentions in the part that
  // is visible to other objects.
  const queue: { id: string; words: WordIndex }[] = [...visited].map(id => ({
    id,
    words: state.all
  }))
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const stale = state.stale.get(next.id)
    if (stale !== undefined) invalid.set(next.id, stale)
    state.stale.delete(next.id)
    for (const id of usedBy(state, next.id, next.words)) {
      if (visited.has(id)) continue
      visited.add(id)
      queue.push({ id, words: state.visibleParts })
    }
  }
  return invalid
}

function usedBy(state: State, id: string, words: WordIndex): Set<string> {
  const used = new Set<string>()
  for (const file of state.files.get(id) ?? []) {
    for (const word of words.wordsIn(file)) {
      for (const other of state.byName.get(word) ?? []) if (other !== id) used.add(other)
    }
  }
  return used
}

function objectsWith(state: State, wanted: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const word of wanted) {
    for (const file of state.all.filesWith(word)) found.add(objectOf(state, file))
  }
  return found
}

function objectOf(state: State, file: string): string {
  return state.objects.get(file) ?? objectId(file)
}
