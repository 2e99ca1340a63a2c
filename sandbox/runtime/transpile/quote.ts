/** Writes text into generated JavaScript: the one place where user text becomes part of code. */
import { decodeLiterals } from './opaque.ts'

/** Characters that are written as they are: everything else is escaped by its code unit. */
const PLAIN = /^[\w !#%&()*+,./:;<=>?@[\]^{|}~\u00A1-\u1FFF\u2C00-\uD7FF-]$/

/** A string literal with the given hidden text. */
export function quoted(hidden: string): string {
  return `"${escaped(decodeLiterals(hidden))}"`
}

/** The part of a template literal between its delimiters. */
export function quotedQuasi(hidden: string): string {
  return escaped(decodeLiterals(hidden))
}

/**
 * The same sequences mean the same in string and template literals: quotes, `\`, `$` and line ends
 * are always escaped.
 */
function escaped(text: string): string {
  let result = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    result += PLAIN.test(character)
      ? character
      : `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return result
}
