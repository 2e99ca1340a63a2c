/**
 * Emits SQL for comparisons: literals in the form of the column, range tables, IS INITIAL, ALL and
 * ANY.
 */
import { SqlError } from '../errors.ts'
import type { Expression } from '../parse/ast.ts'
import { isNumeric } from '../types.ts'
import type { SqlType } from '../types.ts'
import type { Emitted } from './definition.ts'
import { contentOf, valueFor } from '../lossless.ts'
import type { Context, Scope } from './scope.ts'

export function emitInitial(operand: Emitted, not: boolean): string {
  const { type } = operand.type
  const initial = isNumeric(operand.type)
    ? '0'
    : type === 'DATS'
      ? "('', '00000000')"
      : type === 'TIMS'
        ? "('', '000000')"
        : type === 'NUMC'
          ? `('', '${'0'.repeat(Math.max(1, operand.type.length))}')`
          : "''"
  const list = initial.startsWith('(') ? `IN ${initial}` : `= ${initial}`
  return not ? `(NOT (${operand.sql} ${list}))` : `(${operand.sql} ${list})`
}

/** SQLite has no ALL and ANY. */
export function quantified(
  left: string,
  operator: string,
  query: string,
  quantifier: 'ALL' | 'ANY'
): string {
  const column = '"q"."v"'
  const rows = `WITH "q"("v") AS (${query}) SELECT 1 FROM "q"`
  return quantifier === 'ANY'
    ? `EXISTS (${rows} WHERE ${left} ${operator} ${column})`
    : `NOT EXISTS (${rows} WHERE NOT (${left} ${operator} ${column}))`
}
const NUMBER = /^-?\d+(\.\d+)?$/

/** Literals are converted to the storage form of the other side's column. */
export function adapt(value: Emitted, other: SqlType): string {
  const text = /^'((?:[^']|'')*)'$/.exec(value.sql)?.[1]
  const number = NUMBER.test(value.sql) ? value.sql : undefined
  if (
    other.type === 'NUMC' &&
    (text ?? number) !== undefined &&
    /^\d+$/.test(text ?? number ?? '')
  ) {
    return `'${(text ?? number ?? '').padStart(other.length, '0')}'`
  }
  if (isNumeric(other) && text !== undefined && NUMBER.test(text.trim())) return text.trim()
  if (isNumeric(other) && text !== undefined && text.trim() === '') return '0'
  if (number !== undefined && other.type !== '' && !isNumeric(other)) return `'${number}'`
  if (other.type === 'NUMC' && value.sql.startsWith(':p')) {
    return `abap_numc(${value.sql}, ${other.length})`
  }
  return value.sql
}

/** A value of the program in the type of the column that it is compared with. */
export function comparable(
  value: Emitted,
  other: Emitted,
  expression: Expression,
  { conversion, parameters }: Context
): string {
  const isColumn = expression.kind === 'column' || expression.kind === 'path'
  if (conversion === undefined || !isColumn) return adapt(value, other.type)
  const parameter = value.parameter === undefined ? undefined : parameters[value.parameter]
  if (parameter !== undefined) parameter.target = other.type
  if (value.constant === undefined) return adapt(value, other.type)
  const constant = valueFor(contentOf(value.constant), other.type, conversion)
  const sql = typeof constant === 'number' ? String(constant) : `'${escaped(String(constant))}'`
  return adapt({ sql, type: value.type }, other.type)
}

const escaped = (text: string): string => text.replaceAll("'", "''").replaceAll('\0', '')

/** The conditions of a range table; an empty one is always true. */
export function emitRange(
  condition: Extract<Expression, { kind: 'range' }>,
  operand: Emitted,
  scope: Scope
): string {
  const rows = scope.context.hosts[condition.host]?.range
  if (rows === undefined) throw new SqlError('SYNTAX', 'IN needs a list or a range table')
  const sides: Record<string, string[]> = { I: [], E: [] }
  rows.forEach((row, index) => {
    const bind = (high: boolean): string => {
      const { parameters } = scope.context
      parameters.push({ host: condition.host, rangeRow: index, high })
      const value = {
        sql: `:p${parameters.length}`,
        type: operand.type,
        parameter: parameters.length - 1
      }
      return /^[CN]P$/.test(row.option)
        ? value.sql
        : comparable(value, operand, condition.operand, scope.context)
    }
    const side = sides[row.sign.toUpperCase()]
    if (side === undefined) {
      throw new SqlError('FAILED', `The range table has the sign "${row.sign}"`)
    }
    side.push(rangeCondition(operand.sql, row.option.toUpperCase(), bind))
  })
  const parts = [
    ...(sides.I?.length === 0 ? [] : [`(${sides.I?.join(' OR ')})`]),
    ...(sides.E?.length === 0 ? [] : [`NOT (${sides.E?.join(' OR ')})`])
  ]
  const all = parts.length === 0 ? '1' : parts.join(' AND ')
  return condition.not ? `(NOT (${all}))` : `(${all})`
}
const RANGE_OPERATORS: Readonly<Record<string, string>> = {
  EQ: '=',
  NE: '<>',
  GT: '>',
  GE: '>=',
  LT: '<',
  LE: '<='
}

function rangeCondition(operand: string, option: string, bind: (high: boolean) => string): string {
  const operator = RANGE_OPERATORS[option]
  if (operator !== undefined) return `(${operand} ${operator} ${bind(false)})`
  if (option === 'BT' || option === 'NB') {
    const between = `(${operand} BETWEEN ${bind(false)} AND ${bind(true)})`
    return option === 'BT' ? between : `(NOT ${between})`
  }
  if (option === 'CP' || option === 'NP') {
    return `(${option === 'NP' ? 'NOT ' : ''}abap_matches(${operand}, ${bind(false)}))`
  }
  throw new SqlError('FAILED', `The range table has the option "${option}"`)
}
