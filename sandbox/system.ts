/** Opens one ABAP system: store, engine, database and runtime, and what connects them. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createEngine } from './engine/index.ts'
import { createLogOns } from './http/logon/log-ons.ts'
import type { LogOnOptions, LogOns } from './http/logon/log-ons.ts'
import type { BrowserLogon } from './http/logon/browser-logon.ts'
import { createWorklists } from './workbench/atc.ts'
import type { Worklists } from './workbench/atc.ts'
import { createDebuggers } from './workbench/debugger.ts'
import type { Debuggers } from './workbench/debugger.ts'
import { createBackgroundRuns } from './workbench/background-runs.ts'
import type { BackgroundRuns } from './workbench/background-runs.ts'
import type { UnitRunResult } from './workbench/tests.ts'
import { createMeasurements } from './workbench/coverage.ts'
import type { Measurements } from './workbench/coverage.ts'
import { createLockTable } from './http/locks.ts'
import type { LockTable } from './http/locks.ts'
import { createReleaseAdapter } from './http/releases/release-adapter.ts'
import type { ReleaseAdapter } from './http/releases/release-adapter.ts'
import type { SecuritySession } from './http/logon/sessions.ts'
import { keptFolder } from './kept/folder.ts'
import { kernelTables, loadKernel, loadScenario } from './kernel/index.ts'
import { layerOf, standaloneIdentity } from './identity.ts'
import type { SystemIdentity } from './identity.ts'
import { standardRelease } from './releases.ts'
import type { Release } from './releases.ts'
import { createRuntime } from './runtime/index.ts'
import { createDatabase } from './sql/index.ts'
import { createStore } from './store/index.ts'
import type { StoreOptions } from './store/index.ts'
import type { Database, Engine, Runtime, Store } from './types.ts'
import { logUnsupportedObjects } from './workbench/unsupported-objects.ts'
import type { Log } from './workbench/unsupported-objects.ts'
import { createAdministration } from './workbench/administration.ts'
import type { Administration } from './workbench/administration.ts'
import { createDictionary } from './workbench/dictionary.ts'
import type { Dictionary } from './workbench/dictionary.ts'
import { loadSeedRows } from './workbench/seed-rows.ts'

export type { Log } from './workbench/unsupported-objects.ts'

export interface SystemParts {
  readonly store: Store
  readonly engine: Engine
  readonly runtime: Runtime
  readonly database: Database
}

/** One ABAP system: its parts, and what connects them. */
export interface System extends SystemParts, SystemIdentity, LogOns {
  readonly language: string
  readonly browserLogon: BrowserLogon
  readonly locks: LockTable
  readonly releaseAdapter: ReleaseAdapter
  readonly dictionary: Dictionary
  readonly administration: Administration
  readonly log: Log
  readonly contextMilliseconds: number
  readonly atc: Worklists
  readonly coverage: Measurements
  readonly debuggers: Debuggers
  readonly unitRuns: BackgroundRuns<UnitRunResult>
  /** How the starts of unit runs describe them, by id. */
  readonly unitTitles: Map<string, { readonly title: string; readonly context: string }>
  readonly atcRuns: BackgroundRuns<string>
  /** Whether findings of the checks interrupt a release. */
  readonly atcAtRelease: boolean
  /** Settings of the pretty printer, common to all users. */
  formatting: { readonly indentation: boolean; readonly style: string }
  /**
   * Changes to the repository run one after the other, so that what was checked is what becomes
   * active.
   */
  exclusive<T>(work: () => T | Promise<T>): Promise<T>
  /** Tells the landscape that there may be something to deliver. */
  exported(): void
  logOff(session: SecuritySession): void
  onLogOff(listener: (session: SecuritySession) => void): void
  close(): Promise<void>
}

export interface SystemOptions extends LogOnOptions {
  readonly dataDir: string
  readonly browserLogon: BrowserLogon
  readonly log: Log
  readonly contextMilliseconds: number
  /**
   * Whether a change is on the disk when it is acknowledged, so that it survives a power failure;
   * true.
   */
  readonly durable?: boolean
  /** Whether findings of the checks interrupt the release of a request; false. */
  readonly atcAtRelease?: boolean
  /** The release whose interface is shown; 758. */
  readonly release?: Release
  /**
   * A folder with `src/` in abapGit format and `data/` with rows, for an empty data folder; the
   * seed of the package when left out.
   */
  readonly seed?: string
  /** Folders of further ABAP that is mounted read-only as standard code. */
  readonly libraries?: readonly string[]
  /** A system that stands alone when left out. */
  readonly identity?: SystemIdentity
  /** Called after a release and an import, which may have exported a request. */
  readonly onExport?: () => void
  readonly parts?: Partial<SystemParts>
}

const packagedSeed = fileURLToPath(new URL('./seed', import.meta.url))

