/** Decides before a call whether it can be recorded, and records what it is about to change. */
import type { Caller } from './caller.ts'
import type { ToolEvent } from './result.ts'

/** What decides whether a call must be recorded. */
export interface CallFacts {
  readonly tool: string
  readonly action?: string
  readonly letters?: string
  readonly changes?: boolean
  /** The action shows data of the runtime although it only reads. */
  readonly reveals?: true
}

/** What a call is about to change. The event of the call has the same `intent`. */
export type ChangeIntent = Omit<
  ToolEvent,
  'ms' | 'outcome' | 'code' | 'reveals' | 'intent' | 'erpRequests'
> & {
  readonly intent: string
}

export interface AuditGate {
  /**
   * Learns what names the caller in the audit, where that is no name; undefined where it is known.
   * Never rejects: `assertReady` refuses what cannot be recorded then.
   */
  learn?(caller: Caller): Promise<void> | undefined
  /** Throws a ToolError if the call must be recorded and cannot be. */
  assertReady(facts: CallFacts, caller?: Caller): void
  /** Records a change before it is sent; throws a ToolError if it cannot. */
  intend(intent: ChangeIntent): void
}
