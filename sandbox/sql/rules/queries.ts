/** Rules of the clauses of a query, and of what they permit beside each other. */
import { hasAggregate, keyOf, partsOf } from '../emit/grouping.ts'
import type { Rules, Scope } from '../emit/scope.ts'
import type { Expression, OrderItem, Query, Select, Source } from '../parse/ast.ts'
import type { Column } from '../../types.ts'
import { entriesRules } from './entries.ts'
import { familyOf, fault } from './families.ts'
import { hasWindow } from './operands.ts'
import type { RuleOptions } from './options.ts'
import { setRules } from './sets.ts'

export function queryRules(
  options: RuleOptions
): Pick<Rules, 'select' | 'query' | 'common' | 'scalar'> {
  return {
    select(select, scope) {
      placement(select)
      groups(select, scope)
      if (options.level >= 740 && !options.clientSpecified) clients(select, scope)
    },
    query(query, results, scope) {
      limits(query, options.level)
      used(query)
      setRules(query, results, options)
      entriesRules(query, scope, options)
      if (query === options.named) columnsHaveNames(query)
      const [first, more] = query.selects
      if (first === undefined || more !== undefined) return
      const { select } = first
      if (select.distinct) noLargeColumns('DISTINCT', results[0] ?? [])
      if (query.orderBy !== 'primaryKey') order(query.orderBy, select, scope)
    },
    common({ name, columns: names, query }, columns) {
      if (names.length > 0 && names.length !== columns.length) {
        throw fault(`${name} has ${names.length} names for ${columns.length} columns`)
      }
      const items = query.selects[0]?.select.items ?? []
      const unnamed = items.find(
        ({ expression, alias }) =>
          expression !== undefined && alias === undefined && expression.kind !== 'column'
      )
      if (names.length === 0 && unnamed !== undefined) {
        throw fault(`A column of ${name} has no name; give it one with AS`, unnamed.expression)
      }
    },
    scalar(query, columns) {
      if (columns.length !== 1) {
        throw fault(`The subquery gives ${columns.length} columns, where one is compared`)
      }
      for (const { select } of query.selects) {
        if (select.single) throw fault('SINGLE cannot stand in a subquery')
        if (select.items.some(({ expression }) => expression === undefined)) {
          throw fault('The subquery of a comparison names its column')
        }
      }
      if (query.orderBy === 'primaryKey') {
        throw fault('ORDER BY PRIMARY KEY cannot stand in a subquery')
      }
    }
  }
}

/** An inline declaration, and CORRESPONDING, take the columns by their names. */
function columnsHaveNames({ selects }: Query): void {
  const items = selects[0]?.select.items ?? []
  const unnamed = items.find(
    ({ expression, alias }) =>
      alias === undefined &&
      expression !== undefined &&
      expression.kind !== 'column' &&
      expression.kind !== 'path' &&
      items.length > 1
  )
  if (unnamed === undefined) return
  throw fault('A column has no name for the target; give it one with AS', unnamed.expression)
}

const HAS_NO_AGGREGATES = 'An aggregate expression cannot stand in'
const HAS_NO_WINDOWS = 'A window expression can stand in the list of columns only, not in'

function placement(select: Select): void {
  const places: readonly (readonly [string, Expression | undefined])[] = [
    ['WHERE', select.where],
    ...conditionsOf(select.from).map(condition => ['ON', condition] as const),
    ...select.groupBy.map(group => ['GROUP BY', group] as const)
  ]
  for (const [clause, condition] of places) {
    if (condition === undefined) continue
    if (hasAggregate(condition)) throw fault(`${HAS_NO_AGGREGATES} ${clause}`, condition)
    if (hasWindow(condition)) throw fault(`${HAS_NO_WINDOWS} ${clause}`, condition)
  }
  if (select.having !== undefined && hasWindow(select.having)) {
    throw fault(`${HAS_NO_WINDOWS} HAVING`, select.having)
  }
}

function conditionsOf(source: Source): Expression[] {
  if (source.kind !== 'join') return []
  const own = source.on === undefined ? [] : [source.on]
  return [...conditionsOf(source.left), ...conditionsOf(source.right), ...own]
}

function groups(select: Select, scope: Scope): void {
  const listed = new Set(
    select.items.flatMap(({ expression }) =>
      expression === undefined ? [] : [keyOf(expression, scope)]
    )
  )
  for (const group of select.groupBy) {
    if (group.kind === 'column') {
      const type = scope.lookup(group.name, group.qualifier)?.column
      if (type !== undefined && familyOf(type) === 'large') {
        throw fault(`GROUP BY cannot group by "${group.name}" of the type ${type.type}`, group)
      }
    } else if (group.kind !== 'path' && !listed.has(keyOf(group, scope))) {
      throw fault('An expression behind GROUP BY stands in the list of columns too', group)
    }
  }
}

