/** The statements of EML as generated code hands them over. */
import { isOn } from './rows.ts'
import type { Components, Responses } from './rows.ts'
import { componentsOf } from './rows.ts'

export interface Operation {
  readonly kind: 'create' | 'update' | 'delete' | 'execute' | 'read'
  readonly entity: string
  readonly action: string
  /** Names, all fields, or those that %control names. */
  readonly fields: 'from' | 'all' | readonly string[]
  readonly autoFill: boolean
  readonly rows?: unknown
  readonly result?: unknown
}

export interface Request extends Responses {
  readonly root: string
  readonly local: boolean
  readonly operations: readonly Operation[]
}

/** The fields that a row changes or reads. */
export function fieldsOf(operation: Operation, row: Components): string[] {
  const control = componentsOf(row['%control'])
  if (operation.fields === 'all') return Object.keys(control)
  if (operation.fields === 'from') return Object.keys(control).filter(name => isOn(control[name]))
  return [...operation.fields]
}
