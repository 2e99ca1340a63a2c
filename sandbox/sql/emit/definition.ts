/** What a function of ABAP SQL becomes. */
import type { SqlType } from '../types.ts'

/** SQL text and its dictionary type. */
export interface Emitted {
  readonly sql: string
  readonly type: SqlType
  /** The value of an untyped literal. */
  readonly constant?: string | number
  /** The index of the parameter that a host variable is. */
  readonly parameter?: number
}

export type Builder = (values: readonly Emitted[]) => Emitted

export interface Definition {
  readonly least: number
  readonly most: number
  readonly build: Builder
  /** Names of the parameters, where arguments are passed by name. */
  readonly parameters?: readonly string[]
}
