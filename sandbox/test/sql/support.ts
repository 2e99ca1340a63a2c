import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createDatabase, type DatabaseOptions, type SqlError } from '../../sql/index.ts'
import type { Column, Database, QueryResult, TableShape } from '../../types.ts'

export function unique(prefix: string): string {
  return `${prefix}${Math.random()
    .toString(36)
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 7)}`.toUpperCase()
}

export function integer(low: number, high: number): number {
  return low + Math.floor(Math.random() * (high - low + 1))
}

export function column(
  name: string,
  type: string,
  length: number,
  more: { key?: boolean; decimals?: number } = {}
): Column {
  return {
    name,
    type,
    length,
    decimals: more.decimals ?? 0,
    key: more.key ?? false,
    description: `${name} text`
  }
}

export function shape(name: string, columns: readonly Column[]): TableShape {
  return { name, description: '', columns }
}

export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sql-test-'))
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return join(folder, 'rows.sqlite')
}

export function open(options: Partial<DatabaseOptions> = {}): Database {
  const database = createDatabase({ file: temporaryFile(), ...options })
  after(() => {
    database.close()
  })
  return database
}

export function rows(database: Database, sql: string, maxRows = 1000): QueryResult['rows'] {
  return database.query({ sql, maxRows }).rows
}

/** The error's code and text, or a failure when there was none. */
export function refusal(run: () => unknown): { code: string; message: string } {
  try {
    run()
  } catch (error) {
    const { code, message, name } = error as SqlError
    if (name !== 'SqlError') throw error
    return { code, message }
  }
  throw new Error('nothing was refused')
}
