/** What the handlers of a server get for one request: session, prepared call, trace and signal. */
import type { ToolSession, Prepared, ToolResult } from '../tools/index.ts'

/** Everything that the answer to one request needs. */
export interface RequestContext {
  readonly session: ToolSession
  /** The request's only tool call, where it was decided before the server was made. */
  readonly prepared?: Prepared
  /**
   * The result of a call that the fast path has run but cannot answer; the first round of input
   * requests starts with it.
   */
  readonly ready?: ToolResult
  /** For log and audit; over stdio the id of the JSON-RPC request stands in. */
  readonly requestId?: string
  /** The revision in the request's header; clients before 2025-06-18 send none. */
  readonly protocolVersion?: string | undefined
  /** The HTTP headers, for their W3C trace context. */
  readonly carrier?: { readonly traceparent?: unknown; readonly tracestate?: unknown } | undefined
  /** Aborted when the client disconnects, where the SDK does not report that. */
  readonly signal?: AbortSignal
  /** Called with every call that starts, so that a shutdown can wait for it. */
  readonly onCall?: (call: Promise<unknown>) => void
}
