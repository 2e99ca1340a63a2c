/**
 * Parses the clauses of the whole query, which ABAP permits in several places: ORDER BY, UP TO,
 * OFFSET, INTO and additions.
 */
import type { Expression, OrderItem } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression, parseHost, parseOrder } from './expressions.ts'

export interface QueryClauses {
  orderBy: readonly OrderItem[] | 'primaryKey'
  limit?: Expression
  offset?: Expression
  forAllEntries?: number
  forUpdate?: boolean
}
export const clauseKeywords = new Set([
  'SELECT',
  'FROM',
  'FIELDS',
  'WHERE',
  'GROUP',
  'HAVING',
  'ORDER',
  'UP',
  'OFFSET',
  'INTO',
  'APPENDING',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'BYPASSING',
  'CONNECTION',
  'CLIENT',
  'USING',
  'PRIVILEGED',
  'FOR',
  'AS',
  'INNER',
  'LEFT',
  'RIGHT',
  'CROSS',
  'JOIN',
  'ON',
  'PACKAGE',
  'CREATING',
  'ABAP',
  'OPTIONS',
  'EXTENDED',
  'WITH',
  'LIMIT'
])

/** UP TO, OFFSET, ORDER BY, INTO and additions without meaning here. */
export function parseQueryClauses(cursor: Cursor, clauses: QueryClauses): void {
  for (;;) {
    if (cursor.accept('UP', 'TO')) {
      clauses.limit = parseExpression(cursor)
      cursor.expect('ROWS')
    } else if (cursor.accept('OFFSET')) {
      clauses.offset = parseExpression(cursor)
    } else if (cursor.accept('ORDER', 'BY', 'PRIMARY', 'KEY')) {
      clauses.orderBy = 'primaryKey'
    } else if (cursor.accept('ORDER', 'BY')) {
      clauses.orderBy = parseOrderList(cursor)
    } else if (cursor.accept('FOR', 'ALL', 'ENTRIES', 'IN')) {
      clauses.forAllEntries = parseHost(cursor).index
    } else if (cursor.accept('FOR', 'UPDATE')) {
      cursor.accept('NOWAIT')
      clauses.forUpdate = true
    } else if (!parseAddition(cursor)) {
      return
    }
  }
}

function parseOrderList(cursor: Cursor): OrderItem[] {
  const items = parseOrder(cursor)
  while (cursor.token.kind === 'word' && !clauseKeywords.has(cursor.token.upper)) {
    items.push(...parseOrder(cursor))
  }
  return items
}

function parseAddition(cursor: Cursor): boolean {
  if (
    cursor.accept('CLIENT', 'SPECIFIED') ||
    cursor.accept('BYPASSING', 'BUFFER') ||
    cursor.accept('PRIVILEGED', 'ACCESS') ||
    cursor.accept('ABAP', 'OPTIONS', 'PRIVILEGED', 'ACCESS')
  ) {
    return true
  }
  if (cursor.accept('PACKAGE', 'SIZE')) {
    parseExpression(cursor)
    return true
  }
  if (cursor.accept('USING', 'CLIENT')) {
    cursor.next()
    return true
  }
  if (cursor.isNext('CONNECTION')) throw cursor.unsupported('A secondary CONNECTION')
  if (cursor.isNext('INTO') || cursor.isNext('APPENDING')) {
    skipInto(cursor)
    return true
  }
  if (cursor.accept('%', '_HINTS') || cursor.accept('%_HINTS')) {
    while (!cursor.ended && !cursor.isNext('.')) cursor.next()
    return true
  }
  return false
}

/** The target of a query means nothing here; it ends where the next clause begins. */
function skipInto(cursor: Cursor): void {
  cursor.next()
  let depth = 0
  while (!cursor.ended) {
    const { upper, kind } = cursor.token
    if (
      depth === 0 &&
      kind === 'word' &&
      clauseKeywords.has(upper) &&
      upper !== 'FIELDS' &&
      upper !== 'INTO'
    ) {
      return
    }
    if (depth === 0 && kind === 'sign' && (upper === '.' || upper === ')')) return
    depth += upper === '(' ? 1 : upper === ')' ? -1 : 0
    cursor.next()
  }
}
