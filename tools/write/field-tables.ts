/** Help and checks for the fields of object types. */
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { fieldsFault, newFieldsFault } from '../../erp-client/index.ts'
import { badArguments } from '../failure/errors.ts'
import type { ToolError } from '../failure/errors.ts'
import { nearest } from '../schema/nearest.ts'
import { fieldLines } from '../schema/lines.ts'
import { tables } from './field-schemas.ts'
import type { FieldTable } from './field-schemas.ts'

export type FieldUse = FieldTable['use']

export function fieldUse(type: string): FieldUse | undefined {
  return Object.hasOwn(tables, type) ? tables[type]?.use : undefined
}

/** The names of the fields of all types, each once. */
export function allFieldNames(): string[] {
  return [...new Set(Object.values(tables).flatMap(({ schema }) => Object.keys(schema.properties)))]
}

/** The table of a type's fields with an example; what `help: true` answers. */
export function fieldHelp(type: string): string {
  const table = Object.hasOwn(tables, type) ? tables[type] : undefined
  if (table === undefined) {
    return `A ${type} takes no fields. Types with fields: ${Object.keys(tables).join(', ')}.`
  }
  const when = {
    create: ' (when it is created)',
    signature: ' (kinds that are left out stay)',
    document: ''
  }[table.use]
  return [
    `Fields of ${type}${when}:`,
    ...fieldLines(table.schema).map(line => `  ${line}`),
    `Example: {"fields":${JSON.stringify(table.example)}}`
  ].join('\n')
}

/** Throws TOOL_BAD_ARGUMENTS with the table where the fields are not those of the type. */
export function assertFields(type: string, fields: Readonly<Record<string, unknown>>): void {
  const table = Object.hasOwn(tables, type) ? tables[type] : undefined
  if (table === undefined) throw badFields(type, `A ${type} takes no fields.`)
  const unknown = Object.keys(fields).find(name => !Object.hasOwn(table.schema.properties, name))
  if (unknown !== undefined) {
    const near = nearest(unknown, Object.keys(table.schema.properties))
    throw badFields(
      type,
      `A ${type} has no field \`${unknown.slice(0, 40)}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`
    )
  }
  const [wrong] = TypeCompiler.Compile(table.schema).Errors(fields)
  if (wrong !== undefined) {
    throw badFields(
      type,
      `\`fields${wrong.path}\` is ${JSON.stringify(wrong.value)?.slice(0, 60) ?? 'missing'}: ${wrong.message}.`
    )
  }
  const fault = table.use === 'document' ? fieldsFault(type, fields) : undefined
  if (fault !== undefined) throw badFields(type, `The fields cannot be set so: ${fault}.`)
}

/** The same for an object that does not exist yet: its fields must agree with each other. */
export function assertNewFields(type: string, fields: Readonly<Record<string, unknown>>): void {
  assertFields(type, fields)
  const fault = fieldUse(type) === 'document' ? newFieldsFault(type, fields) : undefined
  if (fault !== undefined) throw badFields(type, `The fields cannot be set so: ${fault}.`)
}

function badFields(type: string, message: string): ToolError {
  return badArguments(message, fieldHelp(type))
}
