/** What the parsers of expressions, views and paths share of calls. */
import type { Argument, Expression } from './ast.ts'
import type { Cursor } from './cursor.ts'

export const AGGREGATES = new Set([
  'COUNT',
  'SUM',
  'AVG',
  'MIN',
  'MAX',
  'STRING_AGG',
  'MEDIAN',
  'STDDEV',
  'VAR',
  'CORR',
  'PRODUCT',
  'GROUPING'
])

/** `( p_date = '20260101', p_max = 5 )`; CDS sources write a colon. Undefined without a parenthesis. */
export function namedValues(
  cursor: Cursor,
  parseValue: (cursor: Cursor) => Expression
): Argument[] | undefined {
  if (!cursor.accept('(')) return undefined
  const given = cursor.list(() => {
    const name = cursor.name('The name of a parameter')
    cursor.expect(cursor.dialect === 'abap' ? '=' : ':')
    return { name, value: parseValue(cursor) }
  })
  cursor.expect(')')
  return given
}
