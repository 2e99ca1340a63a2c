/** Parses expressions and conditions of ABAP SQL and CDS. */
import { UNKNOWN } from '../types.ts'
import type { Expression, OrderItem, Query } from './ast.ts'
import { parseColumn } from './columns.ts'
import { COMPARISONS, startsCondition } from './condition-start.ts'
import type { Cursor } from './cursor.ts'
import { numberLiteral, parseType, textLiteral, typedLiteral } from './literals.ts'

const AGGREGATES = new Set([
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

/** Set by the query parser, which in turn needs expressions. */
let parseQuery: (cursor: Cursor) => Query = () => {
  throw new Error('the query parser is not loaded')
}

export function useQueryParser(parser: (cursor: Cursor) => Query): void {
  parseQuery = parser
}

/** `a OR b AND NOT c`. */
export function parseCondition(cursor: Cursor): Expression {
  return cursor.nested(() => {
    let left = parseConjunction(cursor)
    while (cursor.take('OR')) left = { kind: 'or', left, right: parseConjunction(cursor) }
    return left
  })
}

function parseConjunction(cursor: Cursor): Expression {
  let left = parseNegation(cursor)
  while (cursor.take('AND')) left = { kind: 'and', left, right: parseNegation(cursor) }
  return left
}

function parseNegation(cursor: Cursor): Expression {
  if (cursor.take('NOT')) {
    return cursor.nested(() => ({ kind: 'not', operand: parseNegation(cursor) }))
  }
  if (cursor.take('EXISTS')) return { kind: 'exists', query: parseSubquery(cursor) }
  if (cursor.sees('(') && startsCondition(cursor)) {
    cursor.expect('(')
    const inner = parseCondition(cursor)
    cursor.expect(')')
    return inner
  }
  return parseComparison(cursor)
}

function parseComparison(cursor: Cursor): Expression {
  const operand = parseExpression(cursor)
  if (cursor.take('IS')) return parseIs(cursor, operand)
  const not = cursor.take('NOT')
  if (cursor.take('BETWEEN')) {
    const low = parseExpression(cursor)
    cursor.expect('AND')
    return { kind: 'between', not, operand, low, high: parseExpression(cursor) }
  }
  if (cursor.take('LIKE')) {
    const pattern = parseExpression(cursor)
    return cursor.take('ESCAPE')
      ? { kind: 'like', not, operand, pattern, escape: parseExpression(cursor) }
      : { kind: 'like', not, operand, pattern }
  }
  if (cursor.take('IN')) return parseIn(cursor, operand, not)
  const operator = COMPARISONS[cursor.token.kind === 'text' ? '' : cursor.token.upper]
  if (not || operator === undefined) throw cursor.error('A comparison is expected')
  cursor.next()
  const quantifier = cursor.takeOneOf('ALL', 'ANY', 'SOME')
  const right =
    quantifier === undefined
      ? parseExpression(cursor)
      : { kind: 'query' as const, query: parseSubquery(cursor) }
  return {
    kind: 'compare',
    operator,
    left: operand,
    right,
    ...(quantifier === undefined ? {} : { quantifier: quantifier === 'ALL' ? 'ALL' : 'ANY' })
  }
}

function parseIs(cursor: Cursor, operand: Expression): Expression {
  const not = cursor.take('NOT')
  if (cursor.take('NULL')) return { kind: 'null', not, operand }
  if (cursor.take('INITIAL')) return { kind: 'initial', not, operand }
  throw cursor.error('NULL or INITIAL is expected')
}

function parseIn(cursor: Cursor, operand: Expression, not: boolean): Expression {
  if (cursor.sees('@') || cursor.sees('^')) {
    return { kind: 'range', not, operand, host: parseHost(cursor).index }
  }
  if (cursor.sees('(', 'SELECT')) {
    return { kind: 'in', not, operand, list: [{ kind: 'query', query: parseSubquery(cursor) }] }
  }
  cursor.expect('(')
  const list = cursor.list(() => parseExpression(cursor))
  cursor.expect(')')
  return { kind: 'in', not, operand, list }
}

function parseSubquery(cursor: Cursor): Query {
  cursor.expect('(')
  const query = cursor.nested(() => parseQuery(cursor))
  cursor.expect(')')
  return query
}

/** Arithmetic and concatenation. */
export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => {
    let left = parseProduct(cursor)
    for (
      let operator = takeOperator(cursor, ['+', '-', '&&']);
      operator !== undefined;
      operator = takeOperator(cursor, ['+', '-', '&&'])
    ) {
      left = { kind: 'binary', operator, left, right: parseProduct(cursor) }
    }
    return left
  })
}

function parseProduct(cursor: Cursor): Expression {
  let left = parseOperand(cursor)
  for (
    let operator = takeOperator(cursor, ['*', '/']);
    operator !== undefined;
    operator = takeOperator(cursor, ['*', '/'])
  ) {
    left = { kind: 'binary', operator, left, right: parseOperand(cursor) }
  }
  return left
}

type Operator = '+' | '-' | '*' | '/' | '&&'

function takeOperator(cursor: Cursor, operators: readonly Operator[]): Operator | undefined {
  if (cursor.token.kind !== 'sign') return undefined
  return operators.find(operator => cursor.take(operator))
}

