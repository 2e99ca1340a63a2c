/** Rules of comparisons: which types can be compared, and what may stand behind LIKE and IN. */
import type { Operand } from '../emit/rules.ts'
import type { Rules } from '../emit/scope.ts'
import type { Expression } from '../parse/ast.ts'
import type { SqlType } from '../types.ts'
import {
  fault,
  familyOf,
  isCharacterLike,
  isNumber,
  isValue,
  nameOf,
  operandFamily
} from './families.ts'
import type { Family } from './families.ts'

/** From 7.50 on a literal that the conversion would change is an error. */
const LOSSLESS_LITERALS = 750
const COMPARABLE_TYPES = 740

export function conditionRules(
  level: number
): Pick<Rules, 'comparison' | 'like' | 'list' | 'results'> {
  return {
    comparison(left, right) {
      if (level < COMPARABLE_TYPES) return
      noLargeObject(left)
      noLargeObject(right)
      if (isLiteral(right.expression)) {
        if (level >= LOSSLESS_LITERALS) literal(right.expression, left)
      } else if (!isValue(right.expression) || isEntry(right.expression)) comparable(left, right)
    },
    like({ pattern, escape }, operand) {
      const family = operandFamily(operand)
      if (!isCharacterLike(family)) {
        throw fault(
          'LIKE compares characters, and its operand is not character-like',
          operand.expression
        )
      }
      if (!isValue(pattern)) {
        throw fault('LIKE is followed by a literal or a host variable', pattern)
      }
      if (escape?.kind === 'literal' && String(escape.value).length !== 1) {
        throw fault('ESCAPE is followed by one character')
      }
    },
    list({ operand, list, not }) {
      if (operand.kind === 'tuple') {
        if (operand.items.length < 2) throw fault('A list before IN has at least two operands')
        if (not) throw fault('NOT cannot stand before IN with a list of operands')
        return
      }
      const foreign = list.find(each => !isValue(each) && each.kind !== 'query' && !isSigned(each))
      if (foreign !== undefined) {
        throw fault('The list behind IN consists of literals and host variables', foreign)
      }
    },
    results: operands => {
      commonType(operands)
    }
  }
}

const isLiteral = (
  expression: Expression
): expression is Extract<Expression, { kind: 'literal' }> => expression.kind === 'literal'

/** The component of a table behind FOR ALL ENTRIES has the type of its column. */
const isEntry = (expression: Expression): boolean =>
  expression.kind === 'host' && expression.component !== undefined

const isSigned = (expression: Expression): boolean =>
  expression.kind === 'unary' && isValue(expression.operand)

function noLargeObject({ expression, type }: Operand): void {
  if (familyOf(type) !== 'large' || expression.kind !== 'column') return
  throw fault(
    `The column "${expression.name}" of the type ${type.type} cannot be compared`,
    expression
  )
}

function comparable(left: Operand, right: Operand): void {
  const [one, other] = [operandFamily(left), operandFamily(right)]
  if (one === 'any' || other === 'any' || one === other) return
  if (isCharacterLike(one) && isCharacterLike(other)) return
  if (isSigned(right.expression)) return
  throw fault(
    `The types ${nameOf(left.type)} and ${nameOf(right.type)} cannot be compared`,
    left.expression
  )
}

function literal(
  { value, type }: Extract<Expression, { kind: 'literal' }>,
  { expression, type: target }: Operand
): void {
  if (isValue(expression) || value === null) return
  const text = String(value)
  const isUntypedText = type.type === 'CHAR' && typeof value === 'string'
  if (isUntypedText && !fits(text, familyOf(target), target)) {
    throw fault(
      `The literal ${JSON.stringify(text.slice(0, 40))} cannot be converted to ${nameOf(target)} without a loss`,
      expression
    )
  }
}

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*[-+]?$/

/** Whether a character literal keeps its value in the type. */
function fits(text: string, family: Family, target: SqlType): boolean {
  const content = text.trimEnd()
  switch (family) {
    case 'number':
      return NUMBER.test(text) && decimalsOf(text) <= Math.max(0, target.decimals)
    case 'date':
      return content === '' || isDate(content)
    case 'time':
      return content === '' || /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(content)
    case 'text':
      if (target.type === 'NUMC') return /^\d*$/.test(content) && digits(content) <= target.length
      return target.length === 0 || content.length <= target.length
    default:
      return true
  }
}

const digits = (text: string): number => text.replace(/^0+/, '').length

const decimalsOf = (text: string): number => /\.(\d*?)0*\s*[-+]?$/.exec(text)?.[1]?.length ?? 0

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  if (text === '00000000') return true
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}

/** All are numbers, or all are characters, or all have one type. */
function commonType(operands: readonly Operand[]): void {
  const known = operands.filter(each => operandFamily(each) !== 'any')
  const [first, ...rest] = known
  if (first === undefined) return
  const group = (operand: Operand): string => {
    const family = operandFamily(operand)
    return isNumber(family) ? 'number' : isCharacterLike(family) ? 'text' : family
  }
  const other = rest.find(each => group(each) !== group(first))
  if (other === undefined) return
  throw fault(
    `The types ${nameOf(first.type)} and ${nameOf(other.type)} have no common type`,
    first.expression
  )
}
