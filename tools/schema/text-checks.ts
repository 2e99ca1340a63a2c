/** Refuses texts that no argument can hold: broken Unicode and control characters. */
import type { TProperties, TSchema } from '@sinclair/typebox'
import { badArguments } from '../failure/errors.ts'

/** Levels of nesting; no argument has more. */
const maxDepth = 16

// eslint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f\u007f\u2028\u2029]/

/** Refuses unpaired surrogates and deep nesting, before anything else reads the arguments. */
export function assertWellFormed(key: string, value: unknown, depth = 0): void {
  if (depth > maxDepth) {
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
    assertWellFormed(Array.isArray(value) ? key : inner, content, depth + 1)
  }
}

/**
 * Refuses control characters in names, words and short lines. Arguments with the column `multiline`
 * carry sources and statements, which may hold line ends and tabs.
 */
export function assertSingleLines(
  properties: TProperties,
  args: Readonly<Record<string, unknown>>
): void {
  for (const [key, value] of Object.entries(args)) assertSingleLine(key, properties[key], value)
}

function assertSingleLine(key: string, schema: TSchema | undefined, value: unknown): void {
  if (schema?.['multiline'] === true) return
  if (typeof value === 'string' && control.test(value)) {
    throw badArguments(
      `\`${key}\` contains control characters.`,
      'Names and words are one line of printable characters.'
    )
  }
  if (typeof value !== 'object' || value === null) return
  for (const [inner, content] of Object.entries(value)) {
    if (Array.isArray(value)) assertSingleLine(key, schema?.['items'], content)
    else assertSingleLine(inner, schema?.['properties']?.[inner], content)
  }
}
