/** The tables of the journal. */
import type { SqlDatabase, SqlRow, SqlStatement } from './database.ts'

/** Raised with each change of the tables; an older program refuses a newer journal. */
export const schemaVersion = 1

interface Dialect {
  readonly bytes: string
  readonly number: string
}

export const dialects = {
  sqlite: { bytes: 'BLOB', number: 'INTEGER' },
  postgres: { bytes: 'BYTEA', number: 'BIGINT' }
} as const satisfies Record<string, Dialect>

const metaTable: SqlStatement = {
  sql: 'CREATE TABLE IF NOT EXISTS journal_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)'
}
const readMeta: SqlStatement = { sql: 'SELECT name, value FROM journal_meta' }

/** Statements that may run at each start, by several processes at once. */
function tables({ bytes, number }: Dialect): readonly SqlStatement[] {
  return [
    // Of each running process, until when its entries are its own.
    `CREATE TABLE IF NOT EXISTS journal_owner (id TEXT PRIMARY KEY, until ${number} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS journal_entry (
      id TEXT PRIMARY KEY, at ${number} NOT NULL, ended ${number}, outcome TEXT,
      repository TEXT NOT NULL, system TEXT NOT NULL, identity TEXT NOT NULL, person TEXT NOT NULL,
      erp_user TEXT, tool TEXT NOT NULL, action TEXT, call ${bytes}, objects TEXT NOT NULL,
      steps ${number} NOT NULL, owner TEXT, undoes TEXT, undone_by TEXT)`,
    `CREATE INDEX IF NOT EXISTS journal_entry_id ON journal_entry (repository, id)`,
    `CREATE INDEX IF NOT EXISTS journal_entry_who ON journal_entry (repository, identity, id)`,
    `CREATE INDEX IF NOT EXISTS journal_entry_open ON journal_entry (repository)
      WHERE outcome IS NULL`,
    `CREATE TABLE IF NOT EXISTS journal_text (
      name TEXT PRIMARY KEY, content ${bytes} NOT NULL, size ${number} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS journal_step (
      entry TEXT NOT NULL REFERENCES journal_entry (id) ON DELETE CASCADE, number ${number} NOT NULL,
      operation TEXT NOT NULL, type TEXT, name TEXT, transport TEXT, after_hash TEXT,
      facts ${bytes} NOT NULL, outcome TEXT,
      PRIMARY KEY (entry, number))`,
    'CREATE INDEX IF NOT EXISTS journal_step_object ON journal_step (type, name, entry)',
    // A text that a step needs cannot be removed, not even by another process at the same time.
    `CREATE TABLE IF NOT EXISTS journal_use (
      entry TEXT NOT NULL, number ${number} NOT NULL, field TEXT NOT NULL,
      text TEXT NOT NULL REFERENCES journal_text (name),
      PRIMARY KEY (entry, number, field),
      FOREIGN KEY (entry, number) REFERENCES journal_step (entry, number) ON DELETE CASCADE)`,
    'CREATE INDEX IF NOT EXISTS journal_use_text ON journal_use (text)',
    // `waits_for` is set while an item waits, so that the same change waits once.
    `CREATE TABLE IF NOT EXISTS approval (
      id TEXT PRIMARY KEY, at ${number} NOT NULL, until ${number} NOT NULL, place TEXT NOT NULL,
      requester TEXT NOT NULL, call TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL,
      body ${bytes} NOT NULL, decision ${bytes}, waits_for TEXT UNIQUE)`,
    'CREATE INDEX IF NOT EXISTS approval_call ON approval (place, call, at)',
    // `change` is the entry of the journal that applies the set, until its outcome is stored.
    `CREATE TABLE IF NOT EXISTS change_set (
      place TEXT NOT NULL, identity TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL,
      revision ${number} NOT NULL, at ${number} NOT NULL, changed ${number} NOT NULL, change TEXT,
      body ${bytes} NOT NULL, last ${bytes}, PRIMARY KEY (place, identity, name))`
  ].map(sql => ({ sql }))
}

/**
 * Makes the tables where they are missing.
 * @param keyMark of the key that encrypts from now on
 * @throws Error in the words of a start error, where the journal is of a newer program or key
 */
export async function prepareTables(
  database: SqlDatabase,
  { dialect, keyMark }: { readonly dialect: Dialect; readonly keyMark: string | undefined }
): Promise<void> {
  // The version comes first: the tables of a newer one may not fit the statements below.
  const [, before = []] = await database.transaction([metaTable, readMeta])
  assertVersion(factsOf(before).get('version'))
  await database.transaction(tables(dialect))
  const note = (name: string, value: string): SqlStatement => ({
    sql: 'INSERT INTO journal_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    values: [name, value]
  })
  const [rows = []] = (
    await database.transaction([
      note('version', String(schemaVersion)),
      ...(keyMark === undefined ? [] : [note('key', keyMark)]),
      readMeta
    ])
  ).slice(-1)
  const facts = factsOf(rows)
  assertVersion(facts.get('version'))
  const known = facts.get('key')
  if (known !== undefined && known !== keyMark) {
    throw new Error(
      keyMark === undefined
        ? 'the journal is encrypted; give the --state-key (ERP_STATE_KEY) that it was written with, or use another journal'
        : 'the journal is encrypted with another --state-key (ERP_STATE_KEY); give that one, or use another journal'
    )
  }
}

function factsOf(rows: readonly SqlRow[]): ReadonlyMap<unknown, unknown> {
  return new Map(rows.map(({ name, value }) => [name, value]))
}

function assertVersion(found: unknown): void {
  if (found === undefined || Number(found) <= schemaVersion) return
  throw new Error(
    `the journal is of a newer version of the bridge (its tables are version ${String(found)}, this program knows ${schemaVersion}); use that version, or another journal`
  )
}
