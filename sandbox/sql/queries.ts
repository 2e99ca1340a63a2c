/** Runs one query within limits of time and rows. */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { Column, QueryResult, SelectAnalysis } from '../types.ts'
import { identifier, type Catalog } from './catalog.ts'
import { createContext } from './emit/context.ts'
import { emitQuery } from './emit/query.ts'
import { Scope } from './emit/scope.ts'
import { scopeWithInitialValues } from './emit/view-arguments.ts'
import { SqlError } from './errors.ts'
import type { Watchdog } from './functions.ts'
import type { Query } from './parse/ast.ts'
import { FLTP, INT4, isDecimal, isInteger, isNumeric, STRG, type SqlType } from './types.ts'

export interface QueryLimits {
  readonly milliseconds: number
  readonly characters: number
}

/**
 * A query that multiplies more rows than this runs under the watchdog, which costs a call for every
 * row.
 */
const MAX_EXACT_ROWS = 200_000
/** Counting stops here. */
const MAX_COUNTED = 100_000

interface Connection {
  readonly database: DatabaseSync
  readonly catalog: Catalog
  readonly watchdog: Watchdog
  readonly limits: QueryLimits
  resolveElement(name: string): SqlType | undefined
}

/** Runs a parsed query with its row cap and time limit. */
export function runQuery(
  connection: Connection,
  query: Query,
  request: { maxRows: number; columns?: SelectAnalysis['columns'] | undefined }
): QueryResult {
  const start = performance.now()
  const emitted = translate(connection, query)
  connection.watchdog.start(connection.limits.milliseconds)
  try {
    const limit = Math.max(0, Math.trunc(request.maxRows))
    const statement = connection.database.prepare(emitted.sql)
    const rows = fetch(statement, limit + 1, connection.limits)
    const truncated = rows.length > limit
    const total = truncated ? count(connection.database, emitted.sql) : rows.length
    const columns = emitted.columns.map((column, index) =>
      typed(column, request.columns?.[index], rows, index)
    )
    return {
      columns,
      rows: rows
        .slice(0, limit)
        .map(row => row.map((value, index) => displayed(value, columns[index]))),
      total,
      truncated,
      milliseconds: performance.now() - start
    }
  } catch (error) {
    throw plainError(error, connection.watchdog)
  }
}

function translate(connection: Connection, query: Query): ReturnType<typeof emitQuery> {
  const plain = createContext(connection)
  const emitted = emitQuery(query, new Scope(plain))
  if (estimate(connection, plain.tables) <= MAX_EXACT_ROWS) return emitted
  return emitQuery(query, new Scope(createContext({ ...connection, guarded: true })))
}

/** Rows that the worst plan visits: the product of the sources' sizes, views written out. */
function estimate(connection: Connection, tables: readonly string[], depth = 0): number {
  let product = 1
  for (const name of tables) {
    const relation = connection.catalog.find(name)
    if (relation?.definition === undefined) {
      product *= Math.max(
        1,
        Number(
          connection.database.prepare(`SELECT count(*) AS n FROM ${identifier(name)}`).get()?.n ?? 1
        )
      )
    } else {
      const inner = createContext(connection)
      emitQuery(relation.definition.query, scopeWithInitialValues(inner, relation.parameters))
      product *= depth > 20 ? MAX_EXACT_ROWS : estimate(connection, inner.tables, depth + 1)
    }
    if (product > MAX_EXACT_ROWS) break
  }
  return product
}

function fetch(statement: StatementSync, limit: number, limits: QueryLimits): SQLOutputValue[][] {
  // Arrays keep columns of the same name apart; they exist in all supported versions.
  statement.setReturnArrays(true)
  const rows: SQLOutputValue[][] = []
  let characters = 0
  for (const row of statement.iterate() as unknown as Iterable<SQLOutputValue[]>) {
    rows.push(row)
    for (const value of row) characters += typeof value === 'string' ? value.length : 8
    if (characters > limits.characters) {
      throw new SqlError('LIMIT', `The result is larger than ${limits.characters} characters`)
    }
    if (rows.length >= limit) break
  }
  return rows
}

function count(database: DatabaseSync, sql: string): number {
  return Number(
    database
      .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM (${sql}) LIMIT ${MAX_COUNTED})`)
      .get()?.n ?? 0
  )
}

/** The type of the translation, else of the analysis, else of the values. */
function typed(
  column: Column,
  hint: SelectAnalysis['columns'][number] | undefined,
  rows: readonly SQLOutputValue[][],
  index: number
): Column {
  if (column.type !== '') return column
  if (hint?.type !== undefined) {
    return { ...column, type: hint.type, length: hint.length ?? 0, decimals: hint.decimals ?? 0 }
  }
  const values = rows.map(row => row[index]).filter(value => value !== null && value !== undefined)
  const type =
    values.every(value => typeof value === 'number' && Number.isInteger(value)) && values.length > 0
      ? INT4
      : values.some(value => typeof value === 'number')
        ? FLTP
        : STRG
  return { ...column, ...type }
}

/** Decimals without the noise of binary fractions; texts without trailing blanks. */
function displayed(
  value: SQLOutputValue | undefined,
  column: Column | undefined
): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').toUpperCase()
  if (typeof value === 'number') {
    return column !== undefined && isDecimal(column)
      ? Number(value.toFixed(Math.min(20, column.decimals)))
      : value
  }
  if (
    column !== undefined &&
    isNumeric(column) &&
    value.trim() !== '' &&
    Number.isFinite(Number(value))
  ) {
    return isInteger(column) ? Math.trunc(Number(value)) : Number(value)
  }
  return value.trimEnd()
}

export function plainError(error: unknown, watchdog: Watchdog): SqlError {
  if (error instanceof SqlError) return error
  if (watchdog.expired) {
    return new SqlError('LIMIT', 'The query takes too long and was stopped', { cause: error })
  }
  const text = error instanceof Error ? error.message : String(error)
  if (/ambiguous column name: (\S+)/.test(text)) {
    return new SqlError('SYNTAX', `The column ${/: (\S+)/.exec(text)?.[1] ?? ''} is ambiguous`, {
      cause: error
    })
  }
  if (/misuse of aggregate/.test(text)) {
    return new SqlError('SYNTAX', 'An aggregate function cannot stand here', { cause: error })
  }
  if (/too big|out of memory|too many|parser stack|expression tree/i.test(text)) {
    return new SqlError('LIMIT', `The query is too large: ${text}`, { cause: error })
  }
  return new SqlError('FAILED', `The query cannot be executed: ${text}`, { cause: error })
}
