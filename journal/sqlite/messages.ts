/** What the thread of the database receives and answers. */
import type { SqlStatement } from '../database.ts'

export interface SqliteJob {
  readonly id: number
  readonly statements: readonly SqlStatement[]
}

export type SqliteAnswer =
  | { readonly id: number; readonly rows: readonly (readonly object[])[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: number } }
