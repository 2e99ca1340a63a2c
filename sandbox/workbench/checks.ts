/** Checks objects with their drafts and unsaved sources. */
import type {
  EngineMessage,
  FileMessage,
  Location,
  ObjectKey,
  ObjectType,
  Overlay,
  RepositoryFile,
  Store
} from '../types.ts'
import type { System } from '../system.ts'

export interface CheckRequest {
  readonly objects: readonly ObjectKey[]
  /** Unsaved sources. */
  readonly sources: Overlay
  /** Whether the drafts of the objects are looked at, or what is active. */
  readonly drafts: boolean
  /**
   * The program in which an include among the objects is checked; every program that includes it
   * when left out.
   */
  readonly program?: ObjectKey | undefined
}

export function sameObject(a: ObjectKey, b: ObjectKey): boolean {
  return a.type === b.type && a.name === b.name
}

export function uniqueObjects(keys: readonly ObjectKey[]): ObjectKey[] {
  return keys.filter((key, index) => keys.findIndex(each => sameObject(each, key)) === index)
}

/** Files that shadow the active ones: the drafts of the objects, and the unsaved sources on top. */
export function overlayOf(
  store: Store,
  { objects, sources, drafts }: CheckRequest
): RepositoryFile[] {
  const files = new Map<string, RepositoryFile>()
  if (drafts) for (const file of store.files('inactive', objects)) files.set(file.name, file)
  if (sources.length > 0) for (const file of store.overlay(sources)) files.set(file.name, file)
  return [...files.values()]
}

function namesOf(
  store: Store,
  objects: readonly ObjectKey[],
  overlay: readonly RepositoryFile[]
): string[] {
  const own = (file: RepositoryFile) => {
    const part = store.partOfFile(file.name)
    return part !== undefined && objects.some(key => sameObject(key, part.object))
  }
  return [
    ...new Set([...store.files('active', objects), ...overlay.filter(own)].map(file => file.name))
  ]
}

function byPlace(a: EngineMessage, b: EngineMessage): number {
  return (
    a.location.range.startRow - b.location.range.startRow ||
    a.location.range.startColumn - b.location.range.startColumn
  )
}

function fallback(key: ObjectKey): Location {
  return {
    part: { object: key, part: 'main' },
    range: { startRow: 1, startColumn: 0, endRow: 1, endColumn: 0 }
  }
}

/** Types that are stored and not analysed: the absence of findings is no passed check. */
const unchecked: Readonly<Partial<Record<ObjectType, string>>> = {
  DRUL: 'Dependency Rules are kept as they are: the sandbox does not check their content.',
  DESD: 'Logical External Schemas are kept as they are: the sandbox does not check their content.',
  DTSC: 'Static Caches are kept as they are: the sandbox does not check their content.',
  CSNM: 'Core Schema Notation Models are kept as they are: the sandbox does not check their content.',
  EVTB: 'Event Bindings are kept as they are: the sandbox does not check their content.',
  EVTO: 'Event Objects are kept as they are: the sandbox does not check their content.',
  COTA: 'Communication Targets are kept as they are: the sandbox does not check their content.',
  SRVB: 'Service bindings are kept as they are: the sandbox does not check them and cannot publish them.'
}

function reservations(objects: readonly ObjectKey[]): EngineMessage[] {
  return objects.flatMap(key => {
    const text = unchecked[key.type]
    return text === undefined
      ? []
      : [{ severity: 'W' as const, rule: 'sandbox_unchecked', text, location: fallback(key) }]
  })
}

/** What the engine finds in the objects, at its place in the sources. */
export async function check(system: System, request: CheckRequest): Promise<EngineMessage[]> {
  const { store, engine } = system
  const overlay = overlayOf(store, request)
  const files = namesOf(store, request.objects, overlay)
  if (files.length === 0) return []
  const messages = await engine.check({
    files,
    overlay,
    main:
      request.program === undefined
        ? undefined
        : store.fileName({ object: request.program, part: 'main' })
  })
  const [first] = request.objects
  return messages
    .map(({ severity, text, rule, ...place }: FileMessage): EngineMessage => {
      const location =
        store.toPart(place, request.sources) ?? (first === undefined ? undefined : fallback(first))
      if (location === undefined) {
        throw new Error(`The engine found something in the unknown file ${place.file}`)
      }
      return { severity, text, rule, location }
    })
    .concat(reservations(request.objects))
    .sort(byPlace)
}
