/** Writes expressions and conditions as SQLite text. */
import { SqlError } from '../errors.ts'
import type { Expression } from '../parse/ast.ts'
import { STRG, UNKNOWN, arithmetic, common, isString } from '../types.ts'
import { adapt, emitInitial, emitRange, quantified } from './comparisons.ts'
import { emitCast } from './casts.ts'
import { emitAggregate, emitCall } from './functions.ts'
import type { Emitted } from './definition.ts'
import { followPath } from './paths.ts'
import type { Emitter, Scope } from './scope.ts'
import { emitTupleIn } from './tuples.ts'
import { emitWindow, orderList } from './windows.ts'

/** SQLite text and dictionary type of an expression in a scope. */
export function emitExpression(expression: Expression, scope: Scope, emitter: Emitter): Emitted {
  const emit = (inner: Expression): Emitted => emitExpression(inner, scope, emitter)
  switch (expression.kind) {
    case 'literal':
      return { sql: literal(expression.value), type: expression.type }
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
      return emitBinary(expression.operator, emit(expression.left), emit(expression.right))
    case 'call':
      return emitCall(expression.name, expression.arguments.map(emit), expression.names)
    case 'aggregate':
      return emitAggregateOf(expression, emit)
    case 'window':
      return emitWindow(expression, emit)
    case 'case':
      return emitCase(expression, emit, scope, emitter)
    case 'cast':
      return emitCast(expression, emit(expression.operand), scope)
    case 'tuple':
      throw new SqlError('SYNTAX', 'A list of operands can only stand before IN')
    case 'query': {
      const { sql, columns } = emitter.query(expression.query, scope)
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
      return emitBetween(condition, emit)
    case 'like': {
      const escape = condition.escape === undefined ? '' : ` ESCAPE ${emit(condition.escape).sql}`
      return `(${emit(condition.operand).sql} ${condition.not ? 'NOT ' : ''}LIKE rtrim(${emit(condition.pattern).sql})${escape})`
    }
    case 'in':
      return emitIn(condition, emit, scope, emitter)
    case 'range':
      return emitRange(condition, emit(condition.operand), scope)
    default:
      throw new SqlError('SYNTAX', 'A condition is expected where an expression stands')
  }
}

function literal(value: string | number | null): string {
  if (value === null) return 'NULL'
  return typeof value === 'number'
    ? String(value)
    : `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`
}

function emitColumn(column: Extract<Expression, { kind: 'column' }>, scope: Scope): Emitted {
  const { name, qualifier } = column
  if (qualifier === '$PROJECTION') {
    const projected = scope.project?.(name)
    if (projected === undefined) {
      throw new SqlError('UNKNOWN_COLUMN', `$projection.${name} is not an element of the view`)
    }
    return projected
  }
  if (qualifier === '$SESSION') {
    const value = scope.context.session[name]
    if (value === undefined) {
      throw new SqlError(
        'UNSUPPORTED',
        `$session.${name.toLowerCase()} is not supported by the sandbox`
      )
    }
    return value
  }
  if (qualifier === '$PARAMETERS') {
    const value = scope.parameter(name)
    if (value !== undefined) return value
    throw new SqlError('UNKNOWN_COLUMN', `The view has no parameter ${name}`)
  }
  const renamed = qualifier === undefined ? undefined : scope.qualify?.(qualifier, name)
  if (renamed !== undefined) return renamed
  const found = scope.column(name, qualifier)
  return { sql: found.sql, type: found.column }
}

function emitHost(host: Extract<Expression, { kind: 'host' }>, scope: Scope): Emitted {
  const value = scope.context.hosts[host.index]
  if (value === undefined) throw new SqlError('SYNTAX', `There is no host value ${host.index}`)
  scope.context.parameters.push({
    host: host.index,
    ...(host.component === undefined ? {} : { component: host.component })
  })
  return {
    sql: `:p${scope.context.parameters.length}`,
    type:
      host.component === undefined ? value.type : (value.components?.[host.component] ?? UNKNOWN)
  }
}

function emitBinary(operator: string, left: Emitted, right: Emitted): Emitted {
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
  emit: (expression: Expression) => Emitted
): Emitted {
  const { name, distinct, argument, separator, order, as } = aggregate
  return emitAggregate(name, distinct, argument === undefined ? undefined : emit(argument), {
    ...(separator === undefined ? {} : { separator: emit(separator).sql }),
    ...(order.length === 0 ? {} : { order: ` ORDER BY ${orderList(order, emit)}` }),
    ...(as === undefined ? {} : { as })
  })
}

function emitCase(
  choice: Extract<Expression, { kind: 'case' }>,
  emit: (expression: Expression) => Emitted,
  scope: Scope,
  emitter: Emitter
): Emitted {
  const operand = choice.operand === undefined ? undefined : emit(choice.operand)
  const results: Emitted[] = []
  const branches = choice.branches.map(branch => {
    const when =
      operand === undefined
        ? emitCondition(branch.when, scope, emitter)
        : adapt(emit(branch.when), operand.type)
    const then = emit(branch.then)
    results.push(then)
    return ` WHEN ${when} THEN ${then.sql}`
  })
  const otherwise = choice.otherwise === undefined ? undefined : emit(choice.otherwise)
  if (otherwise !== undefined) results.push(otherwise)
  const sql = `CASE${operand === undefined ? '' : ` ${operand.sql}`}${branches.join('')}${otherwise === undefined ? '' : ` ELSE ${otherwise.sql}`} END`
  return { sql: `(${sql})`, type: results.map(result => result.type).reduce(common, UNKNOWN) }
}

function emitBetween(
  { operand, low, high, not }: Extract<Expression, { kind: 'between' }>,
  emit: (expression: Expression) => Emitted
): string {
  const { sql, type } = emit(operand)
  const [least, most] = [adapt(emit(low), type), adapt(emit(high), type)]
  return `(${sql} ${not ? 'NOT ' : ''}BETWEEN ${least} AND ${most})`
}

function emitIn(
  condition: Extract<Expression, { kind: 'in' }>,
  emit: (expression: Expression) => Emitted,
  scope: Scope,
  emitter: Emitter
): string {
  if (condition.operand.kind === 'tuple') return emitTupleIn(condition, emit, scope, emitter)
  const operand = emit(condition.operand)
  const [only] = condition.list
  const list =
    only?.kind === 'query'
      ? emitter.query(only.query, scope).sql
      : condition.list.map(item => adapt(emit(item), operand.type)).join(', ')
  return `(${operand.sql} ${condition.not ? 'NOT ' : ''}IN (${list}))`
}

function emitCompare(
  compare: Extract<Expression, { kind: 'compare' }>,
  emit: (expression: Expression) => Emitted,
  scope: Scope,
  emitter: Emitter
): string {
  const left = emit(compare.left)
  if (compare.quantifier !== undefined && compare.right.kind === 'query') {
    const { sql } = emitter.query(compare.right.query, scope)
    return quantified(left.sql, compare.operator, sql, compare.quantifier)
  }
  const right = emit(compare.right)
  return `(${adapt(left, right.type)} ${compare.operator} ${adapt(right, left.type)})`
}
