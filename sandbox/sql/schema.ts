/** Creates and alters SQLite tables for dictionary tables. */
import type { DatabaseSync } from 'node:sqlite'
import type { Column, TableShape } from '../types.ts'
import { identifier } from './catalog.ts'
import { SqlError } from './errors.ts'
import { isFloat, isInteger, isNumeric, isString } from './types.ts'

const NAME = /^(\/\w+\/)?[A-Z_][\w]*$/i

/**
 * Refuses what is no name in the dictionary: names become part of SQL text and of generated code.
 */
export function checkName(name: string): void {
  if (!NAME.test(name) || name.length > 40) {
    throw new SqlError(
      'SYNTAX',
      `${JSON.stringify(name.slice(0, 60))} is not a name of the dictionary`
    )
  }
}

function checkShape(shape: TableShape): void {
  checkName(shape.name)
  const seen = new Set<string>()
  for (const column of shape.columns) {
    checkName(column.name)
    if (seen.has(column.name.toUpperCase())) {
      throw new SqlError('SYNTAX', `The table ${shape.name} has the column ${column.name} twice`)
    }
    seen.add(column.name.toUpperCase())
  }
  if (shape.columns.length === 0) {
    throw new SqlError('SYNTAX', `The table ${shape.name} has no columns`)
  }
}

/**
 * CREATE TABLE in the manner the runtime of transpiled ABAP expects: texts compare without trailing
 * blanks.
 */
export function createTable(shape: TableShape, name = shape.name): string {
  checkShape(shape)
  const columns = shape.columns.map(
    column => `${identifier(column.name)} ${columnType(column)} NOT NULL DEFAULT ${initial(column)}`
  )
  const keys = shape.columns.filter(column => column.key).map(column => identifier(column.name))
  return `CREATE TABLE ${identifier(name)} (${columns.join(', ')}${keys.length === 0 ? '' : `, PRIMARY KEY (${keys.join(', ')})`})`
}

function columnType(column: Column): string {
  if (isInteger(column)) return 'INT'
  if (isFloat(column)) return 'REAL'
  if (isNumeric(column)) return `DECIMAL(${column.length},${column.decimals})`
  return isString(column) ? 'TEXT COLLATE RTRIM' : `NCHAR(${column.length}) COLLATE RTRIM`
}

/** The initial value of the type as an SQL literal. */
export function initial(column: Column): string {
  if (isNumeric(column)) return '0'
  const type = column.type.toUpperCase()
  if (type === 'NUMC' || type === 'DATS' || type === 'TIMS' || type === 'ACCP') {
    return `'${'0'.repeat(Math.min(255, type === 'DATS' ? 8 : type === 'TIMS' ? 6 : Math.max(1, column.length)))}'`
  }
  return "''"
}

/** Creates the table, or brings one that is there into the new shape with the rows that fit. */
export function alterTable(
  database: DatabaseSync,
  from: TableShape | undefined,
  to: TableShape
): void {
  if (from === undefined) {
    database.exec(createTable(to))
    return
  }
  const interim = 'sandbox~new'
  database.exec(createTable(to, interim))
  const common = to.columns.filter(column => from.columns.some(old => same(old, column)))
  if (common.length > 0) {
    const targets = common.map(column => identifier(column.name)).join(', ')
    // A row whose new key is taken by another one does not fit.
    database.exec(
      `INSERT OR IGNORE INTO ${identifier(interim)} (${targets}) SELECT ${common.map(converted).join(', ')} FROM ${identifier(from.name)}`
    )
  }
  database.exec(`DROP TABLE ${identifier(from.name)}`)
  database.exec(`ALTER TABLE ${identifier(interim)} RENAME TO ${identifier(to.name)}`)
}

function same(left: Column, right: Column): boolean {
  return left.name.toUpperCase() === right.name.toUpperCase()
}

/** The old value in the new type. */
function converted(column: Column): string {
  const name = identifier(column.name)
  if (isInteger(column)) return `CAST(${name} AS INTEGER)`
  if (isNumeric(column)) return `CAST(${name} AS NUMERIC)`
  if (column.type.toUpperCase() === 'NUMC') return `abap_numc(${name}, ${column.length})`
  return isString(column) || column.length === 0
    ? `CAST(${name} AS TEXT)`
    : `substr(CAST(${name} AS TEXT), 1, ${widthOf(column)})`
}

/** Bytes are kept as two digits each. */
const widthOf = ({ type, length }: Column): number =>
  type.toUpperCase() === 'RAW' ? 2 * length : length

/**
 * A value as it is kept: texts without trailing blanks and not longer than the column, numbers as
 * numbers.
 */
export function stored(column: Column, value: string | number): string | number {
  if (isNumeric(column)) {
    const number = Number(value)
    if (!Number.isFinite(number)) {
      throw new SqlError(
        'FAILED',
        `${JSON.stringify(value)} is not a number (column ${column.name})`
      )
    }
    return number
  }
  const type = column.type.toUpperCase()
  const text = String(value)
  if (type === 'NUMC') {
    return text.replace(/\D/g, '').padStart(column.length, '0').slice(-Math.max(1, column.length))
  }
  if (isString(column)) return text
  const cut = (column.length > 0 ? text.slice(0, widthOf(column)) : text).trimEnd()
  return cut === '' && (type === 'DATS' || type === 'TIMS') ? initial(column).slice(1, -1) : cut
}
