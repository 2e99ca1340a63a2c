/**
 * The rule of ABAP SQL and CDS for grouped queries: columns that are not aggregated are in GROUP
 * BY. SQLite would return the value of any row.
 */
import { SqlError } from '../errors.ts'
import type { Expression, OrderItem, Select } from '../parse/ast.ts'
import type { Scope } from './scope.ts'

/**
 * @param more the sort order, which is checked in the same way
 * @throws SqlError SYNTAX that names the column
 */
export function checkGrouping(select: Select, scope: Scope, more: readonly OrderItem[] = []): void {
  if (!isGrouped(select)) return
  const groups = new Set(select.groupBy.map(group => keyOf(group, scope)))
  const grouped = { groups, scope }
  for (const { expression, qualifier } of select.items) {
    if (expression === undefined) throw starRefused(qualifier)
    check(expression, grouped)
  }
  if (select.having !== undefined) check(select.having, grouped)
  for (const { expression } of more) check(expression, grouped)
}

function isGrouped({ items, groupBy, having }: Select): boolean {
  return (
    groupBy.length > 0 ||
    having !== undefined ||
    items.some(({ expression }) => expression !== undefined && hasAggregate(expression))
  )
}

function starRefused(qualifier: string | undefined): SqlError {
  const star = qualifier === undefined ? '*' : `${qualifier}~*`
  return new SqlError(
    'SYNTAX',
    `${star} cannot stand in a query with an aggregate function or GROUP BY; name the columns`
  )
}

interface Grouped {
  readonly groups: ReadonlySet<string>
  readonly scope: Scope
}

function check(expression: Expression, grouped: Grouped): void {
  if (expression.kind === 'aggregate') return
  if (isOutside(expression, grouped.scope)) return
  if (grouped.groups.has(keyOf(expression, grouped.scope))) return
  if (expression.kind === 'column' || expression.kind === 'path') throw missing(expression)
  for (const part of partsOf(expression)) check(part, grouped)
}

/** Equal for expressions that mean the same, however their columns are qualified. */
export function keyOf(expression: Expression, scope: Scope): string {
  return JSON.stringify(expression, (name, value: unknown) => {
    if (name === 'place') return undefined
    if (!isColumn(value) || value.qualifier?.startsWith('$') === true) return value
    return { column: scope.lookup(value.name, value.qualifier)?.sql ?? value.name }
  })
}

function isColumn(value: unknown): value is Extract<Expression, { kind: 'column' }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'column'
}

/**
 * `$session.user` and its like, and columns of the query around a subquery, have one value for all
 * rows.
 */
function isOutside(column: Expression, scope: Scope): boolean {
  if (column.kind !== 'column') return false
  const { qualifier, name } = column
  if (qualifier?.startsWith('$') === true) return true
  const own = scope.origins.filter(({ alias }) => qualifier === undefined || alias === qualifier)
  if (own.some(({ columns }) => columns.some(each => each.name.toUpperCase() === name))) {
    return false
  }
  return scope.parent?.lookup(name, qualifier) !== undefined
}

function missing({ name, place }: Extract<Expression, { kind: 'column' | 'path' }>): SqlError {
  const where = `line ${place.row}, column ${place.column}`
  return new SqlError(
    'SYNTAX',
    `The column "${name}" is not in GROUP BY, but the query has an aggregate function or GROUP BY (${where})`,
    { place }
  )
}

export function hasAggregate(expression: Expression): boolean {
  return expression.kind === 'aggregate' || partsOf(expression).some(hasAggregate)
}

/** The expressions inside one; subqueries have a rule of their own. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
    case 'cast':
    case 'not':
    case 'null':
    case 'initial':
    case 'range':
      return [expression.operand]
    case 'binary':
    case 'compare':
    case 'and':
    case 'or':
      return [expression.left, expression.right]
    case 'call':
      return expression.arguments
    // A window function runs over the groups: its arguments are grouped or aggregated.
    case 'window':
      return windowParts(expression)
    case 'case':
      return caseParts(expression)
    case 'between':
      return [expression.operand, expression.low, expression.high]
    case 'like':
      return [expression.operand, expression.pattern]
    case 'in':
      return [expression.operand, ...expression.list]
    case 'tuple':
      return expression.items
    default:
      return []
  }
}

function windowParts({
  call,
  partition,
  order
}: Extract<Expression, { kind: 'window' }>): Expression[] {
  const own = call.kind === 'aggregate' ? present(call.argument) : partsOf(call)
  return [...own, ...partition, ...order.map(item => item.expression)]
}

function caseParts({
  operand,
  branches,
  otherwise
}: Extract<Expression, { kind: 'case' }>): Expression[] {
  return [
    ...present(operand),
    ...branches.flatMap(({ when, then }) => [when, then]),
    ...present(otherwise)
  ]
}

function present(expression: Expression | undefined): Expression[] {
  return expression === undefined ? [] : [expression]
}
