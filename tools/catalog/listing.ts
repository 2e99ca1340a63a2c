/** Tools and schemas as clients see them in the list: short, because every list costs tokens. */
import type { Annotations } from '../define.ts'
import { isRecord } from '../schema/json.ts'

export interface ToolListing {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: PlainSchema
  readonly outputSchema?: PlainSchema
  /** Without the title, which the tool has, and without `idempotentHint` for readers. */
  readonly annotations?: Partial<Omit<Annotations, 'title'>>
}

/** Plain JSON of a schema, without the schema library's symbols. */
export type PlainSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

export interface ListingRules {
  /** Arguments that do not exist in this configuration. */
  readonly hidden: readonly string[]
  /** Whether a word of a list can be used on this system. */
  isShown(word: string): boolean
}

/** Keywords that the list leaves out: a refusal or the description explains them in fewer tokens. */
const unlisted = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'pattern',
  'default',
  'additionalProperties',
  'listed',
  'known',
  'listedWords',
  'fences',
  'fieldNames',
  'multiline',
  'spelling'
])

/**
 * A schema as clients see it. The check of a call uses the whole schema, so that the list is short:
 * `listed: 'text'` names the words of an enum (or of `known`, or those of `listedWords` alone) in
 * the description, where they cost half; `listed: 'no'` shows the type alone, because the name says
 * it or another tool does; `listed: 'bare'` leaves out the fields of an object too; `listed:
 * 'hidden'` leaves out the argument, which `help` explains.
 */
export function listedSchema(schema: object, rules: ListingRules): PlainSchema {
  const slim = slimmed(JSON.parse(JSON.stringify(schema)), rules)
  const { type: _type, ...rest } = slim
  return { type: 'object', ...rest }
}

/** The required fields of a result, first level only; further fields are allowed. */
export function listedOutput(schema: object): PlainSchema {
  const {
    properties = {},
    required = []
  }: { properties?: Record<string, { type?: string }>; required?: string[] } = JSON.parse(
    JSON.stringify(schema)
  )
  const kinds = Object.entries(properties)
    .filter(([key]) => required.includes(key))
    .map(([key, { type }]) => [key, type === 'array' ? { type, items: {} } : { type }])
  return { type: 'object', properties: Object.fromEntries(kinds) }
}

function slimmed(
  schema: Readonly<Record<string, unknown>>,
  rules: ListingRules
): Record<string, unknown> {
  if (schema['listed'] === 'bare') return { type: schema['type'] }
  const { properties, items, required, enum: words, description, ...rest } = schema
  const result: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !unlisted.has(key))
  )
  const listedWords = schema['listedWords'] ?? words ?? schema['known']
  const shownWords = Array.isArray(listedWords)
    ? listedWords.filter(word => rules.isShown(String(word)))
    : []
  if (
    Array.isArray(words) &&
    shownWords.length > 0 &&
    (schema['listed'] === undefined || schema['listed'] === 'words')
  ) {
    result['enum'] = shownWords
  }
  const text = [description, ...(schema['listed'] === 'text' ? [shownWords.join(' ')] : [])].join(
    ' '
  )
  if (description !== undefined && schema['listed'] !== 'no' && schema['listed'] !== 'words') {
    result['description'] = text
  }
  if (isRecord(items)) result['items'] = slimmed(items, rules)
  // An object with `listed: 'no'` shows its type alone: its fields are explained elsewhere.
  const isClosed = schema['listed'] === 'no' && schema['type'] === 'object'
  if (isRecord(properties) && !isClosed) {
    const shown = Object.entries(properties).filter(
      ([key, value]) =>
        !rules.hidden.includes(key) && !(isRecord(value) && value['listed'] === 'hidden')
    )
    if (shown.length > 0) {
      result['properties'] = Object.fromEntries(
        shown.map(([key, value]) => [key, isRecord(value) ? slimmed(value, rules) : value])
      )
    }
  }
  if (Array.isArray(required) && required.length > 0 && !isClosed) result['required'] = required
  return result
}
