/** Opens the journal that the settings name, renews its lease and removes old entries. */
import { ToolError } from '../tools/index.ts'
import type { Approvals, ChangeSets, Journal, Log } from '../tools/index.ts'
import { createApprovals, withApprovalWords } from './approvals.ts'
import { createChangeSets, withChangeSetWords } from './change-sets.ts'
import type { SqlDatabase } from './database.ts'
import { failingWith } from './failures.ts'
import { openPostgres } from './postgres/database.ts'
import { prune } from './retention.ts'
import type { Retention } from './retention.ts'
import { prepareTables } from './schema.ts'
import type { dialects } from './schema.ts'
import { createSeal } from './seal.ts'
import { openSqlite } from './sqlite/database.ts'
import { createJournalStore } from './store.ts'
import type { JournalStore } from './store.ts'

export interface JournalOptions {
  /** A file of SQLite, or the address of a PostgreSQL database. */
  readonly store: { readonly file: string } | { readonly url: string }
  /** Encrypts the contents. */
  readonly stateKey?: string | undefined
  readonly retention: Retention
  readonly whenFull: Journal['whenFull']
  readonly log: Log
}

export interface OpenJournal extends Journal {
  /** The changes that wait for an approval, in the same database. */
  readonly approvals: Approvals
  /** Staged changes, in the same database. */
  readonly changeSets: ChangeSets
  close(): Promise<void>
}

const renewMs = 15_000
const pruneMs = 3_600_000

/** @throws Error in the words of a start error */
export async function openJournal({ store, ...options }: JournalOptions): Promise<OpenJournal> {
  const database = 'url' in store ? await openPostgres(store.url) : await openSqlite(store.file)
  return await overDatabase(database, options)
}

interface Opened extends SqlDatabase {
  readonly dialect: (typeof dialects)[keyof typeof dialects]
}

async function overDatabase(
  database: Opened,
  { stateKey, retention, whenFull, log }: Omit<JournalOptions, 'store'>
): Promise<OpenJournal> {
  const seal = createSeal(stateKey)
  try {
    await prepareTables(database, { dialect: database.dialect, keyMark: seal.keyMark })
  } catch (error) {
    await database.close()
    throw error
  }
  const store = createJournalStore({
    database,
    seal,
    // The caller knows what happened; the next start finds it out for the journal.
    onLost: (change, err) => log.error({ err, change }, 'a change was not ended in the journal')
  })
  const clean = async () => await prune(database, retention)
  const background = (what: string, work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => log.warn({ err: error }, `the journal: ${what} failed`))
  }
  background('removing old entries', clean)()
  const timers = [
    setInterval(
      background('renewing the lease', async () => await store.renew()),
      renewMs
    ),
    setInterval(background('removing old entries', clean), pruneMs)
  ]
  for (const timer of timers) timer.unref()
  return {
    ...withWords(store, whenFull),
    approvals: withApprovalWords(createApprovals(database, seal), unavailable),
    changeSets: withChangeSetWords(createChangeSets(database, seal), unavailable),
    async close() {
      for (const timer of timers) clearInterval(timer)
      await store.close()
    }
  }
}

/** The same store, whose failures say what they mean for a call. */
function withWords(store: JournalStore, whenFull: Journal['whenFull']): Journal {
  const asked = failingWith(unavailable)
  return {
    whenFull,
    begin: async (intent, first) => {
      const open = await asked(async () => await store.begin(intent, first))
      return {
        id: open.id,
        add: async steps => await asked(async () => await open.add(steps)),
        end: async (outcome, steps) => await asked(async () => await open.end(outcome, steps))
      }
    },
    find: async query => await asked(async () => await store.find(query)),
    read: async (id, repository) => await asked(async () => await store.read(id, repository)),
    hasOpen: async identity => await asked(async () => await store.hasOpen(identity)),
    claim: async (repository, identity) =>
      await asked(async () => await store.claim(repository, identity)),
    settle: async (id, outcome, steps) =>
      await asked(async () => await store.settle(id, outcome, steps)),
    markUndone: async (id, by) => await asked(async () => await store.markUndone(id, by))
  }
}

function unavailable(cause: unknown): ToolError {
  const { message } = cause as Error
  return new ToolError(
    'JOURNAL_UNAVAILABLE',
    `The journal of changes cannot be used: ${message}.`,
    {
      remedy:
        'The operator has to make room or repair the store of --journal-dir or --journal-url.',
      setting: '--journal-dir',
      outcome: 'failed',
      cause
    }
  )
}
