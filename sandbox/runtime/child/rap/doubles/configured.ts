/** Operations of transactional buffer test doubles whose outcome for an instance the test sets. */
import { entityOf, unsupported } from '../behaviors.ts'
import type { Behavior, Behaviors, Entity } from '../behaviors.ts'
import type { Buffer } from '../buffer.ts'
import { isSameInstance } from './inputs.ts'
import type { Configured, Part } from './inputs.ts'
import { createRows } from '../managed.ts'
import type { Operation } from '../requests.ts'
import * as rows from '../rows.ts'
import type { Components } from '../rows.ts'
import type { Context } from '../statement.ts'

type Run = (operation: Operation, isNumbered: boolean) => Promise<void>

/** Gives configured instances their outcome, and runs the operation with all others. */
export async function runConfigured(
  operation: Operation,
  context: Context,
  run: Run
): Promise<void> {
  const { configured = [] } = context
  const along = operation.association === '' ? '' : 'by'
  const kind = `${operation.kind}${along}` as Part['kind']
  const own = configured.filter(each => each.kind === kind)
  const others: rows.AbapValue[] = []
  for (const given of rows.rowsOf(operation.rows)) {
    const parts = kind === 'createby' ? targetsOf(given) : [given]
    const rest = parts.filter(part => find(own, part) === undefined)
    if (rest.length > 0 || parts.length === 0) others.push(withTargets(given, kind, rest))
    for (const part of parts) {
      const found = find(own, part)
      if (found !== undefined) await give(found, { part, operation, context, run })
    }
  }
  if (others.length > 0 || own.length === 0) await run(withRows(operation, others), false)
}

function find(own: readonly Configured[], part: rows.AbapValue): Configured | undefined {
  return own.find(({ instance }) => isSameInstance(instance, rows.componentsOf(part)))
}

/** A row of CREATE BY for each of its targets. */
function targetsOf(row: rows.AbapValue): rows.AbapValue[] {
  return rows.rowsOf(rows.componentsOf(row)['%target']).map(target => {
    const copy = row.clone()
    fill(rows.componentsOf(copy)['%target'], [target])
    return copy
  })
}

function withTargets(
  row: rows.AbapValue,
  kind: Part['kind'],
  parts: readonly rows.AbapValue[]
): rows.AbapValue {
  if (kind !== 'createby') return row
  const copy = row.clone()
  const targets = parts.flatMap(part => rows.rowsOf(rows.componentsOf(part)['%target']))
  fill(rows.componentsOf(copy)['%target'], targets)
  return copy
}

function fill(table: unknown, given: readonly rows.AbapValue[]): void {
  const target = table as rows.AbapTable & { append(row: unknown): unknown }
  ;(target as unknown as rows.AbapValue).clear()
  for (const row of given) target.append(row.clone())
}

function withRows(operation: Operation, given: readonly rows.AbapValue[]): Operation {
  const table = rows.copyOf(operation.rows)
  if (table !== undefined) fill(table, given)
  return { ...operation, rows: table }
}

interface Given {
  readonly part: rows.AbapValue
  readonly operation: Operation
  readonly context: Context
  readonly run: Run
}

/** FAILED keeps the operation from the buffer; MAPPED gives the keys of a new instance. */
async function give({ responses }: Configured, given: Given): Promise<void> {
  const { part, operation, context, run } = given
  const { request } = context
  rows.mergeResponse(responses.reported, request.reported)
  if (rows.isFilled(responses.failed)) {
    rows.mergeResponse(responses.failed, request.failed)
    return
  }
  const isMapped = rows.isFilled(responses.mapped)
  if (operation.kind === 'create') {
    const row = part.clone()
    if (isMapped) setKeys(rows.componentsOf(row), responses.mapped, operation, context)
    await run(withRows(operation, [row]), isMapped)
    return
  }
  const before = context.changed.length
  await run(withRows(operation, [part]), false)
  // what the buffer has refused is not mapped
  if (context.changed.length > before) rows.mergeResponse(responses.mapped, request.mapped)
}

function setKeys(
  row: Components,
  mapped: unknown,
  operation: Operation,
  { behaviors, request }: Context
): void {
  const source = entityOf(behaviors.find(request.root), operation.entity)
  const along = operation.association
  const { definition } = along === '' ? source : behaviors.target(source, along).entity
  const [keys] = rows.rowsOf(rows.componentsOf(mapped)[definition.alias.toLowerCase()])
  const targets = along === '' ? [row] : rows.rowsOf(row['%target']).map(rows.componentsOf)
  for (const target of targets) {
    for (const name of definition.keys) {
      const key = rows.componentsOf(keys)[name]
      if (key !== undefined) target[name]?.set(key)
    }
  }
}

/** insert_test_data: new instances without an operation; %control names the fields of each row. */
export async function insertRows(
  behavior: Behavior,
  instances: unknown,
  { behaviors, buffer }: { behaviors: Behaviors; buffer: Buffer }
): Promise<void> {
  const given = rows.rowsOf(instances).map(row => rows.componentsOf(row.clone()))
  const [first] = given
  if (first === undefined) return
  const entity = entityBehind(behavior, first)
  const operation: Operation = {
    kind: 'create',
    entity: entity.definition.name,
    action: '',
    association: '',
    fields: 'from',
    autoFill: false,
    rows: instances
  }
  const request = { root: behavior.name, local: true, operations: [operation] }
  const context = { behaviors, buffer, request, created: new Map(), changed: [], automatic: 0 }
  await createRows(entity, given, { operation, context, fixed: [] })
}

/** The entity that has the fields of a row. */
function entityBehind(behavior: Behavior, row: Components): Entity {
  const names = fieldNames(rows.componentsOf(row['%data']))
  const found = behavior.entities.filter(({ instance }) => {
    const fields = rows.componentsOf(rows.componentsOf(instance?.())['%data'])
    return fieldNames(fields) === names
  })
  const [entity, more] = found
  if (entity === undefined || more !== undefined) {
    return unsupported(`insert_test_data for ${found.length} entities of ${behavior.name}`)
  }
  return entity
}

const fieldNames = (row: Components): string => Object.keys(row).sort().join(' ')
