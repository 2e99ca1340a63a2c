/** Opens a connection with the functions of ABAP SQL. */
import { DatabaseSync } from 'node:sqlite'
import { registerFunctions, type Watchdog } from './functions.ts'

/** A connection with the functions of ABAP SQL; the reading one cannot change anything. */
export function openConnection(
  file: string,
  readOnly: boolean
): { readonly database: DatabaseSync; readonly watchdog: Watchdog } {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  // Views keep the names of tables that are being replaced, and SQLite must not mind.
  database.exec(
    readOnly
      ? 'PRAGMA query_only = ON'
      : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA legacy_alter_table = ON; PRAGMA foreign_keys = OFF'
  )
  return { database, watchdog: registerFunctions(database) }
}
