/** Translates CDS sources to views of SQLite, and keeps them in step with what they read. */
import type { DatabaseSync } from 'node:sqlite'
import type { TableShape } from '../types.ts'
import { identifier } from './catalog.ts'
import { createContext } from './emit/context.ts'
import { emitQuery } from './emit/query.ts'
import { scopeWithInitialValues } from './emit/view-arguments.ts'
import { SqlError } from './errors.ts'
import { parseView } from './parse/cds.ts'
import type { StoredCatalog } from './relations.ts'
import { checkName } from './schema.ts'
import { UNKNOWN } from './types.ts'
import type { SqlType } from './types.ts'

interface Views {
  define(entity: string, source: string): TableShape
  drop(name: string): void
  statements(entity: string): readonly { readonly name: string; readonly sql: string }[]
  /**
   * Translates the views over `name` anew, because it changed. Those that no longer can be
   * translated stay as they are.
   */
  refresh(name: string): void
}

export function createViews(
  database: DatabaseSync,
  catalog: StoredCatalog,
  resolveElement: (name: string) => SqlType | undefined
): Views {
  const create = (name: string, sql: string): void => {
    database.exec(`DROP VIEW IF EXISTS ${identifier(name)}`)
    database.exec(`CREATE VIEW ${identifier(name)} AS ${sql}`)
  }
  const named = (entity: string) =>
    catalog
      .entries()
      .filter(
        ({ kind, shape, aliasOf }) =>
          kind === 'view' &&
          (shape.name === entity.toUpperCase() || aliasOf === entity.toUpperCase())
      )
  const drop = (name: string): void => {
    for (const { shape } of named(name)) {
      database.exec(`DROP VIEW IF EXISTS ${identifier(shape.name)}`)
      catalog.remove(shape.name)
    }
  }
  const define = (entity: string, source: string): TableShape => {
    const definition = parseView(source)
    if (entity !== '' && definition.entity !== entity.toUpperCase()) {
      throw new SqlError(
        'SYNTAX',
        `The source defines ${definition.entity}, not ${entity.toUpperCase()}`
      )
    }
    for (const name of [definition.entity, definition.sqlView]) {
      if (name !== undefined && catalog.find(name)?.kind === 'table') {
        throw new SqlError('FAILED', `${name} is a table`)
      }
    }
    checkName(definition.entity)
    const parameters = definition.parameters.map(({ name, type, element, systemField }) => ({
      name,
      type: type ?? resolveElement(element ?? '') ?? UNKNOWN,
      ...(systemField === undefined ? {} : { systemField })
    }))
    const { sql, columns } = emitQuery(
      definition.query,
      scopeWithInitialValues(createContext({ catalog, resolveElement }), parameters)
    )
    const names = columns.map(column => column.name)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw new SqlError('SYNTAX', `The view has the element ${twice} twice`)
    const shape = { name: definition.entity, description: definition.description, columns }
    if (parameters.length > 0) {
      // SQLite has no views with parameters: queries contain the text of such a view.
      drop(definition.entity)
      catalog.put({ shape, kind: 'view', source, parameters })
      return shape
    }
    create(definition.entity, sql)
    catalog.put({ shape, kind: 'view', source })
    if (definition.sqlView !== undefined && definition.sqlView !== definition.entity) {
      checkName(definition.sqlView)
      create(definition.sqlView, `SELECT * FROM ${identifier(definition.entity)}`)
      catalog.put({
        shape: { ...shape, name: definition.sqlView },
        kind: 'view',
        aliasOf: definition.entity
      })
    }
    return shape
  }
  return {
    define,
    drop,
    statements: entity =>
      named(entity).flatMap(({ shape: { name } }) => {
        const found = database
          .prepare("SELECT sql FROM sqlite_master WHERE type = 'view' AND name = ?")
          .get(name.toLowerCase())
        return found === undefined ? [] : [{ name, sql: String(found.sql) }]
      }),
    refresh(name) {
      const changed = [name.toUpperCase()]
      for (const entry of catalog.entries()) {
        const { source } = entry
        if (source === undefined || entry.shape.name === changed[0] || !mentions(source, changed)) {
          continue
        }
        try {
          transaction(database, () => define('', source))
        } catch (error) {
          if (!(error instanceof SqlError)) throw error
        }
        changed.push(entry.shape.name)
      }
    }
  }
}

function mentions(source: string, names: readonly string[]): boolean {
  const upper = source.toUpperCase()
  return names.some(name => upper.includes(name))
}

export function transaction<T>(database: DatabaseSync, run: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
