/** Parses expressions and conditions of ABAP SQL and CDS. */
import { UNKNOWN } from '../types.ts'
import type { Argument, Expression, OrderItem, Query } from './ast.ts'
import { AGGREGATES, namedValues } from './calls.ts'
import { isCommonColumn, parseColumn } from './columns.ts'
import { COMPARISONS, startsCondition } from './condition-start.ts'
import { parseWindow } from './windows.ts'
import type { Cursor } from './cursor.ts'
import { numberLiteral, parseType, textLiteral, typedLiteral } from './literals.ts'

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
    while (cursor.accept('OR')) left = { kind: 'or', left, right: parseConjunction(cursor) }
    return left
  })
}

function parseConjunction(cursor: Cursor): Expression {
  let left = parseNegation(cursor)
  while (cursor.accept('AND')) left = { kind: 'and', left, right: parseNegation(cursor) }
  return left
}

function parseNegation(cursor: Cursor): Expression {
  if (cursor.accept('NOT')) {
    return cursor.nested(() => ({ kind: 'not', operand: parseNegation(cursor) }))
  }
  if (cursor.accept('EXISTS')) return { kind: 'exists', query: parseSubquery(cursor) }
  if (cursor.isNext('(') && startsCondition(cursor)) {
    cursor.expect('(')
    const inner = parseCondition(cursor)
    cursor.expect(')')
    return inner
  }
  return parseComparison(cursor)
}

function parseComparison(cursor: Cursor): Expression {
  const operand = parseExpression(cursor)
  if (cursor.accept('IS')) return parseIs(cursor, operand)
  const not = cursor.accept('NOT')
  if (cursor.accept('BETWEEN')) {
    const low = parseExpression(cursor)
    cursor.expect('AND')
    return { kind: 'between', not, operand, low, high: parseExpression(cursor) }
  }
  if (cursor.accept('LIKE')) {
    const pattern = parseExpression(cursor)
    return cursor.accept('ESCAPE')
      ? { kind: 'like', not, operand, pattern, escape: parseExpression(cursor) }
      : { kind: 'like', not, operand, pattern }
  }
  if (cursor.accept('IN')) return parseIn(cursor, operand, not)
  const operator = COMPARISONS[cursor.token.kind === 'text' ? '' : cursor.token.upper]
  if (not || operator === undefined) throw cursor.error('A comparison is expected')
  cursor.next()
  const quantifier = cursor.acceptOneOf('ALL', 'ANY', 'SOME')
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
  const not = cursor.accept('NOT')
  if (cursor.accept('NULL')) return { kind: 'null', not, operand }
  if (cursor.accept('INITIAL')) return { kind: 'initial', not, operand }
  throw cursor.error('NULL or INITIAL is expected')
}

function parseIn(cursor: Cursor, operand: Expression, not: boolean): Expression {
  if (cursor.isNext('@') || cursor.isNext('^')) {
    return { kind: 'range', not, operand, host: parseHost(cursor).index }
  }
  if (cursor.isNext('(', 'SELECT')) {
    return { kind: 'in', not, operand, list: [{ kind: 'query', query: parseSubquery(cursor) }] }
  }
  cursor.expect('(')
  const list = [parseExpression(cursor)]
  // The commas between lists of operands are optional.
  while (cursor.accept(',') || (operand.kind === 'tuple' && cursor.isNext('('))) {
    list.push(parseExpression(cursor))
  }
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
      let operator = acceptOperator(cursor, ['+', '-', '&&']);
      operator !== undefined;
      operator = acceptOperator(cursor, ['+', '-', '&&'])
    ) {
      left = { kind: 'binary', operator, left, right: parseProduct(cursor) }
    }
    return left
  })
}

function parseProduct(cursor: Cursor): Expression {
  let left = parseOperand(cursor)
  for (
    let operator = acceptOperator(cursor, ['*', '/']);
    operator !== undefined;
    operator = acceptOperator(cursor, ['*', '/'])
  ) {
    left = { kind: 'binary', operator, left, right: parseOperand(cursor) }
  }
  return left
}

type Operator = '+' | '-' | '*' | '/' | '&&'

function acceptOperator(cursor: Cursor, operators: readonly Operator[]): Operator | undefined {
  if (cursor.token.kind !== 'sign') return undefined
  return operators.find(operator => cursor.accept(operator))
}

function parseOperand(cursor: Cursor): Expression {
  const { token } = cursor
  if (token.kind === 'number') return numberLiteral(cursor.next())
  if (token.kind === 'text') return textLiteral(cursor)
  if (cursor.isNext('(')) return parseParenthesis(cursor)
  if (isCommonColumn(cursor)) return parseColumn(cursor, pathParsers)
  if (cursor.isNext('-') || cursor.isNext('+')) {
    const operator = cursor.next().text === '-' ? '-' : '+'
    return cursor.nested(() => ({ kind: 'unary', operator, operand: parseOperand(cursor) }))
  }
  if (cursor.isNext('@') || cursor.isNext('^')) return parseHost(cursor)
  if (cursor.dialect === 'cds' && cursor.isNext(':')) return parseParameter(cursor)
  if (cursor.accept('CASE')) return parseCase(cursor)
  if (cursor.isNext('\\')) return parseColumn(cursor, pathParsers)
  if (token.kind !== 'word') throw cursor.error('An operand is expected')
  if (cursor.accept('NULL')) return { kind: 'literal', value: null, type: UNKNOWN }
  if (cursor.isNext('CAST', '(')) return parseCast(cursor)
  if (cursor.peek(1).upper === '(' && cursor.peek(1).kind === 'sign') return parseCall(cursor)
  if (cursor.peek(1).kind === 'text' && !cursor.peek(1).spaced) return typedLiteral(cursor)
  return parseColumn(cursor, pathParsers)
}

