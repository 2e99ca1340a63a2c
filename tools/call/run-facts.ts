/** What the context of a call is made of, and what a run records for its event and its failure. */
import type { RequestIds } from '../../erp-client/index.ts'
import type { ClientLink } from './client-link.ts'
import type { ConfirmationGuard } from './confirmation-guard.ts'
import type { ProgressStep } from './context.ts'
import type { CallEffect } from '../operations.ts'
import type { Target } from '../policy/decide.ts'
import type { Limits } from './context.ts'
import type { ToolSession } from './session.ts'
import type { UndoneChanges } from '../journal/journal.ts'
import type { ApprovalCheck } from '../approval/access.ts'
import type { Staging } from '../change-sets/staging.ts'
import type { ChangeRecorder } from '../journal/recorder.ts'
import type { Trace } from './tracing.ts'
import type { ChangeIntents } from './write/change-intents.ts'
import type { WriteTracker } from './write/write-tracker.ts'

export interface ContextParts {
  readonly session: ToolSession
  /** Where the call has limits of its own. */
  readonly limits?: Limits
  readonly effect: CallEffect
  /** The arguments of the call, for records of it. */
  readonly args?: Readonly<Record<string, unknown>> | undefined
  readonly signal: AbortSignal
  readonly progress: ((step: ProgressStep) => void) | undefined
  readonly client?: ClientLink | undefined
  readonly trace?: Trace | undefined
  /** Of the protocol, for events. */
  readonly requestId?: string | undefined
  readonly facts: RunFacts
  /** Holds the call back where it needs an approval. */
  readonly approval?: ApprovalCheck | undefined
  /** Of a call that names a change set. */
  readonly staging?: Staging | undefined
  /** Of a call that was confirmed or approved. */
  readonly guard?: ConfirmationGuard | undefined
}

/** What a run records, for its event and for the text of a failure. */
export interface RunFacts {
  /**
   * What the call was to change: objects as text, their packages, and the requests that the caller
   * or a lock named.
   */
  objects?: Set<string>
  packages?: Set<string>
  requests?: Set<string>
  /** The call has a connection to the ERP, so its result may hold text of it. */
  fromErp?: boolean
  /** Tables that the call read, for the audit. */
  tables?: readonly string[]
  /** The tool has the writer: from here on the ERP may have changed. */
  lent?: boolean
  /** Of its requests to the ERP, for the event and for logs there. */
  ids?: RequestIds
  /** The changes that were sent. */
  sent?: WriteTracker
  /** Records them in the audit before they are sent. */
  intents?: ChangeIntents
  /** Writes them into the journal. */
  recorder?: ChangeRecorder | undefined
  /** Called with the id of the entry before its first request is sent. */
  begun?: ((change: string) => Promise<void>) | undefined
  /** Id of the waiting change that the call became, or whose approval it used. */
  approval?: string
  /** The recorded changes that the call undoes. */
  undo?: UndoneChanges | undefined
}

/** Notes a target for the event of the call, whatever its outcome. */
export function noteTarget(
  facts: RunFacts,
  { object, package: packageName, transport, recordedIn }: Target
): void {
  if (object !== undefined) (facts.objects ??= new Set()).add(object)
  if (packageName !== undefined) (facts.packages ??= new Set()).add(packageName)
  for (const number of [transport, recordedIn]) {
    if (number !== undefined) (facts.requests ??= new Set()).add(number)
  }
}
