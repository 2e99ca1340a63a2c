import type { DatabaseSync } from 'node:sqlite'
import { identifier, type Catalog } from '../../sql/catalog.ts'
import { SqlError } from '../../sql/errors.ts'
import type { Column } from '../../types.ts'
import { currentRuntime } from './abap.ts'
import { bind, rowsOf, StatementCache, type Prepared, type Request } from './statements.ts'
import { fill, fillOne, type Row, type Target } from './targets.ts'
import { isStructure, isTable, leaves, resolve, scalarOf, type AbapValue } from './values.ts'

/**
 * Marks of the generated text: where dynamic parts go, and what stands between assignments and
 * condition.
 */
const MARK = '\u0001'
const DYNAMIC = new RegExp(
  `(ORDER\\s+BY\\s+|GROUP\\s+BY\\s+|HAVING\\s+)?${MARK}(\\d+)([clso])${MARK}`,
  'gi'
)
const SEPARATOR = '\u0002'

export interface ChangeRequest extends Request {
  readonly change: 'insert' | 'update' | 'modify' | 'delete'
  readonly table: unknown
  readonly row?: unknown
  readonly rows?: unknown
  readonly accepting?: boolean
}

/** ABAP SQL of the running program, on its private copy of the rows. */
export interface OpenSql {
  select(request: Request & Target): Promise<void>
  selectLoop(request: Request & Target & { packageSize?: unknown }): AsyncGenerator<number>
  change(request: ChangeRequest): Promise<void>
  openCursor(request: Request): Promise<number>
  fetch(request: Target & { cursor: unknown; packageSize?: unknown }): Promise<void>
  closeCursor(request: { cursor: unknown }): void
}

interface Result {
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
}
interface OpenCursor {
  readonly result: Result
  at: number
}

export function createOpenSql(database: DatabaseSync, catalog: Catalog): OpenSql {
  const cache = new StatementCache(database, catalog)
  const cursors = new Map<number, OpenCursor>()
  let counter = 0
  const run = async (request: Request): Promise<Result> =>
    await reported(request, async () => read(cache, expand(request)))

  return {
    async select(request) {
      const result = await run(request)
      fill(request, result.rows, result.columns)
      finish(result, request)
    },
    async *selectLoop(request) {
      const result = await run(request)
      const size = request.packageSize === undefined ? 0 : Number(scalarOf(request.packageSize))
      const step =
        request.form === 'table' ? (size > 0 ? size : Math.max(1, result.rows.length)) : 1
      for (let at = 0; at < result.rows.length; at += step) {
        if (request.form === 'table') {
          fill(request, result.rows.slice(at, at + step), result.columns)
        } else if (result.rows[at] !== undefined) {
          fillOne(request, result.rows[at] as Row, result.columns)
        }
        status(0, Math.min(at + step, result.rows.length))
        yield at
      }
      finish(result, request)
    },
    async change(request) {
      await reported(request, async () => {
        await applyChange(request, { database, catalog, cache })
      })
    },
    async openCursor(request) {
      cursors.set(++counter, { result: await run(request), at: 0 })
      return counter
    },
    async fetch(request) {
      const cursor = cursors.get(Number(scalarOf(request.cursor)))
      if (cursor === undefined) throw new Error('DBIF_RSQL_INVALID_CURSOR')
      const size = request.packageSize === undefined ? 0 : Number(scalarOf(request.packageSize))
      const { rows, columns } = cursor.result
      const part = rows.slice(
        cursor.at,
        request.form === 'table' ? (size > 0 ? cursor.at + size : rows.length) : cursor.at + 1
      )
      cursor.at += part.length
      fill(request, part, columns)
      status(part.length === 0 ? 4 : 0, cursor.at)
    },
    closeCursor(request) {
      cursors.delete(Number(scalarOf(request.cursor)))
      ;(request.cursor as Partial<AbapValue>).clear?.()
    }
  }
}

function status(subrc: number, count: number): void {
  const sy = currentRuntime().builtin.sy.get()
  sy.subrc?.set(subrc)
  sy.dbcnt?.set(count)
}

/** COUNT( * ) alone reports what it counted, and that nothing was found when it counted nothing. */
function finish(result: Result, request: Target): void {
  const [row, more] = result.rows
  const counted =
    result.columns.length === 1 &&
    result.columns[0]?.name.startsWith('COUNT') === true &&
    more === undefined &&
    typeof row?.[0] === 'number'
      ? row[0]
      : undefined
  if (counted !== undefined && request.form === 'none') status(counted === 0 ? 4 : 0, counted)
  else if (counted === 0) status(4, 0)
  else status(result.rows.length === 0 ? 4 : 0, result.rows.length)
}

