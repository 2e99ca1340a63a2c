/** Managed behaviors along associations: CREATE BY, READ BY, and the deletion of what is below. */
import { joined } from './authorization.ts'
import type { Entity } from './behaviors.ts'
import { createRows, keyRow, mayChange } from './managed.ts'
import { complete, numberEarly } from './numbering.ts'
import { askedOf, givenRows } from './precheck.ts'
import { fieldsOf } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'
import type { Context } from './statement.ts'

export async function createBy(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  const { relation, entity: target } = context.behaviors.target(entity, operation.association)
  for (const row of await givenRows(entity, operation, context)) {
    const key = keyRow(entity, row, context)
    const source = await mayChange(entity, { key, row, ...askedOf(operation) }, context)
    if (source === undefined) {
      failTargets(target, row, { keys: joined(relation.on, key, entity.definition), context })
      continue
    }
    for (const name of entity.definition.keys) row[name]?.set(key[name])
    const given = rows.rowsOf(row['%target']).map(rows.componentsOf)
    complete(target, given, { operation, context })
    const equal = joined(relation.on, source.values.get(), entity.definition)
    const setEqual = (): void => {
      for (const each of given) for (const name of Object.keys(equal)) each[name]?.set(equal[name])
    }
    setEqual()
    if (target.definition.earlyNumbering && context.isNumbered !== true) {
      const numbered = { target, rows: given }
      await numberEarly(entity, [row], { operation, context, numbered })
      setEqual()
    }
    await createRows(target, given, { operation, context, fixed: Object.keys(equal) })
  }
}

/** A test double tells in FAILED which targets have no source: their %cid and the keys of the source. */
function failTargets(
  { definition }: Entity,
  row: Components,
  { keys, context }: { keys: Components; context: Context }
): void {
  if (context.configured === undefined) return
  for (const { '%cid': cid } of rows.rowsOf(row['%target']).map(rows.componentsOf)) {
    const own = { ...keys, ...(cid === undefined ? {} : { '%cid': cid }) }
    const failure = { row: own, cause: rows.CAUSES.dependency, operation: 'create' }
    rows.addFailed(context.request.failed, definition, failure)
  }
}

export async function readBy(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  const { definition } = entity
  const { relation, entity: target } = context.behaviors.target(entity, operation.association)
  const read = new Set<string>()
  for (const each of rows.rowsOf(operation.rows)) {
    const row = rows.componentsOf(each)
    const values = await context.buffer.read(entity, row)
    if (values === undefined) {
      const failure = { row, cause: rows.CAUSES.notFound, ...askedOf(operation) }
      rows.addFailed(context.request.failed, definition, failure)
      continue
    }
    const wanted = [...target.definition.keys, ...fieldsOf(operation, row)]
    for (const found of await context.buffer.find(
      target,
      joined(relation.on, values, definition)
    )) {
      rows.append(operation.link, next => {
        copyKeys(entity, values, next.source)
        copyKeys(target, found, next.target)
      })
      // several sources may lead to one target: it is read once
      const id = rows.keyOf(target.definition, found)
      if (read.has(id)) continue
      read.add(id)
      rows.append(operation.result, next => {
        for (const name of wanted) if (found[name] !== undefined) next[name]?.set(found[name])
      })
    }
  }
}

function copyKeys({ definition }: Entity, from: Components, to: unknown): void {
  const row = rows.componentsOf(to)
  for (const name of definition.keys) row[name]?.set(from[name])
}

export async function remove(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  for (const row of await givenRows(entity, operation, context)) {
    const key = keyRow(entity, row, context)
    const instance = await mayChange(entity, { key, row, operation: 'delete' }, context)
    if (instance === undefined) continue
    await removeBelow(entity, instance.values.get(), context)
    context.buffer.delete(instance)
    context.changed.push({ instance, operation: 'DELETE', fields: [] })
  }
}

/** Deletes the instances below an instance, at all levels. */
async function removeBelow(entity: Entity, values: Components, context: Context): Promise<void> {
  for (const { kind, name } of entity.definition.relations) {
    if (kind !== 'composition') continue
    const { relation, entity: target } = context.behaviors.target(entity, name)
    const wanted = joined(relation.on, values, entity.definition)
    for (const found of await context.buffer.find(target, wanted)) {
      const instance = await context.buffer.change(target, found)
      if (instance === undefined) continue
      await removeBelow(target, instance.values.get(), context)
      context.buffer.delete(instance)
      context.changed.push({ instance, operation: 'DELETE', fields: [] })
    }
  }
}
