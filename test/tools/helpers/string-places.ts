/**
 * Every place of an action's arguments where a caller can write free text, at any depth, found by
 * the schema.
 */
import type { Action } from '../../../tools/index.ts'

export interface StringPlace {
  /** Such as `name` or `items[].objects[].name`. */
  readonly path: string
  /** The arguments with the text in this place, beside what the base has. */
  fill(base: Readonly<Record<string, unknown>>, text: string): Record<string, unknown>
}

type Schema = Readonly<Record<string, unknown>>
type Fill = (before: unknown, text: string) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function placesIn(schema: Schema, path: string): { path: string; fill: Fill }[] {
  const { type, properties, items, patternProperties, additionalProperties } = schema
  if (schema['enum'] !== undefined) return []
  if (type === 'string') return [{ path, fill: (_before, text) => text }]
  if (type === 'array') {
    return placesIn(items as Schema, `${path}[]`).map(inner => ({
      path: inner.path,
      fill: (before, text) => [inner.fill(Array.isArray(before) ? before[0] : undefined, text)]
    }))
  }
  const named = Object.entries((properties ?? {}) as Record<string, Schema>)
  const free = Object.values((patternProperties ?? {}) as Record<string, Schema>)
  const others = isObject(additionalProperties) ? [additionalProperties] : []
  const within = [
    ...named,
    ...[...free, ...others].map((each): [string, Schema] => ['free', each])
  ].flatMap(([key, inner]) => placesIn(inner, `${path}.${key}`).map(found => ({ ...found, key })))
  // Where an object says nothing of what is in it, any name may hold a text.
  const open =
    type === 'object' && within.length === 0
      ? [{ path: `${path}.free`, key: 'free', fill: ((_before, text) => text) as Fill }]
      : []
  return [...within, ...open].map(inner => ({
    path: inner.path,
    fill: (before, text) => {
      const old = isObject(before) ? before : {}
      return { ...old, [inner.key]: inner.fill(old[inner.key], text) }
    }
  }))
}

export function stringPlaces(action: Action): StringPlace[] {
  return Object.entries(action.properties as Record<string, Schema>).flatMap(([key, schema]) =>
    placesIn(schema, key).map(({ path, fill }) => ({
      path,
      fill: (base, text) => ({ ...base, [key]: fill(base[key], text) })
    }))
  )
}
