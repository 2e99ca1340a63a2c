/** Methods FOR PRECHECK: they take instances out of an operation before it begins. */
import { declaredOf } from './authorization.ts'
import type { Asked } from './authorization.ts'
import { callHandler, unsupported } from './behaviors.ts'
import type { Entity } from './behaviors.ts'
import { handOver } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'
import type { Context } from './statement.ts'

/** What the definition calls the operation. */
export function askedOf({ kind, action, association }: Operation): Omit<Asked, 'key'> {
  if (association !== '') return { operation: 'assoc', action: association }
  return kind === 'execute' ? { operation: 'action', action } : { operation: kind }
}

/** The rows of an operation, as copies, that its precheck does not refuse. */
export async function givenRows(
  entity: Entity,
  operation: Operation,
  { behaviors, request }: Context
): Promise<Components[]> {
  const given = rows.rowsOf(operation.rows).map(row => rows.componentsOf(row.clone()))
  const asked = askedOf(operation)
  const { definition } = entity
  if (given.length === 0 || request.local || declaredOf(definition, asked)?.precheck !== true) {
    return given
  }
  const name = asked.action ?? asked.operation.toUpperCase()
  const handler = behaviors.handler(entity, 'precheck', name)
  if (handler === undefined) {
    return unsupported(`precheck of ${name} of ${definition.name} without a method`)
  }
  const answer = await callHandler(entity, handler, parameters => {
    handOver(parameters[handler.keys.toLowerCase()], given, operation)
  })
  rows.mergeResponse(answer.failed, request.failed)
  rows.mergeResponse(answer.reported, request.reported)
  const table = rows.componentsOf(answer.failed)[definition.alias.toLowerCase()]
  const failed = rows.rowsOf(table).map(rows.componentsOf)
  return given.filter(row => !failed.some(each => isSame(each, row, entity)))
}

function isSame(failed: Components, row: Components, { definition }: Entity): boolean {
  const id = rows.textIn(row, '%cid') || rows.textIn(row, '%cid_ref')
  return id === ''
    ? rows.keyOf(definition, failed) === rows.keyOf(definition, row)
    : rows.textIn(failed, '%cid') === id
}