function parseOperand(cursor: Cursor): Expression {
  const { token } = cursor
  if (token.kind === 'number') return numberLiteral(cursor.next())
  if (token.kind === 'text') return textLiteral(cursor)
  if (cursor.sees('(')) return parseParenthesis(cursor)
  if (cursor.sees('-') || cursor.sees('+')) {
    const operator = cursor.next().text === '-' ? '-' : '+'
    return cursor.nested(() => ({ kind: 'unary', operator, operand: parseOperand(cursor) }))
  }
  if (cursor.sees('@') || cursor.sees('^')) return parseHost(cursor)
  if (cursor.take('CASE')) return parseCase(cursor)
  if (token.kind !== 'word') throw cursor.error('An operand is expected')
  if (cursor.take('NULL')) return { kind: 'literal', value: null, type: UNKNOWN }
  if (cursor.sees('CAST', '(')) return parseCast(cursor)
  if (cursor.peek(1).upper === '(' && cursor.peek(1).kind === 'sign') return parseCall(cursor)
  if (cursor.peek(1).kind === 'text' && !cursor.peek(1).spaced) return typedLiteral(cursor)
  return parseColumn(cursor, parseCondition)
}

function parseParenthesis(cursor: Cursor): Expression {
  if (cursor.sees('(', 'SELECT')) return { kind: 'query', query: parseSubquery(cursor) }
  cursor.expect('(')
  const inner = parseExpression(cursor)
  cursor.expect(')')
  return inner
}

/** `@` refuses: programs hand over their values as `^n`, or `^n-COMPONENT`. */
export function parseHost(cursor: Cursor): { kind: 'host'; index: number; component?: string } {
  if (cursor.sees('@')) throw cursor.unsupported(`The host variable @${cursor.peek(1).text}`)
  cursor.expect('^')
  const index = Number(cursor.next().text)
  return cursor.sees('-') && !cursor.token.spaced && cursor.take('-')
    ? { kind: 'host', index, component: cursor.name('A component') }
    : { kind: 'host', index }
}

function parseCase(cursor: Cursor): Expression {
  return cursor.nested(() => {
    const operand = cursor.sees('WHEN') ? undefined : parseExpression(cursor)
    const branches: { when: Expression; then: Expression }[] = []
    while (cursor.take('WHEN')) {
      const when = operand === undefined ? parseCondition(cursor) : parseExpression(cursor)
      cursor.expect('THEN')
      branches.push({ when, then: parseExpression(cursor) })
    }
    if (branches.length === 0) throw cursor.error('WHEN is expected')
    const otherwise = cursor.take('ELSE') ? parseExpression(cursor) : undefined
    cursor.expect('END')
    return {
      kind: 'case',
      branches,
      ...(operand === undefined ? {} : { operand }),
      ...(otherwise === undefined ? {} : { otherwise })
    }
  })
}

function parseCast(cursor: Cursor): Expression {
  cursor.expect('CAST', '(')
  const operand = parseExpression(cursor)
  cursor.expect('AS')
  const target = parseType(cursor)
  cursor.take('PRESERVING', 'TYPE')
  cursor.expect(')')
  return { kind: 'cast', operand, ...target }
}

function parseCall(cursor: Cursor): Expression {
  const place = cursor.place
  const name = cursor.next().upper
  cursor.expect('(')
  const call = AGGREGATES.has(name) ? parseAggregate(cursor, name) : parseArguments(cursor, name)
  cursor.expect(')')
  const expression: Expression = call.kind === 'call' ? { ...call, place } : call
  return cursor.take('OVER') ? parseWindow(cursor, expression) : expression
}

function parseAggregate(cursor: Cursor, name: string): Expression {
  if (cursor.take('*')) return { kind: 'aggregate', name, distinct: false, order: [] }
  const distinct = cursor.take('DISTINCT')
  const argument = parseExpression(cursor)
  const separator = cursor.take(',') ? parseExpression(cursor) : undefined
  const order = cursor.take('ORDER', 'BY') ? parseOrder(cursor) : []
  const type = cursor.take('AS') ? parseType(cursor) : undefined
  return {
    kind: 'aggregate',
    name,
    distinct,
    argument,
    order,
    ...(separator === undefined ? {} : { separator }),
    ...(type !== undefined && 'type' in type ? { as: type.type } : {})
  }
}

/**
 * Arguments, also the named ones of `DATS_ADD_DAYS( … )` and of conversions, which are refused by
 * name later.
 */
function parseArguments(cursor: Cursor, name: string): Extract<Expression, { kind: 'call' }> {
  const place = cursor.place
  if (cursor.sees(')')) return { kind: 'call', name, arguments: [], place }
  return {
    kind: 'call',
    name,
    place,
    arguments: cursor.list(() => {
      if (cursor.peek(1).upper === '=>' || cursor.peek(1).upper === ':') {
        throw cursor.unsupported(`${name} with named parameters`)
      }
      return parseExpression(cursor)
    })
  }
}

function parseWindow(cursor: Cursor, call: Expression): Expression {
  cursor.expect('(')
  const partition = cursor.take('PARTITION', 'BY') ? cursor.list(() => parseExpression(cursor)) : []
  const order = cursor.take('ORDER', 'BY') ? parseOrder(cursor) : []
  if (!cursor.sees(')')) throw cursor.unsupported('A window frame')
  cursor.expect(')')
  return { kind: 'window', call, partition, order }
}

export function parseOrder(cursor: Cursor): OrderItem[] {
  return cursor.list(() => {
    const expression = parseExpression(cursor)
    const descending = cursor.takeOneOf('DESCENDING', 'DESC') !== undefined
    if (!descending) cursor.takeOneOf('ASCENDING', 'ASC')
    if (cursor.take('NULLS')) cursor.takeOneOf('FIRST', 'LAST')
    return { expression, descending }
  })
}
