/** Draft actions and determine actions of managed behaviors. */
import { joined, refusal } from './authorization.ts'
import { callHandler, entityOf, unsupported } from './behaviors.ts'
import type { Action, Entity, Run, Trigger } from './behaviors.ts'
import type { Instance } from './buffer.ts'
import { askedOf } from './precheck.ts'
import { handOver } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'
import type { Changed, Context } from './statement.ts'
import { isTriggered, runTrigger } from './triggers.ts'

interface Call {
  readonly entity: Entity
  readonly action: Action
  readonly operation: Operation
  readonly context: Context
}

/** Whether the runtime runs the action itself. */
export const isOwnAction = ({ isDraft, runs }: Action): boolean => isDraft || runs !== undefined

export async function executeOwn(call: Call, given: readonly Components[]): Promise<void> {
  for (const row of given) {
    if (!(await runAdditional(call, row))) continue
    await runAction(call, row)
  }
}

async function runAction(call: Call, row: Components): Promise<void> {
  const { action } = call
  if (action.runs !== undefined || action.name === 'PREPARE') await determine(call, row)
  else if (action.name === 'EDIT') await edit(call, row)
  else if (action.name === 'ACTIVATE') await activate(call, row)
  else if (action.name === 'DISCARD') await discard(call, row)
  else if (action.name === 'RESUME') await draftOf(call, row)
  else unsupported(`draft action ${action.name} of ${call.entity.definition.name}`)
}

/** With additional implementation: false where the method refuses the instance. */
async function runAdditional(call: Call, row: Components): Promise<boolean> {
  const { entity, action, operation, context } = call
  if (!action.additional) return true
  const { name } = entity.definition
  const handler =
    context.behaviors.handler(entity, 'action', action.name) ??
    unsupported(`draft action ${action.name} of ${name} without a method`)
  const answer = await callHandler(entity, handler, parameters => {
    handOver(parameters[handler.keys.toLowerCase()], [row], operation)
  })
  rows.mergeAnswer(answer, context.request)
  return !rows.isFilled(answer.failed)
}

function fail({ entity, operation, context }: Call, row: Components, cause: number): undefined {
  const failure = { row, cause, ...askedOf(operation) }
  rows.addFailed(context.request.failed, entity.definition, failure)
  return undefined
}

/** The key of a row, of the draft or of the active instance. */
function keyAs(entity: Entity, row: Components, isDraft: boolean): Components {
  const key = entity.instance?.().get() ?? unsupported(`drafts of ${entity.definition.name}`)
  for (const name of entity.definition.keys) if (row[name] !== undefined) key[name]?.set(row[name])
  key[rows.DRAFT]?.set(isDraft ? '01' : '00')
  return key
}

async function draftOf(call: Call, row: Components): Promise<Instance | undefined> {
  const found = await call.context.buffer.change(call.entity, keyAs(call.entity, row, true))
  return found ?? fail(call, row, rows.CAUSES.notFound)
}

/** An instance and all below it. */
async function treeOf(instance: Instance, context: Context): Promise<Instance[]> {
  const { entity } = instance
  const all = [instance]
  for (const { kind, name } of entity.definition.relations) {
    if (kind !== 'composition') continue
    const { relation, entity: target } = context.behaviors.target(entity, name)
    const wanted = joined(relation.on, instance.values.get(), entity.definition)
    for (const found of await context.buffer.find(target, wanted)) {
      const below = await context.buffer.change(target, found)
      if (below !== undefined) all.push(...(await treeOf(below, context)))
    }
  }
  return all
}

function remove(instances: readonly Instance[], { buffer }: Context): void {
  for (const instance of [...instances].reverse()) buffer.delete(instance)
}

/** A copy of the instance as a draft, or as an active instance. */
async function copyAs(
  instance: Instance,
  isDraft: boolean,
  { buffer }: Context
): Promise<Instance | undefined> {
  const values = instance.values.clone() as unknown as rows.AbapStructure
  values.get()[rows.DRAFT]?.set(isDraft ? '01' : '00')
  return await buffer.create(instance.entity, values)
}

async function edit(call: Call, row: Components): Promise<void> {
  const { entity, operation, context } = call
  if (entity.definition.lateNumbering) unsupported('draft action EDIT with late numbering')
  const key = keyAs(entity, row, false)
  if ((await context.buffer.read(entity, key)) === undefined) {
    return fail(call, row, rows.CAUSES.notFound)
  }
  const cause = await refusal(entity, { key, ...askedOf(operation) }, context)
  if (cause !== undefined) return fail(call, row, cause)
  const existing = await context.buffer.change(entity, keyAs(entity, row, true))
  const preserve = rows.textIn(rows.componentsOf(row['%param']), 'preserve_changes') === 'X'
  if (existing !== undefined && preserve) return fail(call, row, rows.CAUSES.unspecific)
  if (existing !== undefined) remove(await treeOf(existing, context), context)
  const active = await context.buffer.change(entity, key)
  if (active === undefined) return
  for (const each of await treeOf(active, context)) await copyAs(each, true, context)
  addMapped(call, row, true)
}

