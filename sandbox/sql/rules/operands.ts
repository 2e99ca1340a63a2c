/** Rules of calculations, functions, casts and aggregates: the types of their operands. */
import { hasAggregate, partsOf } from '../emit/grouping.ts'
import type { Operand } from '../emit/rules.ts'
import type { Rules } from '../emit/scope.ts'
import type { Expression } from '../parse/ast.ts'
import { nameOf } from '../types.ts'
import type { SqlType } from '../types.ts'
import { fault, familyOf, isCharacterLike, isNumber, isValue, operandFamily } from './families.ts'
import type { Family } from './families.ts'

type OperandRules = Pick<Rules, 'arithmetic' | 'call' | 'cast' | 'aggregate' | 'window'>

export function operandRules(results: Rules['results']): OperandRules {
  // an aggregate function over a window aggregates the groups of the query
  const overWindow = new WeakSet<Expression>()
  return {
    arithmetic(operator, left, right) {
      if (operator === '&&') {
        for (const each of [left, right]) characters('&&', each)
      } else calculation(operator, left, right)
    },
    call({ name, names }, values) {
      if (name === 'COALESCE') results(values)
      if (names !== undefined) return
      for (const [at, accepts] of (ARGUMENTS[name] ?? []).entries()) {
        const value = values[at]
        if (value !== undefined) accepts(name, value)
      }
    },
    cast(operand, type) {
      const from = castName(operand.type)
      const targets = operand.expression.kind === 'host' ? undefined : CASTS[from]
      const to = castName(type)
      if (targets === undefined || CASTS[to] === undefined || targets.includes(to)) return
      throw fault(
        `CAST from ${nameOf(operand.type)} to ${nameOf(type)} is not possible`,
        operand.expression
      )
    },
    aggregate(call, argument) {
      aggregate(call, argument)
      if (!overWindow.has(call)) notNested(call)
    },
    window({ call, order }) {
      overWindow.add(call)
      if (call.kind === 'aggregate' && call.distinct) {
        throw fault('DISTINCT cannot stand in a window expression', call.argument)
      }
      if (call.kind === 'call' && ORDERED.has(call.name) && order.length === 0) {
        throw fault(`${call.name} needs ORDER BY behind OVER`, call)
      }
    }
  }
}

const ORDERED = new Set(['RANK', 'DENSE_RANK', 'NTILE', 'LEAD', 'LAG'])

function characters(name: string, operand: Operand): void {
  const family = operandFamily(operand)
  if (isCharacterLike(family)) return
  throw fault(
    `${name} takes character-like operands, not ${nameOf(operand.type)}`,
    operand.expression
  )
}

function numbers(name: string, operand: Operand): void {
  if (isNumber(operandFamily(operand))) return
  throw fault(`${name} takes numbers, not ${nameOf(operand.type)}`, operand.expression)
}

/** Numbers without decimals. */
function integers(name: string, operand: Operand): void {
  const family = operandFamily(operand)
  const isWhole = family === 'any' || (family === 'number' && operand.type.decimals === 0)
  const isDecimalFloat = /^D(16|34)/.test(operand.type.type)
  if (isWhole && !isDecimalFloat) return
  throw fault(`${name} takes whole numbers, not ${nameOf(operand.type)}`, operand.expression)
}

function fixedNumbers(name: string, operand: Operand): void {
  const family = operandFamily(operand)
  if (family === 'any' || family === 'number') return
  throw fault(
    `${name} takes numbers with a fixed point, not ${nameOf(operand.type)}`,
    operand.expression
  )
}

function dates(name: string, operand: Operand): void {
  const family = operandFamily(operand)
  if (family === 'date' || family === 'any' || isValue(operand.expression)) return
  throw fault(`${name} takes dates, not ${nameOf(operand.type)}`, operand.expression)
}

type Accepts = (name: string, operand: Operand) => void

const free: Accepts = () => undefined

