/** The dynamic form of EML: a table of operations, also of several business objects. */
import { unsupported } from './behaviors.ts'
import type { Behavior, Behaviors } from './behaviors.ts'
import { OPERATION_CODES } from './requests.ts'
import type { Operation, Request } from './requests.ts'
import { resolve } from '../values.ts'
import * as rows from './rows.ts'

const RESPONSES = ['failed', 'reported', 'mapped'] as const

type Responses = Partial<Record<(typeof RESPONSES)[number], unknown>>

/** Runs a statement for each business object; its responses become rows that name their entity. */
export async function runDynamic(
  request: Request,
  behaviors: Behaviors,
  run: (request: Request) => Promise<void>
): Promise<void> {
  rows.clearResponses(request)
  const groups = new Map<Behavior, Operation[]>()
  for (const row of rows.rowsOf(request.dynamic).map(rows.componentsOf)) {
    const operation = operationOf(row)
    const behavior = behaviors.withEntity(operation.entity)
    groups.set(behavior, [...(groups.get(behavior) ?? []), operation])
  }
  for (const [behavior, operations] of groups) {
    const responses: Responses = {}
    for (const name of RESPONSES) {
      if (request[name] !== undefined) responses[name] = behavior.responses?.[name]?.()
    }
    await run({ root: behavior.name, local: request.local, operations, ...responses })
    for (const name of RESPONSES) collect(behavior, responses[name], request[name])
  }
}

function operationOf(row: rows.Components): Operation {
  const code = rows.textIn(row, 'op')
  const [name] = Object.entries(OPERATION_CODES).find(([, each]) => each === code) ?? []
  if (name === undefined) return unsupported(`the operation "${code}" of the dynamic form of EML`)
  const along = name.endsWith('by')
  const kind = name === 'evaluate' ? 'execute' : name.replace(/by$/, '')
  const sub = rows.textIn(row, 'sub_name')
  const [instances, result, link] = [row.instances, row.results, row.links].map(resolve)
  return {
    kind: kind as Operation['kind'],
    entity: rows.textIn(row, 'entity_name'),
    action: along ? '' : sub,
    association: along ? sub : '',
    fields: 'from',
    autoFill: false,
    rows: instances,
    ...(result === undefined ? {} : { result }),
    ...(link === undefined ? {} : { link })
  }
}

function collect({ name, entities }: Behavior, response: unknown, target: unknown): void {
  for (const { definition } of entities) {
    const entries = rows.componentsOf(response)[definition.alias.toLowerCase()]
    if (rows.rowsOf(entries).length === 0) continue
    rows.append(target, row => {
      row.root_name?.set(name)
      row.entity_name?.set(definition.name)
      ;(row.entries as unknown as { assign(value: unknown): void }).assign(entries)
    })
  }
}
