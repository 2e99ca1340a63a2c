/** The bookkeeping database of the store. */
import { DatabaseSync } from 'node:sqlite'
import type { SQLOutputValue } from 'node:sqlite'
import type { ObjectKey, ObjectType, Version } from '../types.ts'
import { StoreError } from './errors.ts'
import type { PartRecord, StoredObject } from './model.ts'
import { openExchange } from './exchange/records.ts'
import { openTransports } from './transport-records.ts'
import { versionStatements } from './versions/records.ts'
import type { VersionRecords } from './versions/records.ts'
import { openDumps } from './diagnose/dump-records.ts'
import { openTraces } from './diagnose/trace-records.ts'
import type { DumpRecords } from '../dump-types.ts'
import type { TraceRecords } from '../trace-types.ts'
import type { ExchangeRecords } from '../transports/exchange/types.ts'
import type { TransportRecords } from '../transports/types.ts'

const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS object (
  type TEXT, name TEXT, package TEXT NOT NULL, responsible TEXT NOT NULL, created_by TEXT NOT NULL, created_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL, changed_at INTEGER NOT NULL, original TEXT NOT NULL DEFAULT '', PRIMARY KEY (type, name));
CREATE TABLE IF NOT EXISTS part (
  type TEXT, name TEXT, part TEXT, version TEXT, changed_by TEXT NOT NULL, changed_at INTEGER NOT NULL, revision INTEGER NOT NULL,
  digest TEXT NOT NULL, kept TEXT, PRIMARY KEY (type, name, part, version));
CREATE TABLE IF NOT EXISTS former (
  type TEXT, name TEXT, part TEXT, number INTEGER, changed_by TEXT NOT NULL, changed_at INTEGER NOT NULL, text TEXT NOT NULL,
  request TEXT, PRIMARY KEY (type, name, part, number));
CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY, path TEXT NOT NULL, content BLOB);
`

type Row = Record<string, SQLOutputValue>
export type ObjectRecord = Pick<
  StoredObject,
  | 'key'
  | 'package'
  | 'responsible'
  | 'createdBy'
  | 'createdAt'
  | 'changedBy'
  | 'changedAt'
  | 'original'
> & { readonly parts: readonly PartRecord[] }
export interface JournalEntry {
  readonly id: number
  readonly path: string
  readonly content: Uint8Array | undefined
}

/** The bookkeeping database. Every method is one statement or runs inside `transaction`. */
export interface State extends VersionRecords {
  transaction(work: () => void): void
  meta(key: string): string | undefined
  setMeta(key: string, value: string): void
  objects(): ObjectRecord[]
  save(object: StoredObject): void
  remove(key: ObjectKey): void
  journal(): JournalEntry[]
  addJournal(path: string, content: Uint8Array | undefined): void
  clearJournal(): void
  readonly transports: TransportRecords
  readonly exchange: ExchangeRecords
  readonly dumps: DumpRecords
  readonly traces: TraceRecords
  close(): void
}

const text = (row: Row, column: string) => String(row[column] ?? '')
const number = (row: Row, column: string) => Number(row[column] ?? 0)

/** Columns that bookkeeping of an earlier version lacks. */
function addColumns(database: DatabaseSync): void {
  const columns = database.prepare('PRAGMA table_info(object)').all()
  if (columns.some(row => row.name === 'original')) return
  database.exec("ALTER TABLE object ADD COLUMN original TEXT NOT NULL DEFAULT ''")
}

function open(file: string, durable: boolean): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL;'
    )
    database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}; BEGIN EXCLUSIVE; COMMIT;`)
    database.exec(schema)
    addColumns(database)
    return database
  } catch (cause) {
    database.close()
    const busy = cause instanceof Error && /locked|busy/i.test(cause.message)
    const message = busy
      ? `The data directory of ${file} is open in another process`
      : `The bookkeeping ${file} cannot be read`
    throw new StoreError(busy ? 'IN_USE' : 'STORAGE', message, { cause })
  }
}

