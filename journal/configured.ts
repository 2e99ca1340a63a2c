/** The journal that the settings name, or the one of the user where a program has it by default. */
import { join } from 'node:path'
import type { Journal, Log } from '../tools/index.ts'
import { openLater } from './later.ts'
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

/** The database that the settings name; undefined where changes are not recorded. */
export function placeOf(
  { journal, journalUrl: url, journalDir }: JournalSettings,
  usualFolder: string | undefined
): JournalOptions['store'] | undefined {
  const folder = journalDir ?? usualFolder
  if (journal === 'off') return undefined
  if (url !== undefined) return { url }
  return folder === undefined ? undefined : { file: join(folder, fileName) }
}

function optionsOf(
  settings: JournalSettings,
  { log, usualFolder }: ConfiguredJournal
): JournalOptions | undefined {
  const store = placeOf(settings, usualFolder)
  if (store === undefined) return undefined
  return {
    store,
    stateKey: settings.stateKey,
    retention: { days: settings.journalDays, bytes: settings.journalBytes },
    // Where no setting asks for a journal, its lack refuses nothing.
    whenFull: isNamed(settings) ? settings.journalFull : 'continue',
    log
  }
}
