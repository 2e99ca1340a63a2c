/** Rules of FOR ALL ENTRIES. */
import { partsOf } from '../emit/grouping.ts'
import type { Scope } from '../emit/scope.ts'
import type { Expression, Query, SelectItem } from '../parse/ast.ts'
import { fault } from './families.ts'
import type { RuleOptions } from './options.ts'

export function entriesRules(query: Query, scope: Scope, { dynamic }: RuleOptions): void {
  const table = query.forAllEntries
  const [first] = query.selects
  if (table === undefined || first === undefined) return
  if (query.selects.length > 1) {
    throw fault('FOR ALL ENTRIES cannot stand with UNION, INTERSECT and EXCEPT')
  }
  if (query.offset !== undefined) throw fault('FOR ALL ENTRIES cannot stand with OFFSET')
  const { select } = first
  if (select.single) throw fault('FOR ALL ENTRIES cannot stand with SINGLE')
  for (const item of select.items) plainColumn(item)
  sorted(query, select.items, scope)
  const used = select.where === undefined ? [] : componentsOf(select.where)
  if (used.length === 0 && !dynamic) {
    throw fault('WHERE compares no component of the table behind FOR ALL ENTRIES')
  }
  const known = scope.context.hosts[table]?.components
  const unknown = known && used.find(component => known[component] === undefined)
  if (unknown !== undefined) {
    throw fault(`The table behind FOR ALL ENTRIES has no component "${unknown}"`)
  }
}

/** Columns and `COUNT( * )`; what the database calculates cannot be made unique afterwards. */
function plainColumn({ expression }: SelectItem): void {
  if (expression === undefined || expression.kind === 'column') return
  const isCount =
    expression.kind === 'aggregate' &&
    expression.name === 'COUNT' &&
    expression.argument === undefined
  if (isCount) return
  throw fault('With FOR ALL ENTRIES, the list has columns and COUNT( * ) only', expression)
}

function sorted(query: Query, items: readonly SelectItem[], scope: Scope): void {
  const { orderBy } = query
  if (orderBy !== 'primaryKey') {
    if (orderBy.length === 0) return
    throw fault('With FOR ALL ENTRIES, ORDER BY sorts by PRIMARY KEY only')
  }
  if (items.some(({ expression }) => expression === undefined)) return
  const listed = new Set(
    items.flatMap(({ expression }) => (expression?.kind === 'column' ? [expression.name] : []))
  )
  const keys = scope.origins[0]?.columns.filter(({ key, type }) => key && type !== 'CLNT') ?? []
  const missing = keys.find(({ name }) => !listed.has(name.toUpperCase()))
  if (missing === undefined) return
  throw fault(
    `With FOR ALL ENTRIES and ORDER BY PRIMARY KEY, the list has all key columns; "${missing.name}" is missing`
  )
}

function componentsOf(expression: Expression): string[] {
  if (expression.kind === 'host') {
    return expression.component === undefined ? [] : [expression.component]
  }
  return partsOf(expression).flatMap(componentsOf)
}
