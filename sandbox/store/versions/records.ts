/** Stores the versions of sources in the bookkeeping database. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { PartKey } from '../../types.ts'
import type { FormerVersion } from '../model.ts'

/** Versions of a part that are kept; the oldest go first. */
const historyLimit = 100

export interface VersionRecords {
  /** Adds a version and returns its number. */
  addVersion(version: Omit<FormerVersion, 'number'>): number
  removeVersion(version: Pick<FormerVersion, 'part' | 'number'>): void
  /** Newest first. */
  versions(part: PartKey): FormerVersion[]
}

type Row = Record<string, SQLOutputValue>
const text = (row: Row, column: string) => String(row[column] ?? '')
const number = (row: Row, column: string) => Number(row[column] ?? 0)

/** The bookkeeping of earlier releases has no column for the request of a version. */
function addRequestColumn(database: DatabaseSync): void {
  const columns = database.prepare('PRAGMA table_info(former)').all()
  if (columns.some(row => row.name === 'request')) return
  database.exec('ALTER TABLE former ADD COLUMN request TEXT')
}

export function versionStatements(database: DatabaseSync): VersionRecords {
  addRequestColumn(database)
  const last = database.prepare(
    'SELECT coalesce(max(number), 0) AS number FROM former WHERE type = ? AND name = ? AND part = ?'
  )
  const add = database.prepare(
    `INSERT INTO former (type, name, part, number, changed_by, changed_at, text, request)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
  )
  const remove = database.prepare(
    'DELETE FROM former WHERE type = ? AND name = ? AND part = ? AND number = ?'
  )
  const prune = database.prepare(
    'DELETE FROM former WHERE type = ? AND name = ? AND part = ? AND number <= ?'
  )
  const all = database.prepare(
    'SELECT * FROM former WHERE type = ? AND name = ? AND part = ? ORDER BY number DESC'
  )
  return {
    addVersion({ part: { object, part }, changedBy, changedAt, text: source, request }) {
      const { type, name } = object
      const next = number(last.get(type, name, part) ?? {}, 'number') + 1
      add.run(type, name, part, next, changedBy, changedAt, source, request ?? null)
      prune.run(type, name, part, next - historyLimit)
      return next
    },
    removeVersion({ part: { object, part }, number: wanted }) {
      remove.run(object.type, object.name, part, wanted)
    },
    versions(part) {
      return all.all(part.object.type, part.object.name, part.part).map(row => ({
        part,
        number: number(row, 'number'),
        changedBy: text(row, 'changed_by'),
        changedAt: number(row, 'changed_at'),
        text: text(row, 'text'),
        ...(typeof row.request === 'string' ? { request: row.request } : {})
      }))
    }
  }
}
