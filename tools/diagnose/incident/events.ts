/** What happened at the ERP, as the reads of an incident find it. */
import type { Stamp } from './question.ts'

export const eventKinds = ['dump', 'job', 'log', 'gateway', 'import', 'document', 'spool'] as const
export type EventKind = (typeof eventKinds)[number]

export interface JobStep {
  readonly program: string
  readonly user: string
  /** Number of the spool request; 0 for none. */
  readonly spool: number
}

export interface IncidentEvent {
  readonly kind: EventKind
  readonly at: Stamp
  /** The same time in UTC, where the ERP tells both. */
  readonly utc?: Stamp
  /** The end of what takes time; empty while it runs. */
  readonly until?: Stamp
  readonly user: string
  readonly program?: string
  readonly transaction?: string
  /** Dump, job count, log, document, request, spool request: what finds it again. */
  readonly id: string
  readonly failed: boolean
  /** What happened, in few words. */
  readonly words: string
  /** The same incident has the same title. */
  readonly title: string
  readonly job?: string
  readonly steps?: readonly JobStep[]
  /** Repository objects of an import. */
  readonly objects?: readonly string[]
}
