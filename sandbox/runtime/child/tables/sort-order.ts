/** SORT by the rows of a table of the type ABAP_SORTORDER_TAB. */
import { currentRuntime } from '../abap.ts'
import { isTable, resolve, scalarOf } from '../values.ts'
import { componentOf, raise, refuse } from './keys.ts'

interface Order {
  readonly component: string
  readonly descending?: true
}

/** An empty order leaves the table as it is. */
export function sortBy(source: unknown, order: unknown): void {
  const [table, rows] = [resolve(source), resolve(order)]
  if (!isTable(table) || !isTable(rows)) throw new Error('GETWA_NOT_ASSIGNED')
  const by = rows.array().map((row): Order => {
    const text = (name: string): string => String(scalarOf(componentOf(row, name)) ?? '').trim()
    if (text('astext') !== '') refuse('SORT … AS TEXT')
    const component = text('name').toLowerCase()
    if (componentOf(table.getRowType(), component) === undefined) {
      raise('CX_SY_DYN_TABLE_ILL_COMP_VAL', component.toUpperCase())
    }
    return text('descending') === '' ? { component } : { component, descending: true }
  })
  const { sort } = currentRuntime().statements as unknown as {
    sort(table: unknown, options: { readonly by: readonly Order[] }): void
  }
  if (by.length > 0) sort(table, { by })
}
