/** Writes expressions and conditions as SQLite text. */
import { SqlError } from '../errors.ts'
import type { Expression } from '../parse/ast.ts'
import { STRG, UNKNOWN, arithmetic, common, isString } from '../types.ts'
import { adapt, comparable, emitInitial, emitRange, quantified } from './comparisons.ts'
import { emitCast } from './casts.ts'
import { emitConversion } from './conversions.ts'
import { emitAggregate, emitCall } from './functions.ts'
import type { Emitted } from './definition.ts'
import { followPath } from './paths.ts'
import type { Operand } from './rules.ts'
import type { Emitter, Scope } from './scope.ts'
import { emitTupleIn } from './tuples.ts'
import { emitColumn, emitHost, emitLiteral } from './operands.ts'
import { emitWindow, orderList } from './windows.ts'

/** SQLite text and dictionary type of an expression in a scope. */
export function emitExpression(expression: Expression, scope: Scope, emitter: Emitter): Emitted {
  const emit = (inner: Expression): Emitted => emitExpression(inner, scope, emitter)
  switch (expression.kind) {
    case 'literal':
      return emitLiteral(expression)
    case 'column':
      return emitColumn(expression, scope)
    case 'path':
      return followPath(expression, scope, emitter)
    case 'host':
      return emitHost(expression, scope)
    case 'unary': {
      const { sql, type } = emit(expression.operand)
      return { sql: `(${expression.operator} ${sql})`, type }
    }
    case 'binary':
      return emitBinary(expression, emit, scope)
    case 'call':
      return emitFunction(expression, emit, scope)
    case 'aggregate':
      return emitAggregateOf(expression, emit, scope)
    case 'window':
      scope.context.rules?.window(expression)
      return emitWindow(expression, emit)
    case 'case':
      return emitCase(expression, emit, scope, emitter)
    case 'cast':
      return emitCast(expression, emit(expression.operand), scope)
    case 'tuple':
      throw new SqlError('SYNTAX', 'A list of operands can only stand before IN')
    case 'query': {
      const { sql, columns } = emitter.query(expression.query, scope)
      scope.context.rules?.scalar(expression.query, columns)
      return { sql: `(${sql})`, type: columns[0] ?? UNKNOWN }
    }
    default:
      return { sql: emitCondition(expression, scope, emitter), type: UNKNOWN }
  }
}

/** SQLite text of a condition. */
export function emitCondition(condition: Expression, scope: Scope, emitter: Emitter): string {
  const emit = (inner: Expression): Emitted => emitExpression(inner, scope, emitter)
  const decide = (inner: Expression): string => emitCondition(inner, scope, emitter)
  switch (condition.kind) {
    case 'and':
      return `(${decide(condition.left)} AND ${decide(condition.right)})`
    case 'or':
      return `(${decide(condition.left)} OR ${decide(condition.right)})`
    case 'not':
      return `(NOT ${decide(condition.operand)})`
    case 'always':
      return '1'
    case 'exists':
      return `EXISTS (${emitter.query(condition.query, scope).sql})`
    case 'null':
      return `(${emit(condition.operand).sql} IS ${condition.not ? 'NOT ' : ''}NULL)`
    case 'initial':
      return emitInitial(emit(condition.operand), condition.not)
    case 'compare':
      return emitCompare(condition, emit, scope, emitter)
    case 'between':
      return emitBetween(condition, emit, scope)
    case 'like': {
      const escape = condition.escape === undefined ? '' : ` ESCAPE ${emit(condition.escape).sql}`
      const operand = emit(condition.operand)
      const expression = condition.operand
      scope.context.rules?.like(condition, { expression, type: operand.type })
      return `(${operand.sql} ${condition.not ? 'NOT ' : ''}LIKE rtrim(${emit(condition.pattern).sql})${escape})`
    }
    case 'in':
      return emitIn(condition, emit, scope, emitter)
    case 'range':
      return emitRange(condition, emit(condition.operand), scope)
    default:
      throw new SqlError('SYNTAX', 'A condition is expected where an expression stands')
  }
}

type Emit = (expression: Expression) => Emitted

function emitFunction(
  call: Extract<Expression, { kind: 'call' }>,
  emit: Emit,
  { context }: Scope
): Emitted {
  const values = call.arguments.map(emit)
  const emitted = emitConversion(call, values, context) ?? emitCall(call.name, values, call.names)
  context.rules?.call(
    call,
    call.arguments.map((expression, at) => ({ expression, type: values[at]?.type ?? UNKNOWN }))
  )
  return emitted
}

