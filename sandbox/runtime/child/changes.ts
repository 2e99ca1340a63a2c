/** Runs INSERT, UPDATE, MODIFY and DELETE of a program on its copy of the rows. */
import type { DatabaseSync } from 'node:sqlite'
import { identifier, storageOf } from '../../sql/catalog.ts'
import type { Catalog, Relation } from '../../sql/catalog.ts'
import { SqlError } from '../../sql/errors.ts'
import type { Column } from '../../types.ts'
import { dynamicText, exception, expand, status } from './dynamic-sql.ts'
import { bind } from './statements.ts'
import type { Prepared, Request, StatementCache } from './statements.ts'
import { isStructure, isTable, leaves, resolve, scalarOf } from './values.ts'

/** Stands between the assignments and the condition in the generated text. */
const SEPARATOR = '\u0002'

export interface ChangeRequest extends Request {
  readonly change: 'insert' | 'update' | 'modify' | 'delete'
  readonly table: unknown
  readonly row?: unknown
  readonly rows?: unknown
  readonly accepting?: boolean
}

interface Place {
  readonly database: DatabaseSync
  readonly catalog: Catalog
  readonly cache: StatementCache
}

export async function applyChange(request: ChangeRequest, place: Place): Promise<void> {
  const relation = tableOf(request, place.catalog)
  const { columns, name: table } = relation.shape
  if (request.row === undefined && request.rows === undefined) {
    return conditional(request, table, place.cache)
  }
  const source = resolve(request.rows ?? request.row)
  const lines = request.rows === undefined ? [source] : isTable(source) ? source.array() : []
  let done = 0
  for (const line of lines) {
    done += changeRow(request.change, rowValues(line, columns), {
      relation,
      database: place.database
    })
  }
  if (
    request.change === 'insert' &&
    request.rows !== undefined &&
    done < lines.length &&
    request.accepting !== true
  ) {
    throw (
      (await exception(
        'CX_SY_OPEN_SQL_DB',
        `INSERT ${table} FROM TABLE: a row with the same key is there already`
      )) ?? new Error('SAPSQL_ARRAY_INSERT_DUPREC')
    )
  }
  status(done === lines.length ? 0 : 4, done)
}

/** The shape of the table that a statement changes. Throws SqlError for a view. */
function tableOf(request: ChangeRequest, catalog: Catalog): Relation {
  const name = typeof request.table === 'string' ? request.table : dynamicText(request.table)
  const relation = catalog.find(name.trim())
  if (relation === undefined) {
    throw new SqlError(
      'UNKNOWN_TABLE',
      `"${name}" is not defined in the ABAP Dictionary as a table`
    )
  }
  if (relation.kind === 'view') {
    throw new SqlError('UNSUPPORTED', `${name} is a view and cannot be changed`)
  }
  return relation
}

/** DELETE … WHERE and UPDATE … SET … WHERE. */
function conditional(request: ChangeRequest, table: string, cache: StatementCache): void {
  const expanded = expand(request)
  const [assignments = '', condition = ''] = expanded.sql.split(SEPARATOR)
  const part = { ...expanded, sql: condition.trim() }
  const prepared: Prepared =
    request.change === 'update' ? cache.update(table, assignments, part) : cache.remove(table, part)
  const count = Number(prepared.statement.run(bind(prepared, request.values)).changes)
  status(count === 0 ? 4 : 0, count)
}

/** By name when the row has the table's columns, else from left to right. */
export function rowValues(line: unknown, columns: readonly Column[]): (string | number | bigint)[] {
  const actual = resolve(line)
  const parts = isStructure(actual) ? leaves(actual) : []
  if (parts.length === 0) throw new SqlError('UNSUPPORTED', 'The work area is not structured')
  const named = new Map(parts)
  const byName = columns.every(column => named.has(column.name.toUpperCase()))
  return columns.map((column, index) => {
    const part = byName ? named.get(column.name.toUpperCase()) : parts[index]?.[1]
    return part === undefined ? '' : scalarOf(part)
  })
}

export function changeRow(
  change: ChangeRequest['change'],
  values: readonly (string | number | bigint)[],
  to: { relation: Relation; database: DatabaseSync }
): number {
  const { relation, database } = to
  const { columns } = relation.shape
  const name = storageOf(relation)
  const keys = columns.flatMap((column, index) => (column.key ? [index] : []))
  const where = keys.map(index => `${identifier(columns[index]?.name ?? '')} = ?`).join(' AND ')
  const keyValues = keys.map(index => values[index] ?? '')
  const changes = (sql: string, bound: readonly (string | number | bigint)[]): number =>
    Number(database.prepare(sql).run(...bound).changes)
  if (change === 'delete') return changes(`DELETE FROM ${name} WHERE ${where}`, keyValues)
  if (change !== 'insert') {
    const rest = columns.flatMap((column, index) => (column.key ? [] : [index]))
    const set = rest.length === 0 ? keys : rest
    const updated = changes(
      `UPDATE ${name} SET ${set.map(index => `${identifier(columns[index]?.name ?? '')} = ?`).join(', ')} WHERE ${where}`,
      [...set.map(index => values[index] ?? ''), ...keyValues]
    )
    if (updated > 0 || change === 'update') return updated
  }
  return changes(
    `INSERT OR IGNORE INTO ${name} (${columns.map(column => identifier(column.name)).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    values
  )
}
