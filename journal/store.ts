/** The journal over a SQL database: entries, their owners, and how long they are kept. */
import { randomBytes, randomUUID } from 'node:crypto'
import { ToolError } from '../tools/index.ts'
import type {
  Journal,
  JournalEntry,
  JournalQuery,
  JournalStep,
  OpenEntry,
  RecordedEntry,
  StepEnd
} from '../tools/index.ts'
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from './database.ts'
import { entryColumns, entryOf, entryRow, NamedObjects, stepOf, stepRows } from './rows.ts'
import type { Seal } from './seal.ts'

export interface JournalStoreOptions {
  readonly database: SqlDatabase
  readonly seal: Seal
  readonly now?: (() => number) | undefined
  /** How long the entries of a process that has stopped without a word stay its own. */
  readonly leaseMs?: number | undefined
}

export interface JournalStore extends Omit<Journal, 'whenFull'> {
  /** Extends the lease of this process; the caller does so several times in a lease. */
  renew(): Promise<void>
  /** Entries that run are left to the next process. */
  close(): Promise<void>
}

interface State {
  readonly database: SqlDatabase
  readonly seal: Seal
  readonly now: () => number
  readonly leaseMs: number
  /** Identifies this process among those that share the database. */
  readonly owner: string
}

const usualLeaseMs = 60_000
/** Steps that one query reads. */
const stepsTogether = 200

export function createJournalStore({
  database,
  seal,
  now = Date.now,
  leaseMs = usualLeaseMs
}: JournalStoreOptions): JournalStore {
  const state: State = { database, seal, now, leaseMs, owner: randomUUID() }
  return {
    begin: async (intent, first) => {
      const id = createId(now())
      const open = await entryRow({ id, at: now(), owner: state.owner, intent }, seal)
      const undone = intent.undoes?.split(' ') ?? []
      return await beginEntry(state, { id, head: [lease(state), open], undone, first })
    },
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

const idsOfMillisecond = 36 ** 4
let lastNumber = randomBytes(3).readUIntBE(0, 3) % idsOfMillisecond

/**
 * Ids sort by their time. Twelve characters are few enough for a model to copy. Processes begin at
 * a random number and count on, so that no two entries of one process have the same id.
 */
function createId(now: number): string {
  lastNumber = (lastNumber + 1) % idsOfMillisecond
  return now.toString(36).padStart(8, '0') + lastNumber.toString(36).padStart(4, '0')
}

function lease({ owner, now, leaseMs }: State): SqlStatement {
  return {
    sql: `INSERT INTO journal_owner (id, until) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until`,
    values: [owner, now() + leaseMs]
  }
}

/** Two undos of one change cannot both begin. */
function markAlone(id: string, by: string): SqlStatement {
  const sql =
    'UPDATE journal_entry SET undone_by = $1 WHERE id = $2 AND undone_by IS NULL RETURNING id'
  return { sql, values: [by, id] }
}

function unmark(id: string, by: string): SqlStatement {
  const sql = 'UPDATE journal_entry SET undone_by = NULL WHERE id = $1 AND undone_by = $2'
  return { sql, values: [id, by] }
}

function undoneMeanwhile(id: string): ToolError {
  return new ToolError('TOOL_NOT_UNDOABLE', `Change ${id} is undone already, or being undone.`, {
    remedy: 'ERPManage journal shows which change undoes it. Nothing was changed.',
    outcome: 'failed'
  })
}

interface Begin {
  readonly id: string
  readonly head: readonly SqlStatement[]
  /** Entries that it undoes. */
  readonly undone: readonly string[]
  readonly first: readonly JournalStep[]
}

async function beginEntry(state: State, { id, head, undone, first }: Begin): Promise<OpenEntry> {
  const named = new NamedObjects()
  let last = 0
  const store = async (before: readonly SqlStatement[], steps: readonly JournalStep[]) => {
    const numbers = steps.map(() => ++last)
    const names = named.add(id, steps)
    const rows = await Promise.all(
      steps.map(
        async (step, index) => await stepRows(id, { number: numbers[index] ?? 0, step }, state.seal)
      )
    )
    const count = { sql: 'UPDATE journal_entry SET steps = $1 WHERE id = $2', values: [last, id] }
    const results = await state.database.transaction([
      ...before,
      ...rows.flat(),
      count,
      ...(names === undefined ? [] : [names])
    ])
    return { numbers, results }
  }
  const { results } = await store([...undone.map(one => markAlone(one, id)), ...head], first)
  const missed = undone.find((_one, index) => results[index]?.length === 0)
  if (missed !== undefined) {
    await state.database.transaction(undone.map(one => unmark(one, id)))
    await endEntry(state, { id, outcome: 'nothing', steps: new Map() })
    throw undoneMeanwhile(missed)
  }
  return {
    id,
    add: async steps => (await store([], steps)).numbers,
    end: async (outcome, steps) => await endEntry(state, { id, outcome, steps })
  }
}

interface End {
  readonly id: string
  readonly outcome: string
  readonly steps: ReadonlyMap<number, StepEnd>
}

async function endEntry({ database, now }: State, { id, outcome, steps }: End): Promise<void> {
  await database.transaction([
    {
      sql: 'UPDATE journal_entry SET outcome = $1, ended = $2, owner = NULL WHERE id = $3',
      values: [outcome, now(), id]
    },
    ...[...steps].map(([number, { outcome: of, after, transport }]) => ({
      sql: `UPDATE journal_step SET outcome = $1, after_hash = COALESCE($2, after_hash),
        transport = COALESCE($3, transport) WHERE entry = $4 AND number = $5`,
      values: [of, after ?? null, transport ?? null, id, number]
    }))
  ])
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
