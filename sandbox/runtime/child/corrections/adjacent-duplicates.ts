/** Deletes adjacent duplicates by components of the row or by the row itself. */
import { currentRuntime } from '../abap.ts'
import { isStructure, isTable, resolve, type AbapTable } from '../values.ts'

interface Options {
  readonly adjacent?: boolean
  readonly comparing?: readonly unknown[]
}
interface Table extends AbapTable {
  deleteIndex(index: number): void
}
interface Runtime {
  readonly compare: { eq(left: unknown, right: unknown): boolean }
  readonly statements: { deleteInternal(target: unknown, options?: Options): Promise<void> }
}

/**
 * `COMPARING` with components: the runtime reads each one directly from a structured row, which
 * fails for `table_line` and for rows without components.
 */
export function correctAdjacentDuplicates(): void {
  const { compare, statements } = currentRuntime() as unknown as Runtime
  const original = statements.deleteInternal
  statements.deleteInternal = async (target, options) => {
    const table = resolve(target)
    const paths = options?.comparing?.map(pathOf).filter(path => path !== '') ?? []
    if (options?.adjacent !== true || paths.length === 0 || !isTable(table)) {
      // without a component the rows are compared by the primary key
      const { comparing: _, ...others } = options ?? {}
      await original.call(statements, target, options === undefined ? undefined : others)
      return
    }
    const rows = table.array()
    const before = rows.length
    for (let index = before - 1; index > 0; index--) {
      const [previous, row] = [rows[index - 1], rows[index]]
      const isEqual = paths.every(path => compare.eq(partOf(previous, path), partOf(row, path)))
      if (isEqual) (table as Table).deleteIndex(index)
    }
    currentRuntime()
      .builtin.sy.get()
      .subrc?.set(table.array().length < before ? 0 : 4)
  }
}

/** A path of component names; dynamic ones are variables, and a blank name is ignored. */
function pathOf(name: unknown): string {
  const value = resolve(name)
  const text =
    typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function'
      ? (value.get() as unknown)
      : value
  return String(text).trim().toLowerCase()
}

/** The component of a row; the row itself for `table_line`. */
function partOf(row: unknown, path: string): unknown {
  if (path === 'table_line') return resolve(row)
  let current = resolve(row)
  for (const name of path.split('-')) {
    const component = isStructure(current) ? current.get()[name] : undefined
    if (component === undefined) throw new Error(`ITAB_ILLEGAL_COMPONENT: ${path.toUpperCase()}`)
    current = resolve(component)
  }
  return current
}
