/** Augmentation: operations that the behavior pool of a projection adds to a request. */
import { callHandler, entityOf, unsupported } from './behaviors.ts'
import type { Behavior, Entity, Handler } from './behaviors.ts'
import { fieldsOf, handOver } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'
import type { Context } from './statement.ts'

/** An operation on a projection with its rows. */
export interface Given {
  readonly entity: Entity
  readonly operation: Operation
  readonly rows: readonly Components[]
}

interface Call {
  readonly entity: Entity
  readonly handler: Handler
  readonly parts: { readonly handler: Handler; readonly given: Given }[]
}

/** Calls each method once with all operations that it augments. */
export async function augment(
  given: readonly Given[],
  context: Context,
  collect: (during: () => Promise<void>) => Promise<Operation[]>
): Promise<Operation[]> {
  const calls = new Map<string, Call>()
  for (const each of given) {
    const handler = each.rows.length === 0 ? undefined : handlerOf(each, context)
    if (handler === undefined) continue
    const key = `${handler.class} ${handler.method}`
    const call = calls.get(key) ?? { entity: each.entity, handler, parts: [] }
    call.parts.push({ handler, given: each })
    calls.set(key, call)
  }
  return collect(async () => {
    for (const { entity, handler, parts } of calls.values()) {
      const answer = await callHandler(entity, handler, parameters => {
        for (const { handler: own, given: each } of parts) {
          handOver(parameters[own.keys.toLowerCase()], each.rows, each.operation)
        }
      })
      rows.mergeResponse(answer.failed, context.request.failed)
      rows.mergeResponse(answer.reported, context.request.reported)
    }
  })
}

function handlerOf({ entity, operation }: Given, { behaviors }: Context): Handler | undefined {
  const { kind, association } = operation
  const name = association === '' ? kind.toUpperCase() : association
  const { definition } = entity
  if (kind === 'read' || definition.projection?.augmented.includes(name) !== true) return undefined
  const found = behaviors.handler(entity, association === '' ? kind : 'createby', association)
  return found ?? unsupported(`augment of ${name} of ${definition.name} without a method`)
}

/** Fields of rows that are there already are completed, others become operations of their own. */
export function mergeAugmented(
  operations: readonly Operation[],
  added: readonly Operation[],
  base: Behavior
): Operation[] {
  const rest: Operation[] = []
  for (const each of added) {
    const entity = entityOf(base, each.entity)
    const { definition } = entity
    const same = operations.filter(
      ({ kind, association, entity: name }) =>
        kind === each.kind && association === each.association && entityOf(base, name) === entity
    )
    const open = rows.rowsOf(each.rows).filter(row => {
      const own = rows.componentsOf(row)
      const found = same
        .flatMap(operation => rows.rowsOf(operation.rows).map(rows.componentsOf))
        .find(other => each.association === '' && isSame(own, other, definition.keys))
      if (found !== undefined) completeRow(own, found, fieldsOf(each, own))
      return found === undefined
    })
    if (open.length > 0) rest.push({ ...each, rows: tableWith(each, open) })
  }
  return [...operations, ...rest]
}

function tableWith({ rows: given }: Operation, open: readonly rows.AbapValue[]): unknown {
  const table = rows.copyOf(given) as rows.AbapTable & { append(row: unknown): unknown }
  table.clear()
  for (const row of open) table.append(row.clone())
  return table
}

function isSame(own: Components, other: Components, keys: readonly string[]): boolean {
  for (const name of ['%cid', '%cid_ref']) {
    const id = rows.textIn(own, name)
    if (id !== '') return id === rows.textIn(other, name)
  }
  return keys.every(name => String(own[name]?.get()) === String(other[name]?.get()))
}

/** What the request has set stays. */
function completeRow(own: Components, other: Components, fields: readonly string[]): void {
  const control = rows.componentsOf(other['%control'])
  for (const name of fields) {
    if (rows.isOn(control[name]) || own[name] === undefined) continue
    other[name]?.set(own[name])
    control[name]?.set('01')
  }
}
