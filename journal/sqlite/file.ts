/** One SQLite file with the journal; everything here is synchronous and belongs into a thread. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqlStatement } from '../database.ts'
import type { SqliteAnswer, SqliteJob, SqliteOptions } from './messages.ts'

/** Other processes of the same user write too; each transaction takes milliseconds. */
const busyMs = 10_000
const mostPrepared = 64

export interface SqliteFile {
  /** Runs each job in a savepoint of its own, and makes all durable with one commit. */
  runTogether(jobs: readonly SqliteJob[]): readonly SqliteAnswer[]
  close(): void
}

/** @throws Error where the folder or the file cannot be written or is no database */
export function openFile(path: string, options: SqliteOptions = {}): SqliteFile {
  const { forgets = false, erases = false } = options
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // SQLite gives its further files the rights of the first one.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const database = new DatabaseSync(path, { timeout: busyMs, enableForeignKeyConstraints: true })
  // Space of removed entries goes back to the disk. A file that has tables keeps what it was made with.
  database.exec('PRAGMA auto_vacuum = FULL')
  database.exec(`PRAGMA journal_mode = ${forgets ? 'DELETE' : 'WAL'}; PRAGMA synchronous = FULL`)
  if (forgets || erases) database.exec('PRAGMA secure_delete = ON')
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    if (prepared.size < mostPrepared) prepared.set(sql, statement)
    return statement
  }
  return {
    runTogether: jobs => runTogether(database, prepare, jobs),
    close() {
      if (erases) database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    }
  }
}

type Prepare = (sql: string) => StatementSync

function runTogether(
  database: DatabaseSync,
  prepare: Prepare,
  jobs: readonly SqliteJob[]
): SqliteAnswer[] {
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    return jobs.map(({ id }) => failed(id, error))
  }
  const answers: SqliteAnswer[] = []
  for (const job of jobs) {
    const answer = runOne(database, prepare, job)
    answers.push(answer)
    if (database.isTransaction) continue
    // A full disk ends the transaction with the jobs before; each is tried alone.
    return jobs.length === 1 ? [answer] : jobs.flatMap(one => runTogether(database, prepare, [one]))
  }
  try {
    database.exec('COMMIT')
    return answers
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    return jobs.map(({ id }) => failed(id, error))
  }
}

function runOne(database: DatabaseSync, prepare: Prepare, job: SqliteJob): SqliteAnswer {
  const { id, statements } = job
  try {
    database.exec('SAVEPOINT job')
    const rows = statements.map(statement => rowsOf(prepare(statement.sql), statement))
    database.exec('RELEASE job')
    return { id, rows }
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK TO job; RELEASE job')
    return failed(id, error)
  }
}

function rowsOf(prepared: StatementSync, { values = [] }: SqlStatement): object[] {
  const named: Record<string, SQLInputValue> = {}
  values.forEach((value, index) => {
    named[`$${index + 1}`] = value
  })
  return values.length === 0 ? prepared.all() : prepared.all(named)
}

function failed(id: number, error: unknown): SqliteAnswer {
  const { message, errcode } = error as Error & { readonly errcode?: number }
  return { id, error: { message, code: errcode ?? 0 } }
}
