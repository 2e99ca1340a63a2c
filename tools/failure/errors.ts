/** ToolError, the failure that an agent can act on, and its common forms. */
import type { Refusal } from '../policy/decide.ts'

export interface ToolErrorDetails {
  /** What to do about it; follows the message in every text. */
  readonly remedy?: string
  /** The setting that blocks, as its command-line flag. */
  readonly setting?: string
  readonly missingScope?: 'read' | 'write' | 'admin'
  /** For changes: whether the change arrived at the ERP. */
  readonly outcome?: 'failed' | 'unknown'
  readonly data?: Readonly<Record<string, unknown>>
  /** The remedy shows lines of a source, which keep every character. */
  readonly showsSource?: true
  readonly cause?: unknown
}

/** A stable code, what happened, and the remedy. */
export class ToolError extends Error {
  readonly code: string
  readonly details: ToolErrorDetails

  constructor(code: string, message: string, details: ToolErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ToolError'
    this.code = code
    this.details = details
  }
}

/** Arguments that cannot be used as they are; `remedy` names the near match or the right form. */
export function badArguments(message: string, remedy?: string): ToolError {
  return new ToolError('TOOL_BAD_ARGUMENTS', message, remedy === undefined ? {} : { remedy })
}

/** The error for a refusal of the policy. */
export function refusalError(refusal: Refusal): ToolError {
  const { code, setting, message, remedy, missingScope } = refusal
  return new ToolError(code, message, {
    remedy,
    setting,
    ...(missingScope === undefined ? {} : { missingScope }),
    data: { rule: setting }
  })
}
