/** Refuses arguments that an action does not have, and says where what they mean belongs. */
import type { TSchema } from '@sinclair/typebox'
import type { Action } from '../define.ts'
import { badArguments } from '../failure/errors.ts'
import { isMeaningless } from './meaning.ts'
import { nearest } from './nearest.ts'
import { plainWord } from './plain-word.ts'

export function refuseUnknown(action: Action, unknown: ReadonlyMap<string, unknown>): void {
  for (const [key, value] of unknown) {
    if (isMeaningless(value, undefined)) continue
    const word = key.slice(0, 60)
    throw badArguments(`There is no argument \`${word}\`.`, remedyFor(action, word))
  }
}

function remedyFor({ properties }: Action, word: string): string {
  const outer = Object.entries(properties).map(([key, schema]) => ({
    key,
    field: innerFields(schema).find(field => plainWord(field) === plainWord(word))
  }))
  const inner = outer.find(({ field }) => field !== undefined)
  if (inner?.field !== undefined) {
    return `It stands inside \`${inner.key}\`${inner.field === word ? '' : ` as \`${inner.field}\``}.`
  }
  const near = nearest(word, Object.keys(properties))
  return near === undefined
    ? `Leave it out; the arguments are: ${Object.keys(properties).join(', ')}.`
    : `Did you mean \`${near}\`?`
}

/** The names of the fields that an argument of several shapes or a list of objects has. */
function innerFields(schema: TSchema): string[] {
  const named: unknown = schema['fieldNames']
  if (Array.isArray(named)) return named.map(String)
  const properties: unknown = schema['items']?.['properties'] ?? schema['properties']
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}
