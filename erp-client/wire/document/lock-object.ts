/** The fields of a lock object. */
import { entryList } from './entry-list.ts'
import type { DocumentRows } from './document-rows.ts'
import type { Fields } from './values.ts'

const columns = {
  table: { field: 'table', element: 'tableName', kind: 'name' },
  lockMode: { field: 'lockMode', element: 'lockMode', kind: 'name', standard: 'E' }
} as const

const secondaryTables = entryList({
  field: 'secondaryTables',
  path: ['content', 'secondaryTables'],
  entry: 'secondaryTable',
  columns: [columns.table, columns.lockMode],
  keys: ['table']
})

const parameters = entryList({
  field: 'parameters',
  path: ['content', 'lockParameters'],
  entry: 'lockParameter',
  columns: [
    { field: 'wanted', element: 'parameterWanted', kind: 'flag', standard: 'true' },
    { field: 'name', element: 'parameterName', kind: 'name' },
    columns.table,
    { field: 'field', element: 'fieldName', kind: 'name' }
  ],
  keys: ['name']
})

/**
 * Where the tables change and no parameters are given, the ERP derives them anew and takes all of
 * them out of the interface of the lock modules; those of a new object with one table stay in it.
 */
function parametersFault(changed: Fields, isNew: boolean): string | undefined {
  const { table, secondaryTables: others, parameters: given } = changed
  const isOneTable = isNew && (!Array.isArray(others) || others.length === 0)
  if (given !== undefined || isOneTable || (table === undefined && others === undefined)) {
    return undefined
  }
  return 'the tables of a lock object can change together with `parameters` only'
}

export const lockObject: DocumentRows = {
  namespaces: [],
  rows: {
    table: { path: 'content/primaryTable/tableName', kind: 'name' },
    lockMode: { path: 'content/primaryTable/lockMode', kind: 'name' },
    allowRfc: { path: 'content/allowRFC', kind: 'flag' }
  },
  lists: { secondaryTables, parameters },
  sequences: {
    content: ['allowRFC', 'primaryTable', 'secondaryTables', 'lockParameters', 'lockModules'],
    'content/primaryTable': ['tableName', 'lockMode']
  },
  generated: ['content/lockModules'],
  fault: (now, changed, isNew) =>
    (now['table'] ?? (isNew ? '' : undefined)) === ''
      ? 'a lock object needs `table`'
      : parametersFault(changed, isNew)
}
