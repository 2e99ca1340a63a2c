/** What a table or structure of the kernel consists of. */

/**
 * A field: name, type, and `key` where it is a key field. A type is a data element, table type or
 * structure, or a class behind `@` for a reference.
 */
export type Field = readonly [name: string, type: string, key?: 'key']

export interface DictionaryTable {
  readonly name: string
  readonly text: string
  /** A structure has no rows, a table has. */
  readonly kind: 'structure' | 'table'
  readonly fields: readonly Field[]
}
