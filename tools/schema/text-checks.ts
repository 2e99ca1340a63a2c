import { badArguments } from '../failure/errors.ts'

const deepest = 16

/** These carry source text and statements; everything else is a name, a word or a short line. */
const longTexts = new Set(['source', 'against', 'edits', 'sql', 'where', 'declaration'])

// eslint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f\u007f\u2028\u2029]/

/**
 * Refuses what no argument can be, before anything is understood: halves of characters, and nesting
 * without end.
 */
export function assertSane(key: string, value: unknown, depth = 0): void {
  if (depth > deepest) {
    throw badArguments(
      `\`${key.slice(0, 60)}\` is nested too deeply.`,
      'No argument has that many levels.'
    )
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw badArguments(
      `\`${key.slice(0, 60)}\` contains half of a character.`,
      'Send well-formed Unicode.'
    )
  }
  if (typeof value !== 'object' || value === null) return
  for (const [inner, content] of Object.entries(value)) {
    assertSane(Array.isArray(value) ? key : inner, content, depth + 1)
  }
}

/**
 * Refuses control characters in names and words; sources and statements may hold line ends and
 * tabs.
 */
export function assertWords(args: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(args)) {
    if (!longTexts.has(key)) assertWord(key, value)
  }
}

function assertWord(key: string, value: unknown): void {
  if (typeof value === 'string' && control.test(value)) {
    throw badArguments(
      `\`${key}\` contains control characters.`,
      'Names and words are one line of printable characters.'
    )
  }
  if (typeof value !== 'object' || value === null) return
  for (const [inner, content] of Object.entries(value)) {
    if (Array.isArray(value) || !longTexts.has(inner)) {
      assertWord(Array.isArray(value) ? key : inner, content)
    }
  }
}
