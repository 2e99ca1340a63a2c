/** Stores the catalog in the database file. */
import type { DatabaseSync } from 'node:sqlite'
import type { TableShape } from '../types.ts'
import type { Catalog, Relation, TypedParameter } from './catalog.ts'
import { parseView } from './parse/cds.ts'

/**
 * The catalog as it is kept in the file of the rows, so that a copy of the file contains its
 * tables.
 */
export interface StoredCatalog extends Catalog {
  put(relation: Stored): void
  remove(name: string): void
  /** All entries, in the order in which they were defined. */
  entries(): Stored[]
}

export interface Stored {
  readonly shape: TableShape
  readonly kind: 'table' | 'view'
  readonly source?: string
  readonly parameters?: readonly TypedParameter[]
  /** For a view's second name. */ readonly aliasOf?: string
}

const TABLE = '"sandbox~catalog"'

/** Reads the catalog of a file; `create` makes one that is missing. */
export function openCatalog(database: DatabaseSync, create: boolean): StoredCatalog {
  if (create) {
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${TABLE} (name TEXT PRIMARY KEY, position INTEGER, content TEXT NOT NULL)`
    )
  }
  const known = new Map<string, Stored>()
  const parsed = new Map<string, Relation>()
  const present =
    database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sandbox~catalog'").get() !==
    undefined
  if (present) {
    for (const row of database
      .prepare(`SELECT name, content FROM ${TABLE} ORDER BY position`)
      .all()) {
      known.set(String(row.name), JSON.parse(String(row.content)) as Stored)
    }
  }

  return {
    find(name) {
      const key = name.toUpperCase()
      const stored = known.get(key)
      if (stored === undefined) return undefined
      const relation = parsed.get(key) ?? relationOf(stored)
      parsed.set(key, relation)
      return relation
    },
    names: () => [...known.keys()],
    entries: () => [...known.values()],
    put(relation) {
      const key = relation.shape.name.toUpperCase()
      database
        .prepare(
          `INSERT INTO ${TABLE} (name, position, content) VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM ${TABLE}), ?) ON CONFLICT (name) DO UPDATE SET content = excluded.content`
        )
        .run(key, JSON.stringify(relation))
      known.set(key, relation)
      parsed.delete(key)
    },
    remove(name) {
      database.prepare(`DELETE FROM ${TABLE} WHERE name = ?`).run(name.toUpperCase())
      known.delete(name.toUpperCase())
      parsed.delete(name.toUpperCase())
    }
  }
}

function relationOf(stored: Stored): Relation {
  return {
    shape: stored.shape,
    kind: stored.kind,
    parameters: stored.parameters ?? [],
    ...(stored.source === undefined ? {} : { definition: parseView(stored.source) })
  }
}
