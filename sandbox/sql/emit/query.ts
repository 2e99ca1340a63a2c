/** Writes queries as SQLite text, with the columns of their result. */
import type { Column } from '../../types.ts'
import { identifier } from '../catalog.ts'
import { SqlError } from '../errors.ts'
import type { Expression, OrderItem, Query, Select, SelectItem } from '../parse/ast.ts'
import { common } from '../types.ts'
import { emitCondition, emitExpression } from './expressions.ts'
import type { Emitted } from './definition.ts'
import { checkGrouping } from './grouping.ts'
import { Scope, type Emitter } from './scope.ts'
import { emitSource } from './sources.ts'
import { directionOf } from './windows.ts'

export interface EmittedQuery {
  readonly sql: string
  readonly columns: readonly Column[]
}

export const emitter: Emitter = {
  query: emitQuery,
  condition: (condition, scope) => emitCondition(condition, scope, emitter),
  expression: (expression, scope) => emitExpression(expression, scope, emitter)
}

/** SQLite text of a query, and the columns of its result. */
export function emitQuery(query: Query, parent: Scope): EmittedQuery {
  const shared = new Map(parent.common)
  const withs = query.with.map(part => {
    const inner = emitQuery(part.query, new Scope(parent.context, undefined, new Map(shared)))
    parent.context.rules?.common(part, inner.columns)
    const columns = inner.columns.map((column, index) => ({
      ...column,
      name: part.columns[index] ?? column.name
    }))
    shared.set(part.name, { name: part.name, description: '', columns })
    return `${identifier(part.name)}(${columns.map(column => identifier(column.name)).join(', ')}) AS (${inner.sql})`
  })
  const scope = new Scope(parent.context, parent, shared)
  const branches = query.selects.map(({ operator, select }) => ({
    operator,
    ...emitSelect(select, scope)
  }))
  const [first] = branches
  if (first === undefined) throw new SqlError('SYNTAX', 'The query has no SELECT')
  const results = branches.map(branch => branch.columns)
  const columns = combined(results)
  parent.context.rules?.query(query, results, first.scope)
  const body = branches
    .map(branch => `${branch.operator === '' ? '' : ` ${branch.operator} `}${branch.sql}`)
    .join('')
  const single = query.selects[0]?.select.single === true
  const tail = orderClause(query, branches.length > 1, first) + limitClause(query, single, scope)
  return { sql: `${withs.length === 0 ? '' : `WITH ${withs.join(', ')} `}${body}${tail}`, columns }
}

interface EmittedSelect extends EmittedQuery {
  readonly scope: Scope
  readonly select: Select
}

function emitSelect(select: Select, parent: Scope): EmittedSelect {
  const scope = new Scope(parent.context, parent)
  scope.associations = select.associations
  scope.project = projection(select, scope)
  const from = emitSource(select.from, scope, emitter)
  checkGrouping(select, scope)
  scope.context.rules?.select(select, scope)
  const items = select.items.flatMap((item, index) => emitItem(item, index, scope))
  if (items.length === 0) throw new SqlError('SYNTAX', 'The result has no columns')
  const condition = (one: Expression): string => emitCondition(one, scope, emitter)
  const where = [
    ...from.watchdogConditions,
    ...(select.where === undefined ? [] : [condition(select.where)])
  ]
  const groups = select.groupBy.map(group => emitExpression(group, scope, emitter).sql)
  const having = select.having === undefined ? '' : ` HAVING ${condition(select.having)}`
  const joins = [...scope.joins.values()].map(one => one.sql).join('')
  const sql =
    `SELECT ${select.distinct ? 'DISTINCT ' : ''}${items.map(item => `${item.sql} AS ${identifier(item.column.name)}`).join(', ')} FROM ${from.sql}${joins}` +
    `${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}${groups.length === 0 ? '' : ` GROUP BY ${groups.join(', ')}`}${having}`
  return { sql, columns: items.map(item => item.column), scope, select }
}

/** `$projection.NAME` is the element of that name; one that refers to itself is refused. */
function projection(select: Select, scope: Scope): (name: string) => Emitted | undefined {
  const open = new Set<string>()
  return name => {
    const item = select.items.find(one => one.expression !== undefined && nameOf(one, -1) === name)
    if (item?.expression === undefined) return undefined
    if (open.has(name)) throw new SqlError('SYNTAX', `$projection.${name} refers to itself`)
    open.add(name)
    try {
      return emitExpression(item.expression, scope, emitter)
    } finally {
      open.delete(name)
    }
  }
}

