/** Stores exports and the import queue in the bookkeeping database. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type {
  ExchangeRecords,
  ImportMessage,
  QueueEntry,
  QueueState,
  ReturnCode
} from '../../transports/exchange/types.ts'

const schema = `
CREATE TABLE IF NOT EXISTS transport_export (
  id INTEGER PRIMARY KEY, number TEXT NOT NULL, target TEXT NOT NULL, content TEXT NOT NULL, delivered INTEGER NOT NULL DEFAULT 0,
  UNIQUE (number, target));
CREATE TABLE IF NOT EXISTS transport_queue (
  position INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT NOT NULL UNIQUE, source TEXT NOT NULL, owner TEXT NOT NULL, description TEXT NOT NULL,
  content TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting', code INTEGER, arrived_at INTEGER NOT NULL,
  imported_at INTEGER NOT NULL DEFAULT 0, imported_by TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS transport_import_message (
  id INTEGER PRIMARY KEY, number TEXT NOT NULL, at INTEGER NOT NULL, step TEXT NOT NULL, severity TEXT NOT NULL, message TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS transport_import_message_number ON transport_import_message (number);
`

type Row = Record<string, SQLOutputValue>
const text = (row: Row, column: string) => String(row[column] ?? '')
const number = (row: Row, column: string) => Number(row[column] ?? 0)

function toEntry(row: Row): QueueEntry {
  return {
    position: number(row, 'position'),
    number: text(row, 'number'),
    source: text(row, 'source'),
    owner: text(row, 'owner'),
    text: text(row, 'description'),
    state: text(row, 'state') as QueueState,
    ...(row.code === null ? {} : { code: number(row, 'code') as ReturnCode }),
    arrivedAt: number(row, 'arrived_at'),
    importedAt: number(row, 'imported_at'),
    importedBy: text(row, 'imported_by')
  }
}

type Exports = Pick<ExchangeRecords, 'addExport' | 'pendingExports' | 'delivered'>

function exportStatements(database: DatabaseSync): Exports {
  const add = database.prepare(
    'INSERT OR IGNORE INTO transport_export (number, target, content) VALUES (?, ?, ?)'
  )
  const pending = database.prepare(
    'SELECT id, number, target, content FROM transport_export WHERE delivered = 0 ORDER BY id'
  )
  // the queue of the next system has it now
  const done = database.prepare(
    "UPDATE transport_export SET delivered = 1, content = '' WHERE id = ?"
  )
  return {
    addExport(entry) {
      add.run(entry.number, entry.target, entry.content)
    },
    pendingExports: () =>
      pending.all().map(row => ({
        id: number(row, 'id'),
        number: text(row, 'number'),
        target: text(row, 'target'),
        content: text(row, 'content')
      })),
    delivered(id) {
      done.run(id)
    }
  }
}

type Queue = Pick<ExchangeRecords, 'enqueue' | 'queue' | 'content' | 'settle'>

function queueStatements(database: DatabaseSync): Queue {
  const add = database.prepare(
    'INSERT OR IGNORE INTO transport_queue (number, source, owner, description, content, arrived_at) VALUES (?, ?, ?, ?, ?, ?)'
  )
  const all = database.prepare(
    'SELECT position, number, source, owner, description, state, code, arrived_at, imported_at, imported_by FROM transport_queue ORDER BY position'
  )
  const content = database.prepare('SELECT content FROM transport_queue WHERE number = ?')
  const settle = database.prepare(
    'UPDATE transport_queue SET state = ?, code = ?, imported_at = ?, imported_by = ? WHERE number = ?'
  )
  return {
    enqueue(entry, exported) {
      add.run(entry.number, entry.source, entry.owner, entry.text, exported, Date.now())
    },
    queue: () => all.all().map(toEntry),
    content(wanted) {
      const row = content.get(wanted)
      return row === undefined ? undefined : text(row, 'content')
    },
    settle(wanted, { state, code, importedAt, importedBy }) {
      settle.run(state, code, importedAt, importedBy, wanted)
    }
  }
}

/** Exports and the import queue, in the database that the rest of the bookkeeping is in. */
export function openExchange(database: DatabaseSync): ExchangeRecords {
  database.exec(schema)
  const add = database.prepare(
    'INSERT INTO transport_import_message (number, at, step, severity, message) VALUES (?, ?, ?, ?, ?)'
  )
  const all = database.prepare(
    'SELECT at, step, severity, message FROM transport_import_message WHERE number = ? ORDER BY id'
  )
  return {
    ...exportStatements(database),
    ...queueStatements(database),
    addImportMessages(wanted, at, messages) {
      for (const each of messages) add.run(wanted, at, each.step, each.severity, each.text)
    },
    importMessages: wanted =>
      all.all(wanted).map(row => ({
        at: number(row, 'at'),
        step: text(row, 'step') as ImportMessage['step'],
        severity: text(row, 'severity') as ImportMessage['severity'],
        text: text(row, 'message')
      }))
  }
}
