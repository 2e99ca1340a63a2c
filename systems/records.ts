/** What stands beside the changes of a system: journal, off-switch, and what waits for an approval. */
import type { SystemRole } from '../config/landscape.ts'
import type { SystemConfig } from '../config/settings.ts'
import type { ProcessResource } from './place-state.ts'
import {
  approvalRules,
  createChangeSetAccess,
  createClientGate,
  createJournalAccess
} from '../tools/index.ts'
import type {
  Approvals,
  ChangeSets,
  Journal,
  Log,
  TokenSigner,
  ToolSession
} from '../tools/index.ts'

/** The journal of the process, whose database also has what waits and what is staged. */
export type SystemJournal = Journal & {
  readonly approvals?: Approvals | undefined
  readonly changeSets?: ChangeSets | undefined
}

export interface RecordParts extends Pick<ProcessResource, 'announceApproval'> {
  readonly journal?: SystemJournal | undefined
  readonly stateKey?: string | undefined
  readonly halt?: ToolSession['halt']
  readonly signer: TokenSigner
  readonly place: string
  readonly role?: SystemRole | undefined
  readonly log: Log
}

/** @throws Error in the words of a start error, where approvals are wanted and cannot be stored */
export function recordsOf(
  { approval, approvalHours, client }: Pick<SystemConfig, 'approval' | 'approvalHours' | 'client'>,
  { journal, stateKey, halt, signer, place, role, log, announceApproval: announce }: RecordParts
): Pick<ToolSession, 'journal' | 'approval' | 'changeSets' | 'halt' | 'client'> {
  const access = journal && createJournalAccess(journal)
  const changeSets = journal?.changeSets && createChangeSetAccess(journal.changeSets, place)
  const gates = {
    ...{ halt, client: createClientGate({ client, role, log }) },
    ...{ journal: access, changeSets }
  }
  if (approval === undefined) return gates
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
  return { ...gates, approval: { rules, store, signer, place, hours: approvalHours, announce } }
}
