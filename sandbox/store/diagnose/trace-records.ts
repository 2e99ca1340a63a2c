/** Stores traces in the bookkeeping database. */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { createTraceRequests } from './trace-requests.ts'
import type { Trace, TraceRecords } from '../../trace-types.ts'

const schema = `
CREATE TABLE IF NOT EXISTS trace (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, expires INTEGER NOT NULL, content TEXT NOT NULL);
`
const MAX_TRACES = 50

const toTrace = (row: Record<string, unknown>) => JSON.parse(String(row.content)) as Trace

export function openTraces(database: DatabaseSync): TraceRecords {
  database.exec(schema)
  const add = database.prepare('INSERT INTO trace (id, expires, content) VALUES (?, ?, ?)')
  const all = database.prepare('SELECT content FROM trace ORDER BY number DESC')
  const one = database.prepare('SELECT content FROM trace WHERE id = ?')
  const remove = database.prepare('DELETE FROM trace WHERE id = ?')
  const expire = database.prepare('DELETE FROM trace WHERE expires < ?')
  const prune = database.prepare('DELETE FROM trace WHERE number <= ?')
  return {
    requests: createTraceRequests(),
    add(trace) {
      // what looks like a number is one to some clients
      const kept = { ...trace, id: `A${randomBytes(16).toString('hex').toUpperCase().slice(1)}` }
      const { lastInsertRowid } = add.run(kept.id, kept.expires, JSON.stringify(kept))
      prune.run(Number(lastInsertRowid) - MAX_TRACES)
      return kept
    },
    list() {
      expire.run(Date.now())
      return all.all().map(toTrace)
    },
    get(id) {
      const row = one.get(id)
      return row === undefined ? undefined : toTrace(row)
    },
    remove: id => Number(remove.run(id).changes) > 0
  }
}
