/** A schema for one of a list of words. */
import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import type { SchemaOptions, TSchema, TUnsafe } from '@sinclair/typebox'

interface ChoiceSchema extends TSchema {
  enum: readonly string[]
}

TypeRegistry.Set<ChoiceSchema>(
  'Choice',
  (schema, value) => typeof value === 'string' && schema.enum.includes(value)
)

/** A plain JSON Schema enum: a union of literals reports one mistake once for each literal. */
export function Choice<const Words extends readonly string[]>(
  words: Words,
  options: SchemaOptions = {}
): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({
    ...options,
    [Kind]: 'Choice',
    type: 'string',
    enum: [...words]
  })
}
