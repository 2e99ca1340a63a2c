/** Keeps the tables and views of the database in step with the active dictionary. */
import type { Database, ObjectKey, RepositoryFile, Store, TableShape } from '../types.ts'

/** Keeps the tables and views of the database in step with the active dictionary. */
export interface Dictionary {
  /**
   * Defines every table and view that differs from the repository. Returns the views that cannot
   * be translated, with the reason.
   */
  refresh(): ReadonlyMap<string, string>
  /** Drops deleted tables and views, then refreshes. */
  remove(keys: readonly ObjectKey[]): void
  /** Why a CDS view has no rows, if it has none. */
  refusal(view: string): string | undefined
  /** The tables that a run may touch. */
  tables(): TableShape[]
}

interface DefinedTable {
  readonly shape: TableShape
  readonly print: string
  /** Whether the definition is of the data folder, and not of a library. */
  readonly isOwn: boolean
}

interface Parts {
  readonly store: Store
  readonly database: Database
  readonly library: readonly TableShape[]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function createDictionary({ store, database, library }: Parts): Dictionary {
  const tables = new Map<string, DefinedTable>()
  const views = new Map<string, { readonly source: string; readonly shape: TableShape }>()
  store.useViewShapes(
    entity =>
      views.get(entity.toUpperCase())?.shape ??
      [...views.values()].find(view => view.shape.name.toUpperCase() === entity.toUpperCase())
        ?.shape
  )
  const refused = new Map<string, string>()

  const mounted = (type: ObjectKey['type']) => store.library.keys.filter(key => key.type === type)
  const isActive = (object: ObjectKey) =>
    store.read({ object, part: 'main' }, 'active') !== undefined

  /** Own objects behind those of libraries, which they may replace. */
  const keysOf = (type: ObjectKey['type']): readonly ObjectKey[] => [
    ...mounted(type),
    ...store.list({ type }).map(({ key }) => key)
  ]

  const tableKeys = () => {
    const own = store.list({ type: 'TABL' }).filter(({ key }) => isActive(key))
    const names = new Map(mounted('TABL').map(({ name }) => [name, false]))
    for (const { key } of own) names.set(key.name, true)
    return names
  }

  const refreshTables = (): boolean => {
    let changed = false
    for (const [name, isOwn] of tableKeys()) {
      const shape = store.shape(name)
      if (shape === undefined) continue
      const print = JSON.stringify(shape)
      const isSame = tables.get(name)?.print === print
      tables.set(name, { shape, print, isOwn })
      if (isSame) continue
      database.defineTable(shape)
      changed = true
    }
    return changed
  }

  // a view may stand on a view that comes later in the list: go round until a round brings nothing
  const defineAll = (pending: Map<string, string>) => {
    for (let before = -1; before !== pending.size && pending.size > 0;) {
      before = pending.size
      for (const [name, source] of pending) {
        try {
          views.set(name, { source, shape: database.defineView(name, source) })
          refused.delete(name)
          pending.delete(name)
        } catch (error) {
          refused.set(name, messageOf(error))
        }
      }
    }
  }

  const refreshViews = (all: boolean) => {
    const pending = new Map<string, string>()
    for (const key of keysOf('DDLS')) {
      const source = store.read({ object: key, part: 'main' }, 'active')?.text
      if (
        source !== undefined &&
        (all || refused.has(key.name) || views.get(key.name)?.source !== source)
      ) {
        pending.set(key.name, source)
      }
    }
    defineAll(pending)
  }

  return {
    refresh() {
      refreshViews(refreshTables())
      return refused
    },
    remove(keys) {
      for (const { type, name } of keys) {
        // the deletion of a draft leaves the table of a library, and its rows
        if (type === 'TABL' && tables.get(name)?.isOwn === true) {
          tables.delete(name)
          database.dropTable(name)
        }
        if (type !== 'DDLS') continue
        if (views.delete(name)) database.dropView(name)
        refused.delete(name)
      }
      this.refresh()
    },
    refusal: view => refused.get(view.toUpperCase()),
    tables: () => [...library, ...[...tables.values()].map(each => each.shape)]
  }
}

/** The names of the files that belong to the objects of `files`, without doubles. */
export function fileNames(files: readonly RepositoryFile[]): string[] {
  return [...new Set(files.map(file => file.name))]
}
