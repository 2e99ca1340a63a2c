/** Stores transport requests and tasks in the bookkeeping database. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type {
  SearchConfiguration,
  TransportEntry,
  TransportLogEntry,
  TransportRecords,
  TransportRequest
} from '../transports/types.ts'
import type { ObjectType } from '../types.ts'

const schema = `
CREATE TABLE IF NOT EXISTS transport (
  number TEXT PRIMARY KEY, parent TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, owner TEXT NOT NULL, description TEXT NOT NULL,
  target TEXT NOT NULL, client TEXT NOT NULL, created_by TEXT NOT NULL, created_at INTEGER NOT NULL, changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL, released_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS transport_parent ON transport (parent);
CREATE TABLE IF NOT EXISTS transport_entry (
  number TEXT, position INTEGER NOT NULL, pgmid TEXT, type TEXT, name TEXT, object_type TEXT NOT NULL, object_name TEXT NOT NULL,
  adt_type TEXT NOT NULL, recorded_at INTEGER NOT NULL, PRIMARY KEY (number, pgmid, type, name));
CREATE INDEX IF NOT EXISTS transport_entry_object ON transport_entry (object_type, object_name);
CREATE TABLE IF NOT EXISTS transport_attribute (number TEXT, position INTEGER, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (number, position));
CREATE TABLE IF NOT EXISTS transport_log (id INTEGER PRIMARY KEY, number TEXT NOT NULL, at INTEGER NOT NULL, user TEXT NOT NULL, message TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS transport_log_number ON transport_log (number);
CREATE TABLE IF NOT EXISTS transport_search (
  id TEXT PRIMARY KEY, user TEXT NOT NULL, properties TEXT NOT NULL, created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS transport_number (last INTEGER NOT NULL);
INSERT INTO transport_number SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM transport_number);
`

type Row = Record<string, SQLOutputValue>
const text = (row: Row, column: string) => String(row[column] ?? '')
const number = (row: Row, column: string) => Number(row[column] ?? 0)

function toRequest(row: Row): TransportRequest {
  return {
    number: text(row, 'number'),
    parent: text(row, 'parent'),
    kind: text(row, 'kind') as TransportRequest['kind'],
    status: text(row, 'status') as TransportRequest['status'],
    owner: text(row, 'owner'),
    text: text(row, 'description'),
    target: text(row, 'target'),
    client: text(row, 'client'),
    createdBy: text(row, 'created_by'),
    createdAt: number(row, 'created_at'),
    changedBy: text(row, 'changed_by'),
    changedAt: number(row, 'changed_at'),
    releasedAt: number(row, 'released_at')
  }
}

function toEntry(row: Row): TransportEntry {
  const name = text(row, 'object_name')
  return {
    number: text(row, 'number'),
    position: number(row, 'position'),
    pgmid: text(row, 'pgmid'),
    type: text(row, 'type'),
    name: text(row, 'name'),
    ...(name === '' ? {} : { object: { type: text(row, 'object_type') as ObjectType, name } }),
    adtType: text(row, 'adt_type'),
    recordedAt: number(row, 'recorded_at')
  }
}

function toLog(row: Row): TransportLogEntry {
  return {
    number: text(row, 'number'),
    at: number(row, 'at'),
    user: text(row, 'user'),
    text: text(row, 'message')
  }
}

function toConfiguration(row: Row): SearchConfiguration {
  return {
    id: text(row, 'id'),
    user: text(row, 'user'),
    properties: JSON.parse(text(row, 'properties')) as Record<string, string>,
    createdAt: number(row, 'created_at'),
    changedAt: number(row, 'changed_at')
  }
}

type Requests = Pick<
  TransportRecords,
  'nextNumber' | 'requests' | 'request' | 'tasks' | 'save' | 'remove'
>

function requestStatements(database: DatabaseSync): Requests {
  const next = database.prepare('UPDATE transport_number SET last = last + 1 RETURNING last')
  const all = database.prepare('SELECT * FROM transport ORDER BY number')
  const one = database.prepare('SELECT * FROM transport WHERE number = ?')
  const below = database.prepare(
    "SELECT * FROM transport WHERE parent = ? AND parent <> '' ORDER BY number"
  )
  const save = database.prepare(
    'INSERT OR REPLACE INTO transport VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  )
  const removals = ['transport', 'transport_entry', 'transport_attribute', 'transport_log'].map(
    table => database.prepare(`DELETE FROM ${table} WHERE number = ?`)
  )
  return {
    nextNumber: () => number(next.get() ?? {}, 'last'),
    requests: () => all.all().map(toRequest),
    request: wanted => one.all(wanted).map(toRequest)[0],
    tasks: parent => below.all(parent).map(toRequest),
    save(request) {
      const {
        parent,
        kind,
        status,
        owner,
        target,
        client,
        createdBy,
        createdAt,
        changedBy,
        changedAt,
        releasedAt
      } = request
      save.run(
        request.number,
        parent,
        kind,
        status,
        owner,
        request.text,
        target,
        client,
        createdBy,
        createdAt,
        changedBy,
        changedAt,
        releasedAt
      )
    },
    remove(wanted) {
      for (const removal of removals) removal.run(wanted)
    }
  }
}

function entryStatements(
  database: DatabaseSync
): Pick<TransportRecords, 'entries' | 'entriesOf' | 'addEntry' | 'removeEntry'> {
  const all = database.prepare('SELECT * FROM transport_entry WHERE number = ? ORDER BY position')
  const ofObject = database.prepare(
    'SELECT * FROM transport_entry WHERE object_type = ? AND object_name = ? ORDER BY recorded_at, position'
  )
  const add = database.prepare(`INSERT OR IGNORE INTO transport_entry
    SELECT ?, coalesce(max(position), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM transport_entry WHERE number = ?`)
  const remove = database.prepare(
    'DELETE FROM transport_entry WHERE number = ? AND pgmid = ? AND type = ? AND name = ?'
  )
  return {
    entries: wanted => all.all(wanted).map(toEntry),
    entriesOf: ({ type, name }) => ofObject.all(type, name).map(toEntry),
    addEntry(entry) {
      const { pgmid, type, name, object, adtType, recordedAt } = entry
      add.run(
        entry.number,
        pgmid,
        type,
        name,
        object?.type ?? '',
        object?.name ?? '',
        adtType,
        recordedAt,
        entry.number
      )
    },
    removeEntry({ number: wanted, pgmid, type, name }) {
      remove.run(wanted, pgmid, type, name)
    }
  }
}

function attributeStatements(
  database: DatabaseSync
): Pick<TransportRecords, 'attributes' | 'setAttributes' | 'log' | 'addLog'> {
  const all = database.prepare(
    'SELECT * FROM transport_attribute WHERE number = ? ORDER BY position'
  )
  const clear = database.prepare('DELETE FROM transport_attribute WHERE number = ?')
  const add = database.prepare('INSERT INTO transport_attribute VALUES (?, ?, ?, ?)')
  const log = database.prepare('SELECT * FROM transport_log WHERE number = ? ORDER BY id')
  const addLog = database.prepare(
    'INSERT INTO transport_log (number, at, user, message) VALUES (?, ?, ?, ?)'
  )
  return {
    attributes: wanted =>
      all.all(wanted).map(row => ({ name: text(row, 'name'), value: text(row, 'value') })),
    setAttributes(wanted, attributes) {
      clear.run(wanted)
      for (const [index, { name, value }] of attributes.entries()) {
        add.run(wanted, index + 1, name, value)
      }
    },
    log: wanted => log.all(wanted).map(toLog),
    addLog(entry) {
      addLog.run(entry.number, entry.at, entry.user, entry.text)
    }
  }
}

/**
 * Transports in the bookkeeping database; `transaction` is the one that all changes of it share.
 */
export function openTransports(
  database: DatabaseSync,
  transaction: (work: () => void) => void
): TransportRecords {
  database.exec(schema)
  const configurations = database.prepare(
    'SELECT * FROM transport_search WHERE user = ? ORDER BY created_at, id'
  )
  const saveConfiguration = database.prepare(
    'INSERT OR REPLACE INTO transport_search VALUES (?, ?, ?, ?, ?)'
  )
  return {
    ...requestStatements(database),
    ...entryStatements(database),
    ...attributeStatements(database),
    atomically: transaction,
    configurations: user => configurations.all(user).map(toConfiguration),
    saveConfiguration({ id, user, properties, createdAt, changedAt }) {
      saveConfiguration.run(id, user, JSON.stringify(properties), createdAt, changedAt)
    }
  }
}