function addMapped({ entity, context }: Call, row: Components, isDraft: boolean): void {
  const cid = row['%cid']
  const from = { ...keyAs(entity, row, isDraft), ...(cid === undefined ? {} : { '%cid': cid }) }
  rows.addMapped(context.request.mapped, entity.definition, from)
}

async function discard(call: Call, row: Components): Promise<void> {
  const draft = await draftOf(call, row)
  if (draft !== undefined) remove(await treeOf(draft, call.context), call.context)
}

async function activate(call: Call, row: Components): Promise<void> {
  const { entity, context } = call
  const draft = await draftOf(call, row)
  if (draft === undefined) return
  const prepare = entity.definition.actions.find(({ name }) => name === 'PREPARE')
  const runs = prepare?.runs ?? []
  if (!(await runAll(draft, runs, call))) return fail(call, row, rows.CAUSES.unspecific)
  const drafts = await treeOf(draft, context)
  const active = await context.buffer.change(entity, keyAs(entity, row, false))
  const before = active === undefined ? [] : await treeOf(active, context)
  const kept = new Set<Instance>()
  for (const each of drafts) {
    const copy = await activateOne(each, context)
    if (copy !== undefined) kept.add(copy)
  }
  for (const each of before.filter(instance => !kept.has(instance))) {
    context.buffer.delete(each)
    wait({ instance: each, operation: 'DELETE', fields: [] })
  }
  remove(drafts, context)
  addMapped(call, row, false)
}

/** Writes a draft over the active instance, or makes it one; what waits for the save is noted. */
async function activateOne(draft: Instance, context: Context): Promise<Instance | undefined> {
  const change = await changeOf(draft, context)
  const key = keyAs(draft.entity, draft.values.get(), false)
  const active =
    (await context.buffer.change(draft.entity, key)) ?? (await copyAs(draft, false, context))
  if (active === undefined) return undefined
  for (const name of change.fields) {
    active.values.get()[name]?.set(draft.values.get()[name])
    active.changed.add(name)
  }
  wait({ ...change, instance: active })
  return active
}

function wait(change: Changed): void {
  for (const trigger of change.instance.entity.definition.triggers) {
    if (trigger.on === 'save' && isTriggered(trigger, change)) {
      change.instance.pending.add(trigger.name)
    }
  }
}

/** What a draft changes: all of a new instance, else the fields that differ. */
async function changeOf(draft: Instance, { buffer }: Context): Promise<Changed> {
  const { entity, values } = draft
  const own = values.get()
  const active = await buffer.read(entity, keyAs(entity, own, false))
  const fields = Object.keys(own).filter(name => !name.startsWith('%'))
  if (active === undefined) return { instance: draft, operation: 'CREATE', fields }
  const text = (value: rows.AbapValue | undefined): string => String(value?.get() ?? '')
  const changed = fields.filter(name => text(own[name]) !== text(active[name]))
  return { instance: draft, operation: 'UPDATE', fields: changed }
}

async function determine(call: Call, row: Components): Promise<void> {
  const { entity, action, context } = call
  const isDraft = action.isDraft || rows.isOn(row[rows.DRAFT])
  const instance = await context.buffer.change(entity, keyAs(entity, row, isDraft))
  if (instance === undefined) fail(call, row, rows.CAUSES.notFound)
  else await runAll(instance, action.runs ?? [], call)
}

/** The determinations, then the validations; false where one failed. */
async function runAll(root: Instance, runs: readonly Run[], call: Call): Promise<boolean> {
  const { context } = call
  let failed = false
  for (const kind of ['determination', 'validation'] as const) {
    for (const run of runs.filter(each => each.kind === kind)) {
      const { entity, trigger } = triggerOf(run, call)
      const instances: Instance[] = []
      for (const each of await treeOf(root, context)) {
        if (each.entity === entity && (await isDue(each, { run, trigger, context }))) {
          instances.push(each)
        }
      }
      const place = { behaviors: context.behaviors, buffer: context.buffer }
      const how = { instances, place, responses: context.request }
      if (instances.length > 0 && (await runTrigger(entity, trigger, how))) failed = true
    }
  }
  return !failed
}

function triggerOf(run: Run, { entity, context }: Call): { entity: Entity; trigger: Trigger } {
  const behavior = context.behaviors.of(entity)
  const own = run.entity === '' ? entity : entityOf(behavior, run.entity)
  const trigger = own.definition.triggers.find(
    each => each.kind === run.kind && each.name === run.name
  )
  return {
    entity: own,
    trigger: trigger ?? unsupported(`${run.kind} ${run.name}, which is not declared`)
  }
}

async function isDue(
  instance: Instance,
  { run, trigger, context }: { run: Run; trigger: Trigger; context: Context }
): Promise<boolean> {
  if (run.always) return true
  if (!rows.isOn(instance.values.get()[rows.DRAFT])) return instance.pending.has(trigger.name)
  return isTriggered(trigger, await changeOf(instance, context))
}
