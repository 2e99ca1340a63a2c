import { Type } from '@sinclair/typebox'
import type { Finding, ObjectRef } from '../../erp-client/index.ts'

/** Shapes that several tools return. */
export const refSchema = Type.Object({})

/** Findings of the test cockpit have a priority in place of a severity. */
export const findingSchema = Type.Object({
  severity: Type.Optional(Type.String()),
  priority: Type.Optional(Type.Integer()),
  text: Type.String(),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer())
})

/** A plain object without the keys that have no value, as structured results want it. */
export function omitUndefined<Value extends Readonly<Record<string, unknown>>>(
  value: Value
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> }
export function omitUndefined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(value)) if (value[key] !== undefined) kept[key] = value[key]
  return kept
}

export function refData({ type, name, group }: ObjectRef): object {
  return omitUndefined({ type, name, group })
}

export function findingData({ severity, text, ref, part, line, column, code }: Finding): object {
  return omitUndefined({
    severity,
    text,
    object: ref === undefined ? undefined : refData(ref),
    include: part === 'main' ? undefined : part,
    line,
    column,
    code
  })
}
