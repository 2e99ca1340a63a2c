/** Faults of queries and views. */
import type { Place } from './parse/ast.ts'

/**
 * A query or view that cannot be served; `message` is plain and fit for the user of the sandbox.
 */
export class SqlError extends Error {
  readonly code: SqlErrorCode
  /** Where the fault is in the text of the statement. */
  readonly place: Place | undefined
  /** The text is no statement; other faults of a query are about what it means. */
  readonly isUnreadable: boolean

  constructor(
    code: SqlErrorCode,
    message: string,
    options?: ErrorOptions & { readonly place?: Place | undefined; readonly isUnreadable?: boolean }
  ) {
    super(message, options)
    this.name = 'SqlError'
    this.code = code
    this.place = options?.place
    this.isUnreadable = options?.isUnreadable === true
  }
}

export type SqlErrorCode =
  | 'SYNTAX'
  | 'UNKNOWN_TABLE'
  | 'UNKNOWN_COLUMN'
  | 'UNSUPPORTED'
  | 'LIMIT'
  | 'FAILED'
  /** A value does not fit its column: an exception of the program. */
  | 'DATA'
  /** The database fails at a row, such as at a conversion of units: an exception of the program. */
  | 'DATABASE'
  /** A value has no meaning in the type of its column: an error that no program handles. */
  | 'CONVERSION'
