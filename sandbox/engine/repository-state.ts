/** The state of the repository: texts, parsed objects, scopes, refusals. */
import type { Registry, ABAPFile, IObject } from '@abaplint/core'
import type { Refusal } from './bounds.ts'
import { createSearchCache } from './search-cache.ts'
import type { SearchCache } from './search-cache.ts'
import type { DependencyIndex } from './dependency-index.ts'
import { objectId } from './files.ts'

/** Called with the files in progress before work that may take long or not terminate. */
export type ReportProgress = (files: readonly string[]) => void
export interface State {
  readonly registry: Registry
  /** Names of which every use is accepted, in upper case. */
  readonly assumed: Set<string>
  readonly dependencies: DependencyIndex
  readonly reportProgress: ReportProgress
  readonly library: Map<string, string>
  /** Files of mounted folders, which stand behind the library. */
  readonly mounted: Map<string, string>
  readonly active: Map<string, string>
  readonly overlay: Map<string, string>
  /** The text in force per file: the draft, else the active version, else the library. */
  readonly currentTexts: Map<string, string>
  readonly refusals: Map<string, Map<string, string>>
  /** Refusals that no response has reported yet. */
  readonly newRefusals: Refusal[]
  /** Objects with files that are not parsed yet. */
  readonly unparsed: Set<string>
  /** Set when definitions have to be built even if nothing is to be parsed. */
  pending: boolean
  main: string | undefined
  /**
   * A parsed file never changes, and another parse creates another one, so findings stay valid for
   * the lifetime of the file.
   */
  readonly searchCaches: WeakMap<ABAPFile, SearchCache>
}

export function objectById(state: State, id: string): IObject | undefined {
  const space = id.indexOf(' ')
  return space < 0 ? undefined : state.registry.getObject(id.slice(0, space), id.slice(space + 1))
}

export function filesOf(state: State, id: string): string[] {
  return [...state.dependencies.filesOf(id)]
}

export function unregister(state: State, name: string): void {
  const file = state.registry.getFileByName(name)
  if (file === undefined) return
  state.registry.removeFile(file)
  state.pending = true
  const id = objectId(name)
  if (objectById(state, id) === undefined) state.unparsed.delete(id)
  else state.unparsed.add(id)
}

export function searchCacheOf(state: State, file: ABAPFile): SearchCache {
  const known = state.searchCaches.get(file)
  if (known !== undefined) return known
  const made = createSearchCache(file)
  state.searchCaches.set(file, made)
  return made
}