/** Puts dynamic parts into the text. */
function expand(request: Request): Request {
  const sql = request.sql.replace(
    DYNAMIC,
    (_whole, keyword: string | undefined, index: string, role: string) => {
      const text = dynamicText(request.values[Number(index)])
      if (text.trim() !== '') return `${keyword ?? ''}${text}`
      return keyword !== undefined ? '' : role === 'c' ? '1 = 1' : role === 'l' ? '*' : ''
    }
  )
  return sql === request.sql ? request : { ...request, sql }
}

function dynamicText(value: unknown): string {
  const actual = resolve(value)
  return isTable(actual)
    ? actual
        .array()
        .map(line => String(scalarOf(line)))
        .join(' ')
    : String(scalarOf(actual))
}

function read(cache: StatementCache, request: Request): Result {
  const prepared = cache.query(request)
  cache.materialize(prepared.internal, request.values)
  if (prepared.entries === undefined) {
    return { rows: rowsOf(prepared, bind(prepared, request.values)), columns: prepared.columns }
  }
  const entries = resolve(request.values[prepared.entries])
  const lines = isTable(entries) ? entries.array() : []
  if (lines.length === 0) {
    const all = cache.unconditional(request)
    return { rows: distinct(rowsOf(all, bind(all, request.values))), columns: all.columns }
  }
  return {
    rows: distinct(lines.flatMap(line => rowsOf(prepared, bind(prepared, request.values, line)))),
    columns: prepared.columns
  }
}

/** FOR ALL ENTRIES removes duplicate rows. */
function distinct(rows: readonly Row[]): Row[] {
  return [
    ...new Map(
      rows.map(row => [
        JSON.stringify(row, (_key, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value
        ),
        row
      ])
    ).values()
  ]
}

/**
 * Errors of dynamic statements are exceptions that ABAP can catch; those of fixed text say that
 * something is not supported.
 */
async function reported<T>(request: Request, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (
      !(error instanceof SqlError) ||
      !(request.sql.includes(MARK) || ('table' in request && typeof request.table !== 'string'))
    ) {
      throw error
    }
    const name =
      error.code === 'SYNTAX' ? 'CX_SY_DYNAMIC_OSQL_SYNTAX' : 'CX_SY_DYNAMIC_OSQL_SEMANTICS'
    throw (await exception(name, error.message)) ?? error
  }
}

async function exception(name: string, text: string): Promise<unknown> {
  const Exception = currentRuntime().Classes[name]
  if (Exception === undefined) return undefined
  return await new Exception().constructor_({
    sqlmsg: new (currentRuntime().types.String)().set(text)
  })
}

interface Place {
  readonly database: DatabaseSync
  readonly catalog: Catalog
  readonly cache: StatementCache
}

async function applyChange(request: ChangeRequest, place: Place): Promise<void> {
  const name = typeof request.table === 'string' ? request.table : dynamicText(request.table)
  const relation = place.catalog.find(name.trim())
  if (relation === undefined) {
    throw new SqlError(
      'UNKNOWN_TABLE',
      `"${name}" is not defined in the ABAP Dictionary as a table`
    )
  }
  if (relation.kind === 'view') {
    throw new SqlError('UNSUPPORTED', `${name} is a view and cannot be changed`)
  }
  const { columns } = relation.shape
  const table = relation.shape.name
  if (request.row === undefined && request.rows === undefined) {
    return conditional(request, table, place.cache)
  }
  const source = resolve(request.rows ?? request.row)
  const lines = request.rows === undefined ? [source] : isTable(source) ? source.array() : []
  let done = 0
  for (const line of lines) {
    done += changeRow(request.change, rowValues(line, columns), {
      table,
      columns,
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

/** DELETE … WHERE and UPDATE … SET … WHERE. */
function conditional(request: ChangeRequest, table: string, cache: StatementCache): void {
  const expanded = expand(request)
  const [assignments = '', condition = ''] = expanded.sql.split(SEPARATOR)
  const part = { sql: condition.trim(), values: request.values }
  const prepared: Prepared =
    request.change === 'update' ? cache.update(table, assignments, part) : cache.remove(table, part)
  const count = Number(prepared.statement.run(bind(prepared, request.values)).changes)
  status(count === 0 ? 4 : 0, count)
}

/** By name when the row has the table's columns, else from left to right. */
function rowValues(line: unknown, columns: readonly Column[]): (string | number | bigint)[] {
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

function changeRow(
  change: ChangeRequest['change'],
  values: readonly (string | number | bigint)[],
  to: { table: string; columns: readonly Column[]; database: DatabaseSync }
): number {
  const { table, columns, database } = to
  const name = identifier(table)
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
