/** What a tool hands back. `mcp/` turns it into protocol words; nothing here knows the protocol. */
export type ToolResult =
  | { readonly kind: 'text', readonly text: string }
  | { readonly kind: 'data', readonly data: object, readonly text: string }
  | { readonly kind: 'error', readonly code: string, readonly text: string, readonly data?: object }
  | { readonly kind: 'confirm', readonly question: string, readonly digest: string, readonly text: string }

export interface ToolEvent {
  readonly tool: string
  readonly action?: string
  /** The operations of the call, joined by `+`; `none` where the call was refused before they were known. */
  readonly operation: string
  readonly outcome: 'ok' | 'blocked' | 'error' | 'unknown'
  readonly code?: string
  /** Milliseconds from the start of `run` to its result. */
  readonly ms: number
  readonly user: string
  readonly object?: string
  readonly package?: string
  readonly requestId?: string
}
