/** Parses the window of a window function: OVER( PARTITION BY … ORDER BY … ROWS BETWEEN … ). */
import type { Expression, FrameBound, OrderItem } from './ast.ts'
import type { Cursor } from './cursor.ts'

interface Parsers {
  expression(cursor: Cursor): Expression
  order(cursor: Cursor): OrderItem[]
}

export function parseWindow(cursor: Cursor, call: Expression, parsers: Parsers): Expression {
  cursor.expect('(')
  const partition = cursor.accept('PARTITION', 'BY')
    ? cursor.list(() => parsers.expression(cursor))
    : []
  const order = cursor.accept('ORDER', 'BY') ? parsers.order(cursor) : []
  const frame = parseFrame(cursor, parsers)
  cursor.expect(')')
  if (frame !== undefined && order.length === 0) {
    throw cursor.error('A window frame needs ORDER BY')
  }
  return { kind: 'window', call, partition, order, ...(frame === undefined ? {} : { frame }) }
}

function parseFrame(
  cursor: Cursor,
  parsers: Parsers
): readonly [FrameBound, FrameBound] | undefined {
  if (!cursor.accept('ROWS', 'BETWEEN')) return undefined
  const from = parseBound(cursor, parsers)
  cursor.expect('AND')
  return [from, parseBound(cursor, parsers)]
}

const FIXED_BOUNDS = ['UNBOUNDED PRECEDING', 'UNBOUNDED FOLLOWING', 'CURRENT ROW'] as const

function parseBound(cursor: Cursor, parsers: Parsers): FrameBound {
  const fixed = FIXED_BOUNDS.find(words => cursor.accept(...words.split(' ')))
  if (fixed !== undefined) return { words: fixed }
  const rows = parsers.expression(cursor)
  const direction = cursor.acceptOneOf('PRECEDING', 'FOLLOWING')
  if (direction === undefined) throw cursor.error('PRECEDING or FOLLOWING is expected')
  return { rows, words: direction as 'PRECEDING' }
}
