/**
 * The repository of parsed sources: active versions, the drafts that shadow them, and their
 * analysis.
 */
import { ABAPObject, MemoryFile, Objects, SyntaxLogic } from '@abaplint/core'
import type { ABAPFile, IObject, ISpaghettiScope, Registry } from '@abaplint/core'
import { declareStandard } from '../grammar/standard-members.ts'
import type { RepositoryFile } from '../types.ts'
import { AssumingRegistry, isAssumption } from './assumed-names.ts'
import { MAX_SOURCE_CHARACTERS, TOO_LARGE, digestOf, isOverflow } from './bounds.ts'
import type { Refusal } from './bounds.ts'
import { createConfiguration } from './configuration.ts'
import { objectId, parseFileName } from './files.ts'
import type { SearchCache } from './search-cache.ts'
import { createDependencyIndex } from './dependency-index.ts'
import type { DependencyIndex } from './dependency-index.ts'
import { filesOf, searchCacheOf, unregister, objectById } from './repository-state.ts'
import type { State, ReportProgress } from './repository-state.ts'
import { refuseLargestFile, parse, recordRefusal } from './parse-objects.ts'

/**
 * The parsed repository. One thread, no promises: a request sees one state from its start to its
 * end.
 */
export interface Repository {
  readonly registry: Registry
  readonly dependencies: DependencyIndex
  readonly reportProgress: ReportProgress
  /** Replaces the active repository, and what is mounted beside it. */
  load(files: readonly RepositoryFile[], mounted?: readonly RepositoryFile[]): number
  /** Changes the active repository. */
  apply(put: readonly RepositoryFile[], remove: readonly string[]): void
  /**
   * Makes exactly these drafts shadow the active version; they stay until the next call, so that a
   * series of requests is cheap. `main`: the program in which includes are read.
   */
  enter(overlay: readonly RepositoryFile[], main?: string): void
  /** The program in which the request reads includes, where it names one. */
  main(): string | undefined
  /** The current text (draft or active); undefined when there is no such file. */
  text(file: string): string | undefined
  objectOf(file: string): IObject | undefined
  object(id: string): IObject | undefined
  /** Names of the object's files that are in force. */
  filesOf(id: string): string[]
  /** Ids of all objects, those of the library too. */
  objects(): string[]
  /** Whether the object is no part of the active repository: of the kernel, or mounted. */
  isLibrary(id: string): boolean
  isKernel(id: string): boolean
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
  /** Cached search results of a parsed file. */
  searchCache(file: ABAPFile): SearchCache
  /** The refusals since the last call. */
  takeRefusals(): Refusal[]
}

/** An empty file whose addition makes the registry build definitions without a changed source. */
const REBUILD_TRIGGER = 'engine.tick.devc.xml'

export function createRepository(
  library: readonly RepositoryFile[],
  refusals: readonly Refusal[],
  reportProgress: ReportProgress
): Repository {
  const assumed = new Set<string>()
  const state: State = {
    registry: new AssumingRegistry(createConfiguration(), assumed),
    assumed,
    dependencies: createDependencyIndex(),
    reportProgress,
    library: new Map(library.map(file => [file.name, file.text])),
    mounted: new Map(),
    active: new Map(),
    overlay: new Map(),
    currentTexts: new Map(),
    refusals: new Map(),
    newRefusals: [],
    unparsed: new Set(),
    pending: true,
    main: undefined,
    searchCaches: new WeakMap()
  }
  for (const refusal of refusals) recordRefusal(state, refusal)
  state.newRefusals.length = 0
  state.registry.addDependency(new MemoryFile(REBUILD_TRIGGER, ''))
  declareStandard(library)
  for (const file of library) synchronizeFile(state, file.name)
  return {
    registry: state.registry,
    dependencies: state.dependencies,
    reportProgress,
    load: (files, mounted = []) => load(state, files, mounted),
    apply: (put, remove) => {
      apply(state, put, remove)
    },
    enter: (overlay, main) => {
      state.main = main
      enter(state, overlay)
    },
    main: () => state.main,
    text: file => state.currentTexts.get(file),
    objectOf: file => objectById(state, objectId(file)),
    object: id => objectById(state, id),
    filesOf: id => filesOf(state, id),
    objects: () =>
      [...state.registry.getObjects()].map(object => `${object.getType()} ${object.getName()}`),
    isLibrary: id => isLibrary(state, id),
    isKernel: id =>
      isLibrary(state, id) && filesOf(state, id).every(file => state.library.has(file)),
    refusal: file => refusalOf(state, file),
    read: objects => {
      refresh(state, state.dependencies.outdated(objects))
    },
    refresh: objects => {
      refresh(state, objects)
    },
    scopes: object => scopes(state, object),
    abapFile: file => abapFile(state, file),
    searchCache: file => searchCacheOf(state, file),
    takeRefusals: () => state.newRefusals.splice(0)
  }
}

