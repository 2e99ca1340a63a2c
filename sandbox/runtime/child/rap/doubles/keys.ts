/** Keys of new instances of transactional buffer test doubles, as a handler of the test gives them. */
import { currentRuntime } from '../../abap.ts'
import type { AbapMethod } from '../../abap.ts'
import { unsupported } from '../behaviors.ts'
import type { Entity } from '../behaviors.ts'
import type { Operation } from '../requests.ts'
import { copyOf } from '../rows.ts'
import type { Context } from '../statement.ts'

const METHOD = 'if_botd_bufdbl_fields_handler$set_readonly_fields'

/** The operation with rows that the handler has completed; undefined without a handler. */
export async function withKeys(
  { definition }: Entity,
  operation: Operation,
  { fieldsHandler }: Context
): Promise<Operation | undefined> {
  if (fieldsHandler === undefined || operation.kind !== 'create') return undefined
  const method = (fieldsHandler as Readonly<Record<string, unknown>>)[METHOD]
  if (typeof method !== 'function') return unsupported('a fields handler without its method')
  const rows = copyOf(operation.rows)
  await (method as AbapMethod).call(fieldsHandler, {
    entity_name: text(definition.name),
    operation: text(operation.association === '' ? 'C' : 'O'),
    association_name: text(operation.association),
    instances: rows
  })
  return { ...operation, rows }
}

function text(value: string): unknown {
  const { types } = currentRuntime() as unknown as {
    readonly types: { readonly String: new () => { set(value: string): unknown } }
  }
  return new types.String().set(value)
}
