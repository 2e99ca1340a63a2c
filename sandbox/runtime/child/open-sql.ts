/** Runs the ABAP SQL of a program on its copy of the rows. */
import type { DatabaseSync } from 'node:sqlite'
import type { Catalog } from '../../sql/catalog.ts'
import type { Column } from '../../types.ts'
import { applyChange } from './changes.ts'
import type { ChangeRequest } from './changes.ts'
import { expand, reported, status } from './dynamic-sql.ts'
import { StatementCache, bind, rowsOf } from './statements.ts'
import type { Request } from './statements.ts'
import { fill, fillOne } from './targets.ts'
import type { Row, Target } from './targets.ts'
import { isTable, resolve, scalarOf } from './values.ts'
import type { AbapValue } from './values.ts'

/** ABAP SQL of the running program, on its private copy of the rows. */
export interface OpenSql {
  select(request: Request & Target): Promise<void>
  selectLoop(request: Request & Target & { packageSize?: unknown }): AsyncGenerator<number>
  change(request: ChangeRequest): Promise<void>
  openCursor(request: Request): Promise<number>
  fetch(request: Target & { cursor: unknown; packageSize?: unknown }): Promise<void>
  closeCursor(request: { cursor: unknown }): void
  /** Whether a test environment replaces what a view reads. */
  isTested(name: string): boolean
}

interface Result {
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  /** `sy-subrc`, where nothing was read. */
  readonly subrc?: number
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
    },
    isTested: name => catalog.find(name)?.within !== undefined
  }
}

/** COUNT( * ) alone reports what it counted, and that nothing was found when it counted nothing. */
function finish(result: Result, request: Target): void {
  if (result.subrc !== undefined) {
    status(result.subrc, 0)
    return
  }
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

function read(cache: StatementCache, request: Request): Result {
  const prepared = cache.query(request)
  if (prepared.isRefused) return { rows: [], columns: prepared.columns, subrc: 8 }
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
