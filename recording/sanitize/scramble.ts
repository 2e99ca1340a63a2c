/** Replaces letters and digits under a key: the same text gives the same text of the same form. */
import { createHash } from 'node:crypto'

/**
 * A replacement keeps the length, the case of each letter, digits as digits, and everything that is
 * neither. Two texts with a common beginning have replacements with a common beginning, so that
 * wildcards and derived names still fit.
 */
export interface Scrambler {
  /** @param kept characters at the beginning that stay */
  scramble(text: string, kept?: number): string
  /** A text of 12 hexadecimal digits that is the same for the same text. */
  digest(text: string): string
}

/** Shifts that are remembered; each is found again where it was forgotten. */
const mostShifts = 200_000

/** @param key random and never stored: with it the replacements can be reversed */
export function createScrambler(key: Uint8Array): Scrambler {
  const shifts = new Map<string, number>()
  const hash = (text: string) => createHash('sha256').update(key).update(text).digest()
  const shiftAt = (before: string): number => {
    const known = shifts.get(before)
    if (known !== undefined) return known
    if (shifts.size >= mostShifts) shifts.clear()
    const shift = hash(before).readUInt32BE(0)
    shifts.set(before, shift)
    return shift
  }
  return {
    scramble(text, kept = 0) {
      const folded = text.toUpperCase()
      // Some letters have a longer upper case: positions would differ.
      const base = folded.length === text.length ? folded : text
      let result = ''
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        const isKept = at < kept || !isReplaced(code)
        result += isKept ? text.charAt(at) : replaced(code, shiftAt(base.slice(0, at)))
      }
      return result
    },
    digest: text => hash(`digest ${text}`).toString('hex').slice(0, 12)
  }
}

const isReplaced = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  (code > 127 && /[\p{L}\p{N}]/u.test(String.fromCharCode(code)))

/** Another character of the same kind: no shift is a multiple of the alphabet. */
function replaced(code: number, shift: number): string {
  if (code <= 57) return String.fromCharCode(48 + ((code - 48 + 1 + (shift % 9)) % 10))
  if (code <= 90) return String.fromCharCode(65 + ((code - 65 + 1 + (shift % 25)) % 26))
  if (code <= 122) return String.fromCharCode(97 + ((code - 97 + 1 + (shift % 25)) % 26))
  return String.fromCharCode(97 + (shift % 26))
}

/** The form of a value without the value: `2026-11-25 Smith` is `0000-00-00 Xxxxx`. */
export function blank(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[\p{L}\p{M}]/gu, letter => (letter === 'X' ? letter : 'x'))
    .replace(/\p{N}/gu, '0')
}
