/** What the thread of the database receives and answers: jobs that one commit makes durable. */
import type { SqlStatement } from '../database.ts'

/** Statements of one transaction. */
export type SqliteJob = readonly SqlStatement[]

/** The rows of each statement, or why the transaction was rolled back. */
export type SqliteAnswer =
  | { readonly rows: readonly (readonly object[])[] }
  | { readonly error: { readonly message: string; readonly code: number } }
