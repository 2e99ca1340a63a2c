/** Entries as they are written: begun, extended by steps, ended, under the lease of their owner. */
import { randomBytes } from 'node:crypto'
import { ToolError } from '../tools/index.ts'
import type { JournalIntent, JournalStep, OpenEntry, StepEnd } from '../tools/index.ts'
import type { SqlDatabase, SqlRow, SqlStatement } from './database.ts'
import { entryRow, NamedObjects, stepRows } from './rows.ts'
import type { NewStep } from './rows.ts'
import type { Seal } from './seal.ts'

/** What one process keeps of the store. */
export interface State {
  readonly database: SqlDatabase
  readonly seal: Seal
  readonly now: () => number
  readonly leaseMs: number
  /** Identifies this process among those that share the database. */
  readonly owner: string
  /** An end that could not be stored, after the answer. */
  readonly onLost: (id: string, error: unknown) => void
  /** When this process has extended its lease. */
  leasedAt: number
  /** Names of texts that the database has, newest last. */
  readonly stored: Set<string>
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

export function lease(state: State): SqlStatement {
  const { owner, now, leaseMs } = state
  state.leasedAt = now()
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

/** A timer extends the lease too; it may be late where the machine slept. */
function leaseIfOld(state: State): readonly SqlStatement[] {
  return state.now() - state.leasedAt < state.leaseMs / 4 ? [] : [lease(state)]
}

/** Texts that are remembered as stored. */
const mostStored = 1000

/**
 * Stores steps, in one transaction with the statements before and after them. A text that was
 * removed since it was stored makes the transaction fail; it is sent again with all texts then.
 */
async function storeSteps(
  state: State,
  id: string,
  { steps, around }: { readonly steps: readonly NewStep[]; readonly around: Around }
): Promise<readonly (readonly SqlRow[])[]> {
  const { database, seal, stored } = state
  const rows = await Promise.all(
    steps.map(async step => await stepRows(id, step, { seal, stored }))
  )
  const names = rows.flatMap(({ texts }) => texts)
  const isShort = names.some(name => stored.has(name))
  const statements = [...around.before, ...rows.flatMap(one => one.rows), ...around.after]
  const results = await database.transaction(statements).catch(async (error: unknown) => {
    if (!isShort) throw error
    stored.clear()
    return await storeSteps(state, id, { steps, around })
  })
  if (stored.size > mostStored) stored.clear()
  for (const name of names) stored.add(name)
  return results
}

interface Around {
  readonly before: readonly SqlStatement[]
  readonly after: readonly SqlStatement[]
}

export async function beginEntry(
  state: State,
  intent: JournalIntent,
  first: readonly JournalStep[]
): Promise<OpenEntry> {
  const { now, owner, seal, database } = state
  const id = createId(now())
  const named = new NamedObjects()
  named.add(first)
  const counted = { objects: named.text, steps: first.length }
  const entry = await entryRow({ id, at: now(), owner, intent, ...counted }, seal)
  const undone = intent.undoes?.split(' ') ?? []
  const before = [...undone.map(one => markAlone(one, id)), ...leaseIfOld(state), entry]
  const results = await storeSteps(state, id, {
    steps: first.map((step, index) => ({ number: index + 1, step })),
    around: { before, after: [] }
  })
  const missed = undone.find((_one, index) => results[index]?.length === 0)
  if (missed !== undefined) {
    await database.transaction(undone.map(one => unmark(one, id)))
    await endEntry(state, { id, outcome: 'nothing', steps: new Map() })
    throw undoneMeanwhile(missed)
  }
  let last = first.length
  return {
    id,
    async add(steps) {
      const numbered = steps.map(step => ({ number: ++last, step }))
      named.add(steps)
      const sql = 'UPDATE journal_entry SET steps = $1, objects = $2 WHERE id = $3'
      const count = { sql, values: [last, named.text, id] }
      await storeSteps(state, id, { steps: numbered, around: { before: [], after: [count] } })
      return numbered.map(({ number }) => number)
    },
    end: async (outcome, steps) => await endEntry(state, { id, outcome, steps })
  }
}

interface End {
  readonly id: string
  readonly outcome: string
  readonly steps: ReadonlyMap<number, StepEnd>
}

/**
 * Where transactions are ordered, the answer need not wait until the end is durable: an entry whose
 * end is lost with the machine is settled by the state of the ERP.
 */
export async function endEntry(
  { database, now, onLost }: State,
  { id, outcome, steps }: End
): Promise<void> {
  const ended = database.transaction([
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
  if (database.isOrdered) ended.catch((error: unknown) => onLost(id, error))
  else await ended
}
