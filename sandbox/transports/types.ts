/** The types of transport requests. */
import type { ObjectKey } from '../repository-types.ts'

/** K workbench, W customizing, T transport of copies. */
export type RequestKind = 'K' | 'W' | 'T'
/** S development or correction, R repair, X unclassified (nothing recorded yet), Q customizing. */
export type TaskKind = 'S' | 'R' | 'X' | 'Q'
/**
 * D modifiable, L modifiable and protected, O release started, R released, N released with import
 * protection.
 */
export type TransportStatus = 'D' | 'L' | 'O' | 'R' | 'N'

/** A transport request, or a task of one. Times are milliseconds since 1970. */
export interface TransportRequest {
  readonly number: string
  /** The request of a task; empty for a request. */
  readonly parent: string
  readonly kind: RequestKind | TaskKind
  readonly status: TransportStatus
  readonly owner: string
  readonly text: string
  /**
   * A system, a system with client or a group of the landscape; empty for local change requests.
   */
  readonly target: string
  readonly client: string
  readonly createdBy: string
  readonly createdAt: number
  readonly changedBy: string
  readonly changedAt: number
  /** 0 until it is released. */
  readonly releasedAt: number
}

/** An object in a request or task. */
export interface TransportEntry {
  readonly number: string
  readonly position: number
  /** `R3TR` for whole objects, `LIMU` for parts, `CORR` for comments. */
  readonly pgmid: string
  readonly type: string
  readonly name: string
  /** The object it belongs to; absent for comments. */
  readonly object?: ObjectKey
  /** ADT type, `CLAS/OC`. */
  readonly adtType: string
  readonly recordedAt: number
}

export interface TransportAttribute {
  readonly name: string
  readonly value: string
}

export interface TransportLogEntry {
  readonly number: string
  readonly at: number
  readonly user: string
  readonly text: string
}

/** A saved search of requests. */
export interface SearchConfiguration {
  readonly id: string
  readonly user: string
  readonly properties: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly changedAt: number
}

/**
 * What the store keeps of transports. Every method is one statement; `atomically` makes several
 * one.
 */
export interface TransportRecords {
  atomically(work: () => void): void
  /** Counts up from 1; a number is given once. */
  nextNumber(): number
  requests(): TransportRequest[]
  request(number: string): TransportRequest | undefined
  tasks(number: string): TransportRequest[]
  save(request: TransportRequest): void
  /** Takes away the request with its entries and attributes, not its tasks. */
  remove(number: string): void
  entries(number: string): TransportEntry[]
  entriesOf(object: ObjectKey): TransportEntry[]
  addEntry(entry: Omit<TransportEntry, 'position'>): void
  removeEntry(entry: Pick<TransportEntry, 'number' | 'pgmid' | 'type' | 'name'>): void
  attributes(number: string): TransportAttribute[]
  setAttributes(number: string, attributes: readonly TransportAttribute[]): void
  log(number: string): TransportLogEntry[]
  addLog(entry: TransportLogEntry): void
  configurations(user: string): SearchConfiguration[]
  saveConfiguration(configuration: SearchConfiguration): void
}
