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
  const kind = items === undefined ? kindOf(schema, isShown) : `list of ${kindOf(items, isShown)}`
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

function kindOf(schema: TSchema, isShown: LineOptions['isShown']): string {
  const words: unknown = schema['enum']
  return Array.isArray(words) ? words.map(String).filter(isShown).join('|') : String(schema['type'])
}

function limits({ minimum, maximum, maxItems }: TSchema): string {
  const range =
    minimum === undefined && maximum === undefined ? '' : ` ${minimum ?? ''}…${maximum ?? ''}`
  return maxItems === undefined ? range : `${range} at most ${maxItems}`
}
