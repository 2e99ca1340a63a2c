/** Decides before a call whether it can be recorded. */

/** What decides whether a call must be recorded. */
export interface CallFacts {
  readonly tool: string
  readonly action?: string
  readonly letters?: string
  readonly changes?: boolean
  /** The action shows data of the runtime although it only reads. */
  readonly reveals?: true
}

export interface AuditGate {
  /** Throws a ToolError if the call must be recorded and cannot be. */
  assertReady(facts: CallFacts): void
}
