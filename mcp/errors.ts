/** What belongs to the protocol and not into a result. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError
} from '@modelcontextprotocol/server'
import { ToolError } from '../tools/index.ts'
import type { Log, ToolResult } from '../tools/index.ts'

/** Faults of our own are logged and shown without their text. */
export function toProtocolError(error: unknown, log: Log): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (error instanceof ToolError) {
    const { remedy } = error.details
    return new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      remedy === undefined ? error.message : `${error.message} ${remedy}`
    )
  }
  log.error({ err: error }, 'a request failed outside its tool')
  return new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
}

/**
 * A failed reading of an address: what is not there is said to be not there, everything else keeps
 * its words.
 */
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
