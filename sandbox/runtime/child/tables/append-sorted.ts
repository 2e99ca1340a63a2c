/** APPEND … SORTED BY. */
import { currentRuntime } from '../abap.ts'
import { isTable, resolve, type AbapTable } from '../values.ts'
import { component } from './keys.ts'

interface Indexed extends AbapTable {
  insertIndex(row: unknown, index: number): unknown
  deleteIndex(index: number): unknown
}

/** The row stands behind the last one with a value that is not smaller; a full table loses its last row. */
export function appendSorted(
  row: unknown,
  target: unknown,
  { component: name, size }: { readonly component: string; readonly size: number }
): void {
  const table = resolve(target) as Indexed
  if (!isTable(table)) throw new Error('GETWA_NOT_ASSIGNED')
  // without INITIAL SIZE the statement is ignored
  if (size === 0) return
  const { ge } = (currentRuntime() as unknown as { compare: Compare }).compare
  const before = table.array().length
  const value = component(row, name)
  let at = before
  while (at > 0 && !ge(component(table.array()[at - 1], name), value)) at--
  table.insertIndex(resolve(row), at)
  if (before >= size) table.deleteIndex(table.array().length - 1)
}

interface Compare {
  ge(left: unknown, right: unknown): boolean
}
