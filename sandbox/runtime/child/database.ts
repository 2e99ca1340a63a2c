import { DatabaseSync } from 'node:sqlite'
import { registerFunctions } from '../../sql/functions.ts'
import { openCatalog } from '../../sql/relations.ts'
import type { AbapRuntime } from './abap.ts'
import { createOpenSql, type OpenSql } from './open-sql.ts'

export interface Connection {
  readonly openSql: OpenSql
  /** Undoes what was not committed. */
  rollback (): void
  /** Undoes what was not committed and gives what was, as a changeset; `undone` when there was something to undo. */
  settle (): { readonly changes: Uint8Array, readonly undone: boolean }
}

/** Connects the runtime to the private copy of the rows, or to nothing but an empty database. */
export function connectDatabase (file: string | undefined, runtime: AbapRuntime): Connection {
  const database = new DatabaseSync(file ?? ':memory:')
  // The copy is thrown away: it need not survive anything.
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = ON')
  registerFunctions(database)
  const openSql = createOpenSql(database, openCatalog(database, file === undefined))
  const finish = (how: 'COMMIT' | 'ROLLBACK'): void => {
    database.exec(how)
    database.exec('BEGIN')
  }
  const session = database.createSession()
  database.exec('BEGIN')
  runtime.context.databaseConnections.DEFAULT = {
    name: 'sqlite',
    async connect () {},
    async disconnect () {},
    async execute () { throw new Error('native SQL is not supported') },
    async beginTransaction () {},
    async commit () { finish('COMMIT') },
    async rollback () { finish('ROLLBACK') }
  }
  return {
    openSql,
    rollback () { finish('ROLLBACK') },
    settle () {
      const before = session.changeset()
      finish('ROLLBACK')
      const changes = session.changeset()
      return { changes, undone: !Buffer.from(before).equals(changes) }
    }
  }
}
