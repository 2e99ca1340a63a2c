/** Short dumps: what is kept of a program that a runtime error has ended. */
import type { ObjectKey } from './repository-types.ts'

export interface DumpValue {
  readonly name: string
  readonly value: string
}

/** A level of the call stack. Programs and includes have their technical names. */
export interface DumpFrame {
  readonly kind: 'METHOD' | 'FUNCTION' | 'FORM' | 'EVENT'
  readonly program: string
  readonly include: string
  /** Row in the include. */
  readonly line: number
  /** `ZCL_X=>RUN`, `Z_MODULE`, `START-OF-SELECTION`. */
  readonly name: string
  /** Source and row, as ADT addresses them. */
  readonly uri: string
  /** Absent where they were not recorded. */
  readonly variables?: readonly DumpValue[]
}

/** A row of the include in which the program has ended. */
export interface DumpRow {
  readonly line: number
  readonly text: string
}

/** An exception object, the uncaught one first and what it was raised for behind it. */
export interface DumpException {
  readonly name: string
  readonly text: string
}

export interface Dump {
  /** 70 characters with the blanks of their columns: time, server, user, client, number. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly user: string
  readonly client: string
  readonly server: string
  readonly language: string
  /** Name of the runtime error, e.g. `COMPUTE_INT_ZERODIVIDE`. */
  readonly error: string
  /** Class of the exception; empty where the error is none. */
  readonly exception: string
  readonly shortText: string
  /** The object in which the program has ended. */
  readonly object: ObjectKey
  /** Innermost first; never empty. */
  readonly frames: readonly DumpFrame[]
  readonly rows: readonly DumpRow[]
  readonly chain: readonly DumpException[]
  readonly system: readonly DumpValue[]
}

/** The kept dumps: the newest, for two weeks. */
export interface DumpRecords {
  /** Adds a dump; its id is made here. */
  add(dump: Omit<Dump, 'id'>): Dump
  /** Newest first. */
  list(): Dump[]
  get(id: string): Dump | undefined
}
