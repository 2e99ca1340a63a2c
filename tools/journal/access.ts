/** The journal as the sessions of one system use it: settled before anything new is recorded. */
import { isErpError } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'
import type { Journal } from './journal.ts'
import { settleOpenEntries } from './reconcile.ts'

export interface JournalAccess {
  readonly journal: Journal
  /**
   * Settles the open entries of stopped processes, once for each identity. Never rejects: what
   * cannot be settled now is settled at the next start.
   * @param identity undefined: those of all callers, where one technical user serves them
   */
  settle(erp: ErpReader, identity: string | undefined): Promise<void>
}

export function createJournalAccess(journal: Journal): JournalAccess {
  const settled = new Map<string, Promise<void>>()
  return {
    journal,
    async settle(erp, identity) {
      const key = identity ?? ''
      const known = settled.get(key) ?? settleQuietly({ journal, erp, identity })
      settled.set(key, known)
      await known
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
