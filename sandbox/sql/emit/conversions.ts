/**
 * Writes UNIT_CONVERSION and CURRENCY_CONVERSION as SQLite text: a call with the rows of the tables
 * that the conversion needs.
 */
import { identifier, storageOf } from '../catalog.ts'
import { SqlError } from '../errors.ts'
import type { Expression } from '../parse/ast.ts'
import { isDecimal, isFloat, nameOf, type SqlType } from '../types.ts'
import type { Emitted } from './definition.ts'
import type { Context } from './scope.ts'

interface Conversion {
  readonly needed: readonly [value: string, ...more: string[]]
  readonly optional: readonly string[]
  write(call: Call): string
}

interface Call {
  readonly context: Context
  readonly type: SqlType
  /** The argument, or undefined where it is left out. */
  readonly given: (parameter: string) => string | undefined
  /** The argument of a parameter, with the default value of an optional one. */
  readonly value: (parameter: string, otherwise?: string) => string
}

type FunctionCall = Extract<Expression, { kind: 'call' }>

const STEPS = ['ROUND', 'DECIMAL_SHIFT', 'DECIMAL_SHIFT_BACK'] as const

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  UNIT_CONVERSION: {
    needed: ['QUANTITY', 'SOURCE_UNIT', 'TARGET_UNIT'],
    optional: ['CLIENT', 'ON_ERROR'],
    write: unitConversion
  },
  CURRENCY_CONVERSION: {
    needed: ['AMOUNT', 'SOURCE_CURRENCY', 'TARGET_CURRENCY', 'EXCHANGE_RATE_DATE'],
    optional: ['EXCHANGE_RATE_TYPE', 'CLIENT', ...STEPS, 'ON_ERROR'],
    write: currencyConversion
  }
}

/** Undefined for other functions. The result has the type of the value that is converted. */
export function emitConversion(
  { name, names = [], arguments: expressions }: FunctionCall,
  values: readonly Emitted[],
  context: Context
): Emitted | undefined {
  const conversion = CONVERSIONS[name]
  if (conversion === undefined) return undefined
  checkNames(name, names, conversion)
  const given = (parameter: string): string | undefined => values[names.indexOf(parameter)]?.sql
  const [converted] = conversion.needed
  const { sql, type } = values[names.indexOf(converted)] ?? { sql: 'NULL', type: NO_TYPE }
  checkType(name, type)
  checkSteps(name, { names, expressions, type })
  const call: Call = {
    context,
    type,
    given,
    value: (parameter, otherwise = 'NULL') => given(parameter) ?? otherwise
  }
  return {
    sql: `abap_${name.split('_')[0]?.toLowerCase()}(${sql}, ${conversion.write(call)})`,
    type
  }
}

const NO_TYPE: SqlType = { type: '', length: 0, decimals: 0 }

function checkNames(name: string, names: readonly string[], conversion: Conversion): void {
  const parameters = [...conversion.needed, ...conversion.optional]
  if (names.length === 0) {
    throw new SqlError('SYNTAX', `The arguments of ${name} are passed by name`)
  }
  const foreign = names.find(each => !parameters.includes(each))
  if (foreign !== undefined) {
    throw new SqlError(
      'SYNTAX',
      `${name} has no parameter ${foreign}; there are ${parameters.join(', ')}`
    )
  }
  const twice = names.find((each, at) => names.indexOf(each) < at)
  if (twice !== undefined) {
    throw new SqlError('SYNTAX', `The parameter ${twice} of ${name} is given twice`)
  }
  const missing = conversion.needed.find(each => !names.includes(each))
  if (missing !== undefined) throw new SqlError('SYNTAX', `${name} needs the parameter ${missing}`)
}

const DECIMAL_FLOATS = new Set(['D34N', 'DF34_DEC', 'DF34_RAW'])

function checkType(name: string, type: SqlType): void {
  const isFixed = ['DEC', 'CURR', 'QUAN'].includes(type.type)
  if (type.type === '' || DECIMAL_FLOATS.has(type.type)) return
  if (isFixed && (name === 'UNIT_CONVERSION' || type.decimals === 2)) return
  const wanted = `DEC, CURR${name === 'UNIT_CONVERSION' ? ', QUAN' : ' or QUAN with two decimals,'} or DECFLOAT34`
  throw new SqlError('SYNTAX', `${name} converts values of the type ${wanted}, not ${nameOf(type)}`)
}

