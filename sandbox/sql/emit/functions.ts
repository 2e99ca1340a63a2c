/** Writes calls of functions and aggregates as SQLite text. */
import { SqlError } from '../errors.ts'
import {
  arithmetic,
  common,
  DATS,
  FLTP,
  INT4,
  INT8,
  isInteger,
  isNumeric,
  isString,
  STRG,
  UNKNOWN,
  type SqlType
} from '../types.ts'
import type { Builder, Definition, Emitted } from './definition.ts'
import { MORE_FUNCTIONS, inOrder } from './more-functions.ts'

/** Longest text that a function may make: nested REPLACE could otherwise grow without bound. */
const MAX_CHARACTERS = 5000

function capped(sql: string): string {
  return `substr(${sql}, 1, ${MAX_CHARACTERS})`
}

function char(length: number): SqlType {
  return { type: 'CHAR', length: Math.max(1, Math.min(1333, length)), decimals: 0 }
}

function text(values: readonly Emitted[], extra = 0): SqlType {
  return values.some(value => isString(value.type))
    ? STRG
    : char(values.reduce((sum, value) => sum + textLength(value.type), extra))
}

function textLength(type: SqlType): number {
  return isNumeric(type) ? type.length + 2 : type.length
}

const define = (least: number, most: number, build: Builder): Definition => ({ least, most, build })
const arg = (values: readonly Emitted[], index: number): string => values[index]?.sql ?? 'NULL'
const typeOf = (values: readonly Emitted[], index: number): SqlType =>
  values[index]?.type ?? UNKNOWN
const integer = (sql: string): Emitted => ({ sql, type: INT4 })

/** `JULIANDAY` understands `YYYY-MM-DD`; dates are kept as `YYYYMMDD`. */
const iso = (sql: string): string =>
  `(substr(${sql}, 1, 4) || '-' || substr(${sql}, 5, 2) || '-' || substr(${sql}, 7, 2))`

const FUNCTIONS: Readonly<Record<string, Definition>> = {
  ABS: define(1, 1, values => ({ sql: `abs(${arg(values, 0)})`, type: typeOf(values, 0) })),
  CEIL: define(1, 1, values => ({
    sql: `ceil(${arg(values, 0)})`,
    type: integerType(typeOf(values, 0))
  })),
  FLOOR: define(1, 1, values => ({
    sql: `floor(${arg(values, 0)})`,
    type: integerType(typeOf(values, 0))
  })),
  ROUND: define(1, 2, values => ({
    sql: `abap_round(${arg(values, 0)}, ${values[1]?.sql ?? '0'})`,
    type: typeOf(values, 0)
  })),
  DIV: define(2, 2, values => ({
    sql: `CAST((${arg(values, 0)}) / (${arg(values, 1)}) AS INTEGER)`,
    type: typeOf(values, 0)
  })),
  MOD: define(2, 2, values => ({
    sql: `((${arg(values, 0)}) % (${arg(values, 1)}))`,
    type: typeOf(values, 0)
  })),
  DIVISION: define(3, 3, values => ({
    sql: `abap_round(CAST(${arg(values, 0)} AS REAL) / (${arg(values, 1)}), ${arg(values, 2)})`,
    type: { type: 'DEC', length: 31, decimals: Number(arg(values, 2)) || 0 }
  })),
  CONCAT: define(2, 2, values => ({
    sql: capped(`(rtrim(${arg(values, 0)}) || rtrim(${arg(values, 1)}))`),
    type: text(values)
  })),
  CONCAT_WITH_SPACE: define(3, 3, values => ({
    sql: capped(
      `(rtrim(${arg(values, 0)}) || printf('%*s', min(${arg(values, 2)}, 1333), '') || rtrim(${arg(values, 1)}))`
    ),
    type: text(values.slice(0, 2), Number(arg(values, 2)) || 0)
  })),
  COALESCE: define(2, 255, values => ({
    sql: `coalesce(${values.map(value => value.sql).join(', ')})`,
    type: values.map(value => value.type).reduce(common)
  })),
  INSTR: define(2, 2, values => integer(`instr(${arg(values, 0)}, ${arg(values, 1)})`)),
  LEFT: define(2, 2, values => ({
    sql: `substr(${arg(values, 0)}, 1, ${arg(values, 1)})`,
    type: truncatedText(values, 1)
  })),
  RIGHT: define(2, 2, values => ({
    sql: `substr(rtrim(${arg(values, 0)}), -(${arg(values, 1)}))`,
    type: truncatedText(values, 1)
  })),
  LENGTH: define(1, 1, values => integer(`length(rtrim(${arg(values, 0)}))`)),
  LOWER: define(1, 1, values => ({
    sql: `abap_lower(${arg(values, 0)})`,
    type: typeOf(values, 0)
  })),
  UPPER: define(1, 1, values => ({
    sql: `abap_upper(${arg(values, 0)})`,
    type: typeOf(values, 0)
  })),
  LPAD: define(3, 3, values => ({
    sql: `abap_pad(${arg(values, 0)}, ${arg(values, 1)}, ${arg(values, 2)}, 1)`,
    type: char(Number(arg(values, 1)) || 1333)
  })),
  RPAD: define(3, 3, values => ({
    sql: `abap_pad(${arg(values, 0)}, ${arg(values, 1)}, ${arg(values, 2)}, 0)`,
    type: char(Number(arg(values, 1)) || 1333)
  })),
  LTRIM: define(2, 2, values => ({
    sql: `ltrim(${arg(values, 0)}, ${arg(values, 1)})`,
    type: typeOf(values, 0)
  })),
  RTRIM: define(2, 2, values => ({
    sql: `rtrim(rtrim(${arg(values, 0)}), ${arg(values, 1)})`,
    type: typeOf(values, 0)
  })),
  REPLACE: define(3, 3, values => ({
    sql: capped(`replace(${arg(values, 0)}, ${arg(values, 1)}, ${arg(values, 2)})`),
    type: text(values)
  })),
  SUBSTRING: define(2, 3, values => ({
    sql: `substr(${values.map(value => value.sql).join(', ')})`,
    type: values.length === 3 ? truncatedText(values, 2) : typeOf(values, 0)
  })),
  BINTOHEX: define(1, 1, values => ({
    sql: arg(values, 0),
    type: char(typeOf(values, 0).length * 2)
  })),
  HEXTOBIN: define(1, 1, values => ({
    sql: `upper(${arg(values, 0)})`,
    type: { type: 'RAW', length: Math.ceil(typeOf(values, 0).length / 2), decimals: 0 }
  })),
  FLTP_TO_DEC: define(1, 1, values => ({ sql: arg(values, 0), type: typeOf(values, 0) })),
  GET_NUMERIC_VALUE: define(1, 1, values => ({ sql: arg(values, 0), type: typeOf(values, 0) })),
  CURR_TO_DECFLOAT_AMOUNT: define(1, 2, values => ({
    sql: arg(values, 0),
    type: { type: 'D34N', length: 34, decimals: 0 }
  })),
  DATS_IS_VALID: define(1, 1, values =>
    integer(
      `(CASE WHEN strftime('%Y%m%d', ${iso(arg(values, 0))}) = ${arg(values, 0)} THEN 1 ELSE 0 END)`
    )
  ),
  DATS_DAYS_BETWEEN: define(2, 2, values =>
    integer(
      `CAST(julianday(${iso(arg(values, 1))}) - julianday(${iso(arg(values, 0))}) AS INTEGER)`
    )
  ),
  DATS_ADD_DAYS: define(2, 3, values => ({
    sql: `strftime('%Y%m%d', ${iso(arg(values, 0))}, (${arg(values, 1)}) || ' days')`,
    type: DATS
  })),
  DATS_ADD_MONTHS: define(2, 3, values => ({
    sql: `abap_add_months(${arg(values, 0)}, ${arg(values, 1)})`,
    type: DATS
  }))
}

