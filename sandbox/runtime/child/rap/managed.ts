/** Managed behaviors: changes of the transactional buffer, and the methods that they call. */
import { changeable, refusal } from './authorization.ts'
import type { Asked } from './authorization.ts'
import { RunAborted } from '../alerts.ts'
import { callHandler, unsupported } from './behaviors.ts'
import type { Entity } from './behaviors.ts'
import type { Instance } from './buffer.ts'
import { executeOwn, isOwnAction } from './drafts.ts'
import { complete, fillIds, numbered, numberEarly } from './numbering.ts'
import { askedOf, givenRows } from './precheck.ts'
import { fieldsOf, handOver } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'
import type { Context } from './statement.ts'

export async function create(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  const { definition } = entity
  const cause = await refusal(entity, { operation: 'create' }, context)
  const given = await givenRows(entity, operation, context)
  if (cause !== undefined) {
    for (const row of given) {
      rows.addFailed(context.request.failed, definition, { row, cause, operation: 'create' })
    }
    return
  }
  complete(entity, given, { operation, context })
  if (definition.lateNumbering && definition.relations.some(({ kind }) => kind !== 'other')) {
    unsupported(`late numbering of ${definition.name} with compositions`)
  }
  if (definition.earlyNumbering && context.isNumbered !== true) {
    const asked = { target: entity, rows: given }
    await numberEarly(entity, given, { operation, context, numbered: asked })
  }
  await createRows(entity, given, { operation, context, fixed: [] })
}

/** Creates instances of rows whose keys are complete; `fixed` names fields that the parent gives. */
export async function createRows(
  entity: Entity,
  given: readonly Components[],
  more: { operation: Operation; context: Context; fixed: readonly string[] }
): Promise<void> {
  const { operation, context, fixed } = more
  const { definition, instance: make } = entity
  if (make === undefined) unsupported(`EML for ${definition.name}: its types are not known`)
  for (const row of given) {
    const own = fieldsOf(operation, row).filter(name => !fixed.includes(name))
    const fields = writable(entity, own, context)
    checkMandatory(entity, row, [...fixed, ...fields])
    const values = make()
    for (const name of [...definition.keys, ...fixed, ...fields]) {
      if (row[name] !== undefined) values.get()[name]?.set(row[name])
    }
    if (definition.lateNumbering) numbered(values.get()[rows.PRELIMINARY])
    const instance = await context.buffer.create(entity, values)
    if (instance === undefined) {
      const failure = { row, cause: rows.CAUSES.unspecific, operation: 'create' }
      rows.addFailed(context.request.failed, definition, failure)
      continue
    }
    const id = rows.textIn(row, '%cid')
    if (id !== '') context.created.set(`${definition.name} ${id}`, values.get())
    const cid = row['%cid']
    rows.addMapped(context.request.mapped, definition, {
      ...values.get(),
      ...(cid === undefined ? {} : { '%cid': cid })
    })
    context.changed.push({ instance, operation: 'CREATE', fields })
  }
}

/** A new active instance without a value for a field that is mandatory at creation ends the run. */
function checkMandatory({ definition }: Entity, row: Components, fields: readonly string[]): void {
  if (rows.isOn(row[rows.DRAFT])) return
  const missing = definition.mandatory.find(name => !fields.includes(name.toLowerCase()))
  if (missing === undefined) return
  throw new RunAborted({
    kind: 'exception',
    title: `Runtime Error: a new instance of ${definition.name} without a value for ${missing} (mandatory : create)`,
    details: [],
    stack: new Error('mandatory').stack ?? ''
  })
}

/** Changes of read-only fields end in the ERP in ways that the sandbox does not know. */
function writable(entity: Entity, fields: string[], { request }: Context): string[] {
  const { definition } = entity
  const refused = fields.find(
    name => definition.readonly.includes(name.toUpperCase()) && !definition.keys.includes(name)
  )
  if (refused !== undefined && !request.local) {
    unsupported(`a change of the read-only field ${refused} of ${definition.name} from outside`)
  }
  return fields
}

