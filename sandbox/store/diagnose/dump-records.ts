/** Stores short dumps in the bookkeeping database. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Dump, DumpRecords } from '../../dump-types.ts'

const schema = `
CREATE TABLE IF NOT EXISTS dump (id TEXT PRIMARY KEY, at INTEGER NOT NULL, content TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS dump_at ON dump (at);
`

/** The ERP deletes dumps after two weeks by default. */
const RETENTION_MILLISECONDS = 14 * 24 * 60 * 60 * 1000
const MAX_DUMPS = 500

/** The widths of the columns of an id. */
const widths = { server: 32, user: 12, number: 9 }

function headOf({ at, server, user, client }: Omit<Dump, 'id'>): string {
  const time = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
  return time + server.padEnd(widths.server) + user.padEnd(widths.user) + client
}

/** An id, with its number among the dumps of a second. */
export function dumpId(dump: Omit<Dump, 'id'>, number: number): string {
  return headOf(dump) + String(number).padStart(widths.number)
}

function toDump(row: Record<string, SQLOutputValue>): Dump {
  return JSON.parse(String(row.content)) as Dump
}

export function openDumps(database: DatabaseSync): DumpRecords {
  database.exec(schema)
  const add = database.prepare('INSERT INTO dump VALUES (?, ?, ?)')
  const all = database.prepare('SELECT content FROM dump ORDER BY at DESC, id DESC')
  const one = database.prepare('SELECT content FROM dump WHERE id = ?')
  // behind the head stand blanks and digits alone
  const last = database.prepare(
    "SELECT id FROM dump WHERE id >= ?1 AND id < ?1 || ':' ORDER BY id DESC LIMIT 1"
  )
  const expire = database.prepare('DELETE FROM dump WHERE at < ?')
  const prune = database.prepare(
    'DELETE FROM dump WHERE id NOT IN (SELECT id FROM dump ORDER BY at DESC, id DESC LIMIT ?)'
  )
  return {
    add(dump) {
      const before = last.get(headOf(dump))
      const number = before === undefined ? 0 : Number(String(before.id).slice(-widths.number)) + 1
      const kept = { ...dump, id: dumpId(dump, number) }
      expire.run(dump.at - RETENTION_MILLISECONDS)
      add.run(kept.id, kept.at, JSON.stringify(kept))
      prune.run(MAX_DUMPS)
      return kept
    },
    list() {
      expire.run(Date.now() - RETENTION_MILLISECONDS)
      return all.all().map(toDump)
    },
    get(id) {
      const row = one.get(id)
      return row === undefined ? undefined : toDump(row)
    }
  }
}
