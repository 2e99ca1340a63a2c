/** Decides by lookahead whether a parenthesis contains a condition or an operand. */
import type { Cursor } from './cursor.ts'

export const COMPARISONS: Readonly<Record<string, string>> = {
  '=': '=',
  EQ: '=',
  '<>': '<>',
  '!=': '<>',
  NE: '<>',
  '<': '<',
  LT: '<',
  '>': '>',
  GT: '>',
  '<=': '<=',
  LE: '<=',
  '>=': '>=',
  GE: '>='
}
const CONDITION_WORDS = new Set([
  ...Object.keys(COMPARISONS),
  'AND',
  'OR',
  'NOT',
  'LIKE',
  'IN',
  'IS',
  'BETWEEN',
  'EXISTS'
])

/**
 * Whether the parenthesis holds a condition and not an operand: something of a condition stands
 * directly inside, or in the only parenthesis inside.
 */
export function startsCondition(cursor: Cursor, from = 0): boolean {
  let depth = 0
  let cases = 0
  let direct = 0
  for (let index = from; cursor.peek(index).kind !== 'end'; index++) {
    const { kind, upper } = cursor.peek(index)
    if (kind === 'sign' && upper === ')' && --depth === 0) break
    if (depth === 1 && kind === 'word' && upper === 'SELECT') return false
    if (depth === 1 && kind === 'word') cases += upper === 'CASE' ? 1 : upper === 'END' ? -1 : 0
    if (depth === 1 && kind !== 'text' && cases === 0 && CONDITION_WORDS.has(upper)) return true
    if (depth === 1 && !(kind === 'sign' && (upper === '(' || upper === ')'))) direct++
    if (kind === 'sign' && upper === '(') depth++
  }
  return direct === 0 && cursor.peek(from + 1).upper === '(' && startsCondition(cursor, from + 1)
}
