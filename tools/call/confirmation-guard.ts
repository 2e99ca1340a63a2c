/**
 * How a session confirms changes, and the interface to the confirmation of one call for its change.
 */
import type { TokenSigner } from './tokens/token-signer.ts'
import type { UsedTokens } from './tokens/used-tokens.ts'

/**
 * When a change requires a confirmation. `auto`: where data can be lost, and before deletions and
 * executions where the client can show a dialogue. `always`: before everything that replaces or
 * deletes. `never`: not at all. Scopes and policy decide before, in every mode.
 */
export type ConfirmMode = 'auto' | 'always' | 'never'

export interface Confirmation {
  readonly mode: ConfirmMode
  readonly signer: TokenSigner
  /** Shared by all replicas where they share anything. */
  readonly used: UsedTokens
}

/** The confirmation of a call, for the code that changes. */
export interface ConfirmationGuard {
  /** Consumes the confirmation, once for the whole call. Throws ToolError where it is not valid. */
  consume(): Promise<void>
  /**
   * Runs inside the object's lock, before anything is written. Throws ToolError where the object is
   * not what the confirmation showed.
   */
  recheck(): Promise<void>
}
