/** The entries of one person in the journal: found, read and made anonymous without an ERP. */
import { existsSync } from 'node:fs'
import type { JournalEntry } from '../../tools/index.ts'
import { placeOf } from '../configured.ts'
import type { JournalSettings } from '../configured.ts'
import type { SqlDatabase, SqlRow, SqlStatement } from '../database.ts'
import { openPostgres } from '../postgres/database.ts'
import { entryColumns, entryOf } from '../rows.ts'
import { prepareTables } from '../schema.ts'
import { createSeal } from '../seal.ts'
import type { Seal } from '../seal.ts'
import { openSqlite } from '../sqlite/database.ts'

/** A step without the state before it, which is the content of an object. */
export interface PersonStep {
  readonly operation: string
  readonly type?: string
  readonly name?: string
  readonly transport?: string
  readonly outcome?: string
}

export interface PersonEntry {
  readonly entry: JournalEntry
  readonly steps: readonly PersonStep[]
}

export interface Counted {
  readonly entries: number
  /** Changes of this requester that wait for an approval, or were approved. */
  readonly approvals: number
}

export interface PersonEntries {
  /** Identities with this text as identity, user or ERP user. */
  identities(text: string): Promise<readonly string[]>
  /** Oldest first. */
  entries(identity: string): AsyncGenerator<PersonEntry>
  count(identity: string): Promise<Counted>
  /**
   * Puts the pseudonym in place of the identity, and removes names and arguments; removes what waits
   * for an approval, and what is staged. What was broken off is done by the next attempt.
   */
  erase(identity: string, pseudonym: string): Promise<Counted>
  close(): Promise<void>
}

const usualTogether = 200
/** What an erased entry has in place of the name of its user. */
export const erasedName = 'erased'

/** @returns undefined where there is no journal, which is not made for this */
export async function openPersonEntries(
  settings: JournalSettings,
  usualFolder: string
): Promise<PersonEntries | undefined> {
  const place = placeOf(settings, usualFolder)
  if (place === undefined || ('file' in place && !existsSync(place.file))) return undefined
  const database =
    'url' in place ? await openPostgres(place.url) : await openSqlite(place.file, { erases: true })
  const seal = createSeal(settings.stateKey)
  try {
    await prepareTables(database, { dialect: database.dialect, keyMark: seal.keyMark })
  } catch (error) {
    await database.close()
    throw error
  }
  return createPersonEntries(database, seal)
}

/** @param together entries that one transaction reads or changes */
export function createPersonEntries(
  database: SqlDatabase,
  seal: Seal,
  together = usualTogether
): PersonEntries {
  const rowsOf = async (statement: SqlStatement): Promise<readonly SqlRow[]> =>
    (await database.transaction([statement]))[0] ?? []
  return {
    async identities(text) {
      const rows = await rowsOf({
        sql: `SELECT DISTINCT identity FROM journal_entry
          WHERE identity = $1 OR person = $1 OR erp_user = $1
          UNION SELECT requester AS identity FROM approval WHERE requester = $1
          UNION SELECT identity FROM change_set WHERE identity = $1`,
        values: [text]
      })
      return rows.map(({ identity }) => String(identity))
    },
    entries: identity => entriesOf({ database, seal, together }, identity),
    async count(identity) {
      const [row] = await rowsOf({
        sql: `SELECT (SELECT COUNT(*) FROM journal_entry WHERE identity = $1) AS entries,
          (SELECT COUNT(*) FROM approval WHERE requester = $1) AS approvals`,
        values: [identity]
      })
      return { entries: Number(row?.['entries']), approvals: Number(row?.['approvals']) }
    },
    async erase(identity, pseudonym) {
      let entries = 0
      for (;;) {
        const rows = await rowsOf({
          sql: `UPDATE journal_entry SET identity = $1, person = $2, erp_user = NULL, call = NULL
            WHERE id IN (SELECT id FROM journal_entry WHERE identity = $3 LIMIT $4) RETURNING id`,
          values: [pseudonym, erasedName, identity, together]
        })
        entries += rows.length
        if (rows.length < together) break
      }
      await rowsOf(endAbandoned(pseudonym))
      await rowsOf({ sql: 'DELETE FROM change_set WHERE identity = $1', values: [identity] })
      const sql = 'DELETE FROM approval WHERE requester = $1 RETURNING id'
      return { entries, approvals: (await rowsOf({ sql, values: [identity] })).length }
    },
    close: async () => await database.close()
  }
}

/**
 * Entries of processes that stopped are settled at the next call of their caller, which no caller
 * is any more: without an end they would stay for good.
 */
function endAbandoned(pseudonym: string): SqlStatement {
  return {
    sql: `UPDATE journal_entry SET outcome = 'unknown', ended = $1
      WHERE identity = $2 AND outcome IS NULL
      AND (owner IS NULL OR owner NOT IN (SELECT id FROM journal_owner WHERE until > $1))`,
    values: [Date.now(), pseudonym]
  }
}

interface Reading {
  readonly database: SqlDatabase
  readonly seal: Seal
  readonly together: number
}

async function* entriesOf(
  { database, seal, together }: Reading,
  identity: string
): AsyncGenerator<PersonEntry> {
  let after = ''
  for (;;) {
    const [rows = []] = await database.transaction([
      {
        sql: `SELECT ${entryColumns} FROM journal_entry WHERE identity = $1 AND id > $2
          ORDER BY id LIMIT $3`,
        values: [identity, after, together]
      }
    ])
    for (const row of rows) {
      yield { entry: await entryOf(row, seal), steps: await stepsOf(database, row) }
    }
    after = String(rows.at(-1)?.['id'])
    if (rows.length < together) return
  }
}

async function stepsOf(database: SqlDatabase, { id = null }: SqlRow): Promise<PersonStep[]> {
  const sql =
    'SELECT operation, type, name, transport, outcome FROM journal_step WHERE entry = $1 ORDER BY number'
  const [rows = []] = await database.transaction([{ sql, values: [id] }])
  return rows.map(({ operation, ...rest }) => ({
    operation: String(operation),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  }))
}
