/** Writes comparisons of lists of operands as SQLite text. */
import { SqlError } from '../errors.ts'
import type { Expression } from '../parse/ast.ts'
import { comparable } from './comparisons.ts'
import type { Emitted } from './definition.ts'
import type { Emitter, Scope } from './scope.ts'

/** `( a, b ) IN ( ( 1, 'x' ), … )`: every list has as many operands as stand before IN. */
export function emitTupleIn(
  condition: Extract<Expression, { kind: 'in' }>,
  emit: (expression: Expression) => Emitted,
  scope: Scope,
  emitter: Emitter
): string {
  const items = condition.operand.kind === 'tuple' ? condition.operand.items : []
  const operands = items.map(emit)
  const checked = (count: number): void => {
    if (count === operands.length) return
    throw new SqlError('SYNTAX', `IN compares ${operands.length} operands with ${count}`)
  }
  const [only] = condition.list
  const not = condition.not ? 'NOT ' : ''
  const left = `(${operands.map(each => each.sql).join(', ')})`
  if (only?.kind === 'query') {
    const { sql, columns } = emitter.query(only.query, scope)
    checked(columns.length)
    return `(${left} ${not}IN (${sql}))`
  }
  const inRow = (value: Emitted, at: number): string => {
    const [operand, item] = [operands[at], items[at]]
    return operand === undefined || item === undefined
      ? value.sql
      : comparable(value, operand, item, scope.context)
  }
  const rows = condition.list.map(row => {
    const values = row.kind === 'tuple' ? row.items : [row]
    checked(values.length)
    return `(${values.map((value, at) => inRow(emit(value), at)).join(', ')})`
  })
  return `(${left} ${not}IN (VALUES ${rows.join(', ')}))`
}
