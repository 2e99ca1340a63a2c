import type { Database } from '../types.ts'
import { SqlError } from './errors.ts'

export { SqlError }
export type { SqlErrorCode } from './errors.ts'

/** `file` is the SQLite file that holds the rows; `:memory:` is not possible, because queries open a connection of their own. */
export interface DatabaseOptions { readonly file: string }

/** Opens, or creates, the rows of the sandbox. */
export function createDatabase (options: DatabaseOptions): Database {
  throw new SqlError('UNSUPPORTED', `no rows yet in ${options.file}`)
}
