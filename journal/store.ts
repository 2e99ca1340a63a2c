/** The journal over a SQL database: entries, their owners, and how long they are kept. */
import { randomUUID } from 'node:crypto'
import type { Journal, JournalEntry, JournalQuery, RecordedEntry } from '../tools/index.ts'
import type { SqlDatabase, SqlRow, SqlValue } from './database.ts'
import { entryColumns, entryOf, stepOf } from './rows.ts'
import type { Seal } from './seal.ts'
import { beginEntry, endEntry, lease } from './writing.ts'
import type { State } from './writing.ts'

export interface JournalStoreOptions {
  readonly database: SqlDatabase
  readonly seal: Seal
  readonly now?: (() => number) | undefined
  /** How long the entries of a process that has stopped without a word stay its own. */
  readonly leaseMs?: number | undefined
  readonly onLost?: State['onLost'] | undefined
}

export interface JournalStore extends Omit<Journal, 'whenFull'> {
  /** Extends the lease of this process; the caller does so several times in a lease. */
  renew(): Promise<void>
  /** Entries that run are left to the next process. */
  close(): Promise<void>
}

const usualLeaseMs = 60_000
/** Steps that one query reads. */
const stepsTogether = 200

export function createJournalStore({
  database,
  seal,
  now = Date.now,
  leaseMs = usualLeaseMs,
  onLost = () => {}
}: JournalStoreOptions): JournalStore {
  const state: State = {
    ...{ database, seal, now, leaseMs, onLost, owner: randomUUID() },
    leasedAt: -Infinity,
    stored: new Set()
  }
  return {
    begin: async (intent, first) => await beginEntry(state, intent, first),
    find: async query => await findEntries(state, query),
    read: async (id, repository) => await readEntry(state, id, repository),
    hasOpen: async identity => await hasOpen(state, identity),
    claim: async (repository, identity) => await claimEntries(state, repository, identity),
    settle: async (id, outcome, steps) => await endEntry(state, { id, outcome, steps }),
    markUndone: async (id, by) => {
      const sql = 'UPDATE journal_entry SET undone_by = $1 WHERE id = $2'
      await database.transaction([{ sql, values: [by ?? null, id] }])
    },
    renew: async () => void (await database.transaction([lease(state)])),
    async close() {
      const sql = 'DELETE FROM journal_owner WHERE id = $1'
      await database.transaction([{ sql, values: [state.owner] }]).catch(() => {})
      await database.close()
    }
  }
}

async function findEntries(
  { database, seal }: State,
  query: JournalQuery
): Promise<readonly JournalEntry[]> {
  const { repository, identity, object, since, before, limit } = query
  const values: SqlValue[] = []
  const place = (value: SqlValue) => `$${values.push(value)}`
  const conditions = [
    `repository = ${place(repository)}`,
    ...(identity === undefined ? [] : [`identity = ${place(identity)}`]),
    ...(since === undefined ? [] : [`at >= ${place(since)}`]),
    ...(before === undefined ? [] : [`id < ${place(before)}`]),
    ...(object === undefined
      ? []
      : [
          `id IN (SELECT entry FROM journal_step
            WHERE type = ${place(object.type)} AND name = ${place(object.name)})`
        ])
  ]
  const [rows = []] = await database.transaction([
    {
      sql: `SELECT ${entryColumns} FROM journal_entry WHERE ${conditions.join(' AND ')}
        ORDER BY id DESC LIMIT ${place(limit)}`,
      values
    }
  ])
  return await Promise.all(rows.map(async row => await entryOf(row, seal)))
}

async function readEntry(
  state: State,
  id: string,
  repository: string
): Promise<RecordedEntry | undefined> {
  const [rows = []] = await state.database.transaction([
    {
      sql: `SELECT ${entryColumns} FROM journal_entry WHERE id = $1 AND repository = $2`,
      values: [id, repository]
    }
  ])
  const [row] = rows
  return row === undefined ? undefined : await recordedEntry(state, row)
}

async function recordedEntry(state: State, row: SqlRow): Promise<RecordedEntry> {
  const { database, seal } = state
  const entry = await entryOf(row, seal)
  const steps: RecordedEntry['steps'][number][] = []
  for (let from = 0; from < entry.steps; from += stepsTogether) {
    const values = [entry.id, from, from + stepsTogether]
    const between = 'entry = $1 AND number > $2 AND number <= $3'
    const [stepRowsRead = [], used = []] = await database.transaction([
      { sql: `SELECT * FROM journal_step WHERE ${between} ORDER BY number`, values },
      {
        sql: `SELECT number, field, name, content FROM journal_use
          JOIN journal_text ON journal_text.name = journal_use.text WHERE ${between}`,
        values
      }
    ])
    const of = Map.groupBy(used, ({ number }) => Number(number))
    for (const step of stepRowsRead) {
      steps.push(await stepOf(step, { used: of.get(Number(step['number'])) ?? [], seal }))
    }
  }
  return { entry, steps }
}

/** No running process owns the entry. `$1` is the present time. */
const ownerless =
  'outcome IS NULL AND (owner IS NULL OR owner NOT IN (SELECT id FROM journal_owner WHERE until > $1))'

async function hasOpen(state: State, identity: string | undefined): Promise<boolean> {
  const values: SqlValue[] = [state.now()]
  const who = identity === undefined ? '' : ` AND identity = $${values.push(identity)}`
  const [rows = []] = await state.database.transaction([
    { sql: `SELECT 1 AS one FROM journal_entry WHERE ${ownerless}${who} LIMIT 1`, values }
  ])
  return rows.length > 0
}

/**
 * Takes over what belongs to no live process. An entry that another process takes at the same time
 * has another owner by then, and stays with it.
 */
async function claimEntries(
  state: State,
  repository: string,
  identity: string | undefined
): Promise<readonly RecordedEntry[]> {
  const values: SqlValue[] = [state.now(), repository]
  const who = identity === undefined ? '' : ` AND identity = $${values.push(identity)}`
  const [, open = []] = await state.database.transaction([
    lease(state),
    {
      sql: `SELECT id, COALESCE(owner, '') AS owner FROM journal_entry
        WHERE repository = $2 AND ${ownerless}${who} ORDER BY id`,
      values
    }
  ])
  if (open.length === 0) return []
  const taken = await state.database.transaction(
    open.map(({ id = null, owner = null }) => ({
      sql: `UPDATE journal_entry SET owner = $2
        WHERE id = $3 AND COALESCE(owner, '') = $4 AND ${ownerless}
        RETURNING ${entryColumns}`,
      values: [state.now(), state.owner, id, owner]
    }))
  )
  const rows = taken.flat()
  const found = await Promise.all(rows.map(async row => await readOrEnd(state, row)))
  return found.filter(entry => entry !== undefined)
}

/** An entry that cannot be read ends as unknown, so that it keeps no other from being settled. */
async function readOrEnd(state: State, row: SqlRow): Promise<RecordedEntry | undefined> {
  try {
    return await recordedEntry(state, row)
  } catch {
    await endEntry(state, { id: String(row['id']), outcome: 'unknown', steps: new Map() })
    return undefined
  }
}
