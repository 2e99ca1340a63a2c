/** What the thread of the database receives and answers: jobs that one commit makes durable. */
import type { SqlStatement } from '../database.ts'

export interface SqliteOptions {
  /** Removed rows are overwritten, and no companion of the file keeps them. */
  readonly forgets?: boolean | undefined
  /** The same for a file that other processes have open with their companion. */
  readonly erases?: boolean | undefined
}

/** What the thread starts with. */
export interface ThreadData extends SqliteOptions {
  readonly path: string
}

/** Statements of one transaction. */
export type SqliteJob = readonly SqlStatement[]

/** The rows of each statement, or why the transaction was rolled back. */
export type SqliteAnswer =
  | { readonly rows: readonly (readonly object[])[] }
  | { readonly error: { readonly message: string; readonly code: number } }