/** Tables that have a client column and are read in all clients: programs name the client. */
const CROSS_CLIENT: ReadonlySet<string> = new Set(['T000'])

/** The client is part of every condition by itself. */
function clients({ from, where }: Select, scope: Scope): void {
  const conditions = [...conditionsOf(from), ...(where === undefined ? [] : [where])]
  const free = new Set(crossClient(from))
  const dependent = scope.origins.flatMap(({ alias, columns }) =>
    free.has(alias.toUpperCase()) ? [] : columns.slice(0, 1)
  )
  for (const column of conditions.flatMap(columnsOf)) {
    const found = scope.lookup(column.name, column.qualifier)?.column
    if (found?.type !== 'CLNT' || !dependent.includes(found)) continue
    throw fault(`The client column "${column.name}" cannot stand in a condition`, column)
  }
}

/** The names under which a query reads tables of all clients. */
function crossClient(source: Source): string[] {
  if (source.kind === 'join') return [...crossClient(source.left), ...crossClient(source.right)]
  if (source.kind !== 'table' || !CROSS_CLIENT.has(source.name.toUpperCase())) return []
  return [(source.alias ?? source.name).toUpperCase()]
}

type ColumnExpression = Extract<Expression, { kind: 'column' }>

function columnsOf(expression: Expression): ColumnExpression[] {
  return expression.kind === 'column' ? [expression] : partsOf(expression).flatMap(columnsOf)
}

function limits({ limit, offset, orderBy }: Query, level: number): void {
  const isSorted = orderBy === 'primaryKey' || orderBy.length > 0
  if (offset !== undefined && !isSorted) throw fault('OFFSET needs ORDER BY')
  const [most, skipped] = [constant(limit), constant(offset)]
  if (most !== undefined && (most < 0 || (most === 0 && level >= 751))) {
    throw fault('The number behind UP TO is greater than 0')
  }
  if (skipped !== undefined && skipped <= 0) {
    throw fault('The number behind OFFSET is greater than 0')
  }
}

function constant(expression: Expression | undefined): number | undefined {
  if (expression?.kind === 'unary') {
    const inner = constant(expression.operand)
    return inner === undefined || expression.operator === '+' ? inner : -inner
  }
  return expression?.kind === 'literal' ? Number(expression.value) : undefined
}

/** Every common table expression is read somewhere. */
function used(query: Query): void {
  if (query.with.length === 0) return
  const names = new Set(tableNames([query.selects, ...query.with.map(part => part.query)]))
  const unused = query.with.find(({ name }) => !names.has(name))
  if (unused !== undefined) throw fault(`The common table expression ${unused.name} is not used`)
}

function tableNames(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(tableNames)
  if (typeof tree !== 'object' || tree === null) return []
  const own = 'kind' in tree && tree.kind === 'table' && 'name' in tree ? [String(tree.name)] : []
  return [...own, ...Object.values(tree).flatMap(tableNames)]
}

function noLargeColumns(clause: string, columns: readonly Column[]): void {
  const large = columns.find(column => familyOf(column) === 'large')
  if (large === undefined) return
  throw fault(`${clause} cannot stand with the column "${large.name}" of the type ${large.type}`)
}

function order(items: readonly OrderItem[], select: Select, scope: Scope): void {
  const names = new Set(select.items.flatMap(({ alias }) => alias ?? []))
  const listed = new Set(
    select.items.flatMap(({ expression }) =>
      expression === undefined ? [] : [keyOf(expression, scope)]
    )
  )
  const all = select.items.some(({ expression }) => expression === undefined)
  const isAggregated = select.items.some(
    ({ expression }) => expression !== undefined && hasAggregate(expression)
  )
  for (const { expression } of items) {
    if (expression.kind !== 'column') continue
    if (expression.qualifier === undefined && names.has(expression.name)) continue
    const type = scope.lookup(expression.name, expression.qualifier)?.column
    if (type !== undefined && familyOf(type) === 'large') {
      throw fault(
        `ORDER BY cannot sort by "${expression.name}" of the type ${type.type}`,
        expression
      )
    }
    if (all || listed.has(keyOf(expression, scope)) || !(select.distinct || isAggregated)) continue
    throw fault(
      `With ${select.distinct ? 'DISTINCT' : 'aggregate functions'}, ORDER BY sorts by columns of the list only, not by "${expression.name}"`,
      expression
    )
  }
}
