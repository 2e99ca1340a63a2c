/** Maps errors to protocol errors, where they do not belong into a result. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError
} from '@modelcontextprotocol/server'
import { ToolError } from '../tools/index.ts'
import type { Log, ToolResult } from '../tools/index.ts'

/** Unexpected errors are logged; the client gets no text of them. */
export function toProtocolError(error: unknown, log: Log): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (error instanceof ToolError) {
    const { remedy } = error.details
    return new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      remedy === undefined ? error.message : `${error.message} ${remedy}`
    )
  }
  log.error({ err: error }, 'an MCP request failed outside of its tool')
  return new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
}

/** A resource that could not be read: "not found" has an error of its own, others keep their text. */
export function toResourceError(
  uri: string,
  { code, text }: Extract<ToolResult, { kind: 'error' }>
): ProtocolError {
  if (/NOT_FOUND|BAD_NAME/.test(code)) return new ResourceNotFoundError(uri, text)
  return new ProtocolError(
    /^(BLOCKED|TOOL_BAD)/.test(code)
      ? ProtocolErrorCode.InvalidParams
      : ProtocolErrorCode.InternalError,
    text,
    { code }
  )
}
