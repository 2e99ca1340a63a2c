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

interface TextOrder {
  readonly component: string
  readonly descending: boolean
  readonly text: boolean
}

/** The collation of the texts of users, whose languages share one here. */
const collator = new Intl.Collator('en')

/** SORT … AS TEXT: texts in alphabetical order, capitals beside small letters. */
export function sortAsText(source: unknown, order: readonly TextOrder[]): void {
  const table = resolve(source)
  if (!isTable(table)) throw new Error('GETWA_NOT_ASSIGNED')
  const valueOf = (row: unknown, path: string): unknown =>
    path === 'table_line'
      ? row
      : path.split('-').reduce<unknown>((value, name) => componentOf(value, name), row)
  const compare = (a: unknown, b: unknown, { component, text }: TextOrder): number => {
    const [one, other] = [scalarOf(valueOf(a, component)), scalarOf(valueOf(b, component))]
    if (one === undefined || other === undefined) refuse('SORT … AS TEXT of a structured row')
    if (text && typeof one === 'string' && typeof other === 'string') {
      return collator.compare(one.trimEnd(), other.trimEnd())
    }
    return one < other ? -1 : one > other ? 1 : 0
  }
  ;(table as unknown as { sort(by: (a: unknown, b: unknown) => number): void }).sort((a, b) => {
    for (const each of order) {
      const found = compare(a, b, each)
      if (found !== 0) return each.descending ? -found : found
    }
    return 0
  })
}
