/** Unmanaged behaviors: every operation is a call of a method of the behavior pool. */
import { callHandler, callMethod, localObject, unsupported } from './behaviors.ts'
import type { Behavior, Behaviors, Entity, Handler, Parameters } from './behaviors.ts'
import { refusal } from './authorization.ts'
import type { Context } from './statement.ts'
import { fillIds } from './numbering.ts'
import { askedOf, givenRows } from './precheck.ts'
import { handOver } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'

export async function callOperation(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  refuseDrafts(entity, operation)
  const handler = handlerOf(entity, operation, context)
  const given: rows.Components[] = []
  for (const row of await givenRows(entity, operation, context)) {
    if (await isPermitted(entity, operation, { row, context })) given.push(row)
  }
  if (given.length === 0) return
  for (const row of given) fillIds(createdBy(row, operation), { operation, context })
  const answer = await callHandler(entity, handler, parameters => {
    handOver(parameters[handler.keys.toLowerCase()], given, operation)
    if (operation.result !== undefined) parameters[handler.full.toLowerCase()]?.set('X')
  })
  rows.mergeAnswer(answer, context.request)
  rows.copyRows(answer[handler.result.toLowerCase()], operation.result)
  rows.copyRows(answer[handler.link.toLowerCase()], operation.link)
}

/** The runtime keeps no drafts for behaviors that keep their instances themselves. */
function refuseDrafts({ definition }: Entity, operation: Operation): void {
  const action = definition.actions.find(({ name }) => name === operation.action)
  const drafts = rows.rowsOf(operation.rows).map(row => rows.componentsOf(row)[rows.DRAFT])
  if (action?.isDraft === true || drafts.some(rows.isOn)) {
    unsupported(`drafts of the unmanaged behavior ${definition.name}`)
  }
}

/** The rows of new instances: the row itself, or those along the association. */
export function createdBy(row: rows.Components, { association }: Operation): rows.Components[] {
  return association === '' ? [row] : rows.rowsOf(row['%target']).map(rows.componentsOf)
}

function handlerOf(
  entity: Entity,
  { kind, action, association }: Operation,
  { behaviors }: Context
): Handler {
  const along = association === '' ? kind : `${kind}by`
  const handled = kind === 'execute' ? 'action' : along
  const name = association === '' ? action : association
  const handler = behaviors.handler(entity, handled, name)
  if (handler !== undefined) return handler
  const what = association === '' ? handled : `${kind} BY \\${association}`
  return unsupported(`${what} ${action} of ${entity.definition.name} without a method`)
}

async function isPermitted(
  entity: Entity,
  operation: Operation,
  { row, context }: { row: rows.Components; context: Context }
): Promise<boolean> {
  if (operation.kind === 'read') return true
  const asked = askedOf(operation)
  const isNew = asked.operation === 'create' || row['%key'] === undefined
  const cause = await refusal(entity, isNew ? asked : { ...asked, key: row }, context)
  if (cause === undefined) return true
  rows.addFailed(context.request.failed, entity.definition, { row, cause, ...asked })
  return false
}

/** The first methods of the save sequence; false where a check failed. */
export async function checkBeforeSave(
  behavior: Behavior,
  behaviors: Behaviors,
  responses: rows.Responses
): Promise<boolean> {
  for (const step of ['finalize', 'check_before_save']) {
    const answer = await callSaver(behavior, behaviors, step)
    rows.mergeAnswer(answer, responses)
    if (!rows.isFilled(answer.failed)) continue
    await callSaver(behavior, behaviors, 'cleanup_finalize')
    return false
  }
  return true
}

export async function callSaver(
  behavior: Behavior,
  behaviors: Behaviors,
  step: string,
  fill?: (parameters: Parameters) => void
): Promise<Readonly<Record<string, unknown>>> {
  const saver = behaviors.saver(behavior)
  if (saver === undefined) return {}
  const object = await localObject(saver.pool, saver.name)
  return (await callMethod(object, step.toUpperCase(), fill)) ?? {}
}
