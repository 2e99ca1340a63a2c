/** Parses what has changed, within bounds of time and depth. */
import { ABAPObject, Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import { TOO_DEEP, isOverflow, digestOf } from './bounds.ts'
import type { Refusal } from './bounds.ts'
import { searchCacheOf, unregister, filesOf, objectById } from './repository-state.ts'
import type { State } from './repository-state.ts'

export function recordRefusal(state: State, refusal: Refusal): void {
  const known = state.refusals.get(refusal.file) ?? new Map<string, string>()
  known.set(refusal.digest, refusal.reason)
  state.refusals.set(refusal.file, known)
  state.newRefusals.push(refusal)
}

/** Removes the largest file of an object that cannot be parsed, so that the rest stays usable. */
export function refuseLargestFile(state: State, files: readonly string[], error: unknown): void {
  const largest = files.toSorted(
    (a, b) => (state.currentTexts.get(b)?.length ?? 0) - (state.currentTexts.get(a)?.length ?? 0)
  )[0]
  const text = largest === undefined ? undefined : state.currentTexts.get(largest)
  if (largest === undefined || text === undefined) throw error
  const reason = isOverflow(error)
    ? TOO_DEEP
    : `The source cannot be read: ${error instanceof Error ? error.message : String(error)}`
  recordRefusal(state, { file: largest, digest: digestOf(text), reason })
  unregister(state, largest)
}

/**
 * Dictionary objects compute their type when all sources are read; a cycle among them must be
 * detected while the object that causes it is known.
 */
function hasType(
  object: IObject
): object is Objects.Table | Objects.TableType | Objects.DataElement | Objects.DataDefinition {
  return (
    object instanceof Objects.Table ||
    object instanceof Objects.TableType ||
    object instanceof Objects.DataElement ||
    object instanceof Objects.DataDefinition
  )
}

export function parse(state: State): void {
  const configuration = state.registry.getConfig()
  for (const id of state.unparsed) {
    const object = objectById(state, id)
    if (object === undefined) continue
    const files = filesOf(state, id)
    state.reportProgress(files)
    try {
      object.parse(
        configuration.getRelease(),
        configuration.getSyntaxSetttings().globalMacros,
        state.registry,
        configuration.getLanguageVersion()
      )
      if (hasType(object)) object.parseType(state.registry)
    } catch (error) {
      refuseLargestFile(state, files, error)
    }
    // now, while the syntax trees are in memory: the first search would have to load all of them
    // again
    if (object instanceof ABAPObject) {
      for (const file of object.getABAPFiles()) searchCacheOf(state, file)
    }
  }
  if (state.unparsed.size === 0 && !state.pending) return
  state.unparsed.clear()
  state.pending = false
  state.reportProgress([])
  state.registry.parse()
}
