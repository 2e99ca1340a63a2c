/** Whether a query reads one row by its whole key, as SELECT SINGLE FOR UPDATE must. */
import type { Catalog } from './catalog.ts'
import type { Expression, Query } from './parse/ast.ts'

/** The client is part of every condition by itself. */
export function readsWholeKey({ selects }: Query, catalog: Catalog): boolean {
  const select = selects[0]?.select
  if (select?.from.kind !== 'table') return false
  const keys = catalog.find(select.from.name)?.shape.columns.filter(({ key }) => key) ?? []
  const compared = new Set(equalColumns(select.where))
  return keys.every(({ name, type }) => type === 'CLNT' || compared.has(name.toUpperCase()))
}

/** The columns that conditions joined by AND compare with a value for equality. */
function equalColumns(condition: Expression | undefined): string[] {
  if (condition?.kind === 'and') {
    return [...equalColumns(condition.left), ...equalColumns(condition.right)]
  }
  if (condition?.kind !== 'compare' || condition.operator !== '=') return []
  const { left, right } = condition
  return left.kind === 'column' && right.kind !== 'column' ? [left.name] : []
}
