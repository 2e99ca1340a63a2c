/** The journal that the settings name, or the one of the user where a program has it by default. */
import { join } from 'node:path'
import { ToolError } from '../tools/index.ts'
import type { Journal, Log } from '../tools/index.ts'
import { openJournal } from './open.ts'
import type { JournalOptions, OpenJournal } from './open.ts'

/** The settings of the journal. */
export interface JournalSettings {
  readonly journal: 'on' | 'off'
  readonly journalDir?: string | undefined
  readonly journalUrl?: string | undefined
  readonly journalDays: number
  readonly journalBytes: number
  readonly journalFull: Journal['whenFull']
  readonly stateKey?: string | undefined
}

export interface ConfiguredJournal {
  readonly log: Log
  /** Where the journal is without a setting; undefined: there is none then. */
  readonly usualFolder: string | undefined
}

const fileName = 'journal.sqlite'

/**
 * @returns undefined where changes are not recorded
 * @throws Error in the words of a start error, where a setting names a journal that cannot be used
 */
export async function configuredJournal(
  settings: JournalSettings,
  configured: ConfiguredJournal
): Promise<OpenJournal | undefined> {
  const options = optionsOf(settings, configured)
  if (options === undefined) return undefined
  return isNamed(settings) ? await openJournal(options) : openLater(options)
}

/** The same for a program that starts without waiting: an error ends the first change. */
export function laterJournal(
  settings: JournalSettings,
  configured: ConfiguredJournal
): OpenJournal | undefined {
  const options = optionsOf(settings, configured)
  return options === undefined ? undefined : openLater(options)
}

function isNamed({ journalDir, journalUrl }: JournalSettings): boolean {
  return journalDir !== undefined || journalUrl !== undefined
}

function optionsOf(
  settings: JournalSettings,
  { log, usualFolder }: ConfiguredJournal
): JournalOptions | undefined {
  const { journal, journalUrl: url, journalDir: folder = usualFolder } = settings
  if (journal === 'off' || (url === undefined && folder === undefined)) return undefined
  return {
    store: url === undefined ? { file: join(folder ?? '', fileName) } : { url },
    stateKey: settings.stateKey,
    retention: { days: settings.journalDays, bytes: settings.journalBytes },
    // Where no setting asks for a journal, its lack refuses nothing.
    whenFull: isNamed(settings) ? settings.journalFull : 'continue',
    log
  }
}

/** A journal that opens beside the start. */
function openLater(options: JournalOptions): OpenJournal {
  const opened = openJournal(options).catch((cause: unknown) => {
    options.log.warn({ err: cause }, 'changes are not recorded: the journal cannot be opened')
    return undefined
  })
  const use = async <T>(work: (journal: OpenJournal) => Promise<T>): Promise<T> => {
    const journal = await opened
    if (journal === undefined) {
      throw new ToolError('JOURNAL_UNAVAILABLE', 'The journal of changes cannot be opened.', {
        remedy: 'Give a folder that can be written with --journal-dir, or --journal off.',
        setting: '--journal-dir',
        outcome: 'failed'
      })
    }
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
      read: async (place, id) => await use(async ({ approvals }) => await approvals.read(place, id)),
      find: async query => await use(async ({ approvals }) => await approvals.find(query)),
      decide: async (item, state, decision) =>
        await use(async ({ approvals }) => await approvals.decide(item, state, decision)),
      use: async item => await use(async ({ approvals }) => await approvals.use(item))
    },
    close: async () => await (await opened)?.close()
  }
}
