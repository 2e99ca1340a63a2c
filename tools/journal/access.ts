/** The journal as the sessions of one system use it: settled before anything new is recorded. */
import { isErpError } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'
import type { Journal } from './journal.ts'
import { settleOpenEntries } from './reconcile.ts'

export interface JournalAccess {
  readonly journal: Journal
  /**
   * Settles the open entries of stopped processes. Never rejects: what cannot be settled now is
   * settled later. For each identity the store is asked at most twice a minute.
   * @param identity undefined: those of all callers, where one technical user serves them
   */
  settle(erp: ErpReader, identity: string | undefined): Promise<void>
}

/** The lease of a process that was killed ends a minute later, so that one look is not enough. */
const againMs = 30_000

interface Look {
  readonly at: number
  readonly done: Promise<void>
}

export function createJournalAccess(journal: Journal, now: () => number = Date.now): JournalAccess {
  const looks = new Map<string, Look>()
  return {
    journal,
    async settle(erp, identity) {
      const key = identity ?? ''
      const last = looks.get(key)
      const isRecent = last !== undefined && now() - last.at < againMs
      const look = isRecent ? last : { at: now(), done: settleQuietly({ journal, erp, identity }) }
      looks.set(key, look)
      await look.done
    }
  }
}

async function settleQuietly(settling: Parameters<typeof settleOpenEntries>[0]): Promise<void> {
  try {
    await settleOpenEntries(settling)
  } catch (error) {
    if (!isErpError(error) && !(error instanceof ToolError)) throw error
  }
}