function isLibrary(state: State, id: string): boolean {
  return filesOf(state, id).every(file => !state.active.has(file) && !state.overlay.has(file))
}

function load(
  state: State,
  files: readonly RepositoryFile[],
  mounted: readonly RepositoryFile[]
): number {
  const wanted = new Map(files.map(file => [file.name, file.text]))
  state.overlay.clear()
  const touched = new Set([...state.active.keys(), ...wanted.keys(), ...state.currentTexts.keys()])
  for (const { name } of mounted) touched.add(name)
  state.active.clear()
  for (const [name, text] of wanted) state.active.set(name, text)
  state.mounted.clear()
  for (const { name, text } of mounted) state.mounted.set(name, text)
  for (const name of touched) synchronizeFile(state, name)
  parse(state)
  return new Set([...wanted.keys()].map(objectId).filter(id => id !== '')).size
}

function apply(state: State, put: readonly RepositoryFile[], remove: readonly string[]): void {
  for (const name of remove) state.active.delete(name)
  for (const { name, text } of put) state.active.set(name, text)
  for (const name of [...remove, ...put.map(file => file.name)]) synchronizeFile(state, name)
}

function enter(state: State, overlay: readonly RepositoryFile[]): void {
  const left = [...state.overlay.keys()]
  state.overlay.clear()
  for (const { name, text } of overlay) state.overlay.set(name, text)
  for (const name of new Set([...left, ...state.overlay.keys()])) synchronizeFile(state, name)
}

/** Updates the registry and the dependency index to the text in force of a file. */
function synchronizeFile(state: State, name: string): void {
  const parsed = parseFileName(name)
  // All packages share one file name, and none of them means anything to the parser.
  if (parsed === undefined || parsed.type === 'DEVC') return
  const before = state.currentTexts.get(name)
  const after =
    state.overlay.get(name) ??
    state.active.get(name) ??
    state.library.get(name) ??
    state.mounted.get(name)
  if (before === after) return
  if (after === undefined) state.currentTexts.delete(name)
  else state.currentTexts.set(name, after)
  state.dependencies.recordChange(name, before, after)
  state.pending = true
  if (isAssumption(parsed.type)) {
    if (after === undefined) state.assumed.delete(parsed.object)
    else state.assumed.add(parsed.object)
    return
  }
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

function refusalOf(state: State, name: string): string | undefined {
  const text = state.currentTexts.get(name)
  if (text === undefined) return undefined
  if (text.length > MAX_SOURCE_CHARACTERS) return TOO_LARGE
  const known = state.refusals.get(name)
  return known === undefined ? undefined : known.get(digestOf(text))
}

function refresh(state: State, objects: Iterable<string>): void {
  const wanted = [...objects]
  for (const [id, reread] of state.dependencies.takeStale(wanted)) invalidate(state, id, reread)
  parse(state)
}

function invalidate(state: State, id: string, reread: boolean): void {
  const object = objectById(state, id)
  if (object === undefined) return
  state.pending = true
  if (!(object instanceof ABAPObject) || reread) {
    // Dictionary objects cache their type, and the parser has expanded macros of an include: both
    // are parsed again.
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
  state.reportProgress(files)
  try {
    return new SyntaxLogic(state.registry, object).run().spaghetti
  } catch (error) {
    if (!isOverflow(error)) return undefined
    refuseLargestFile(state, files, error)
    parse(state)
    return undefined
  }
}

function abapFile(state: State, file: string): ABAPFile | undefined {
  const object = objectById(state, objectId(file))
  return object instanceof ABAPObject ? object.getABAPFileByName(file) : undefined
}
