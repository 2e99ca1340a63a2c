/** The types of what systems exchange: exported requests, import queues and import reports. */
import type { ObjectInfo, ObjectKey, RepositoryFile } from '../../repository-types.ts'
import type { TransportEntry, TransportRequest } from '../types.ts'

/** A part of an exported object as it is active in the system that exports it. */
export interface ExportedPart {
  readonly part: string
  readonly text: string
  readonly changedBy: string
  readonly changedAt: number
  readonly description?: string
  readonly attributes?: Readonly<Record<string, string>>
}

/** An object of an exported request. */
export interface ExportedObject {
  readonly key: ObjectKey
  /** Absent where the object does not exist any more: the import deletes it. */
  readonly info?: ObjectInfo
  /** Files of the abapGit format. */
  readonly files: readonly RepositoryFile[]
  readonly parts: readonly ExportedPart[]
  /** Names of the only parts that the request carries; absent where it carries the whole object. */
  readonly only?: readonly string[]
}

/** What a release writes and an import reads. */
export interface ExportedRequest {
  readonly request: TransportRequest
  /** SID of the system that released the request. */
  readonly source: string
  readonly entries: readonly Omit<TransportEntry, 'number' | 'position'>[]
  readonly objects: readonly ExportedObject[]
}

/** An export on its way to the queue of a system. */
export interface PendingExport {
  readonly id: number
  readonly number: string
  /** SID of the system that it goes to. */
  readonly target: string
  readonly content: string
}

/**
 * `waiting`: to be imported. `preliminary`: imported before an earlier request, and to be imported
 * again in its turn. `imported`: done.
 */
export type QueueState = 'waiting' | 'preliminary' | 'imported'

/** The return codes of an import: success, warnings, errors, cancelled. */
export type ReturnCode = 0 | 4 | 8 | 12

/** A request in the import queue of a system. */
export interface QueueEntry {
  readonly position: number
  readonly number: string
  readonly source: string
  readonly owner: string
  readonly text: string
  readonly state: QueueState
  /** Of the last import; absent before it. */
  readonly code?: ReturnCode
  readonly arrivedAt: number
  /** 0 before the first import. */
  readonly importedAt: number
  readonly importedBy: string
}

export type ImportStep = 'import' | 'activation' | 'generation'

export interface ImportMessage {
  readonly step: ImportStep
  readonly severity: 'I' | 'W' | 'E' | 'A'
  readonly text: string
}

export interface ImportReport {
  readonly number: string
  readonly code: ReturnCode
  readonly messages: readonly ImportMessage[]
}

/** What the bookkeeping of a system keeps of exports and imports. */
export interface ExchangeRecords {
  addExport(entry: Omit<PendingExport, 'id'>): void
  /** Exports that no queue has yet, oldest first. */
  pendingExports(): PendingExport[]
  delivered(id: number): void
  /** Adds a request to the queue; one that was there before stays as it is. */
  enqueue(entry: Pick<QueueEntry, 'number' | 'source' | 'owner' | 'text'>, content: string): void
  queue(): QueueEntry[]
  content(number: string): string | undefined
  settle(
    number: string,
    outcome: Pick<QueueEntry, 'state' | 'importedAt' | 'importedBy'> & { readonly code: ReturnCode }
  ): void
  addImportMessages(number: string, at: number, messages: readonly ImportMessage[]): void
  importMessages(number: string): (ImportMessage & { readonly at: number })[]
}
