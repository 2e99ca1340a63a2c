/**
 * Limits for the sources that the parser accepts, and the refusal of a source that exceeds them.
 */
import { createHash } from 'node:crypto'

/** A source with more characters is stored but not parsed. */
export const MAX_SOURCE_CHARACTERS = 8_000_000

/** A text of a file that the parser cannot process, with a reason for the user. */
export interface Refusal {
  readonly file: string
  readonly digest: string
  readonly reason: string
}

/** Identifies a state of a source without storing its text. */
export function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}

export const TOO_LARGE = 'The source is too large for the syntax check of this system.'
export const TOO_DEEP =
  'The source is too complex for the syntax check of this system (nesting too deep).'
export const TOO_LONG =
  'The source is too complex for the syntax check of this system (the check was stopped).'

/** A stack overflow is the one error of a hostile source that leaves the thread healthy. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}
