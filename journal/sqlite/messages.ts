/** What the thread of the database receives and answers. */
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

export interface SqliteJob {
  readonly id: number
  readonly statements: readonly SqlStatement[]
}

export type SqliteAnswer =
  | { readonly id: number; readonly rows: readonly (readonly object[])[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: number } }
