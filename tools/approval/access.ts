/** How sessions, contexts and calls see approvals. */
import type { TokenSigner } from '../call/tokens/token-signer.ts'
import type { CallEffect } from '../operations.ts'
import type { Target } from '../policy/rule.ts'
import type { ApprovalItem, ApprovalNews, Approvals } from './approvals.ts'
import type { ApprovalRules } from './rules.ts'

/** How a session has changes approved. */
export interface ApprovalAccess {
  readonly rules: ApprovalRules
  readonly store: Approvals
  readonly signer: TokenSigner
  /** Address and client of the ERP system. */
  readonly place: string
  /** Hours until an item that waits, or is approved, expires. */
  readonly hours: number
  /** Tells approvers what became of an item; returns at once and never throws. */
  readonly announce?: ((news: ApprovalNews, item: ApprovalItem) => void) | undefined
}

export interface Deciding {
  readonly approval: string
  /** Of the change as it was shown: exactly this one is approved. */
  readonly digest: string
  readonly reason?: string | undefined
}

export interface OwnApprovals {
  /** Newest first. */
  find(limit: number): Promise<readonly ApprovalItem[]>
  /** @throws ToolError APPROVAL_UNKNOWN */
  read(id: string): Promise<ApprovalItem>
  /** @throws ToolError APPROVAL_UNKNOWN, APPROVAL_OWN, APPROVAL_OUTDATED */
  decide(state: 'approved' | 'rejected', of: Deciding): Promise<ApprovalItem>
}

/** The rules as they hold for one call. */
export interface ApprovalCheck {
  /** Whether the package of a target has to be known. */
  readonly needsPackage: boolean
  /**
   * Throws where a rule holds the change back and nothing has approved it.
   * @param target undefined where the rules about the call decide
   */
  assertCovered(effect: CallEffect, target?: Target): void
}
