/** Rules of comparisons: which types can be compared, and what may stand behind LIKE and IN. */
import type { Operand } from '../emit/rules.ts'
import type { Rules } from '../emit/scope.ts'
import type { SqlError } from '../errors.ts'
import { contentOf, isLossless } from '../lossless.ts'
import type { Expression } from '../parse/ast.ts'
import { nameOf } from '../types.ts'
import { fault, familyOf, isCharacterLike, isNumber, isValue, operandFamily } from './families.ts'
import type { RuleOptions } from './options.ts'

/** From 7.50 on a literal that the conversion would change is an error, before that a warning. */
const LOSSLESS_LITERALS = 750
const COMPARABLE_TYPES = 740

export function conditionRules({
  level,
  warn
}: RuleOptions): Pick<Rules, 'comparison' | 'like' | 'list' | 'results'> {
  return {
    comparison(left, right) {
      const loss = isLiteral(right.expression) ? lossOf(right.expression, left) : undefined
      if (loss !== undefined && level < LOSSLESS_LITERALS) warn(loss)
      if (level < COMPARABLE_TYPES) return
      noLargeObject(left)
      noLargeObject(right)
      if (loss !== undefined && level >= LOSSLESS_LITERALS) throw loss
      if (!isValue(right.expression) || isEntry(right.expression)) comparable(left, right)
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

function lossOf(
  literal: Extract<Expression, { kind: 'literal' }>,
  { expression, type: target }: Operand
): SqlError | undefined {
  const { value, isTyped } = literal
  if (isValue(expression) || value === null || isTyped === true) return undefined
  if (isLossless(contentOf(value), target)) return undefined
  const shown = typeof value === 'string' ? `'${value.slice(0, 40)}'` : String(value)
  const column = expression.kind === 'column' ? expression.name : nameOf(target)
  return fault(`The type of "${shown}" cannot be converted to the type of "${column}"`, expression)
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
