/**
 * The private copy of the rows as the realm sees it: statements and values cross its border as
 * text.
 */
import { SqlError } from '../../sql/errors.ts'
import type { DatabaseSync } from 'node:sqlite'
import { openCatalog } from '../../sql/relations.ts'
import type { AbapRuntime } from './abap.ts'
import type { Host, SqlMode } from './bridge.ts'
import { createDoubles, type Doubles } from './doubles/tables.ts'
import { createOpenSql, type OpenSql } from './open-sql.ts'
import { createLocks, type Locks } from './transaction/locks.ts'
import {
  createServiceChanges,
  type ServiceChanges,
  type ServiceConnection
} from './transaction/service-connection.ts'
import { createUpdates } from './transaction/updates.ts'

export interface Connection {
  readonly openSql: OpenSql
  readonly doubles: Doubles
  /** For the kernel: locks, a second connection, and a commit without update modules. */
  readonly transaction: {
    readonly locks: Locks
    readonly serviceConnection: ServiceConnection
    databaseCommit(): void
  }
  commit(): void
  /** Undoes what was not committed. */
  rollback(): void
  /** Undoes what was not committed and keeps what was; whether there was something to undo. */
  settle(): boolean
}

/** Connects the runtime to the private copy of the rows, or to nothing but an empty database. */
export function connectDatabase(
  host: Host,
  runtime: AbapRuntime,
  unsupported: (what: string) => never
): Connection {
  const locks = createLocks(unsupported)
  const updates = createUpdates(runtime)
  const service = createServiceChanges(host)
  const database = databaseOf(host, service)
  const doubles = createDoubles(database, openCatalog(database, false))
  const commit = (): void => {
    doubles.keep()
    host.transaction('commit')
    service.forget()
  }
  const rollback = (): void => {
    service.rollback()
    doubles.restore()
    updates.forget()
    locks.endOfUpdate()
  }
  runtime.context.databaseConnections.DEFAULT = {
    name: 'sqlite',
    async connect() {},
    async disconnect() {},
    async execute() {
      throw new Error('native SQL is not supported')
    },
    async beginTransaction() {},
    async commit() {
      commit()
      if (!(await updates.run())) return
      commit()
      locks.endOfUpdate()
    },
    async rollback() {
      rollback()
    }
  }
  return {
    openSql: createOpenSql(database, doubles.catalog),
    doubles,
    transaction: { locks, serviceConnection: service.connection, databaseCommit: commit },
    commit,
    rollback,
    settle: () => service.settle()
  }
}

/** Values that JSON does not have: whole numbers of any size, and bytes. */
interface Tagged {
  readonly whole?: string
  readonly bytes?: string
}

function encoded(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { whole: String(value) } : value
}

function decoded(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { whole, bytes } = value as Tagged
  if (typeof whole === 'string') return BigInt(whole)
  if (typeof bytes !== 'string') return value
  return Uint8Array.from(bytes.match(/../g) ?? [], pair => parseInt(pair, 16))
}

/** The part of Node's interface that the statements of a program need. */
function databaseOf(host: Host, service: ServiceChanges): DatabaseSync {
  const run = (mode: SqlMode, sql: string, values: readonly unknown[]): unknown => {
    const [first] = values
    const named = typeof first === 'object' && first !== null && !(first instanceof Uint8Array)
    const bound = named ? first : values
    const text = JSON.stringify(bound, encoded)
    const answer = host.sql(mode, sql, text)
    if (answer.startsWith('{')) {
      throw new SqlError('DATABASE', (JSON.parse(answer) as { readonly fault: string }).fault)
    }
    if (mode === 'run') service.note(sql, text)
    return /"(whole|bytes)":"/.test(answer) ? JSON.parse(answer, decoded) : JSON.parse(answer)
  }
  const prepare = (sql: string): object => {
    run('check', sql, [])
    let mode: SqlMode = 'objects'
    return {
      setReturnArrays(arrays: boolean) {
        mode = arrays ? 'rows' : 'objects'
      },
      all: (...values: unknown[]) => run(mode, sql, values),
      get: (...values: unknown[]) => (run(mode, sql, values) as unknown[])[0],
      run: (...values: unknown[]) => ({ changes: run('run', sql, values) })
    }
  }
  const exec = (sql: string): void => {
    run('run', sql, [])
  }
  return { exec, prepare } as unknown as DatabaseSync
}
