/** The database of the sandbox: defines tables and views, and queries them. */
import { constants } from 'node:sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '../types.ts'
import { createBackground } from './background.ts'
import { identifier } from './catalog.ts'
import { openConnection } from './connection.ts'
import { SqlError } from './errors.ts'
import { parseAbapSql, parseWhere } from './parse/query.ts'
import { runQuery, type QueryLimits } from './queries.ts'
import { openCatalog, type StoredCatalog } from './relations.ts'
import { alterTable, checkName, stored } from './schema.ts'
import type { SqlType } from './types.ts'
import { createViews, transaction } from './views.ts'

export { SqlError }
export type { SqlErrorCode } from './errors.ts'
export type { SqlType } from './types.ts'
export { entityName } from './parse/cds.ts'

export interface DatabaseOptions {
  /**
   * The SQLite file that holds the rows; `:memory:` is not possible, because queries open a
   * connection of their own.
   */
  readonly file: string
  /**
   * What a data element stands for, for CAST in CDS views; without it such a cast leaves the value
   * as it is.
   */
  readonly resolveElement?: (name: string) => SqlType | undefined
  readonly limits?: Partial<QueryLimits>
}

/**
 * Rows of tables that are there; the last change wins, as between two programs that lock nothing.
 */
function applyChanges(database: DatabaseSync, catalog: StoredCatalog, changes: Uint8Array): void {
  const {
    SQLITE_CHANGESET_REPLACE: replace,
    SQLITE_CHANGESET_OMIT: omit,
    SQLITE_CHANGESET_DATA: data,
    SQLITE_CHANGESET_CONFLICT: conflict
  } = constants
  database.applyChangeset(changes, {
    filter: table => catalog.find(table)?.kind === 'table',
    onConflict: kind => (kind === data || kind === conflict ? replace : omit)
  })
}

const LIMITS: QueryLimits = { milliseconds: 5000, characters: 32_000_000 }

/** Opens, or creates, the rows of the sandbox. */
export function createDatabase(options: DatabaseOptions): Database {
  const writer = openConnection(options.file, false)
  const catalog = openCatalog(writer.database, true)
  const reader = openConnection(options.file, true)
  const resolveElement = options.resolveElement ?? ((): undefined => undefined)
  const limits = { ...LIMITS, ...options.limits }
  const background = createBackground(options.file, limits)
  const connection = {
    database: reader.database,
    watchdog: reader.watchdog,
    catalog,
    limits,
    resolveElement
  }
  const change = <T>(run: () => T): T => transaction(writer.database, run)
  const views = createViews(writer.database, catalog, resolveElement)

  return {
    file: options.file,
    defineTable(shape) {
      const isNew = change(() => {
        const old = catalog.find(shape.name)
        if (old?.kind === 'view') throw new SqlError('FAILED', `${shape.name} is a view`)
        alterTable(writer.database, old?.shape, shape)
        catalog.put({ shape: { ...shape, name: shape.name.toUpperCase() }, kind: 'table' })
        return old === undefined
      })
      views.refresh(shape.name)
      return isNew
    },
    dropTable(name) {
      if (catalog.find(name)?.kind === 'table') {
        change(() => {
          writer.database.exec(`DROP TABLE ${identifier(name)}`)
          catalog.remove(name)
        })
      }
    },
    defineView(entity, source) {
      const shape = change(() => views.define(entity, source))
      views.refresh(shape.name)
      return shape
    },
    needsValues: view =>
      catalog.find(view)?.parameters.some(({ systemField }) => systemField === undefined) === true,
    createStatements: entity => views.statements(entity),
    dropView: name => {
      change(() => {
        views.drop(name)
      })
    },
    apply(changes) {
      change(() => {
        applyChanges(writer.database, catalog, changes)
      })
    },
    load(table, rows) {
      change(() => {
        load(writer.database, catalog, { table, rows })
      })
    },
    replace(table, rows) {
      change(() => {
        writer.database.exec(`DELETE FROM ${identifier(table.toUpperCase())}`)
        load(writer.database, catalog, { table, rows })
      })
    },
    query: request => runQuery(connection, parseAbapSql(request.sql), request),
    queryInBackground: request => background.query(request),
    preview({ name, maxRows, where }) {
      checkName(name)
      const query = parseAbapSql(`SELECT * FROM ${name}`)
      const [first] = query.selects
      if (where === undefined || where.trim() === '' || first === undefined) {
        return runQuery(connection, query, { maxRows })
      }
      return runQuery(
        connection,
        {
          ...query,
          selects: [{ ...first, select: { ...first.select, where: parseWhere(where) } }]
        },
        { maxRows }
      )
    },
    snapshot(file) {
      writer.database.prepare('VACUUM INTO ?').run(file)
    },
    close() {
      background.close()
      reader.database.close()
      writer.database.close()
    }
  }
}

function load(
  database: DatabaseSync,
  catalog: StoredCatalog,
  what: { table: string; rows: readonly Readonly<Record<string, string | number>>[] }
): void {
  const relation = catalog.find(what.table)
  if (relation === undefined || relation.kind === 'view') {
    throw new SqlError('UNKNOWN_TABLE', `There is no table ${what.table}`)
  }
  const { columns } = relation.shape
  const statement = database.prepare(
    `INSERT OR REPLACE INTO ${identifier(relation.shape.name)} (${columns.map(column => identifier(column.name)).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  )
  for (const row of what.rows) {
    const values = new Map(Object.entries(row).map(([name, value]) => [name.toUpperCase(), value]))
    for (const name of values.keys()) {
      if (!columns.some(column => column.name.toUpperCase() === name)) {
        throw new SqlError('UNKNOWN_COLUMN', `${what.table} has no column ${name}`)
      }
    }
    statement.run(
      ...columns.map(column => stored(column, values.get(column.name.toUpperCase()) ?? ''))
    )
  }
}
