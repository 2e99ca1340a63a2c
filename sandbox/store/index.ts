/** Opens the data directory and provides the methods of the store. */
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RepositoryFile, Store } from '../types.ts'
import { writePart } from './drafts.ts'
import { activate } from './activation.ts'
import { addPart, describePart, removePart } from './parts.ts'
import { StoreError } from './errors.ts'
import { createJournal } from './journal.ts'
import type { Step } from './journal.ts'
import { detectLayout, foreignObjects } from './layout.ts'
import { mountLibraries } from './library/mount.ts'
import type { Mounted } from './library/mount.ts'
import { standardIds, withLibrary } from './library/tables.ts'
import { loadObjects } from './load.ts'
import { stageImport } from './exchange/staging.ts'
import { removeObject, updateObject } from './objects.ts'
import { createObject } from './create-object.ts'
import { changeValues, readValues } from './values.ts'
import { overlayFiles, toFile, toPart } from './positions.ts'
import {
  fileName,
  findObjects,
  inactiveParts,
  listObjects,
  listParts,
  packagesBelow,
  partOfFile,
  readPart,
  repositoryFiles,
  unreadableFiles
} from './queries.ts'
import type { StoredObject } from './model.ts'
import { createRepository } from './repository.ts'
import type { Repository } from './repository.ts'
import { installSeed } from './seed.ts'
import { createShapes } from './shape.ts'
import { openState } from './state.ts'
import type { State } from './state.ts'
import { keepVersions } from './versions/keep.ts'

export { StoreError } from './errors.ts'
export type { SourcePosition, StoreErrorCode } from './errors.ts'

export interface StoreOptions {
  /** Where everything is kept; a fresh temporary folder, removed by `close`, when left out. */
  readonly dataDir?: string
  /** A folder with `src/` in abapGit format, copied into a data directory that is empty. */
  readonly seed?: string
  /**
   * The author and responsible of objects without stored administrative data; `DEVELOPER` when
   * left out.
   */
  readonly owner?: string
  /**
   * SID of the system that holds the originals of objects that came without bookkeeping; this
   * system when left out. Local objects are always its own.
   */
  readonly original?: string
  /** The transport layer of packages that name none; `ZSBX` when left out. */
  readonly transportLayer?: string
  /**
   * Dictionary objects that are there without being in the repository: `shape` finds their types,
   * and tables can be found and read.
   */
  readonly library?: readonly RepositoryFile[]
  /** Objects that are there as long as nothing else has their names. */
  readonly scenario?: readonly RepositoryFile[]
  /**
   * Folders of further ABAP in abapGit layout, which is found, read and run, and never changed.
   */
  readonly libraries?: readonly string[]
  /**
   * Whether a change is on the disk when it is acknowledged; without it a power failure may lose
   * the last ones. True with a `dataDir`.
   */
  readonly durable?: boolean
  /** For tests: called between the steps of every change. */
  readonly onStep?: (step: Step) => void
}

interface Opened {
  readonly repository: Repository
  readonly state: State
  readonly mounted: Mounted
}

function open(dataDir: string, options: StoreOptions): Opened {
  const durable = options.durable ?? options.dataDir !== undefined
  const owner = (options.owner ?? 'DEVELOPER').toUpperCase()
  mkdirSync(join(dataDir, '.sandbox'), { recursive: true })
  // Keeps the bookkeeping out of the changes of a clone.
  writeFileSync(join(dataDir, '.sandbox', '.gitignore'), '*\n')
  const state = openState(join(dataDir, '.sandbox', 'state.sqlite'), durable)
  try {
    const journal = createJournal({ state, dataDir, durable, onStep: options.onStep })
    journal.recover()
    installSeed(dataDir, options.seed, state)
    if (state.meta('installation') === undefined) state.setMeta('installation', newInstallation())
    const layout = detectLayout(dataDir, state.meta('rootPackage'))
    state.setMeta('rootPackage', layout.root)
    const { original = '', transportLayer: layer = 'ZSBX' } = options
    const objects = loadObjects(dataDir, { layout, state, owner, original })
    const { library: kernel = [], libraries = [], scenario = [] } = options
    const mounted = mountLibraries(libraries, { kernel, scenario, own: objects })
    const repository = createRepository({
      ...{ objects, layout, state, journal, layer },
      mounted: mounted.objects,
      standard: standardIds(kernel)
    })
    makeTemporaryPackage(repository, owner)
    return { repository, state, mounted }
  } catch (error) {
    state.close()
    throw error
  }
}

/** Ten digits, as licences have them; another data directory is another installation. */
function newInstallation(): string {
  return String(randomInt(1e9)).padStart(10, '0')
}

