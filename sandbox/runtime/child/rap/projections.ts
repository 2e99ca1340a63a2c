/** EML on projections of behaviors: it becomes EML on the behavior below them. */
import { augment, mergeAugmented } from './augment.ts'
import type { Given } from './augment.ts'
import { entityOf, unsupported } from './behaviors.ts'
import type { Behavior, Entity } from './behaviors.ts'
import { checkDeclared } from './declared.ts'
import { below, mapResponse, mapResult } from './projected-rows.ts'
import { fillIds } from './numbering.ts'
import { givenRows } from './precheck.ts'
import { fieldsOf } from './requests.ts'
import type { Operation, Request } from './requests.ts'
import * as rows from './rows.ts'
import type { Context } from './statement.ts'
import { createdBy } from './unmanaged.ts'

export interface Below {
  run(request: Request): Promise<void>
  /** What MODIFY AUGMENTING ENTITIES adds while a method runs. */
  collect(during: () => Promise<void>): Promise<Operation[]>
}

const RESPONSES = ['failed', 'reported', 'mapped'] as const

export async function runProjection(
  behavior: Behavior,
  context: Context,
  { run, collect }: Below
): Promise<void> {
  const { request, behaviors } = context
  const base = behaviors.find(baseOf(behavior))
  const given: Given[] = []
  for (const operation of request.operations) {
    given.push(await prepare(behavior, operation, context))
  }
  const added = await augment(given, context, collect)
  const mapped = given.map(each => below(behavior, each))
  const responses = Object.fromEntries(
    RESPONSES.map(name => [
      name,
      base.responses?.[name]?.() ??
        unsupported(`EML for ${behavior.name}: ${name} of ${base.name} is not known`)
    ])
  )
  const operations = mergeAugmented(mapped, added, base)
  await run({ root: base.name, local: request.local, operations, ...responses })
  for (const [at, operation] of mapped.entries()) mapResult(behavior, given[at], operation)
  for (const name of RESPONSES) {
    mapResponse({ behavior, base, name }, responses[name], request[name])
  }
}

function baseOf({ name, entities }: Behavior): string {
  const [root] = entities
  const found = root?.definition.projection?.behavior
  return found ?? unsupported(`EML for ${name}: the behavior below it is not known`)
}

/** Copies of the rows that the precheck of the projection permits. */
async function prepare(behavior: Behavior, operation: Operation, context: Context): Promise<Given> {
  const entity = entityOf(behavior, operation.entity)
  if (operation.kind !== 'read') checkDeclared(entity, operation, context.request)
  const copies = await givenRows(entity, operation, context)
  for (const row of copies) {
    const made = createdBy(row, operation)
    fillIds(made, { operation, context })
    refuseReadonly(entity, operation, row)
  }
  return { entity, operation, rows: copies }
}

function refuseReadonly({ definition }: Entity, operation: Operation, row: rows.Components): void {
  if (operation.association !== '' || !['create', 'update'].includes(operation.kind)) return
  const field = fieldsOf(operation, row).find(name =>
    definition.readonly.includes(name.toUpperCase())
  )
  if (field !== undefined) {
    unsupported(`a change of the read-only field ${field} of the projection ${definition.name}`)
  }
}
