/** Finds where an object is used. */
import type { FileUses, Location, ObjectInfo, PartKey } from '../types.ts'
import type { System } from '../system.ts'
import { sourceUri } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import { viewOf } from './source-place.ts'
import type { View } from './source-place.ts'

/** One line that uses the requested object. */
export interface Use {
  readonly location: Location
  readonly line: string
  readonly test: boolean
}

/**
 * How often one part of one object uses it. `uri` is that of the part's text; `test`: all of the
 * uses stand in test code.
 */
export interface PartUses {
  readonly info: ObjectInfo
  readonly part: PartKey
  readonly uri: string
  readonly count: number
  readonly test: boolean
}

/**
 * What uses the thing at a place: the thing at the position, or the whole object when the place has
 * none.
 */
export async function usagesOf(system: System, place: Place): Promise<PartUses[]> {
  const { store, engine } = system
  const question = usageRequestOf(system, place)
  const found = question === undefined ? [] : await engine.uses(question)
  const parts = found.flatMap(({ file, count, test }: FileUses) => {
    const part = store.partOfFile(file)
    return part === undefined ? [] : [{ part, uri: sourceUri(part), count, test }]
  })
  // a table and its like have two files for one part
  return [...Map.groupBy(parts, each => each.uri).values()].flatMap(list => {
    const [first] = list
    const info = first === undefined ? undefined : store.get(first.part.object)
    if (first === undefined || info === undefined) return []
    return [
      {
        ...first,
        info,
        count: list.reduce((sum, each) => sum + each.count, 0),
        test: list.every(each => each.test)
      }
    ]
  })
}

/** The lines of the parts that use the thing at a place, by the URI of the part's text. */
export async function linesOf(
  system: System,
  place: Place,
  parts: readonly PartKey[]
): Promise<Map<string, Use[]>> {
  const { store, engine } = system
  const question = usageRequestOf(system, place)
  const within = parts.flatMap(part => filesOf(system, part))
  const found =
    question === undefined || within.length === 0
      ? []
      : await engine.references({ ...question, within })
  const uses = found.flatMap(reference => {
    const location = store.toPart(reference)
    return location === undefined ? [] : [{ location, line: reference.line, test: reference.test }]
  })
  return Map.groupBy(uses, use => sourceUri(use.location.part))
}

interface UsageRequest extends View {
  readonly file: string
  readonly row?: number
  readonly column?: number
}

function usageRequestOf(system: System, place: Place): UsageRequest | undefined {
  const { store } = system
  const isNew = store.get(place.part.object)?.state === 'new'
  const view = viewOf(system, place, { sources: [], drafts: isNew })
  const at =
    place.start === undefined || place.whole
      ? { file: store.fileName(place.part) }
      : store.toFile({ part: place.part, row: place.start.row, column: place.start.column ?? 0 })
  return at === undefined ? undefined : { ...at, ...view }
}

/** Names of the files whose places are places in the part. */
function filesOf({ store }: System, { object, part }: PartKey): string[] {
  if (store.get(object) === undefined) return []
  const names = new Set(
    [...store.files('active', [object]), ...store.files('inactive', [object])].map(
      file => file.name
    )
  )
  return [...names].filter(name => store.partOfFile(name)?.part === part)
}
