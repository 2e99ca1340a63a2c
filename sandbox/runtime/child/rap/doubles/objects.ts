/** Test doubles of business objects that a test writes itself: EML calls their methods. */
import { currentRuntime } from '../../abap.ts'
import type { AbapMethod, AbapObject } from '../../abap.ts'
import { isDefault } from '../../corrections/classes.ts'
import { entityOf, unsupported } from '../behaviors.ts'
import type { Behavior } from '../behaviors.ts'
import { fillIds } from '../numbering.ts'
import { handOver, OPERATION_CODES } from '../requests.ts'
import type { Operation, Request } from '../requests.ts'
import * as rows from '../rows.ts'
import type { Context } from '../statement.ts'
import { resolve } from '../../values.ts'
import { createdBy } from '../unmanaged.ts'

const INTERFACE = 'IF_ABAP_BEHAVIOR_TESTDOUBLE'
const PREFIX = `${INTERFACE.toLowerCase()}$`

/** Methods of the interface that the runtime does not call. */
const REFUSED = [
  'lock',
  'get_features',
  'get_global_features',
  'check_authorization',
  'check_global_authorization',
  'precheck',
  'finalize',
  'check_before_save',
  'adjust_numbers',
  'save',
  'cleanup',
  'map_messages',
  'convert_preliminary_key'
]

export function refuseMethods(object: AbapObject, root: string): void {
  const found = REFUSED.find(name => methodOf(object, name) !== undefined)
  if (found !== undefined) unsupported(`method ${found} of the test double of ${root}`)
}

function methodOf(object: AbapObject, name: string): AbapMethod | undefined {
  const found = object[`${PREFIX}${name}`]
  return typeof found === 'function' && !isDefault(found) ? (found as AbapMethod) : undefined
}

/** MODIFY or READ of the double; a method that it leaves out does nothing. */
export async function runObject(
  object: AbapObject,
  behavior: Behavior,
  context: Context & { readonly reads: boolean }
): Promise<void> {
  const { request, reads } = context
  const name = reads ? 'read' : 'modify'
  const method = methodOf(object, name)
  if (method === undefined) return
  const parameter = reads ? 'retrievals' : 'changes'
  const table = parameterOf(name.toUpperCase(), parameter.toUpperCase())
  for (const operation of request.operations) {
    rows.append(table, row => {
      describe(row, operation, { behavior, context })
    })
  }
  await method.call(object, {
    [parameter]: table,
    failed: responseOf(behavior, request, 'failed'),
    reported: responseOf(behavior, request, 'reported'),
    ...(reads ? {} : { mapped: responseOf(behavior, request, 'mapped') })
  })
}

/** An initial value of the type of a parameter of the interface. */
function parameterOf(method: string, parameter: string): unknown {
  const { METHODS } = (currentRuntime().Classes[INTERFACE] ?? {}) as {
    readonly METHODS?: Readonly<
      Record<string, { readonly parameters: Readonly<Record<string, { type(): unknown }>> }>
    >
  }
  return METHODS?.[method]?.parameters[parameter]?.type() ?? unsupported(`a call of ${method}`)
}

function describe(
  row: rows.Components,
  operation: Operation,
  { behavior, context }: { behavior: Behavior; context: Context & { readonly reads: boolean } }
): void {
  const { kind, association, action } = operation
  const along = association === '' ? kind : `${kind}by`
  row.op?.set(OPERATION_CODES[context.reads && kind === 'execute' ? 'evaluate' : along])
  row.entity_name?.set(entityOf(behavior, operation.entity).definition.name)
  row.sub_name?.set(association === '' ? action : association)
  refer(row.instances, instancesOf(operation, context))
  refer(row.results, resolve(operation.result))
  refer(row.links, resolve(operation.link))
  if (operation.result !== undefined) row.full?.set('X')
}

function refer(reference: unknown, value: unknown): void {
  if (value !== undefined) (reference as { assign(value: unknown): unknown }).assign(value)
}

/** A copy of the rows whose %control names the fields of the statement. */
function instancesOf(operation: Operation, context: Context): unknown {
  const given = rows.rowsOf(operation.rows).map(row => rows.componentsOf(row.clone()))
  for (const row of given) fillIds(createdBy(row, operation), { operation, context })
  const table = rows.copyOf(operation.rows) as rows.AbapValue | undefined
  table?.clear()
  handOver(table, given, operation)
  return table
}

/** The target of the statement, or a response that it does not ask for. */
function responseOf(
  { name, responses }: Behavior,
  request: Request,
  kind: 'failed' | 'mapped' | 'reported'
): unknown {
  const make = responses?.[kind]
  return (
    resolve(request[kind]) ?? make?.() ?? unsupported(`${kind} of ${name}: its type is not known`)
  )
}
