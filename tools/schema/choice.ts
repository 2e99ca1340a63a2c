/** A schema for one of a list of words. */
import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { nearest } from './nearest.ts'
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

const objectName = /^[\w/$#%<>-]{1,120}$/
/** Names that no misspelt word is. */
const customerName = /^(?:[LMS]?[ZY]|\/)/i

TypeRegistry.Set<ChoiceSchema>(
  'ChoiceOrName',
  (schema, value) =>
    typeof value === 'string' &&
    (schema.enum.includes(value) ||
      (objectName.test(value) &&
        (customerName.test(value) || nearest(value, schema.enum) === undefined)))
)

/**
 * One of a list of words, or the name of an object that only the ERP can judge; a misspelt word is
 * neither.
 */
export function ChoiceOrName(
  words: readonly string[],
  options: SchemaOptions = {}
): TUnsafe<string> {
  return Type.Unsafe<string>({
    ...options,
    [Kind]: 'ChoiceOrName',
    type: 'string',
    enum: [...words]
  })
}