function makeTemporaryPackage(repository: Repository, user: string): void {
  const key = { type: 'DEVC' as const, name: '$TMP' }
  if (repository.find(key) !== undefined) return
  const facts = {
    package: '',
    description: 'Temporary objects, never transported',
    responsible: user,
    language: 'EN',
    createdBy: user,
    changedBy: user
  }
  createObject(repository, { key, ...facts, attributes: {} }, [], user)
}

type Methods = Omit<
  Store,
  'dataDir' | 'installation' | 'transports' | 'exchange' | 'dumps' | 'traces' | 'library' | 'close'
>

type HistoryMethods = Pick<Store, 'versions' | 'versionText' | 'keepVersions' | 'dropVersions'>

function historyMethods(repository: Repository): HistoryMethods {
  const { state } = repository
  return {
    versions: part => state.versions(part).map(({ text: _, ...version }) => version),
    versionText: (part, number) =>
      state.versions(part).find(version => version.number === number)?.text,
    keepVersions: (objects, cause) => keepVersions(repository, objects, cause),
    dropVersions: versions => versions.forEach(version => state.removeVersion(version))
  }
}

function methodsOf(
  repository: Repository,
  dataDir: string,
  library: readonly RepositoryFile[]
): Methods {
  const readable = withLibrary(repository, library)
  return {
    ...createShapes(repository, [...library, ...filesOf(repository.mounted)]),
    ...historyMethods(repository),
    list: filter => listObjects(repository, filter),
    get: key => {
      const object = readable.find(key)
      return object && repository.info(object)
    },
    keys: () => [...repository.objects.values()].map(object => object.key),
    find: query => findObjects(readable, query),
    subPackages: name => packagesBelow(repository, name),
    parts: key => listParts(readable, key),
    read: (part, version) => readPart(readable, part, version),
    write: (part, text, user) => writePart(repository, part, text, user),
    create: (object, parts, user) => createObject(repository, object, parts, user),
    addPart: (part, text, user) => addPart(repository, part, text, user),
    values: (key, version) => readValues(readable, key, version),
    changeValues: (key, change) => changeValues(repository, key, change),
    update: (key, changes, user) => updateObject(repository, key, changes, user),
    remove: key => removeObject(repository, key),
    removePart: (part, user) => removePart(repository, part, user),
    activate: (keys, user) => activate(repository, keys, user),
    stageImport: objects => stageImport(repository, objects),
    inactive: user => inactiveParts(repository, user),
    files: (version, keys) =>
      repositoryFiles(keys === undefined ? repository : readable, version, keys),
    hidden: () =>
      [...repository.objects]
        .filter(([id]) => repository.standard.has(id))
        .map(([, { key }]) => key),
    foreign: () => foreignObjects(dataDir, repository.layout),
    unreadable: () => unreadableFiles(repository),
    fileName,
    partOfFile: name => partOfFile(readable, name),
    overlay: sources => overlayFiles(readable, sources),
    describe: (part, changes, user) => describePart(repository, part, changes, user),
    toPart: (range, sources) => toPart(readable, range, sources),
    toFile: (place, sources) => toFile(readable, place, sources)
  }
}

function filesOf(objects: ReadonlyMap<string, StoredObject>): RepositoryFile[] {
  return [...objects.values()].flatMap(({ active }) =>
    [...active].map(([name, text]) => ({ name, text }))
  )
}

/** The methods, each refused once the store is closed. */
function guarded(methods: Methods, isClosed: () => boolean): Methods {
  const entries = Object.entries(methods).map(
    ([name, method]: [string, (...args: never[]) => unknown]) => [
      name,
      (...args: unknown[]) => {
        if (isClosed()) throw new StoreError('CLOSED', 'The store is closed')
        return Reflect.apply(method, undefined, args)
      }
    ]
  )
  return Object.fromEntries(entries) as Methods
}

/** Opens the data directory. Throws StoreError `IN_USE` when another process has it open. */
export function createStore(options: StoreOptions = {}): Store {
  const temporary = options.dataDir === undefined
  const dataDir = temporary
    ? mkdtempSync(join(realpathSync(tmpdir()), 'erp-sandbox-'))
    : resolve(options.dataDir ?? '')
  const { repository, state, mounted } = open(dataDir, options)
  let closed = false
  return {
    dataDir,
    installation: state.meta('installation') ?? '',
    transports: state.transports,
    exchange: state.exchange,
    dumps: state.dumps,
    traces: state.traces,
    library: {
      keys: [...mounted.objects.values()].map(({ key }) => key),
      files: filesOf(mounted.objects),
      leftOut: mounted.leftOut
    },
    ...guarded(methodsOf(repository, dataDir, options.library ?? []), () => closed),
    close() {
      if (closed) return
      closed = true
      state.close()
      if (temporary) rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
