/** What stands beside the changes of a system: journal, off-switch, and what waits for an approval. */
import type { SystemConfig } from '../config/settings.ts'
import { approvalRules, createJournalAccess } from '../tools/index.ts'
import type { Approvals, Journal, TokenSigner, ToolSession } from '../tools/index.ts'

/** The journal of the process, whose database also has the waiting changes. */
export type SystemJournal = Journal & { readonly approvals?: Approvals | undefined }

export interface RecordParts {
  readonly journal?: SystemJournal | undefined
  readonly stateKey?: string | undefined
  readonly halt?: ToolSession['halt']
  readonly signer: TokenSigner
  readonly place: string
}

/** @throws Error in the words of a start error, where approvals are wanted and cannot be stored */
export function recordsOf(
  { approval, approvalHours }: Pick<SystemConfig, 'approval' | 'approvalHours'>,
  { journal, stateKey, halt, signer, place }: RecordParts
): Pick<ToolSession, 'journal' | 'approval' | 'halt'> {
  const access = journal && createJournalAccess(journal)
  if (approval === undefined) return { halt, journal: access }
  const store = journal?.approvals
  if (stateKey === undefined) {
    throw new Error(
      '--approval (ERP_APPROVAL) is given without --state-key (ERP_STATE_KEY), which signs approvals; give both'
    )
  }
  if (store === undefined) {
    throw new Error(
      '--approval (ERP_APPROVAL) stores what waits in the journal of changes; give --journal-dir or --journal-url'
    )
  }
  const rules = approvalRules(approval)
  return { halt, journal: access, approval: { rules, store, signer, place, hours: approvalHours } }
}
