/** Shapes of structured results that several tools share. */
import { Type } from '@sinclair/typebox'
import type { Finding, ObjectRef } from '../../erp-client/index.ts'

export const refSchema = Type.Object({})

/** Findings of the test cockpit have a priority in place of a severity, and are grouped by rule. */
export const findingSchema = Type.Object({
  severity: Type.Optional(Type.String()),
  priority: Type.Optional(Type.Integer()),
  text: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer())
})

/** The same object without the keys whose value is undefined. */
export function omitUndefined<Value extends Readonly<Record<string, unknown>>>(
  value: Value
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> }
export function omitUndefined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const defined: Record<string, unknown> = {}
  for (const key of Object.keys(value)) if (value[key] !== undefined) defined[key] = value[key]
  return defined
}

/** Records as a table, which says each key once: `columns`, and `results` with a row for each. */
export function asRows(records: readonly object[]): {
  readonly columns: readonly string[]
  readonly results: readonly (readonly unknown[])[]
} {
  const entries = records.map(record => new Map<string, unknown>(Object.entries(record)))
  const columns = [...new Set(entries.flatMap(one => [...one.keys()]))]
  return { columns, results: entries.map(one => columns.map(key => one.get(key) ?? null)) }
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
