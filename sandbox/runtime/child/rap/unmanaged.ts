/** Unmanaged behaviors: every operation is a call of a method of the behavior pool. */
import { callHandler, callMethod, localObject, unsupported } from './behaviors.ts'
import type { Behavior, Behaviors, Entity } from './behaviors.ts'
import { isAuthorized } from './authorization.ts'
import { mergeAnswer } from './managed.ts'
import type { Context } from './statement.ts'
import { fieldsOf } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'

export async function callOperation(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  const { behaviors, request } = context
  const { definition } = entity
  const kind = operation.kind === 'execute' ? 'action' : operation.kind
  const handler = behaviors.handler(entity, kind, operation.action)
  if (handler === undefined) {
    return unsupported(`${kind} ${operation.action} of ${definition.name} without a method`)
  }
  const given: rows.Components[] = []
  for (const each of rows.rowsOf(operation.rows)) {
    const row = rows.componentsOf(each.clone())
    if (await isPermitted(entity, operation, { row, context })) given.push(row)
  }
  if (given.length === 0) return
  const answer = await callHandler(entity, handler, parameters => {
    for (const row of given) {
      if (operation.autoFill) row['%cid']?.set(`%auto_${++context.automatic}`)
      rows.append(parameters[handler.keys.toLowerCase()], next => {
        rows.copyByName(row, next)
        const control = rows.componentsOf(next['%control'])
        for (const name of fieldsOf(operation, row)) control[name]?.set('01')
      })
    }
  })
  mergeAnswer(answer, request)
  for (const row of rows.rowsOf(answer[handler.result.toLowerCase()])) {
    rows.append(operation.result, next => {
      rows.copyByName(rows.componentsOf(row), next)
    })
  }
}

async function isPermitted(
  entity: Entity,
  operation: Operation,
  { row, context }: { row: rows.Components; context: Context }
): Promise<boolean> {
  if (operation.kind === 'read') return true
  const names =
    operation.kind === 'execute'
      ? { operation: 'action', action: operation.action }
      : { operation: operation.kind }
  const asked = operation.kind === 'create' ? names : { ...names, key: row }
  if (await isAuthorized(entity, asked, context)) return true
  const failure = { row, cause: rows.CAUSES.unauthorized, ...names }
  rows.addFailed(context.request.failed, entity.definition, failure)
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
    mergeAnswer(answer, responses)
    if (!rows.isFilled(answer.failed)) continue
    await callSaver(behavior, behaviors, 'cleanup_finalize')
    return false
  }
  return true
}

export async function callSaver(
  behavior: Behavior,
  behaviors: Behaviors,
  step: string
): Promise<Readonly<Record<string, unknown>>> {
  const saver = behaviors.saver(behavior)
  if (saver === undefined) return {}
  const object = await localObject(saver.pool, saver.name)
  return (await callMethod(object, step.toUpperCase())) ?? {}
}
