import { ABAPObject, MemoryFile, Objects, Registry, SyntaxLogic } from '@abaplint/core'
import type { ABAPFile, IObject, ISpaghettiScope } from '@abaplint/core'
import type { RepositoryFile } from '../types.ts'
import { MAX_SOURCE_CHARACTERS, TOO_DEEP, TOO_LARGE, digestOf, isOverflow } from './bounds.ts'
import type { Refusal } from './bounds.ts'
import { createConfiguration } from './configuration.ts'
import { objectId, parseFileName } from './files.ts'
import { createFindings } from './check/findings.ts'
import type { Findings } from './check/findings.ts'
import { createFreshness } from './freshness.ts'
import type { Freshness } from './freshness.ts'

/**
 * Called before something that may take long or never end, with the files that would be to blame.
 */
export type Watch = (files: readonly string[]) => void

/**
 * The parsed repository. One thread, no promises: a request sees one state from its start to its
 * end.
 */
export interface Repository {
  readonly registry: Registry
  readonly freshness: Freshness
  readonly watch: Watch
  /** Replaces the active repository. */
  load(files: readonly RepositoryFile[]): number
  /** Changes the active repository. */
  apply(put: readonly RepositoryFile[], remove: readonly string[]): void
  /**
   * Makes exactly these drafts shadow the active version; they stay until the next call, so that a
   * series of requests is cheap. `main`: the program in which includes are read.
   */
  enter(overlay: readonly RepositoryFile[], main?: string): void
  /** The program in which the request reads includes, where it names one. */
  main(): string | undefined
  /** The text in force; undefined when there is no such file. */
  text(file: string): string | undefined
  objectOf(file: string): IObject | undefined
  object(id: string): IObject | undefined
  /** Names of the object's files that are in force. */
  filesOf(id: string): string[]
  /** Ids of all objects, those of the library too. */
  objects(): string[]
  isLibrary(id: string): boolean
  /** Why a file in force is not parsed. */
  refusal(file: string): string | undefined
  /**
   * Parses what changed, and of these objects those again in which a macro changed: their
   * statements can be read then.
   */
  read(objects: Iterable<string>): void
  /** Parses what changed and drops what became stale for these objects. */
  refresh(objects: Iterable<string>): void
  /** The scopes of a fresh object; undefined when it cannot be analysed. */
  scopes(object: IObject): ISpaghettiScope | undefined
  abapFile(file: string): ABAPFile | undefined
  /** What is known of a parsed file beside what the parser made. */
  findings(file: ABAPFile): Findings
  /** The refusals since the last call. */
  takeRefused(): Refusal[]
}

interface State {
  readonly registry: Registry
  readonly freshness: Freshness
  readonly watch: Watch
  readonly library: Map<string, string>
  readonly active: Map<string, string>
  readonly overlay: Map<string, string>
  readonly shown: Map<string, string>
  readonly refused: Map<string, Map<string, string>>
  readonly news: Refusal[]
  /** Objects with files that are not parsed yet. */
  readonly unparsed: Set<string>
  /** Set when definitions have to be built even if nothing is to be parsed. */
  pending: boolean
  main: string | undefined
  /**
   * A parsed file never changes, another parse makes another one: what was found in it is true for
   * as long as it is there.
   */
  readonly findings: WeakMap<ABAPFile, Findings>
}

/** Keeps the registry willing to build definitions when no source changed. */
const TICK = 'engine.tick.devc.xml'

