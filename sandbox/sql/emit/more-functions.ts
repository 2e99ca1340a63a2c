/** The generic date functions, time stamps, mathematics and further functions of release 7.58. */
import { SqlError } from '../errors.ts'
import { common, DATS, FLTP, INT4, STRG, TIMS, type SqlType } from '../types.ts'
import type { Definition, Emitted } from './definition.ts'

type Values = readonly Emitted[]

const sqlOf = (values: Values, index: number): string => values[index]?.sql ?? 'NULL'
const list = (values: Values): string => values.map(value => value.sql).join(', ')
const typeOf = (values: Values, index: number): SqlType => values[index]?.type ?? STRG

function define(
  count: number | readonly [number, number],
  type: SqlType | ((values: Values) => SqlType),
  sql: (values: Values) => string
): Definition {
  const [least, most] = typeof count === 'number' ? [count, count] : count
  return {
    least,
    most,
    build: values => ({
      sql: sql(values),
      type: typeof type === 'function' ? type(values) : type
    })
  }
}

const own = (values: Values): SqlType => typeOf(values, 0)
const UTCL: SqlType = { type: 'UTCL', length: 27, decimals: 0 }
const STAMP: SqlType = { type: 'DEC', length: 15, decimals: 0 }
const LONG_STAMP: SqlType = { type: 'DEC', length: 21, decimals: 7 }
const DATN: SqlType = { type: 'DATN', length: 8, decimals: 0 }
const TIMN: SqlType = { type: 'TIMN', length: 6, decimals: 0 }
const SECONDS: SqlType = { type: 'DEC', length: 31, decimals: 7 }

/** A function of SQLite, or one that the sandbox registers, with the same arguments. */
function calls(
  name: string,
  count: number | readonly [number, number],
  type: SqlType | ((values: Values) => SqlType)
): Definition {
  return define(count, type, values => `${name}(${list(values)})`)
}

const part = (name: string): Definition =>
  define(1, INT4, values => `abap_date_part('${name}', ${sqlOf(values, 0)})`)

const same = (type: SqlType): Definition => define(1, type, values => sqlOf(values, 0))

const SHORT_STRING: SqlType = { type: 'SSTR', length: 1333, decimals: 0 }
const NAME: SqlType = { type: 'CHAR', length: 9, decimals: 0 }
const ZONE: SqlType = { type: 'CHAR', length: 6, decimals: 0 }
const SEARCH = ['PCRE', 'VALUE', 'CASE_SENSITIVE', 'START'] as const
const PLACED = [...SEARCH, 'OCCURRENCE', 'GROUP'] as const

const FLAG: SqlType = { type: 'CHAR', length: 1, decimals: 0 }

/** The time zone is the last argument, and that of the system where it is left out. */
function zoned(name: string, values: number, type: SqlType): Definition {
  return define([values, values + 1], type, given => {
    const zone = given[values]?.sql ?? "'UTC'"
    return `${name}(${list(given.slice(0, values))}, ${zone})`
  })
}

/** A function of regular expressions, whose arguments are all passed by name. */
function pattern(
  name: string,
  type: SqlType | ((values: Values) => SqlType),
  parameters: readonly string[]
): Definition & { readonly parameters: readonly string[] } {
  return { ...calls(`abap_pattern_${name}`, [2, parameters.length], type), parameters }
}

export const MORE_FUNCTIONS: Readonly<Record<string, Definition>> = {
  INITCAP: calls('abap_initcap', 1, own),
  GREATEST: calls('max', [2, 255], values => values.map(value => value.type).reduce(common)),
  LEAST: calls('min', [2, 255], values => values.map(value => value.type).reduce(common)),
  LOCATE: calls('abap_locate', [2, 4], INT4),
  LIKE_REGEXPR: pattern('like', INT4, ['PCRE', 'VALUE', 'CASE_SENSITIVE']),
  OCCURRENCES_REGEXPR: pattern('count', INT4, ['PCRE', 'VALUE', 'CASE_SENSITIVE']),
  REPLACE_REGEXPR: pattern('replace', SHORT_STRING, [...SEARCH, 'WITH', 'OCCURRENCE']),
  SUBSTRING_REGEXPR: pattern('substring', values => typeOf(values, 1), PLACED),
  LOCATE_REGEXPR: pattern('locate', INT4, PLACED),
  LOCATE_REGEXPR_AFTER: pattern('locate_after', INT4, PLACED),
  ABAP_SYSTEM_TIMEZONE: define([0, 2], ZONE, () => "'UTC'"),
  ABAP_USER_TIMEZONE: define([0, 3], ZONE, () => "'UTC'"),
  TO_CLOB: same(STRG),
  ALLOW_PRECISION_LOSS: define(1, own, values => sqlOf(values, 0)),
  EXTRACT_YEAR: part('year'),
  EXTRACT_MONTH: part('month'),
  EXTRACT_DAY: part('day'),
  EXTRACT_HOUR: part('hour'),
  EXTRACT_MINUTE: part('minute'),
  EXTRACT_SECOND: part('second'),
  WEEKDAY: part('weekday'),
  DAYNAME: calls('abap_dayname', 1, NAME),
  MONTHNAME: calls('abap_monthname', 1, NAME),
  IS_VALID: calls('abap_is_valid', 1, INT4),
  DAYS_BETWEEN: calls('abap_days_between', 2, INT4),
  ADD_DAYS: calls('abap_add_days', 2, own),
  ADD_MONTHS: calls('abap_shift_months', 2, own),
  DATN_DAYS_BETWEEN: calls('abap_days_between', 2, INT4),
  DATN_ADD_DAYS: calls('abap_add_days', 2, DATN),
  DATN_ADD_MONTHS: calls('abap_shift_months', 2, DATN),
  TIMS_IS_VALID: calls('abap_is_valid', 1, INT4),
  DATS_TO_DATN: same(DATN),
  DATS_FROM_DATN: same(DATS),
  TIMS_TO_TIMN: same(TIMN),
  TIMS_FROM_TIMN: same(TIMS),
  UTCL_CURRENT: calls('abap_utcl_current', 0, UTCL),
  UTCL_ADD_SECONDS: calls('abap_utcl_add', 2, UTCL),
  UTCL_SECONDS_BETWEEN: calls('abap_utcl_between', 2, SECONDS),
  TSTMP_CURRENT_UTCTIMESTAMP: calls('abap_stamp_current', 0, STAMP),
  TSTMP_IS_VALID: calls('abap_stamp_valid', 1, INT4),
  TSTMP_SECONDS_BETWEEN: calls('abap_stamp_between', [2, 3], INT4),
  TSTMP_ADD_SECONDS: calls('abap_stamp_add', [2, 3], STAMP),
  TSTMP_TO_DATS: zoned('abap_stamp_to_dats', 1, DATS),
  TSTMP_TO_TIMS: zoned('abap_stamp_to_tims', 1, TIMS),
  TSTMP_TO_DST: zoned('abap_stamp_to_dst', 1, FLAG),
  DATS_TIMS_TO_TSTMP: zoned('abap_to_stamp', 2, STAMP),
  TSTMPL_TO_UTCL: calls('abap_stamp_to_utcl', [1, 3], UTCL),
  TSTMPL_FROM_UTCL: calls('abap_utcl_to_stamp', [1, 2], LONG_STAMP),
  SIN: calls('sin', 1, FLTP),
  COS: calls('cos', 1, FLTP),
  TAN: calls('tan', 1, FLTP),
  ASIN: calls('asin', 1, FLTP),
  ACOS: calls('acos', 1, FLTP),
  ATAN: calls('atan', 1, FLTP),
  SINH: calls('sinh', 1, FLTP),
  COSH: calls('cosh', 1, FLTP),
  TANH: calls('tanh', 1, FLTP),
  SQRT: calls('sqrt', 1, FLTP),
  EXP: calls('exp', 1, FLTP),
  LN: calls('ln', 1, FLTP),
  LOG10: calls('log10', 1, FLTP),
  LOG: calls('log', 2, FLTP),
  POWER: calls('pow', 2, FLTP)
}