/** The steps are literals or constants of the program, and none of a decimal floating point number. */
function checkSteps(
  name: string,
  call: {
    readonly names: readonly string[]
    readonly expressions: FunctionCall['arguments']
    readonly type: SqlType
  }
): void {
  for (const step of STEPS) {
    const expression = call.expressions[call.names.indexOf(step)]
    if (expression === undefined) continue
    if (DECIMAL_FLOATS.has(call.type.type)) {
      throw new SqlError('SYNTAX', `${step} of ${name} is not possible for DECFLOAT34`)
    }
    if (expression.kind !== 'literal' && expression.kind !== 'host') {
      throw new SqlError('SYNTAX', `${step} of ${name} takes a literal or a constant`)
    }
  }
}

const decimalsOf = (type: SqlType): string =>
  isDecimal(type) && !isFloat(type) && !DECIMAL_FLOATS.has(type.type)
    ? String(type.decimals)
    : 'NULL'

/** JSON loses its nature, so that it can be an argument as text. */
const list = (...items: readonly string[]): string => `(json_array(${items.join(', ')}) || '')`

interface Lookup {
  readonly table: string
  readonly columns: readonly string[]
  readonly where: Readonly<Record<string, string>>
  /** A date that GDATU, which counts down, is valid for. */
  readonly date?: string
}

/** The columns of the row as JSON, NULL without such a row; of the newest one with a date. */
function row({ context, given }: Call, { table, columns, where, date }: Lookup): string {
  const relation = context.catalog.find(table)
  if (relation === undefined) return 'NULL'
  const column = (name: string): string => `"~"."${name}"`
  const hasClient = relation.shape.columns.some(({ name }) => name === 'MANDT')
  const client = given('CLIENT')
  const conditions = [
    ...Object.entries(where).map(([name, value]) => `${column(name)} = ${value}`),
    ...(date === undefined
      ? []
      : [`${column('GDATU')} >= printf('%08d', 99999999 - CAST(${date} AS INTEGER))`]),
    ...(client === undefined || !hasClient ? [] : [`${column('MANDT')} IN (${client}, '')`])
  ]
  const order = [
    ...(date === undefined ? [] : [column('GDATU')]),
    // the rows of an own client come before those of client 000
    ...(hasClient ? [`${column('MANDT')} DESC`] : [])
  ]
  const sorted = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`
  const source = `${storageOf(relation)} AS ${identifier('~')}`
  return `(SELECT ${list(...columns.map(column))} FROM ${source} WHERE ${conditions.join(' AND ')}${sorted} LIMIT 1)`
}

const FACTORS = ['MSEHI', 'DIMID', 'ZAEHL', 'NENNR', 'EXP10', 'ADDKO'] as const

function unitConversion(call: Call): string {
  const { type, value } = call
  const factors = (unit: string): string =>
    `coalesce(${row(call, { table: 'T006', columns: FACTORS, where: { MSEHI: unit } })}, ${list(unit)})`
  return [
    list(decimalsOf(type), value('ON_ERROR', '0')),
    factors(value('SOURCE_UNIT')),
    factors(value('TARGET_UNIT'))
  ].join(', ')
}

function currencyConversion(call: Call): string {
  const { type, value } = call
  const [source, target] = [value('SOURCE_CURRENCY'), value('TARGET_CURRENCY')]
  const date = value('EXCHANGE_RATE_DATE')
  const where = { KURST: value('EXCHANGE_RATE_TYPE', "'M'") }
  const kind = (...columns: readonly string[]): string =>
    row(call, { table: 'TCURV', columns, where })
  const reference = `json_extract(${kind('BWAER')}, '$[0]')`
  const dated = (table: string, columns: readonly string[], pair: Lookup['where']): string =>
    row(call, { table, columns, where: { ...where, ...pair }, date })
  const rate = (from: string, to: string): string => {
    const pair = { FCURR: from, TCURR: to }
    const [found, own] = [
      dated('TCURR', ['UKURS', 'FFACT', 'TFACT'], pair),
      dated('TCURF', ['FFACT', 'TFACT', 'ABWCT'], pair)
    ]
    return `CASE WHEN ${found} IS NULL THEN NULL ELSE ${list(found, own)} END`
  }
  const decimals = (currency: string): string =>
    `json_extract(${row(call, { table: 'TCURX', columns: ['CURRDEC'], where: { CURRKEY: currency } })}, '$[0]')`
  return [
    list(decimalsOf(type), value('ON_ERROR', '0'), ...STEPS.map(step => value(step))),
    list(
      source,
      target,
      rate(source, target),
      rate(target, source),
      rate(source, reference),
      rate(target, reference),
      kind('XINVR', 'BWAER', 'GKUZU', 'BKUZU', 'XEURO')
    ),
    list(decimals(source), decimals(target))
  ].join(', ')
}
