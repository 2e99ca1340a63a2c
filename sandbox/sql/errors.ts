/**
 * A query or view that cannot be served; `message` is plain and fit for the user of the sandbox.
 */
export class SqlError extends Error {
  readonly code: SqlErrorCode

  constructor(code: SqlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SqlError'
    this.code = code
  }
}

export type SqlErrorCode =
  'SYNTAX' | 'UNKNOWN_TABLE' | 'UNKNOWN_COLUMN' | 'UNSUPPORTED' | 'LIMIT' | 'FAILED'
