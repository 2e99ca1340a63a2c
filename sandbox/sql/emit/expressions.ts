import { SqlError } from '../errors.ts'
import type { Expression, OrderItem } from '../parse/ast.ts'
import {
  arithmetic,
  common,
  isInteger,
  isNumeric,
  isString,
  STRG,
  UNKNOWN,
  type SqlType
} from '../types.ts'
import { emitCall, emitAggregate, emitWindowCall, type Emitted } from './functions.ts'
import { followPath } from './paths.ts'
import type { Emitter, Scope } from './scope.ts'

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
      return emitCall(expression.name, expression.arguments.map(emit))
    case 'aggregate':
      return emitAggregate(
        expression.name,
        expression.distinct,
        expression.argument === undefined ? undefined : emit(expression.argument),
        {
          ...(expression.separator === undefined
            ? {}
            : { separator: emit(expression.separator).sql }),
          ...(expression.order.length === 0
            ? {}
            : { order: ` ORDER BY ${orderList(expression.order, emit)}` }),
          ...(expression.as === undefined ? {} : { as: expression.as })
        }
      )
    case 'window':
      return emitWindow(expression, emit)
    case 'case':
      return emitCase(expression, emit, scope, emitter)
    case 'cast':
      return emitCast(expression, emit(expression.operand), scope)
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
    case 'between': {
      const operand = emit(condition.operand)
      const [low, high] = [
        adapt(emit(condition.low), operand.type),
        adapt(emit(condition.high), operand.type)
      ]
      return `(${operand.sql} ${condition.not ? 'NOT ' : ''}BETWEEN ${low} AND ${high})`
    }
    case 'like': {
      const escape = condition.escape === undefined ? '' : ` ESCAPE ${emit(condition.escape).sql}`
      return `(${emit(condition.operand).sql} ${condition.not ? 'NOT ' : ''}LIKE rtrim(${emit(condition.pattern).sql})${escape})`
    }
    case 'in': {
      const operand = emit(condition.operand)
      const [only] = condition.list
      const list =
        only?.kind === 'query'
          ? emitter.query(only.query, scope).sql
          : condition.list.map(item => adapt(emit(item), operand.type)).join(', ')
      return `(${operand.sql} ${condition.not ? 'NOT ' : ''}IN (${list}))`
    }
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
  if (qualifier === '$PARAMETERS' || name.startsWith(':')) {
    throw new SqlError('UNSUPPORTED', 'Parameters of views are not supported by the sandbox')
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

function orderList(order: readonly OrderItem[], emit: (expression: Expression) => Emitted): string {
  return order.map(item => emit(item.expression).sql + (item.descending ? ' DESC' : '')).join(', ')
}

function emitWindow(
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
  return { sql: `${call.sql} OVER (${partition}${order})`, type: call.type }
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

function emitCast(
  cast: Extract<Expression, { kind: 'cast' }>,
  operand: Emitted,
  scope: Scope
): Emitted {
  // A data element that nobody here knows leaves the value as it is.
  const type = cast.type ?? scope.context.resolveElement(cast.element ?? '') ?? operand.type
  return { sql: convert(operand, type), type }
}

function convert(operand: Emitted, type: SqlType): string {
  if (isInteger(type)) return `CAST(${operand.sql} AS INTEGER)`
  if (['DEC', 'CURR', 'QUAN', 'DF16_DEC', 'DF34_DEC'].includes(type.type)) {
    return `abap_round(CAST(${operand.sql} AS NUMERIC), ${type.decimals})`
  }
  if (isNumeric(type)) return `CAST(${operand.sql} AS REAL)`
  if (type.type === 'NUMC') return `abap_numc(${operand.sql}, ${type.length})`
  if (isString(type)) return `CAST(${operand.sql} AS TEXT)`
  return `substr(rtrim(CAST(${operand.sql} AS TEXT)), 1, ${type.length})`
}

function emitInitial(operand: Emitted, not: boolean): string {
  const { type } = operand.type
  const initial = isNumeric(operand.type)
    ? '0'
    : type === 'DATS'
      ? "('', '00000000')"
      : type === 'TIMS'
        ? "('', '000000')"
        : type === 'NUMC'
          ? `('', '${'0'.repeat(Math.max(1, operand.type.length))}')`
          : "''"
  const list = initial.startsWith('(') ? `IN ${initial}` : `= ${initial}`
  return not ? `(NOT (${operand.sql} ${list}))` : `(${operand.sql} ${list})`
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

/** SQLite has no ALL and ANY. */
function quantified(
  left: string,
  operator: string,
  query: string,
  quantifier: 'ALL' | 'ANY'
): string {
  const column = '"q"."v"'
  const rows = `WITH "q"("v") AS (${query}) SELECT 1 FROM "q"`
  return quantifier === 'ANY'
    ? `EXISTS (${rows} WHERE ${left} ${operator} ${column})`
    : `NOT EXISTS (${rows} WHERE NOT (${left} ${operator} ${column}))`
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** Literals take the form in which the other side's column is kept. */
function adapt(value: Emitted, other: SqlType): string {
  const text = /^'((?:[^']|'')*)'$/.exec(value.sql)?.[1]
  const number = NUMBER.test(value.sql) ? value.sql : undefined
  if (
    other.type === 'NUMC' &&
    (text ?? number) !== undefined &&
    /^\d+$/.test(text ?? number ?? '')
  ) {
    return `'${(text ?? number ?? '').padStart(other.length, '0')}'`
  }
  if (isNumeric(other) && text !== undefined && NUMBER.test(text.trim())) return text.trim()
  if (isNumeric(other) && text !== undefined && text.trim() === '') return '0'
  if (number !== undefined && other.type !== '' && !isNumeric(other)) return `'${number}'`
  if (other.type === 'NUMC' && value.sql.startsWith(':p')) {
    return `abap_numc(${value.sql}, ${other.length})`
  }
  return value.sql
}

/** The conditions that a range table stands for; an empty one is always true. */
function emitRange(
  condition: Extract<Expression, { kind: 'range' }>,
  operand: Emitted,
  scope: Scope
): string {
  const rows = scope.context.hosts[condition.host]?.range
  if (rows === undefined) throw new SqlError('SYNTAX', 'IN needs a list or a range table')
  const sides: Record<string, string[]> = { I: [], E: [] }
  rows.forEach((row, index) => {
    const bind = (high: boolean): string => {
      scope.context.parameters.push({ host: condition.host, rangeRow: index, high })
      return adapt(
        { sql: `:p${scope.context.parameters.length}`, type: operand.type },
        operand.type
      )
    }
    const side = sides[row.sign.toUpperCase()]
    if (side === undefined) {
      throw new SqlError('FAILED', `The range table has the sign "${row.sign}"`)
    }
    side.push(rangeCondition(operand.sql, row.option.toUpperCase(), bind))
  })
  const parts = [
    ...(sides.I?.length === 0 ? [] : [`(${sides.I?.join(' OR ')})`]),
    ...(sides.E?.length === 0 ? [] : [`NOT (${sides.E?.join(' OR ')})`])
  ]
  const all = parts.length === 0 ? '1' : parts.join(' AND ')
  return condition.not ? `(NOT (${all}))` : `(${all})`
}

const RANGE_OPERATORS: Readonly<Record<string, string>> = {
  EQ: '=',
  NE: '<>',
  GT: '>',
  GE: '>=',
  LT: '<',
  LE: '<='
}

function rangeCondition(operand: string, option: string, bind: (high: boolean) => string): string {
  const operator = RANGE_OPERATORS[option]
  if (operator !== undefined) return `(${operand} ${operator} ${bind(false)})`
  if (option === 'BT' || option === 'NB') {
    const between = `(${operand} BETWEEN ${bind(false)} AND ${bind(true)})`
    return option === 'BT' ? between : `(NOT ${between})`
  }
  if (option === 'CP' || option === 'NP') {
    return `(${option === 'NP' ? 'NOT ' : ''}abap_matches(${operand}, ${bind(false)}))`
  }
  throw new SqlError('FAILED', `The range table has the option "${option}"`)
}
