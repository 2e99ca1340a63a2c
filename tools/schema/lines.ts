/** Schemas as text for `help`: one argument a line. */
import type { TObject, TSchema } from '@sinclair/typebox'
import { isRecord } from './json.ts'

export interface LineOptions {
  readonly needed: boolean
  isShown(word: string): boolean
}

/** One argument, with its nested fields below it. */
export function schemaLines(
  key: string,
  schema: TSchema,
  { needed, isShown }: LineOptions
): string[] {
  const items: TSchema | undefined = schema['items']
  const kind =
    items === undefined
      ? kindOf(schema, { needed, isShown })
      : `list of ${kindOf(items, { needed, isShown })}`
  const known = Array.isArray(schema['known'])
    ? ` ${schema['known'].map(String).filter(isShown).join(' ')}`
    : ''
  const inner = items ?? schema
  const nested = isRecord(inner['properties']) ? fieldLines(inner as TObject, isShown) : []
  return [
    `${key} (${kind}${needed ? ', needed' : ''})${limits(schema)} ${String(schema['description'] ?? '')}${known}`.trimEnd(),
    ...nested.map(line => `  ${line}`)
  ]
}

/** The fields of an object, each with its kind or its words. */
export function fieldLines(
  { properties, required = [] }: TObject,
  isShown: LineOptions['isShown'] = () => true
): string[] {
  return Object.entries(properties).flatMap(([key, schema]) =>
    schemaLines(key, schema, { needed: required.includes(key), isShown })
  )
}

/** A longer list of words, e.g. of all object types, is shown where one of them has to be given. */
const mostWords = 20

function kindOf(schema: TSchema, { needed, isShown }: LineOptions): string {
  const words: unknown = schema['enum']
  if (!Array.isArray(words)) return String(schema['type'])
  const shown = words.map(String).filter(isShown)
  return needed || shown.length <= mostWords
    ? shown.join('|')
    : `one of ${shown.length}, as ${shown.slice(0, 3).join(', ')}`
}

function limits({ minimum, maximum, maxItems }: TSchema): string {
  const range =
    minimum === undefined && maximum === undefined ? '' : ` ${minimum ?? ''}…${maximum ?? ''}`
  return maxItems === undefined ? range : `${range} at most ${maxItems}`
}