/** The parameters of the functions that are called by name, in the order of their arguments. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  TSTMP_SECONDS_BETWEEN: ['TSTMP1', 'TSTMP2', 'ON_ERROR'],
  TSTMP_ADD_SECONDS: ['TSTMP', 'SECONDS', 'ON_ERROR'],
  TSTMP_TO_DATS: ['TSTMP', 'TZONE', 'ON_ERROR'],
  TSTMP_TO_TIMS: ['TSTMP', 'TZONE', 'ON_ERROR'],
  TSTMP_TO_DST: ['TSTMP', 'TZONE', 'ON_ERROR'],
  DATS_TIMS_TO_TSTMP: ['DATE', 'TIME', 'TZONE', 'ON_ERROR'],
  TSTMPL_TO_UTCL: ['TSTMPL', 'ON_ERROR', 'ON_INITIAL'],
  TSTMPL_FROM_UTCL: ['UTCL', 'ON_NULL'],
  DATS_TO_DATN: ['DATS'],
  DATS_FROM_DATN: ['DATN'],
  TIMS_TO_TIMN: ['TIMS'],
  TIMS_FROM_TIMN: ['TIMN'],
  CURR_TO_DECFLOAT_AMOUNT: ['CURR', 'CUKY'],
  ABAP_SYSTEM_TIMEZONE: ['CLIENT', 'ON_ERROR'],
  ABAP_USER_TIMEZONE: ['USER', 'CLIENT', 'ON_ERROR']
}

const REGULAR = /_REGEXPR(_AFTER)?$/

/** Arguments that are passed by name in the order of the function's parameters. */
export function inOrder(
  name: string,
  values: Values,
  names: readonly string[] | undefined
): Values {
  const parameters = PARAMETERS[name] ?? parametersOf(name)
  if (names === undefined) {
    if (!REGULAR.test(name) || parameters === undefined) return values
    throw new SqlError('SYNTAX', `The arguments of ${name} are passed by name`)
  }
  if (parameters === undefined) {
    throw new SqlError('SYNTAX', `The arguments of ${name} are not passed by name`)
  }
  const foreign = names.find(each => !parameters.includes(each))
  if (foreign !== undefined) {
    const known = parameters.join(', ')
    throw new SqlError('SYNTAX', `${name} has no parameter ${foreign}; there are ${known}`)
  }
  const handled = parameters.find(each => each.startsWith('ON_') && names.includes(each))
  if (handled !== undefined) {
    throw new SqlError('UNSUPPORTED', `${name} with ${handled} is not supported by the sandbox`)
  }
  if (!REGULAR.test(name)) return parameters.flatMap(each => values[names.indexOf(each)] ?? [])
  const needed = NEEDED[name] ?? ['PCRE', 'VALUE']
  const missing = needed.find(each => !names.includes(each))
  if (missing !== undefined) throw new SqlError('SYNTAX', `${name} needs the parameter ${missing}`)
  return parameters.map(each => values[names.indexOf(each)] ?? NOT_GIVEN)
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  REPLACE_REGEXPR: ['PCRE', 'VALUE', 'WITH']
}
const NOT_GIVEN: Emitted = { sql: 'NULL', type: { type: '', length: 0, decimals: 0 } }

function parametersOf(name: string): readonly string[] | undefined {
  const definition: Definition | undefined = MORE_FUNCTIONS[name]
  return definition?.parameters
}
