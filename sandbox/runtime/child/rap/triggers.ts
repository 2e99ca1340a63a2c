/** Determinations and validations: what a change triggers, and when it runs. */
import { callHandler, unsupported } from './behaviors.ts'
import type { Behavior, Behaviors, Entity, Trigger } from './behaviors.ts'
import type { Buffer, Instance } from './buffer.ts'
import type { Changed } from './statement.ts'
import * as rows from './rows.ts'
import type { Responses } from './rows.ts'

/** A determination that triggers itself again and again does not end. */
const MAX_ROUNDS = 25

interface Place {
  readonly behaviors: Behaviors
  readonly buffer: Buffer
}

export function isTriggered({ operations, fields }: Trigger, changed: Changed): boolean {
  if (operations.includes(changed.operation)) return true
  if (changed.operation === 'DELETE') return false
  return changed.fields.some(name => fields.includes(name.toUpperCase()))
}

/** Notes what waits for the save, and runs the determinations on modify. */
export async function afterChange(
  changed: readonly Changed[],
  place: Place,
  responses: Responses
): Promise<void> {
  const now = new Map<Entity, Map<Trigger, Instance[]>>()
  for (const change of changed) {
    const { entity } = change.instance
    for (const trigger of entity.definition.triggers) {
      if (!isTriggered(trigger, change)) continue
      if (trigger.on === 'save') {
        change.instance.pending.add(trigger.name)
        continue
      }
      const waiting = now.get(entity) ?? new Map<Trigger, Instance[]>()
      const list = waiting.get(trigger) ?? []
      if (!list.includes(change.instance)) list.push(change.instance)
      now.set(entity, waiting.set(trigger, list))
    }
  }
  for (const [entity, waiting] of now) {
    for (const [trigger, instances] of waiting) {
      await runTrigger(entity, trigger, { instances, place, responses })
    }
  }
}

export async function runTrigger(
  entity: Entity,
  trigger: Trigger,
  how: { instances: readonly Instance[]; place: Place; responses: Responses }
): Promise<boolean> {
  const { instances, place, responses } = how
  const handler = place.behaviors.handler(entity, trigger.kind, trigger.name)
  if (handler === undefined) {
    return unsupported(
      `${trigger.kind} ${trigger.name} of ${entity.definition.name} without a method`
    )
  }
  const answer = await callHandler(entity, handler, parameters => {
    const table = parameters[handler.keys.toLowerCase()]
    for (const { values } of instances) {
      rows.append(table, next => {
        for (const name of entity.definition.keys) next[name]?.set(values.get()[name])
      })
    }
  })
  rows.mergeResponse(answer.failed, responses.failed)
  rows.mergeResponse(answer.reported, responses.reported)
  return rows.isFilled(answer.failed)
}

/** The determinations on save, until none waits, then the validations; false where one failed. */
export async function beforeSave(
  behavior: Behavior,
  place: Place,
  responses: Responses
): Promise<boolean> {
  const how = { place, responses }
  for (let round = 0; (await runWaiting(behavior, 'determination', how)).ran; round++) {
    if (round >= MAX_ROUNDS) {
      throw new Error(
        `the determinations on save of ${behavior.name} trigger each other without end`
      )
    }
  }
  const kept = waiting(behavior, 'validation', place.buffer)
  const { failed } = await runWaiting(behavior, 'validation', how)
  // an instance that is not saved is validated again with the next COMMIT ENTITIES
  for (const { trigger, instances } of kept) {
    for (const { pending } of instances) pending.add(trigger.name)
  }
  return !failed
}

function waiting(
  behavior: Behavior,
  kind: Trigger['kind'],
  buffer: Buffer
): { entity: Entity; trigger: Trigger; instances: Instance[] }[] {
  return behavior.entities.flatMap(entity =>
    entity.definition.triggers
      .filter(trigger => trigger.kind === kind)
      .map(trigger => ({
        entity,
        trigger,
        instances: buffer.instances.filter(
          each =>
            each.entity === entity &&
            !rows.isOn(each.values.get()[rows.DRAFT]) &&
            (each.state !== 'deleted' || trigger.operations.includes('DELETE')) &&
            each.pending.has(trigger.name)
        )
      }))
      .filter(({ instances }) => instances.length > 0)
  )
}

async function runWaiting(
  behavior: Behavior,
  kind: Trigger['kind'],
  { place, responses }: { place: Place; responses: Responses }
): Promise<{ ran: boolean; failed: boolean }> {
  let failed = false
  const found = waiting(behavior, kind, place.buffer)
  for (const { entity, trigger, instances } of found) {
    for (const { pending } of instances) pending.delete(trigger.name)
    if (await runTrigger(entity, trigger, { instances, place, responses })) failed = true
  }
  return { ran: found.length > 0, failed }
}
