/** Methods of the saver class that managed behaviors call: numbers of new instances, and their save. */
import { callSaver } from './unmanaged.ts'
import { unsupported } from './behaviors.ts'
import type { Behavior, Behaviors, Entity } from './behaviors.ts'
import type { Buffer, Instance } from './buffer.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'

interface Place {
  readonly behaviors: Behaviors
  readonly buffer: Buffer
}

/** Final keys by the entity and the preliminary key, until the commit ends. */
export type KeyRegistry = Map<string, rows.AbapStructure>

export const registered = (entity: Entity, pid: rows.AbapValue | undefined): string =>
  `${entity.definition.name} ${String(pid?.get() ?? '')}`

function instancesOf(behavior: Behavior, buffer: Buffer): Instance[] {
  return buffer.instances.filter(({ entity }) => behavior.entities.includes(entity))
}

const tableOf = (structure: unknown, { definition }: Entity): unknown =>
  rows.componentsOf(structure)[definition.alias.toLowerCase()]

/** adjust_numbers answers the final keys in MAPPED, whose rows have the preliminary ones. */
export async function adjustNumbers(
  behavior: Behavior,
  { behaviors, buffer }: Place,
  registry: KeyRegistry
): Promise<void> {
  const late = instancesOf(behavior, buffer).filter(
    ({ entity, state, values }) =>
      entity.definition.lateNumbering && state === 'created' && !rows.isOn(values.get()[rows.DRAFT])
  )
  if (late.length === 0) return
  const answer = await callSaver(behavior, behaviors, 'adjust_numbers', parameters => {
    for (const { entity, values } of late) {
      rows.append(tableOf(parameters.mapped, entity), row => {
        row[rows.PRELIMINARY]?.set(values.get()[rows.PRELIMINARY])
        const before = rows.componentsOf(row['%tmp'])
        for (const name of entity.definition.keys) before[name]?.set(values.get()[name])
      })
    }
  })
  if (answer.mapped === undefined) {
    unsupported(`late numbering of ${behavior.name} without a method adjust_numbers`)
  }
  for (const { entity, values } of late) {
    const own = values.get()
    const pid = own[rows.PRELIMINARY]
    const found = rows
      .rowsOf(tableOf(answer.mapped, entity))
      .map(rows.componentsOf)
      .find(row => String(row[rows.PRELIMINARY]?.get()) === String(pid?.get()))
    for (const name of entity.definition.keys) {
      if (name !== rows.PRELIMINARY && found?.[name] !== undefined) own[name]?.set(found[name])
    }
    registry.set(registered(entity, pid), values)
  }
}

/** An unmanaged behavior knows its new instances itself; what it maps is kept for CONVERT KEY. */
export async function adjustUnmanaged(
  behavior: Behavior,
  behaviors: Behaviors,
  registry: KeyRegistry
): Promise<void> {
  const late = behavior.entities.filter(({ definition }) => definition.lateNumbering)
  if (late.length === 0) return
  const { mapped } = await callSaver(behavior, behaviors, 'adjust_numbers')
  for (const entity of late) {
    for (const row of rows.rowsOf(tableOf(mapped, entity))) {
      const pid = rows.componentsOf(row)[rows.PRELIMINARY]
      registry.set(registered(entity, pid), row as rows.AbapStructure)
    }
  }
}

const KINDS = { created: 'create', updated: 'update', deleted: 'delete' } as const

/** save_modified gets the instances of entities that it saves, too or alone. */
export async function saveModified(
  behavior: Behavior,
  { behaviors, buffer }: Place
): Promise<void> {
  const saved = instancesOf(behavior, buffer).filter(
    ({ entity, values }) =>
      entity.definition.save !== 'managed' && !rows.isOn(values.get()[rows.DRAFT])
  )
  if (saved.length === 0) return
  const answer = await callSaver(behavior, behaviors, 'save_modified', parameters => {
    for (const instance of saved) {
      rows.append(tableOf(parameters[KINDS[instance.state]], instance.entity), row => {
        fill(row, instance)
      })
    }
  })
  if (answer.create === undefined) {
    unsupported(`the save of ${behavior.name} without a method save_modified`)
  }
  await callSaver(behavior, behaviors, 'cleanup')
}

/** Keys and changed fields, which %control marks; with full data all fields. */
function fill(row: Components, { entity, values, changed, state }: Instance): void {
  const { keys, fullData } = entity.definition
  const own = values.get()
  const control = rows.componentsOf(row['%control'])
  for (const name of Object.keys(state === 'deleted' ? {} : control)) {
    if (fullData || changed.has(name)) row[name]?.set(own[name])
    if (changed.has(name)) control[name]?.set('01')
  }
  for (const name of keys) row[name]?.set(own[name])
}
