/** Writes window functions and sort orders as SQLite text. */
import type { Expression, OrderItem } from '../parse/ast.ts'
import { emitWindowCall } from './functions.ts'
import { INT8 } from '../types.ts'
import type { Emitted } from './definition.ts'

export function orderList(
  order: readonly OrderItem[],
  emit: (expression: Expression) => Emitted
): string {
  return order.map(item => emit(item.expression).sql + directionOf(item)).join(', ')
}

export function directionOf({ descending, nulls }: OrderItem): string {
  return (descending ? ' DESC' : '') + (nulls === undefined ? '' : ` NULLS ${nulls}`)
}

export function emitWindow(
  window: Extract<Expression, { kind: 'window' }>,
  emit: (expression: Expression) => Emitted
): Emitted {
  const call =
    window.call.kind === 'call'
      ? emitWindowCall(window.call.name, window.call.arguments.map(emit))
      : emit(window.call)
  const partition =
    window.partition.length === 0
      ? ''
      : `PARTITION BY ${window.partition.map(item => emit(item).sql).join(', ')} `
  const order = window.order.length === 0 ? '' : `ORDER BY ${orderList(window.order, emit)}`
  const counts = window.call.kind === 'aggregate' && window.call.name === 'COUNT'
  return {
    sql: `${call.sql} OVER (${partition}${order}${frameOf(window, emit)})`,
    type: counts ? INT8 : call.type
  }
}

function frameOf(
  { frame }: Extract<Expression, { kind: 'window' }>,
  emit: (expression: Expression) => Emitted
): string {
  if (frame === undefined) return ''
  const [from, to] = frame.map(({ rows, words }) =>
    rows === undefined ? words : `${emit(rows).sql} ${words}`
  )
  return ` ROWS BETWEEN ${from} AND ${to}`
}
