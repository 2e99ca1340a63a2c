/** Says that a text is looked for literally, where it looks like a pattern and is not found. */

const patternSigns = /[*+?|^$\\]|\.[*+?]|\[.+\]/

/** Nothing for a plain text. */
export function literalNote(text: string): string {
  return patternSigns.test(text) ? ' (a literal text, no pattern: give a fixed part of it)' : ''
}
