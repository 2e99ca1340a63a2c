/** The private copy of the rows: one statement at a time, of the kinds that ABAP SQL becomes. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqlError } from '../../sql/errors.ts'
import { registerFunctions } from '../../sql/functions.ts'
import type { SqlMode } from '../child/bridge.ts'

export interface Rows {
  run(mode: SqlMode, statement: string, values: string): string
  end(mode: 'commit' | 'rollback' | 'settle'): boolean
}

/**
 * Nothing else: ATTACH and VACUUM INTO would reach other files, past the permission model of
 * Node.js.
 */
const PERMITTED =
  /^(?:SELECT|WITH|INSERT|UPDATE|DELETE|DROP TABLE IF EXISTS temp\."|CREATE TEMP TABLE ")/
const MAX_PREPARED = 500

export function openRows(file: string | undefined, keep: (changes: Uint8Array) => void): Rows {
  const database = new DatabaseSync(file ?? ':memory:')
  // The copy is thrown away: it need not survive anything.
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
  database.exec('PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = ON')
  registerFunctions(database)
  const session = database.createSession()
  database.exec('BEGIN')
  const prepared = new Map<string, StatementSync>()

  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    if (!PERMITTED.test(sql)) throw new Error('a statement of this kind is not supported')
    const statement = database.prepare(sql)
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    prepared.set(sql, statement)
    return statement
  }
  const finish = (mode: 'COMMIT' | 'ROLLBACK'): void => {
    database.exec(mode)
    database.exec('BEGIN')
  }
  const persistCommitted = (): boolean => {
    const before = session.changeset()
    finish('ROLLBACK')
    const changes = session.changeset()
    if (changes.length > 0) keep(changes)
    return !Buffer.from(before).equals(changes)
  }

  return {
    run(mode, sql, values) {
      const statement = prepare(sql)
      if (mode === 'check') return 'null'
      const bound = boundOf(JSON.parse(values, decoded))
      if (mode === 'run') return answered(() => String(Number(statement.run(...bound).changes)))
      statement.setReturnArrays(mode === 'rows')
      return answered(() => JSON.stringify(statement.all(...bound), encoded))
    },
    end(mode) {
      if (mode === 'settle') return persistCommitted()
      finish(mode === 'commit' ? 'COMMIT' : 'ROLLBACK')
      return false
    }
  }
}

/** An error that the program can handle is an answer: of what is thrown, the realm gets the text. */
function answered(run: () => string): string {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof SqlError) || error.code !== 'DATABASE') throw error
    return JSON.stringify({ fault: error.message })
  }
}

/** By position, or by name in one object. */
function boundOf(values: unknown): SQLInputValue[] {
  return (Array.isArray(values) ? values : [values]) as SQLInputValue[]
}

function decoded(_key: string, value: unknown): unknown {
  const isWhole = typeof value === 'object' && value !== null && 'whole' in value
  return isWhole ? BigInt(String(value.whole)) : value
}

function encoded(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { whole: String(value) }
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value
}
