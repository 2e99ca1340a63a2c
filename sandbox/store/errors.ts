/** Why the store refused. Each code is one situation that a caller can answer differently. */
export type StoreErrorCode =
  | 'NOT_FOUND'
  | 'EXISTS'
  | 'INVALID_NAME'
  | 'INVALID_SOURCE'
  | 'INVALID_PACKAGE'
  | 'STRUCTURE_PACKAGE'
  | 'NOT_EMPTY'
  | 'UNSUPPORTED'
  | 'IN_USE'
  | 'STORAGE'
  | 'CLOSED'

export interface SourcePosition {
  /** 1-based line in the refused source. */
  readonly line: number
  /** 0-based column in the refused source. */
  readonly column: number
}

/**
 * The one error the store throws for what a caller did; `line` and `column` are set where a source
 * text cannot be parsed.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(
    code: StoreErrorCode,
    message: string,
    options: { position?: SourcePosition; cause?: unknown } = {}
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StoreError'
    this.code = code
    this.line = options.position?.line
    this.column = options.position?.column
  }
}
