/** Traces of the ABAP profiler: what ran in a program, and how long it took. */
import type { ObjectKey } from './repository-types.ts'

/** A procedure as the profiler names it. */
export interface TraceUnit {
  /** `ZCL_X->RUN`, `Z_MODULE`; the program itself for the outermost one. */
  readonly name: string
  readonly program: string
  /** Source and row, as ADT addresses them; empty for what has none. */
  readonly uri: string
  readonly type: string
  readonly object: string
  readonly package: string
}

/** The calls of a procedure on one way; times in microseconds. The program is call 0. */
export interface TraceCall {
  readonly unit: TraceUnit
  readonly parent: number
  readonly count: number
  readonly gross: number
  readonly net: number
}

export interface TraceAccess {
  /** `SELECT`, `INSERT` … */
  readonly statement: string
  readonly table: string
  /** The call from which it came. */
  readonly call: number
  readonly count: number
  readonly time: number
}

export interface Trace {
  /** Hexadecimal digits, the first one a letter. */
  readonly id: string
  readonly at: number
  readonly expires: number
  readonly user: string
  readonly client: string
  readonly title: string
  readonly object: ObjectKey
  readonly calls: readonly TraceCall[]
  readonly accesses: readonly TraceAccess[]
}

export interface TraceRequest {
  readonly at: number
  /** `sandbox_SBX_00,11,20260501082846`. */
  readonly id: string
  readonly user: string
  readonly client: string
  readonly title: string
  /** The last segments of the addresses: `http`, `any`. */
  readonly processType: string
  readonly objectType: string
  readonly expires: number
  readonly maximal: number
  completed: number
}

export interface TraceRequests {
  /** Keeps parameters; their id is asked for by a request, or by a run. */
  addParameters(description: string): string
  hasParameters(id: string): boolean
  descriptionOf(id: string): string
  add(request: Omit<TraceRequest, 'id' | 'at' | 'completed'>, server: string): TraceRequest
  list(): TraceRequest[]
  /** Whether there was one. */
  remove(id: string): boolean
  /** The title of the trace where the next run of the user is one; it counts as run. */
  take(user: string, parameters?: string): string | undefined
}

/** The kept traces. */
export interface TraceRecords {
  readonly requests: TraceRequests
  /** Adds a trace; its id is made here. */
  add(trace: Omit<Trace, 'id'>): Trace
  /** Newest first. */
  list(): Trace[]
  get(id: string): Trace | undefined
  /** Whether there was one. */
  remove(id: string): boolean
}
