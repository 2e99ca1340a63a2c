/** The journal as one caller sees it: the changes of the caller, and with scope admin all changes. */
import { readRepositoryKey } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'
import { callerKey } from '../call/caller-key.ts'
import type { Caller } from '../call/caller.ts'
import { ToolError } from '../failure/errors.ts'
import type { JournalAccess } from './access.ts'
import type { JournalEntry, JournalQuery, RecordedEntry } from './journal.ts'

export interface OwnJournal {
  /** Newest first. */
  find(
    query: Omit<JournalQuery, 'repository' | 'identity'>,
    of?: 'mine' | undefined
  ): Promise<readonly JournalEntry[]>
  /** @throws ToolError TOOL_CHANGE_UNKNOWN where the caller has no such change at this system */
  read(id: string): Promise<RecordedEntry>
  /** Settles the caller's entries of stopped processes; never rejects. */
  settle(): Promise<void>
  /** Whether the caller sees the changes of others. */
  readonly seesAll: boolean
}

export function createOwnJournal(
  access: JournalAccess,
  { caller, erp }: { readonly caller: Caller; readonly erp: () => ErpReader }
): OwnJournal {
  const { journal } = access
  const who = callerKey(caller)
  const settle = async () => await access.settle(erp(), who)
  /** An entry of a stopped process must not be shown, or refused, as one that runs. */
  const repository = async () => {
    await settle()
    return await readRepositoryKey(erp())
  }
  const seesAll = caller.scopes.has('admin')
  return {
    settle,
    seesAll,
    find: async (query, of) =>
      await journal.find({
        ...query,
        repository: await repository(),
        identity: seesAll && of !== 'mine' ? undefined : who
      }),
    async read(id) {
      const found = await journal.read(id, await repository())
      if (found !== undefined && (seesAll || found.entry.identity === who)) return found
      throw new ToolError('TOOL_CHANGE_UNKNOWN', `There is no change ${id} of yours here.`, {
        remedy:
          'List them with ERPManage journal. Changes belong to one repository (SID and installation): those of a copied system, and those that the journal no longer keeps, are not there.'
      })
    }
  }
}
