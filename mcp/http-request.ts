/** An HTTP request to the MCP endpoint, as the fast path, the sessions and the SDK see it. */
import type { ToolSession } from '../tools/index.ts'

export interface McpHttpRequest {
  readonly method: string
  /** Lower-case names, as node:http gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed JSON body; undefined where there is none. */
  readonly body: unknown
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly session: ToolSession
  readonly requestId: string
  /** The `WWW-Authenticate` for a missing scope; the plain one where this is left out. */
  readonly challenge?: ((scope: string) => string) | undefined
  /** Seconds since 1970 at which the caller's credential expires. */
  readonly expiresAt?: number | undefined
}

export function acceptsEventStream({ headers }: McpHttpRequest): boolean {
  return (firstValue(headers['accept']) ?? '').includes('text/event-stream')
}

export function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
