/** Managed behaviors: changes of the transactional buffer, and the methods that they call. */
import { isAuthorized } from './authorization.ts'
import { callHandler, unsupported } from './behaviors.ts'
import type { Entity } from './behaviors.ts'
import type { Instance } from './buffer.ts'
import { fieldsOf } from './requests.ts'
import type { Operation, Request } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'
import type { Context } from './statement.ts'

/** Refuses what the definition does not permit: a real system would not activate the statement. */
export function checkDeclared(entity: Entity, operation: Operation, { local }: Request): void {
  const { definition } = entity
  const name = operation.kind === 'execute' ? operation.action : operation.kind.toUpperCase()
  const declared =
    operation.kind === 'execute'
      ? definition.actions.find(each => each.name === name)
      : definition.operations.find(each => each.name === name)
  if (declared === undefined) {
    unsupported(`${name} of ${definition.name}, which does not declare it`)
  }
  if (declared.isInternal && !local) {
    unsupported(`${name} of ${definition.name}, which is internal, without IN LOCAL MODE`)
  }
}

export async function create(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  const { definition, instance: make } = entity
  if (make === undefined) unsupported(`EML for ${definition.name}: its types are not known`)
  const permitted = await isAuthorized(entity, { operation: 'create' }, context)
  const all = rows.rowsOf(operation.rows).map(row => rows.componentsOf(row.clone()))
  const given = permitted ? all : []
  for (const row of permitted ? [] : all) {
    const failure = { row, cause: rows.CAUSES.unauthorized, operation: 'create' }
    rows.addFailed(context.request.failed, definition, failure)
  }
  for (const row of given) {
    if (operation.autoFill) row['%cid']?.set(`%auto_${++context.automatic}`)
    for (const name of definition.numbered) numbered(row[name.toLowerCase()])
  }
  if (definition.earlyNumbering) await numberEarly(entity, given, context)
  for (const row of given) {
    const fields = writable(entity, fieldsOf(operation, row), context)
    const values = make()
    for (const name of [...definition.keys, ...fields]) {
      if (row[name] !== undefined) values.get()[name]?.set(row[name])
    }
    const instance = await context.buffer.create(entity, values)
    if (instance === undefined) {
      const failure = { row, cause: rows.CAUSES.unspecific, operation: 'create' }
      rows.addFailed(context.request.failed, definition, failure)
      continue
    }
    const id = rows.textIn(row, '%cid')
    if (id !== '') context.created.set(`${definition.name} ${id}`, values.get())
    rows.addMapped(context.request.mapped, definition, row)
    context.changed.push({ instance, operation: 'CREATE', fields })
  }
}

function numbered(value: rows.AbapValue | undefined): void {
  if (value === undefined || !rows.isInitialText(value)) return
  const bytes = Array.from({ length: 16 }, () => Math.floor(Math.random() * 256))
  value.set(
    bytes
      .map(byte => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()
  )
}

/** FOR NUMBERING answers the keys in MAPPED. */
async function numberEarly(
  entity: Entity,
  given: readonly Components[],
  { behaviors, request }: Context
): Promise<void> {
  const { definition } = entity
  const handler = behaviors.handler(entity, 'numbering')
  if (handler === undefined) {
    return unsupported(`early numbering of ${definition.name} without a method FOR NUMBERING`)
  }
  const answer = await callHandler(entity, handler, parameters => {
    const table = parameters[handler.keys.toLowerCase()]
    for (const row of given) {
      rows.append(table, next => {
        rows.copyByName(row, next)
      })
    }
  })
  rows.mergeResponse(answer.failed, request.failed)
  rows.mergeResponse(answer.reported, request.reported)
  const mapped = rows.rowsOf(rows.componentsOf(answer.mapped)[definition.alias.toLowerCase()])
  for (const row of given) {
    const found = mapped
      .map(rows.componentsOf)
      .find(each => rows.textIn(each, '%cid') === rows.textIn(row, '%cid'))
    for (const name of definition.keys) if (found?.[name] !== undefined) row[name]?.set(found[name])
  }
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
function keyRow(entity: Entity, row: Components, { created }: Context): Components {
  const reference = rows.textIn(row, '%cid_ref')
  const found = created.get(`${entity.definition.name} ${reference}`)
  return reference === '' || found === undefined ? row : found
}

export async function update(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  for (const each of rows.rowsOf(operation.rows)) {
    const row = rows.componentsOf(each)
    const key = keyRow(entity, row, context)
    const { keys } = entity.definition
    const fields = writable(entity, fieldsOf(operation, row), context).filter(
      name => !keys.includes(name)
    )
    const allowed = await mayChange(entity, { key, row, operation: 'update' }, context)
    if (allowed === undefined) continue
    for (const name of fields) {
      if (row[name] !== undefined) allowed.values.get()[name]?.set(row[name])
    }
    context.changed.push({ instance: allowed, operation: 'UPDATE', fields })
  }
}

export async function remove(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  for (const each of rows.rowsOf(operation.rows)) {
    const row = rows.componentsOf(each)
    const key = keyRow(entity, row, context)
    const instance = await mayChange(entity, { key, row, operation: 'delete' }, context)
    if (instance === undefined) continue
    context.buffer.delete(instance)
    context.changed.push({ instance, operation: 'DELETE', fields: [] })
  }
}

interface Wanted {
  readonly key: Components
  readonly row: Components
  readonly operation: string
  readonly action?: string
}

/** The instance that a row names and may be changed; otherwise FAILED says why not. */
async function mayChange(
  entity: Entity,
  wanted: Wanted,
  context: Context
): Promise<Instance | undefined> {
  const { row, ...asked } = wanted
  const instance = await context.buffer.change(entity, wanted.key)
  const permitted = instance !== undefined && (await isAuthorized(entity, asked, context))
  if (permitted) return instance
  const cause = instance === undefined ? rows.CAUSES.notFound : rows.CAUSES.unauthorized
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
  const action = entity.definition.actions.find(({ name }) => name === operation.action)
  const handler = behaviors.handler(entity, 'action', operation.action)
  if (handler === undefined) {
    return unsupported(`action ${operation.action} of ${entity.definition.name} without a method`)
  }
  const present: Components[] = []
  for (const each of rows.rowsOf(operation.rows)) {
    const row = rows.componentsOf(each.clone())
    if (action?.isStatic !== true) {
      const key = keyRow(entity, row, context)
      const wanted = { key, row, operation: 'action', action: operation.action }
      if ((await mayChange(entity, wanted, context)) === undefined) continue
      for (const name of entity.definition.keys) {
        if (key[name] !== undefined) row[name]?.set(key[name])
      }
    }
    present.push(row)
  }
  if (present.length === 0) return
  const answer = await callHandler(entity, handler, parameters => {
    const table = parameters[handler.keys.toLowerCase()]
    for (const row of present) {
      rows.append(table, next => {
        rows.copyByName(row, next)
      })
    }
  })
  mergeAnswer(answer, request)
  const result = answer[handler.result.toLowerCase()]
  for (const row of rows.rowsOf(result)) {
    rows.append(operation.result, next => {
      rows.copyByName(rows.componentsOf(row), next)
    })
  }
}

export function mergeAnswer(
  answer: Readonly<Record<string, unknown>>,
  request: rows.Responses
): void {
  rows.mergeResponse(answer.failed, request.failed)
  rows.mergeResponse(answer.reported, request.reported)
  rows.mergeResponse(answer.mapped, request.mapped)
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
