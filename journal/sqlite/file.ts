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
  /** Makes all jobs durable with one commit; a job that fails leaves nothing and disturbs no other. */
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
): readonly SqliteAnswer[] {
  try {
    prepare('BEGIN IMMEDIATE').run()
  } catch (error) {
    // Another process holds the file longer than any transaction takes.
    return jobs.map(() => failed(error))
  }
  try {
    const answers = jobs.map(statements => ({
      rows: statements.map(statement => rowsOf(prepare(statement.sql), statement))
    }))
    prepare('COMMIT').run()
    return answers
  } catch (error) {
    // A full disk has ended the transaction already.
    if (database.isTransaction) prepare('ROLLBACK').run()
    if (jobs.length === 1) return [failed(error)]
    return jobs.flatMap(job => runTogether(database, prepare, [job]))
  }
}

function rowsOf(prepared: StatementSync, { values = [] }: SqlStatement): object[] {
  const named: Record<string, SQLInputValue> = {}
  values.forEach((value, index) => {
    named[`$${index + 1}`] = value
  })
  return values.length === 0 ? prepared.all() : prepared.all(named)
}

function failed(error: unknown): SqliteAnswer {
  const { message, errcode } = error as Error & { readonly errcode?: number }
  return { error: { message, code: errcode ?? 0 } }
}