function emitBinary(
  { operator, left: first, right: second }: Extract<Expression, { kind: 'binary' }>,
  emit: Emit,
  { context }: Scope
): Emitted {
  const [left, right] = [emit(first), emit(second)]
  context.rules?.arithmetic(
    operator,
    { expression: first, type: left.type },
    { expression: second, type: right.type }
  )
  if (operator === '&&') {
    const length = left.type.length + right.type.length
    return {
      sql: `(${left.sql} || ${right.sql})`,
      type:
        isString(left.type) || isString(right.type)
          ? STRG
          : { type: 'CHAR', length: Math.min(1333, length), decimals: 0 }
    }
  }
  const type = arithmetic(left.type, right.type, operator)
  return {
    sql:
      operator === '/'
        ? `(${left.sql} * 1.0 / ${right.sql})`
        : `(${left.sql} ${operator} ${right.sql})`,
    type
  }
}

function emitAggregateOf(
  aggregate: Extract<Expression, { kind: 'aggregate' }>,
  emit: Emit,
  { context }: Scope
): Emitted {
  const { name, distinct, argument, separator, order, as } = aggregate
  const value = argument === undefined ? undefined : emit(argument)
  context.rules?.aggregate(
    aggregate,
    argument && value && { expression: argument, type: value.type }
  )
  return emitAggregate(name, distinct, value, {
    ...(separator === undefined ? {} : { separator: emit(separator).sql }),
    ...(order.length === 0 ? {} : { order: ` ORDER BY ${orderList(order, emit)}` }),
    ...(as === undefined ? {} : { as })
  })
}

function emitCase(
  choice: Extract<Expression, { kind: 'case' }>,
  emit: Emit,
  scope: Scope,
  emitter: Emitter
): Emitted {
  const { rules } = scope.context
  const operand = choice.operand === undefined ? undefined : emit(choice.operand)
  const results: Operand[] = []
  const compared = (when: Expression): string => {
    if (operand === undefined || choice.operand === undefined) {
      return emitCondition(when, scope, emitter)
    }
    const value = emit(when)
    rules?.results([
      { expression: choice.operand, type: operand.type },
      { expression: when, type: value.type }
    ])
    return adapt(value, operand.type)
  }
  const branches = choice.branches.map(branch => {
    const when = compared(branch.when)
    const then = emit(branch.then)
    results.push({ expression: branch.then, type: then.type })
    return ` WHEN ${when} THEN ${then.sql}`
  })
  const otherwise = choice.otherwise === undefined ? undefined : emit(choice.otherwise)
  if (choice.otherwise !== undefined && otherwise !== undefined) {
    results.push({ expression: choice.otherwise, type: otherwise.type })
  }
  rules?.results(results)
  const sql = `CASE${operand === undefined ? '' : ` ${operand.sql}`}${branches.join('')}${otherwise === undefined ? '' : ` ELSE ${otherwise.sql}`} END`
  return { sql: `(${sql})`, type: results.map(result => result.type).reduce(common, UNKNOWN) }
}

function emitBetween(
  { operand, low, high, not }: Extract<Expression, { kind: 'between' }>,
  emit: Emit,
  { context }: Scope
): string {
  const column = emit(operand)
  const { sql, type } = column
  const limit = (expression: Expression): string => {
    const value = emit(expression)
    context.rules?.comparison({ expression: operand, type }, { expression, type: value.type })
    return comparable(value, column, operand, context)
  }
  const [least, most] = [limit(low), limit(high)]
  return `(${sql} ${not ? 'NOT ' : ''}BETWEEN ${least} AND ${most})`
}

function emitIn(
  condition: Extract<Expression, { kind: 'in' }>,
  emit: Emit,
  scope: Scope,
  emitter: Emitter
): string {
  const { rules } = scope.context
  rules?.list(condition)
  if (condition.operand.kind === 'tuple') return emitTupleIn(condition, emit, scope, emitter)
  const operand = emit(condition.operand)
  const left = { expression: condition.operand, type: operand.type }
  const values = condition.list.map(item => {
    if (item.kind !== 'query') {
      const value = emit(item)
      rules?.comparison(left, { expression: item, type: value.type })
      return comparable(value, operand, condition.operand, scope.context)
    }
    const { sql, columns } = emitter.query(item.query, scope)
    rules?.scalar(item.query, columns)
    rules?.comparison(left, { expression: item, type: columns[0] ?? UNKNOWN })
    return sql
  })
  const list = values.join(', ')
  return `(${operand.sql} ${condition.not ? 'NOT ' : ''}IN (${list}))`
}

function emitCompare(
  compare: Extract<Expression, { kind: 'compare' }>,
  emit: Emit,
  scope: Scope,
  emitter: Emitter
): string {
  const { rules } = scope.context
  const left = emit(compare.left)
  if (compare.quantifier !== undefined && compare.right.kind === 'query') {
    const { sql, columns } = emitter.query(compare.right.query, scope)
    rules?.scalar(compare.right.query, columns)
    return quantified(left.sql, compare.operator, sql, compare.quantifier)
  }
  const right = emit(compare.right)
  rules?.comparison(
    { expression: compare.left, type: left.type },
    { expression: compare.right, type: right.type }
  )
  const { context } = scope
  const [one, other] = [
    comparable(left, right, compare.right, context),
    comparable(right, left, compare.left, context)
  ]
  return `(${one} ${compare.operator} ${other})`
}
