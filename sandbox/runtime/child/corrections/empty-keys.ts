/** SORT without BY leaves a table with an empty key as it is; the runtime sorts its whole rows. */
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

interface Options {
  readonly by?: unknown
}
interface Table {
  getOptions?(): { readonly keyType?: string } | undefined
}

export function correctSortOfEmptyKeys(): void {
  const statements = currentRuntime().statements as unknown as {
    sort(table: unknown, options?: Options): void
  }
  const { sort } = statements
  statements.sort = (table, options) => {
    const { getOptions } = resolve(table) as Table
    const isEmpty = getOptions?.call(resolve(table))?.keyType === 'EMPTY'
    if (options?.by !== undefined || !isEmpty) sort(table, options)
  }
}