function toPart(row: Row): PartRecord {
  const kept = row.kept
  return {
    part: text(row, 'part'),
    version: text(row, 'version') as Version,
    changedBy: text(row, 'changed_by'),
    changedAt: number(row, 'changed_at'),
    revision: number(row, 'revision'),
    digest: text(row, 'digest'),
    ...(typeof kept === 'string' ? { kept } : {})
  }
}

function toObject(row: Row, parts: readonly PartRecord[]): ObjectRecord {
  return {
    key: { type: text(row, 'type') as ObjectType, name: text(row, 'name') },
    package: text(row, 'package'),
    responsible: text(row, 'responsible'),
    createdBy: text(row, 'created_by'),
    createdAt: number(row, 'created_at'),
    changedBy: text(row, 'changed_by'),
    changedAt: number(row, 'changed_at'),
    original: text(row, 'original'),
    parts
  }
}

function objectStatements(database: DatabaseSync): Pick<State, 'objects' | 'save' | 'remove'> {
  const allObjects = database.prepare('SELECT * FROM object')
  const allParts = database.prepare('SELECT * FROM part')
  const saveObject = database.prepare(
    'INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
  )
  const savePart = database.prepare(
    'INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
  )
  const removeParts = database.prepare('DELETE FROM part WHERE type = ? AND name = ?')
  const removeObject = database.prepare('DELETE FROM object WHERE type = ? AND name = ?')
  return {
    objects() {
      const parts = Map.groupBy(allParts.all(), row => `${text(row, 'type')} ${text(row, 'name')}`)
      return allObjects
        .all()
        .map(row =>
          toObject(row, (parts.get(`${text(row, 'type')} ${text(row, 'name')}`) ?? []).map(toPart))
        )
    },
    save(object) {
      const { type, name } = object.key
      saveObject.run(
        type,
        name,
        object.package,
        object.responsible,
        object.createdBy,
        object.createdAt,
        object.changedBy,
        object.changedAt,
        object.original ?? ''
      )
      removeParts.run(type, name)
      for (const { part, version, changedBy, changedAt, revision, digest, kept } of object.parts) {
        savePart.run(
          type,
          name,
          part,
          version,
          changedBy,
          changedAt,
          revision,
          digest,
          kept ?? null
        )
      }
    },
    remove({ type, name }) {
      // The versions stay, as in the ERP's version database.
      for (const statement of [removeParts, removeObject]) statement.run(type, name)
    }
  }
}

function journalStatements(
  database: DatabaseSync,
  durable: boolean
): Pick<State, 'journal' | 'addJournal' | 'clearJournal'> {
  const all = database.prepare('SELECT id, path, content FROM journal ORDER BY id')
  const add = database.prepare('INSERT INTO journal (path, content) VALUES (?, ?)')
  const clear = database.prepare('DELETE FROM journal')
  return {
    journal: () =>
      all.all().map(row => ({
        id: number(row, 'id'),
        path: text(row, 'path'),
        content: row.content instanceof Uint8Array ? row.content : undefined
      })),
    addJournal(path, content) {
      add.run(path, content ?? null)
    },
    clearJournal() {
      // Need not reach the disk by itself: after a power failure the files are put in place once
      // more, as they are.
      if (durable) database.exec('PRAGMA synchronous = OFF')
      clear.run()
      if (durable) database.exec('PRAGMA synchronous = FULL')
    }
  }
}

/**
 * Opens the bookkeeping for this process alone. `durable`: a commit is on the disk when it returns.
 * Throws StoreError `IN_USE` when another process has it open.
 */
export function openState(file: string, durable: boolean): State {
  const database = open(file, durable)
  const getMeta = database.prepare('SELECT value FROM meta WHERE key = ?')
  const putMeta = database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)')
  const transaction = (work: () => void) => {
    database.exec('BEGIN IMMEDIATE')
    try {
      work()
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  return {
    ...objectStatements(database),
    ...versionStatements(database),
    ...journalStatements(database, durable),
    transports: openTransports(database, transaction),
    exchange: openExchange(database),
    dumps: openDumps(database),
    traces: openTraces(database),
    transaction,
    meta(key) {
      const row = getMeta.get(key)
      return row === undefined ? undefined : text(row, 'value')
    },
    setMeta(key, value) {
      putMeta.run(key, value)
    },
    close() {
      database.close()
    }
  }
}
