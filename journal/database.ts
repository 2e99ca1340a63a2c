/** The SQL database of the journal, as both kinds of it offer it. */

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Readonly<Record<string, SqlValue>>

export interface SqlStatement {
  /** Parameters are `$1`, `$2`, …; both kinds of databases understand these. */
  readonly sql: string
  readonly values?: readonly SqlValue[]
}

export interface SqlDatabase {
  /** Whether a transaction sees what was given before it, also where that is not durable yet. */
  readonly isOrdered: boolean
  /**
   * Runs the statements in one transaction, which is durable when the promise resolves.
   * @returns the rows of each statement
   */
  transaction(statements: readonly SqlStatement[]): Promise<readonly (readonly SqlRow[])[]>
  close(): Promise<void>
}
