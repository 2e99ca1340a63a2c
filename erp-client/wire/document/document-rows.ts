/** The type of a row of the table of fields. */
import type { FieldList } from './lists.ts'
import type { Fields, FieldRow } from './values.ts'

export interface DocumentRows {
  /** Namespaces of its elements, besides that of the root. */
  readonly namespaces: readonly string[]
  readonly rows: Readonly<Record<string, FieldRow>>
  readonly lists: Readonly<Record<string, FieldList>>
  /** Path of a parent → its children in the order in which the ERP reads them. */
  readonly sequences: Readonly<Record<string, readonly string[]>>
  /** Paths of elements that the ERP generates and does not take back. */
  readonly generated?: readonly string[]
  /** Fields that follow from a changed one. A field that is missing in `before` is unknown. */
  readonly implied?: (before: Fields, changed: Fields) => Fields
  /** Why the resulting fields are invalid. A field that is missing in `now` is unknown. */
  readonly fault?: (now: Fields, changed: Fields, isNew: boolean) => string | undefined
}
