/** The statements of EML as generated code hands them over. */
import { append, componentsOf, copyByName, isInitial, isOn, rowsOf } from './rows.ts'
import type { Components, Responses } from './rows.ts'

export interface Operation {
  readonly kind: 'create' | 'update' | 'delete' | 'execute' | 'read'
  readonly entity: string
  readonly action: string
  /** That the operation goes along; empty where it does not. */
  readonly association: string
  /** Names, all fields, those that %control names, or those with values that are not initial. */
  readonly fields: 'from' | 'all' | 'set' | readonly string[]
  readonly autoFill: boolean
  readonly rows?: unknown
  readonly result?: unknown
  readonly link?: unknown
}

export interface Request extends Responses {
  readonly root: string
  readonly local: boolean
  /** The first or last statement of a block of COMMIT ENTITIES. */
  readonly block?: 'begin' | 'end'
  readonly operations: readonly Operation[]
  /** The table of the operations of the dynamic form. */
  readonly dynamic?: unknown
  /** The operations are added to the request for a projection. */
  readonly augmenting?: boolean
}

/** What if_abap_behv=>op calls the operations, as abapedia/steampunk-2305-api shows them. */
export const OPERATION_CODES: Readonly<Record<string, string>> = {
  create: 'C',
  createby: 'O',
  update: 'U',
  delete: 'D',
  execute: 'A',
  read: 'R',
  readby: 'N',
  evaluate: 'E'
}

/** The fields that a row changes or reads. */
export function fieldsOf(operation: Operation, row: Components): string[] {
  const control = componentsOf(row['%control'])
  if (operation.fields === 'all') return Object.keys(control)
  if (operation.fields === 'set') {
    return Object.keys(control).filter(name => row[name] !== undefined && !isInitial(row[name]))
  }
  if (operation.fields === 'from') return Object.keys(control).filter(name => isOn(control[name]))
  return [...operation.fields]
}

/** Hands rows to a parameter of a handler method: %control says which fields they give. */
export function handOver(table: unknown, given: readonly Components[], operation: Operation): void {
  for (const row of given) {
    append(table, next => {
      copyByName(row, next)
      mark(row, next, operation)
      const targets = rowsOf(next['%target'])
      rowsOf(row['%target']).forEach((each, at) => {
        mark(componentsOf(each), componentsOf(targets[at]), operation)
      })
    })
  }
}

function mark(row: Components, next: Components, operation: Operation): void {
  const control = componentsOf(next['%control'])
  for (const name of fieldsOf(operation, row)) control[name]?.set('01')
}