interface EmittedItem {
  readonly sql: string
  readonly column: Column
}

function emitItem(item: SelectItem, index: number, scope: Scope): EmittedItem[] {
  if (item.expression === undefined) return emitStar(item.qualifier, scope)
  const { sql, type } = emitExpression(item.expression, scope, emitter)
  const source =
    item.expression.kind === 'column' && !(item.expression.qualifier ?? '').startsWith('$')
      ? scope.lookup(item.expression.name, item.expression.qualifier)?.column
      : undefined
  return [
    {
      sql,
      column: {
        name: nameOf(item, index),
        type: type.type,
        length: type.length,
        decimals: type.decimals,
        key: item.key,
        description: source?.description ?? ''
      }
    }
  ]
}

function emitStar(qualifier: string | undefined, scope: Scope): EmittedItem[] {
  const origins = scope.origins.filter(
    origin => qualifier === undefined || origin.alias === qualifier
  )
  if (origins.length === 0) {
    throw new SqlError(
      'UNKNOWN_TABLE',
      `The source "${qualifier ?? ''}" is not in FROM; there are ${scope.aliases().join(', ')}`
    )
  }
  return origins.flatMap(origin =>
    origin.columns.map(column => ({ sql: `${origin.sql}.${identifier(column.name)}`, column }))
  )
}

/** Columns without an alias have the name of what they are, in the manner of `COUNT`. */
function nameOf(item: SelectItem, index: number): string {
  if (item.alias !== undefined) return item.alias
  const { expression } = item
  if (expression?.kind === 'column' || expression?.kind === 'path') return expression.name
  if (expression?.kind === 'aggregate' || expression?.kind === 'call') {
    return `${expression.name}_${index + 1}`
  }
  return `COLUMN_${index + 1}`
}

function combined(branches: ReadonlyArray<readonly Column[]>): readonly Column[] {
  const [first = [], ...rest] = branches
  if (rest.some(branch => branch.length !== first.length)) {
    throw new SqlError('SYNTAX', 'The SELECTs of a UNION have different numbers of columns')
  }
  return first.map((column, index) => {
    const type = rest
      .map(branch => branch[index])
      .reduce((merged, other) => (other === undefined ? merged : common(merged, other)), {
        type: column.type,
        length: column.length,
        decimals: column.decimals
      })
    return { ...column, ...type }
  })
}

function orderClause(query: Query, union: boolean, first: EmittedSelect): string {
  const order =
    query.orderBy === 'primaryKey'
      ? primaryKey(first)
      : query.orderBy.map(item => orderItem(item, union, first))
  return order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`
}

function primaryKey(select: EmittedSelect): string[] {
  const [origin, more] = select.scope.origins
  const keys = origin?.columns.filter(column => column.key) ?? []
  if (origin === undefined || more !== undefined || keys.length === 0) {
    throw new SqlError('SYNTAX', 'ORDER BY PRIMARY KEY needs exactly one source with a key')
  }
  return keys.map(column => `${origin.sql}.${identifier(column.name)}`)
}

/** Names of the result come before columns of the sources. */
function orderItem(item: OrderItem, union: boolean, select: EmittedSelect): string {
  const { expression } = item
  const direction = directionOf(item)
  const result =
    expression.kind === 'column' && expression.qualifier === undefined
      ? select.columns.find(column => column.name === expression.name)
      : undefined
  if (result !== undefined) return identifier(result.name) + direction
  if (union) {
    throw new SqlError('SYNTAX', 'After a UNION only columns of the result can be sorted by')
  }
  checkGrouping(select.select, select.scope, [item])
  return emitExpression(expression, select.scope, emitter).sql + direction
}

function limitClause(query: Query, single: boolean, scope: Scope): string {
  const text = (expression: Expression): string => emitExpression(expression, scope, emitter).sql
  const limit = single ? '1' : query.limit === undefined ? undefined : atMost(text(query.limit))
  const offset = query.offset === undefined ? '' : ` OFFSET ${text(query.offset)}`
  if (limit === undefined) return offset === '' ? '' : ` LIMIT -1${offset}`
  return ` LIMIT ${limit}${offset}`
}

/** UP TO 0 ROWS reads all rows. */
function atMost(sql: string): string {
  return `(CASE WHEN (${sql}) = 0 THEN -1 ELSE (${sql}) END)`
}