const WINDOWS: Readonly<Record<string, SqlType>> = {
  ROW_NUMBER: INT8,
  RANK: INT8,
  DENSE_RANK: INT8,
  NTILE: INT4,
  LEAD: UNKNOWN,
  LAG: UNKNOWN,
  FIRST_VALUE: UNKNOWN,
  LAST_VALUE: UNKNOWN
}

function integerType(type: SqlType): SqlType {
  return type.decimals === 0 ? type : { ...type, length: type.length - type.decimals, decimals: 0 }
}

function truncatedText(values: readonly Emitted[], index: number): SqlType {
  return isString(typeOf(values, 0))
    ? STRG
    : char(Number(arg(values, index)) || typeOf(values, 0).length)
}

/** A call of a built-in function. Throws when the sandbox does not support it. */
export function emitCall(
  name: string,
  given: readonly Emitted[],
  names?: readonly string[]
): Emitted {
  const definition = FUNCTIONS[name] ?? MORE_FUNCTIONS[name]
  const values = definition === undefined ? given : inOrder(name, given, names)
  if (definition === undefined) {
    throw new SqlError('UNSUPPORTED', `The function ${name} is not supported by the sandbox`)
  }
  if (values.length < definition.least || values.length > definition.most) {
    const wanted =
      definition.least === definition.most
        ? String(definition.least)
        : `${definition.least} to ${definition.most}`
    throw new SqlError('SYNTAX', `${name} takes ${wanted} arguments, not ${values.length}`)
  }
  return definition.build(values)
}

export function emitWindowCall(name: string, values: readonly Emitted[]): Emitted {
  const type = WINDOWS[name]
  if (type === undefined) {
    throw new SqlError('UNSUPPORTED', `The window function ${name} is not supported by the sandbox`)
  }
  return {
    sql: `${name.toLowerCase()}(${values.map(value => value.sql).join(', ')})`,
    type: type.type === '' ? (values[0]?.type ?? UNKNOWN) : type
  }
}

/** COUNT, SUM, AVG, MIN, MAX, STRING_AGG; `as` is the result type that AVG may name. */
export function emitAggregate(
  name: string,
  distinct: boolean,
  value: Emitted | undefined,
  more: { separator?: string; order?: string; as?: SqlType }
): Emitted {
  const inner = value === undefined ? '*' : `${distinct ? 'DISTINCT ' : ''}${value.sql}`
  const type = value?.type ?? UNKNOWN
  if (name === 'COUNT') return { sql: `count(${inner})`, type: INT4 }
  if (value === undefined) throw new SqlError('SYNTAX', `${name} needs a column`)
  if (name === 'MIN' || name === 'MAX') return { sql: `${name.toLowerCase()}(${inner})`, type }
  if (name === 'SUM') {
    return {
      sql: `sum(${inner})`,
      type:
        more.as ??
        (isInteger(type)
          ? INT4
          : arithmetic(type, { ...type, length: Math.min(31, type.length + 10) }, '+'))
    }
  }
  if (name === 'AVG') {
    return {
      sql:
        more.as === undefined ? `avg(${inner})` : `abap_round(avg(${inner}), ${more.as.decimals})`,
      type: more.as ?? FLTP
    }
  }
  if (name === 'STRING_AGG') {
    return {
      sql: `substr(group_concat(${inner}${more.separator === undefined ? ", ''" : `, ${more.separator}`}${more.order ?? ''}), 1, 100000)`,
      type: STRG
    }
  }
  throw new SqlError('UNSUPPORTED', `The aggregate ${name} is not supported by the sandbox`)
}
