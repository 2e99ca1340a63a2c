/** Opens the key store that the settings name: a file of its own, or the database of the journal. */
import { statSync } from 'node:fs'
import { openPostgres } from '../postgres/database.ts'
import { createSeal } from '../seal.ts'
import { openSqlite } from '../sqlite/database.ts'
import { createPersonStore } from './store.ts'
import type { PersonDatabase, PersonStore } from './store.ts'

/** The settings of the pseudonyms. */
export interface PersonSettings {
  /** A file, or `journal` for the database of the journal. */
  readonly auditPseudonyms?: string | undefined
  readonly journalUrl?: string | undefined
  readonly stateKey?: string | undefined
}

/** The setting that means the database of `--journal-url`. */
export const inJournal = 'journal'

/**
 * @returns undefined where the settings ask for no pseudonyms
 * @throws Error in the words of a start error
 */
export async function openPersons({
  auditPseudonyms: place,
  journalUrl,
  stateKey
}: PersonSettings): Promise<PersonStore | undefined> {
  if (place === undefined) return undefined
  const database =
    place === inJournal ? await openPostgres(journalUrl ?? '') : await openKeyFile(place)
  try {
    return await createPersonStore(database, createSeal(stateKey))
  } catch (error) {
    await database.close()
    throw new Error(`--audit-pseudonyms (ERP_AUDIT_PSEUDONYMS): ${(error as Error).message}`, {
      cause: error
    })
  }
}

/** The same for a program that starts without waiting: an error ends the first use. */
export function personsLater(settings: PersonSettings): PersonStore | undefined {
  if (settings.auditPseudonyms === undefined) return undefined
  let opening: Promise<PersonStore | undefined> | undefined
  const use = async <T>(work: (store: PersonStore) => Promise<T>): Promise<T> => {
    const store = await (opening ??= openPersons(settings))
    if (store === undefined) throw new TypeError('settings without a key store')
    return await work(store)
  }
  return {
    keyOf: async (identity, names) => await use(async store => await store.keyOf(identity, names)),
    find: async text => await use(async store => await store.find(text)),
    erase: async id => await use(async store => await store.erase(id)),
    async close() {
      const store = await opening?.catch(() => undefined)
      await store?.close()
    }
  }
}

/** A file that is removed would take keys which no other process finds: it is used no more. */
async function openKeyFile(file: string): Promise<PersonDatabase> {
  const database = await openSqlite(file, { forgets: true })
  const { ino } = statSync(file)
  return {
    ...database,
    async transaction(statements) {
      const now = statSync(file, { throwIfNoEntry: false })
      if (now?.ino !== ino) {
        throw new Error(`${file} was removed or replaced while it was in use; restart the bridge`)
      }
      return await database.transaction(statements)
    }
  }
}
