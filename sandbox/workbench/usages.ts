import type { FileReference, Location, ObjectInfo, PartKey } from '../types.ts'
import type { System } from '../system.ts'
import { sourceUri } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import { viewOf } from './source-place.ts'

/** One line that uses the object asked for. */
export interface Use { readonly location: Location, readonly line: string, readonly test: boolean }

/** The uses inside one part of one object. */
export interface PartUses { readonly info: ObjectInfo, readonly part: PartKey, readonly uses: readonly Use[], readonly test: boolean }

/** What uses the thing at a place: the thing at the position, or the whole object when the place has none. */
export async function usagesOf (system: System, place: Place): Promise<PartUses[]> {
  const { store, engine } = system
  const isNew = store.get(place.part.object)?.state === 'new'
  const view = viewOf(system, place, { sources: [], drafts: isNew })
  const at = place.start === undefined || place.whole
    ? { file: store.fileName(place.part) }
    : store.toFile({ part: place.part, row: place.start.row, column: place.start.column ?? 0 })
  if (at === undefined) return []
  const references = await engine.references({ ...at, ...view })
  const uses = references.flatMap((reference: FileReference) => {
    const location = store.toPart(reference)
    return location === undefined ? [] : [{ location, line: reference.line, test: reference.test }]
  })
  const byPart = Map.groupBy(uses, use => sourceUri(use.location.part))
  return [...byPart.values()].flatMap(list => {
    const [first] = list
    const info = first === undefined ? undefined : store.get(first.location.part.object)
    if (first === undefined || info === undefined) return []
    return [{ info, part: first.location.part, uses: list, test: list.every(use => use.test) }]
  })
}