function createStoreOrCloseEngine(engine: Engine, options: StoreOptions): Store {
  try {
    return createStore(options)
  } catch (error) {
    void engine.close()
    throw error
  }
}

interface OpenParts extends SystemParts {
  readonly identity: SystemIdentity
  readonly fresh: boolean
  readonly seed: string
  readonly seeded: string
}

function openParts({
  dataDir,
  users,
  log,
  durable = true,
  parts = {},
  seed = packagedSeed,
  libraries = [],
  identity = standaloneIdentity
}: SystemOptions): OpenParts {
  const library = loadKernel()
  // first, because its thread takes longest to load
  const engine = parts.engine ?? createEngine({ library, keptIn: keptFolder('sandbox-statements') })
  const store =
    parts.store ??
    createStoreOrCloseEngine(engine, {
      dataDir,
      seed,
      library,
      scenario: loadScenario(),
      libraries,
      durable,
      owner: users[0]?.name ?? 'DEVELOPER',
      original: identity.original === identity.id ? '' : identity.original,
      transportLayer: layerOf(identity.original)
    })
  // written when all rows are in: a first start that was cut short begins anew
  const seeded = join(dataDir, '.sandbox', 'rows.seeded')
  return {
    identity,
    store,
    seeded,
    fresh: parts.database === undefined && !existsSync(seeded),
    seed,
    database: parts.database ?? createDatabase({ file: join(dataDir, '.sandbox', 'rows.sqlite') }),
    engine,
    runtime:
      parts.runtime ?? createRuntime({ library, folder: join(dataDir, '.sandbox', 'runtime'), log })
  }
}

function openDictionary(
  { store, database, fresh, seed, seeded, identity }: OpenParts,
  log: Log
): Dictionary {
  const kernel = kernelTables(identity)
  const dictionary = createDictionary({
    store,
    database,
    library: kernel.map(table => table.shape)
  })
  for (const { shape, rows } of kernel) {
    const isNew = database.defineTable(shape)
    if (fresh || isNew) database.load(shape.name, rows)
  }
  dictionary.refresh()
  if (fresh) {
    loadSeedRows(seed, database, dictionary)
    writeFileSync(seeded, '')
  }
  for (const [view, reason] of dictionary.refresh()) {
    log.warn(`The CDS view ${view} cannot be queried: ${reason}`)
  }
  return dictionary
}

const OBJECTS_PER_TURN = 20

/**
 * Fills the cache of object information, which lists need of every object, while the start waits
 * for another task.
 */
async function preloadObjectInfo(store: Store, awaited: Promise<unknown>): Promise<void> {
  let stopped = false
  const stop = () => {
    stopped = true
  }
  awaited.then(stop, stop)
  for (const [index, key] of store.keys().entries()) {
    if (index % OBJECTS_PER_TURN === 0) await setImmediate()
    if (stopped) return
    try {
      store.get(key)
    } catch {
      /* the request for this object reports the error */
    }
  }
}

function createMutex(): System['exclusive'] {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const result = last.then(async () => await work())
    last = result.catch(() => undefined)
    return result
  }
}

/**
 * Opens the data folder, loads the repository into the engine and the dictionary into the database.
 */
export async function createSystem(options: SystemOptions): Promise<System> {
  const parts = openParts(options)
  const { store, engine, runtime, database } = parts
  const listeners = new Set<(session: SecuritySession) => void>()
  const close = async () => {
    await Promise.allSettled([engine.close(), runtime.close()])
    database.close()
    store.close()
  }
  try {
    const loading = engine.load(store.files('active'), store.library.files)
    loading.catch(() => undefined)
    const dictionary = openDictionary(parts, options.log)
    logUnsupportedObjects(parts.store, options.log)
    await preloadObjectInfo(store, loading)
    await loading
    return {
      store,
      engine,
      runtime,
      database,
      dictionary,
      ...parts.identity,
      language: 'EN',
      ...createLogOns(options),
      browserLogon: options.browserLogon,
      locks: createLockTable(),
      releaseAdapter: createReleaseAdapter(options.release ?? standardRelease),
      log: options.log,
      contextMilliseconds: options.contextMilliseconds,
      administration: createAdministration({ store, database, identity: parts.identity }),
      atc: createWorklists(),
      coverage: createMeasurements(store),
      debuggers: createDebuggers(),
      unitRuns: createBackgroundRuns(),
      unitTitles: new Map(),
      atcRuns: createBackgroundRuns(),
      atcAtRelease: options.atcAtRelease ?? false,
      formatting: { indentation: true, style: 'keywordUpper' },
      exclusive: createMutex(),
      exported: options.onExport ?? (() => {}),
      logOff(session) {
        for (const listener of listeners) listener(session)
      },
      onLogOff(listener) {
        listeners.add(listener)
      },
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}
