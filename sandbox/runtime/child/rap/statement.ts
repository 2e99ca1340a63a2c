/** One statement of EML while it runs. */
import type { Behaviors } from './behaviors.ts'
import type { Buffer, Instance } from './buffer.ts'
import type { Configured } from './doubles/inputs.ts'
import type { Request } from './requests.ts'
import type { Components } from './rows.ts'

/** An object of if_botd_bufdbl_fields_handler. */
export type FieldsHandler = object

/** What a statement has changed: an instance, and the fields. */
export interface Changed {
  readonly instance: Instance
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly fields: readonly string[]
}

export interface Context {
  readonly behaviors: Behaviors
  readonly buffer: Buffer
  readonly request: Request
  /** %cid of instances that this statement has created. */
  readonly created: Map<string, Components>
  readonly changed: Changed[]
  automatic: number
  /** The rows have their keys already. */
  readonly isNumbered?: boolean
  /** Gives new instances of a test double their keys. */
  readonly fieldsHandler?: FieldsHandler | undefined
  /** Outcomes of instances of a test double; absent for a business object. */
  readonly configured?: readonly Configured[]
}