export function createRepository(
  library: readonly RepositoryFile[],
  refused: readonly Refusal[],
  watch: Watch
): Repository {
  const state: State = {
    registry: new Registry(createConfiguration()),
    freshness: createFreshness(),
    watch,
    library: new Map(library.map(file => [file.name, file.text])),
    active: new Map(),
    overlay: new Map(),
    shown: new Map(),
    refused: new Map(),
    news: [],
    unparsed: new Set(),
    pending: true,
    main: undefined,
    findings: new WeakMap()
  }
  for (const refusal of refused) remember(state, refusal)
  state.news.length = 0
  state.registry.addDependency(new MemoryFile(TICK, ''))
  for (const file of library) show(state, file.name)
  return {
    registry: state.registry,
    freshness: state.freshness,
    watch,
    load: files => load(state, files),
    apply: (put, remove) => {
      apply(state, put, remove)
    },
    enter: (overlay, main) => {
      state.main = main
      enter(state, overlay)
    },
    main: () => state.main,
    text: file => state.shown.get(file),
    objectOf: file => objectById(state, objectId(file)),
    object: id => objectById(state, id),
    filesOf: id => filesOf(state, id),
    objects: () =>
      [...state.registry.getObjects()].map(object => `${object.getType()} ${object.getName()}`),
    isLibrary: id =>
      filesOf(state, id).every(file => !state.active.has(file) && !state.overlay.has(file)),
    refusal: file => refusalOf(state, file),
    read: objects => {
      refresh(state, state.freshness.outdated(objects))
    },
    refresh: objects => {
      refresh(state, objects)
    },
    scopes: object => scopes(state, object),
    abapFile: file => abapFile(state, file),
    findings: file => findings(state, file),
    takeRefused: () => state.news.splice(0)
  }
}

function objectById(state: State, id: string): IObject | undefined {
  const space = id.indexOf(' ')
  return space < 0 ? undefined : state.registry.getObject(id.slice(0, space), id.slice(space + 1))
}

function filesOf(state: State, id: string): string[] {
  return [...state.freshness.filesOf(id)]
}

function load(state: State, files: readonly RepositoryFile[]): number {
  const wanted = new Map(files.map(file => [file.name, file.text]))
  state.overlay.clear()
  const touched = new Set([...state.active.keys(), ...wanted.keys(), ...state.shown.keys()])
  state.active.clear()
  for (const [name, text] of wanted) state.active.set(name, text)
  for (const name of touched) show(state, name)
  parse(state)
  return new Set([...wanted.keys()].map(objectId).filter(id => id !== '')).size
}

function apply(state: State, put: readonly RepositoryFile[], remove: readonly string[]): void {
  for (const name of remove) state.active.delete(name)
  for (const { name, text } of put) state.active.set(name, text)
  for (const name of [...remove, ...put.map(file => file.name)]) show(state, name)
}

function enter(state: State, overlay: readonly RepositoryFile[]): void {
  const left = [...state.overlay.keys()]
  state.overlay.clear()
  for (const { name, text } of overlay) state.overlay.set(name, text)
  for (const name of new Set([...left, ...state.overlay.keys()])) show(state, name)
}

/** Brings what the registry holds of a file to the text in force. */
function show(state: State, name: string): void {
  const parsed = parseFileName(name)
  // All packages share one file name, and none of them means anything to the parser.
  if (parsed === undefined || parsed.type === 'DEVC') return
  const before = state.shown.get(name)
  const after = state.overlay.get(name) ?? state.active.get(name) ?? state.library.get(name)
  if (before === after) return
  if (after === undefined) state.shown.delete(name)
  else state.shown.set(name, after)
  state.freshness.changed(name, before, after)
  state.pending = true
  if (after === undefined || refusalOf(state, name) !== undefined) unregister(state, name)
  else register(state, name, after)
}

function register(state: State, name: string, text: string): void {
  const fromLibrary = !state.active.has(name) && !state.overlay.has(name)
  // The parser counts positions by line feeds; a carriage return would shift columns of the last
  // token.
  const file = new MemoryFile(name, text.replaceAll('\r\n', '\n'))
  if (fromLibrary) state.registry.addDependency(file)
  else state.registry.addFile(file)
  state.unparsed.add(objectId(name))
}

function unregister(state: State, name: string): void {
  const file = state.registry.getFileByName(name)
  if (file === undefined) return
  state.registry.removeFile(file)
  state.pending = true
  const id = objectId(name)
  if (objectById(state, id) === undefined) state.unparsed.delete(id)
  else state.unparsed.add(id)
}

