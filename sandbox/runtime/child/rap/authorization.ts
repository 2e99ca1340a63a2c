/** Asks the authorization methods of a behavior, as an EML statement without IN LOCAL MODE does. */
import { callHandler, unsupported } from './behaviors.ts'
import type { Entity, Handler, Parameters } from './behaviors.ts'
import type { Context } from './statement.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'

export interface Asked {
  /** Undefined for an operation that has no instance yet. */
  readonly key?: Components
  readonly operation: string
  readonly action?: string
}

/** Whether the methods permit the operation; one that is not declared permits everything. */
export async function isAuthorized(
  entity: Entity,
  asked: Asked,
  context: Context
): Promise<boolean> {
  const { authorization } = entity.definition
  if (context.request.local || authorization === 'none') return true
  const global = authorization !== 'instance'
  const instance = authorization !== 'global' && asked.key !== undefined
  if (global && !(await ask(entity, 'globalauthorization', { asked, context }))) return false
  return !instance || (await ask(entity, 'authorization', { asked, context }))
}

async function ask(
  entity: Entity,
  kind: string,
  { asked, context }: { asked: Asked; context: Context }
): Promise<boolean> {
  const handler = context.behaviors.handler(entity, kind)
  if (handler === undefined) {
    return unsupported(`the authorization of ${entity.definition.name} without a method for it`)
  }
  const answer = await callHandler(entity, handler, parameters => {
    request(parameters, handler, asked)
    const { key } = asked
    if (key === undefined || handler.keys === '') return
    rows.append(parameters[handler.keys.toLowerCase()], row => {
      for (const name of entity.definition.keys) {
        if (key[name] !== undefined) row[name]?.set(key[name])
      }
    })
  })
  rows.mergeResponse(answer.failed, context.request.failed)
  rows.mergeResponse(answer.reported, context.request.reported)
  if (rows.isFilled(answer.failed)) return false
  const result = answer[handler.result.toLowerCase()]
  const lines = kind === 'authorization' ? rows.rowsOf(result) : [result]
  return !lines.some(line => rows.isOn(flagOf(rows.componentsOf(line), asked)))
}

function request(parameters: Parameters, handler: Handler, asked: Asked): void {
  flagOf(rows.componentsOf(parameters[handler.request.toLowerCase()]), asked)?.set('01')
}

function flagOf(row: Components, { operation, action }: Asked): rows.AbapValue | undefined {
  return action === undefined
    ? row[`%${operation}`]
    : rows.componentsOf(row['%action'])[action.toLowerCase()]
}