/** What stands in the brackets and parentheses of a path. */
export const pathParsers = {
  filter: parseCondition,
  argumentList: (cursor: Cursor): Argument[] | undefined => namedValues(cursor, parseExpression)
}

/** `:p_date`, which is `$parameters.p_date`. */
function parseParameter(cursor: Cursor): Expression {
  cursor.expect(':')
  const { place } = cursor
  return { kind: 'column', qualifier: '$PARAMETERS', name: cursor.name('A parameter'), place }
}

function parseParenthesis(cursor: Cursor): Expression {
  if (cursor.isNext('(', 'SELECT')) return { kind: 'query', query: parseSubquery(cursor) }
  cursor.expect('(')
  const inner = cursor.list(() => parseExpression(cursor))
  cursor.expect(')')
  const [only, more] = inner
  return only === undefined || more !== undefined ? { kind: 'tuple', items: inner } : only
}

/** `@` is refused: programs pass their values as `^n`, or `^n-COMPONENT`. */
export function parseHost(cursor: Cursor): { kind: 'host'; index: number; component?: string } {
  if (cursor.isNext('@')) throw cursor.unsupported(`The host variable @${cursor.peek(1).text}`)
  cursor.expect('^')
  const index = Number(cursor.next().text)
  return cursor.isNext('-') && !cursor.token.spaced && cursor.accept('-')
    ? { kind: 'host', index, component: cursor.name('A component') }
    : { kind: 'host', index }
}

function parseCase(cursor: Cursor): Expression {
  return cursor.nested(() => {
    const operand = cursor.isNext('WHEN') ? undefined : parseExpression(cursor)
    const branches: { when: Expression; then: Expression }[] = []
    while (cursor.accept('WHEN')) {
      const when = operand === undefined ? parseCondition(cursor) : parseExpression(cursor)
      cursor.expect('THEN')
      branches.push({ when, then: parseExpression(cursor) })
    }
    if (branches.length === 0) throw cursor.error('WHEN is expected')
    const otherwise = cursor.accept('ELSE') ? parseExpression(cursor) : undefined
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
  cursor.accept('PRESERVING', 'TYPE')
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
  return cursor.accept('OVER')
    ? parseWindow(cursor, expression, { expression: parseExpression, order: parseOrder })
    : expression
}

function parseAggregate(cursor: Cursor, name: string): Expression {
  if (cursor.accept('*')) return { kind: 'aggregate', name, distinct: false, order: [] }
  const distinct = cursor.accept('DISTINCT')
  if (cursor.dialect === 'cds' && !cursor.isNext('ALL', ')')) cursor.accept('ALL')
  const argument = parseExpression(cursor)
  const separator = cursor.accept(',') ? parseExpression(cursor) : undefined
  const order = cursor.accept('ORDER', 'BY') ? parseOrder(cursor) : []
  const type = cursor.accept('AS') ? parseType(cursor) : undefined
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

/** Arguments by position, or by name: `TSTMP_SECONDS_BETWEEN( tstmp1 = a, tstmp2 = b )`. */
function parseArguments(cursor: Cursor, name: string): Extract<Expression, { kind: 'call' }> {
  const place = cursor.place
  if (cursor.isNext(')')) return { kind: 'call', name, arguments: [], place }
  const names: string[] = []
  const list = cursor.list(() => {
    if (cursor.peek(1).upper === '=>' || cursor.peek(1).upper === ':') {
      throw cursor.unsupported(`${name} with named parameters`)
    }
    if (cursor.peek(1).kind === 'sign' && cursor.peek(1).upper === '=') {
      names.push(cursor.name('A parameter'))
      cursor.expect('=')
    }
    return parseExpression(cursor)
  })
  if (names.length > 0 && names.length < list.length) {
    throw cursor.error(`All arguments of ${name} have a name, or none`)
  }
  return { kind: 'call', name, arguments: list, place, ...(names.length > 0 ? { names } : {}) }
}

export function parseOrder(cursor: Cursor): OrderItem[] {
  return cursor.list(() => {
    const expression = parseExpression(cursor)
    const descending = cursor.acceptOneOf('DESCENDING', 'DESC') !== undefined
    if (!descending) cursor.acceptOneOf('ASCENDING', 'ASC')
    const nulls = cursor.accept('NULLS') ? cursor.acceptOneOf('FIRST', 'LAST') : undefined
    return {
      expression,
      descending,
      ...(nulls === undefined ? {} : { nulls: nulls === 'FIRST' ? 'FIRST' : 'LAST' })
    }
  })
}
