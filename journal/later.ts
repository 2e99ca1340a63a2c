/** A journal that opens beside the start, and is tried again where it could not be opened. */
import { ToolError } from '../tools/index.ts'
import { changeSetsOver } from './change-sets.ts'
import { openJournal } from './open.ts'
import type { JournalOptions, OpenJournal } from './open.ts'

/** Between two attempts: each one starts a thread, and every change would wait for it. */
const againMs = 30_000

interface Attempt {
  readonly at: number
  readonly opened: Promise<OpenJournal | undefined>
}

/** Each use fails with JOURNAL_UNAVAILABLE while the journal cannot be opened. */
export function openLater(options: JournalOptions, now: () => number = Date.now): OpenJournal {
  let failures = 0
  let isClosed = false
  const attempt = (): Attempt => ({
    at: now(),
    opened: openJournal(options).then(
      journal => {
        if (failures > 0) options.log.warn({}, 'changes are recorded: the journal is open now')
        return journal
      },
      (cause: unknown) => {
        // The further attempts fail for the same reason.
        if (failures++ === 0) {
          options.log.warn({ err: cause }, 'changes are not recorded: the journal cannot be opened')
        }
        return undefined
      }
    )
  })
  let last = attempt()
  const present = async () => {
    const tried = last
    const journal = await tried.opened
    if (journal !== undefined || isClosed) return journal
    // One attempt for all calls that meet the failure at the same time.
    if (last === tried && now() - tried.at >= againMs) last = attempt()
    return await last.opened
  }
  const use = async <T>(work: (journal: OpenJournal) => Promise<T>): Promise<T> => {
    const journal = await present()
    if (journal === undefined) throw unopened()
    return await work(journal)
  }
  return {
    whenFull: options.whenFull,
    begin: async (intent, first) => await use(async journal => await journal.begin(intent, first)),
    find: async query => await use(async journal => await journal.find(query)),
    read: async (id, repository) => await use(async journal => await journal.read(id, repository)),
    hasOpen: async identity => await use(async journal => await journal.hasOpen(identity)),
    claim: async (repository, identity) =>
      await use(async journal => await journal.claim(repository, identity)),
    settle: async (id, outcome, steps) =>
      await use(async journal => await journal.settle(id, outcome, steps)),
    markUndone: async (id, by) => await use(async journal => await journal.markUndone(id, by)),
    approvals: {
      add: async request => await use(async ({ approvals }) => await approvals.add(request)),
      ofCall: async (place, call) =>
        await use(async ({ approvals }) => await approvals.ofCall(place, call)),
      read: async (place, id) =>
        await use(async ({ approvals }) => await approvals.read(place, id)),
      find: async query => await use(async ({ approvals }) => await approvals.find(query)),
      decide: async (item, state, decision) =>
        await use(async ({ approvals }) => await approvals.decide(item, state, decision)),
      use: async item => await use(async ({ approvals }) => await approvals.use(item)),
      takeExpired: async place =>
        await use(async ({ approvals }) => await approvals.takeExpired(place))
    },
    changeSets: changeSetsOver(
      async work => await use(async ({ changeSets }) => await work(changeSets))
    ),
    async close() {
      isClosed = true
      await (await last.opened)?.close()
    }
  }
}

function unopened(): ToolError {
  return new ToolError('JOURNAL_UNAVAILABLE', 'The journal of changes cannot be opened.', {
    remedy: `Give a folder that can be written with --journal-dir, or --journal off. It is tried again after ${againMs / 1000} seconds.`,
    setting: '--journal-dir',
    outcome: 'failed'
  })
}