const ARGUMENTS: Readonly<Record<string, readonly Accepts[]>> = {
  ABS: [numbers],
  CEIL: [numbers],
  FLOOR: [numbers],
  ROUND: [numbers],
  DIV: [integers, integers],
  MOD: [integers, integers],
  DIVISION: [fixedNumbers, fixedNumbers],
  CONCAT: [characters, characters],
  CONCAT_WITH_SPACE: [characters, characters],
  INITCAP: [characters],
  INSTR: [characters],
  LEFT: [characters],
  LENGTH: [characters],
  LOCATE: [characters],
  LOWER: [characters],
  LPAD: [characters, free, characters],
  LTRIM: [characters],
  REPLACE: [characters, characters, characters],
  RIGHT: [characters],
  RPAD: [characters, free, characters],
  RTRIM: [characters],
  SUBSTRING: [characters],
  UPPER: [characters],
  DATS_IS_VALID: [dates],
  DATS_ADD_DAYS: [dates],
  DATS_ADD_MONTHS: [dates],
  DATS_DAYS_BETWEEN: [dates, dates]
}

function calculation(operator: string, left: Operand, right: Operand): void {
  const families = [left, right].map(each => {
    numbers(`"${operator}"`, each)
    return operandFamily(each)
  })
  if (families.includes('any')) return
  if (families[0] !== families[1]) {
    throw fault(
      `${nameOf(left.type)} and ${nameOf(right.type)} cannot be calculated with each other: a floating point number needs CAST`,
      left.expression
    )
  }
  if (operator === '/' && !divides(families, left, right)) {
    throw fault('"/" is for floating point numbers; use DIVISION or CAST', left.expression)
  }
}

const divides = (families: readonly Family[], ...operands: readonly Operand[]): boolean =>
  families.every(each => each === 'float') ||
  operands.some(({ type }) => /^D(16|34)/.test(type.type))

/** The names by which the table of casts calls the types. */
function castName({ type }: SqlType): string {
  if (type.startsWith('INT') || ['CURR', 'QUAN', 'D16N', 'D34N', 'FLTP'].includes(type)) {
    return 'DEC'
  }
  return type === 'SSTR' ? 'CHAR' : type
}

const CASTS: Readonly<Record<string, readonly string[]>> = {
  DEC: ['DEC', 'CHAR'],
  CHAR: ['DEC', 'CHAR', 'NUMC', 'DATS', 'TIMS', 'CLNT', 'LANG', 'UNIT', 'CUKY'],
  NUMC: ['DEC', 'CHAR', 'NUMC', 'DATS', 'TIMS', 'CLNT'],
  DATS: ['DEC', 'CHAR', 'NUMC', 'DATS', 'DATN'],
  TIMS: ['DEC', 'CHAR', 'NUMC', 'TIMS', 'TIMN'],
  DATN: ['DATS', 'DATN'],
  TIMN: ['TIMS', 'TIMN'],
  UTCL: ['UTCL'],
  CLNT: ['CHAR', 'NUMC', 'CLNT'],
  LANG: ['CHAR', 'LANG'],
  UNIT: ['CHAR', 'UNIT'],
  CUKY: ['CHAR', 'CUKY'],
  RAW: ['RAW']
}

const LARGE_REFUSED = new Set(['MIN', 'MAX', 'SUM', 'AVG', 'STRING_AGG'])

function aggregate(
  { name, argument: inner }: Extract<Expression, { kind: 'aggregate' }>,
  argument: Operand | undefined
): void {
  if (argument === undefined || inner === undefined) return
  const { type, expression } = argument
  if (LARGE_REFUSED.has(name) && familyOf(type) === 'large' && !isValue(expression)) {
    throw fault(`${name} cannot aggregate the type ${type.type}`, expression)
  }
  if (name === 'SUM' || name === 'AVG') numbers(name, argument)
  if (name === 'AVG' && inner.kind !== 'column' && inner.kind !== 'path') {
    throw fault('The argument of AVG is a column', inner)
  }
}

function notNested({ name, argument }: Extract<Expression, { kind: 'aggregate' }>): void {
  if (argument === undefined || !(hasAggregate(argument) || hasWindow(argument))) return
  throw fault(`The argument of ${name} cannot be an aggregate or window expression`, argument)
}

export function hasWindow(expression: Expression): boolean {
  return expression.kind === 'window' || partsOf(expression).some(hasWindow)
}
