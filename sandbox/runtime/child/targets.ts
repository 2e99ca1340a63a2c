/** Writes the rows of a statement to the targets that it names. */
import type { SQLOutputValue } from 'node:sqlite'
import type { Column } from '../../types.ts'
import { isDecimal } from '../../sql/types.ts'
import { currentRuntime } from './abap.ts'
import { isStructure, isTable, leaves, resolve, type AbapTable, type AbapValue } from './values.ts'

export type Row = readonly SQLOutputValue[]

/** Where a statement's rows go. */
export interface Target {
  readonly into?: readonly unknown[]
  readonly form: 'none' | 'table' | 'row' | 'list'
  readonly corresponding?: boolean
  readonly appending?: boolean
}

/**
 * Puts all rows into the table, or the first into the work area; what is not found leaves a work
 * area as it is.
 */
export function fill(target: Target, rows: readonly Row[], columns: readonly Column[]): void {
  const [first] = target.into ?? []
  if (target.form === 'table') {
    const table = resolve(first)
    if (!isTable(table)) throw new Error('GETWA_NOT_ASSIGNED')
    if (target.appending !== true) table.clear()
    for (const row of rows) addRow(table, row, { target, columns })
    return
  }
  const [row] = rows
  if (row !== undefined) fillOne(target, row, columns)
}

/** Puts one row into a work area or a list of variables. */
export function fillOne(target: Target, row: Row, columns: readonly Column[]): void {
  if (target.form === 'list') {
    target.into?.forEach((variable, index) => {
      assign(variable, row[index], columns[index])
    })
  } else if (target.form === 'row') {
    fillLine(target.into?.[0], row, { target, columns })
  }
}

function addRow(
  table: AbapTable,
  row: Row,
  how: { target: Target; columns: readonly Column[] }
): void {
  const line = table.getRowType().clone()
  fillLine(line, row, how)
  const statements = currentRuntime().statements as unknown as {
    insertInternal(input: object): unknown
  }
  statements.insertInternal({ table, data: line, noClone: true })
  // a row that a unique key has already is no row to leave out: the program ends
  if (currentRuntime().builtin.sy.get().subrc?.get() === 4) throw new Error('ITAB_DUPLICATE_KEY')
}

/** By name with CORRESPONDING, else from left to right. */
function fillLine(
  line: unknown,
  row: Row,
  how: { target: Target; columns: readonly Column[] }
): void {
  const actual = resolve(line)
  if (!isStructure(actual)) {
    assign(actual, row[0], how.columns[0])
    return
  }
  const parts = leaves(actual)
  how.columns.forEach((column, index) => {
    const part =
      how.target.corresponding === true
        ? parts.find(([name]) => name === column.name.toUpperCase())
        : parts[index]
    if (part !== undefined) assign(part[1], row[index], column)
  })
}

function assign(
  variable: unknown,
  value: SQLOutputValue | undefined,
  column: Column | undefined
): void {
  const target = resolve(variable) as AbapValue
  if (value === null || value === undefined) target.clear()
  else if (value instanceof Uint8Array) target.set(Buffer.from(value).toString('hex').toUpperCase())
  else if (typeof value === 'number' && column !== undefined && isDecimal(column)) {
    target.set(Number(value.toFixed(Math.min(20, column.decimals))))
  } else target.set(value)
}