function remember(state: State, refusal: Refusal): void {
  const known = state.refused.get(refusal.file) ?? new Map<string, string>()
  known.set(refusal.digest, refusal.reason)
  state.refused.set(refusal.file, known)
  state.news.push(refusal)
}

function refusalOf(state: State, name: string): string | undefined {
  const text = state.shown.get(name)
  if (text === undefined) return undefined
  if (text.length > MAX_SOURCE_CHARACTERS) return TOO_LARGE
  const known = state.refused.get(name)
  return known === undefined ? undefined : known.get(digestOf(text))
}

function parse(state: State): void {
  const configuration = state.registry.getConfig()
  for (const id of state.unparsed) {
    const object = objectById(state, id)
    if (object === undefined) continue
    const files = filesOf(state, id)
    state.watch(files)
    try {
      object.parse(
        configuration.getRelease(),
        configuration.getSyntaxSetttings().globalMacros,
        state.registry,
        configuration.getLanguageVersion()
      )
      if (hasType(object)) object.parseType(state.registry)
    } catch (error) {
      giveUp(state, files, error)
    }
    // now, while what the parser made is at hand: the first search would have to fetch all of it
    // again
    if (object instanceof ABAPObject) {
      for (const file of object.getABAPFiles()) findings(state, file)
    }
  }
  if (state.unparsed.size === 0 && !state.pending) return
  state.unparsed.clear()
  state.pending = false
  state.watch([])
  state.registry.parse()
}

/**
 * Dictionary objects compute their type when all sources are read; a circle among them must be
 * found while it has a name.
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

/**
 * The largest file of an object that cannot be parsed is taken out, so that the rest of the system
 * goes on.
 */
function giveUp(state: State, files: readonly string[], error: unknown): void {
  const culprit = files.toSorted(
    (a, b) => (state.shown.get(b)?.length ?? 0) - (state.shown.get(a)?.length ?? 0)
  )[0]
  const text = culprit === undefined ? undefined : state.shown.get(culprit)
  if (culprit === undefined || text === undefined) throw error
  const reason = isOverflow(error)
    ? TOO_DEEP
    : `The source cannot be read: ${error instanceof Error ? error.message : String(error)}`
  remember(state, { file: culprit, digest: digestOf(text), reason })
  unregister(state, culprit)
}

function refresh(state: State, objects: Iterable<string>): void {
  const wanted = [...objects]
  for (const [id, reread] of state.freshness.takeStale(wanted)) invalidate(state, id, reread)
  parse(state)
}

function invalidate(state: State, id: string, reread: boolean): void {
  const object = objectById(state, id)
  if (object === undefined) return
  state.pending = true
  if (!(object instanceof ABAPObject) || reread) {
    // Dictionary objects cache their type, and macros of an include were expanded by the parser:
    // both begin anew.
    object.setDirty()
    state.unparsed.add(id)
    return
  }
  object.syntaxResult = undefined
  if (object instanceof Objects.Class || object instanceof Objects.Interface) {
    object.setDefinition(undefined)
  }
}

function scopes(state: State, object: IObject): ISpaghettiScope | undefined {
  if (!(object instanceof ABAPObject)) return undefined
  const files = filesOf(state, `${object.getType()} ${object.getName()}`)
  state.watch(files)
  try {
    return new SyntaxLogic(state.registry, object).run().spaghetti
  } catch (error) {
    if (!isOverflow(error)) return undefined
    giveUp(state, files, error)
    parse(state)
    return undefined
  }
}

function abapFile(state: State, file: string): ABAPFile | undefined {
  const object = objectById(state, objectId(file))
  return object instanceof ABAPObject ? object.getABAPFileByName(file) : undefined
}

function findings(state: State, file: ABAPFile): Findings {
  const known = state.findings.get(file)
  if (known !== undefined) return known
  const made = createFindings(file)
  state.findings.set(file, made)
  return made
}
