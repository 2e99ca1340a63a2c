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

interface Parts {
  readonly store: Store
  readonly database: Database
  readonly library: readonly TableShape[]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function createDictionary({ store, database, library }: Parts): Dictionary {
  const tables = new Map<string, { readonly shape: TableShape; readonly print: string }>()
  const views = new Map<string, { readonly source: string; readonly shape: TableShape }>()
  store.useViewShapes(
    entity =>
      views.get(entity.toUpperCase())?.shape ??
      [...views.values()].find(view => view.shape.name.toUpperCase() === entity.toUpperCase())
        ?.shape
  )
  const refused = new Map<string, string>()

  const keysOf = (type: ObjectKey['type']): readonly ObjectKey[] => [
    ...store.library.keys.filter(key => key.type === type),
    ...store.list({ type }).map(({ key }) => key)
  ]

  const refreshTables = (): boolean => {
    let changed = false
    for (const key of keysOf('TABL')) {
      const shape =
        store.read({ object: key, part: 'main' }, 'active') === undefined
          ? undefined
          : store.shape(key.name)
      if (shape === undefined) continue
      const print = JSON.stringify(shape)
      if (tables.get(key.name)?.print === print) continue
      database.defineTable(shape)
      tables.set(key.name, { shape, print })
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
        if (type === 'TABL' && tables.delete(name)) database.dropTable(name)
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