/** The key fields of a row, or those of what %cid_ref names. */
export function keyRow(entity: Entity, row: Components, { created }: Context): Components {
  const reference = rows.textIn(row, '%cid_ref')
  const found = created.get(`${entity.definition.name} ${reference}`)
  return reference === '' || found === undefined ? row : found
}

export async function update(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  for (const row of await givenRows(entity, operation, context)) {
    const key = keyRow(entity, row, context)
    const { keys } = entity.definition
    const wanted = writable(entity, fieldsOf(operation, row), context).filter(
      name => !keys.includes(name)
    )
    const allowed = await mayChange(entity, { key, row, operation: 'update' }, context)
    if (allowed === undefined) continue
    const fields = await changeable(entity, wanted, { key, context })
    for (const name of fields) {
      if (row[name] !== undefined) allowed.values.get()[name]?.set(row[name])
    }
    context.changed.push({ instance: allowed, operation: 'UPDATE', fields })
  }
}

interface Wanted extends Asked {
  readonly key: Components
  readonly row: Components
}

/** The instance that a row names and may be changed; otherwise FAILED says why not. */
export async function mayChange(
  entity: Entity,
  wanted: Wanted,
  context: Context
): Promise<Instance | undefined> {
  const { row, ...asked } = wanted
  const instance = await context.buffer.change(entity, wanted.key)
  const cause =
    instance === undefined ? rows.CAUSES.notFound : await refusal(entity, asked, context)
  if (cause === undefined) return instance
  const { key: _key, ...names } = asked
  rows.addFailed(context.request.failed, entity.definition, { row, cause, ...names })
  return undefined
}

export async function execute(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  const { behaviors, request } = context
  const { definition } = entity
  const action = definition.actions.find(({ name }) => name === operation.action)
  if (action !== undefined && isOwnAction(action)) {
    const given = await givenRows(entity, operation, context)
    fillIds(given, { operation, context })
    await executeOwn({ entity, action, operation, context }, given)
    return
  }
  const handler = behaviors.handler(entity, 'action', operation.action)
  if (handler === undefined) {
    return unsupported(`action ${operation.action} of ${definition.name} without a method`)
  }
  const present: Components[] = []
  for (const row of await givenRows(entity, operation, context)) {
    if (action?.isStatic === true) {
      const cause = await refusal(entity, askedOf(operation), context)
      if (cause === undefined) present.push(row)
      else rows.addFailed(request.failed, definition, { row, cause, ...askedOf(operation) })
      continue
    }
    const key = keyRow(entity, row, context)
    const wanted = { key, row, ...askedOf(operation) }
    if ((await mayChange(entity, wanted, context)) === undefined) continue
    for (const name of definition.keys) if (key[name] !== undefined) row[name]?.set(key[name])
    present.push(row)
  }
  if (present.length === 0) return
  const answer = await callHandler(entity, handler, parameters => {
    handOver(parameters[handler.keys.toLowerCase()], present, operation)
  })
  rows.mergeAnswer(answer, request)
  if (action?.isFactory === true) noteCreated(entity, answer, context)
  rows.copyRows(answer[handler.result.toLowerCase()], operation.result)
}

/** %cid of a factory action names what it has created. */
function noteCreated(
  { definition }: Entity,
  answer: Readonly<Record<string, unknown>>,
  { created }: Context
): void {
  const table = rows.componentsOf(answer.mapped)[definition.alias.toLowerCase()]
  for (const row of rows.rowsOf(table).map(rows.componentsOf)) {
    const id = rows.textIn(row, '%cid')
    if (id !== '') created.set(`${definition.name} ${id}`, row)
  }
}

export async function read(entity: Entity, operation: Operation, context: Context): Promise<void> {
  const { definition } = entity
  for (const each of rows.rowsOf(operation.rows)) {
    const row = rows.componentsOf(each)
    const values = await context.buffer.read(entity, row)
    if (values === undefined) {
      const failure = { row, cause: rows.CAUSES.notFound }
      rows.addFailed(context.request.failed, definition, failure)
      continue
    }
    const wanted = [...definition.keys, ...fieldsOf(operation, row)]
    rows.append(operation.result, next => {
      for (const name of wanted) if (values[name] !== undefined) next[name]?.set(values[name])
    })
  }
}
