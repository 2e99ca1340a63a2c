/** Imports requests of the import queue, one or all, in their order. */
import { AdtError } from '../../http/errors.ts'
import type { System } from '../../system.ts'
import { importRequest } from './import.ts'
import type { ImportOptions } from './obstacles.ts'
import type { ImportReport, QueueEntry } from './types.ts'

/** A return code from which an import of all requests stops, as transport parameter STOPONERROR. */
const stopCode = 9

export interface QueueImport extends ImportOptions {
  /** The request to import; every waiting one when left out. */
  readonly number?: string
}

export interface QueueReport {
  readonly reports: readonly ImportReport[]
  /** Requests that were not imported because an earlier one was cancelled. */
  readonly left: readonly string[]
}

export function isWaiting({ state }: QueueEntry): boolean {
  return state !== 'imported'
}

function refused(text: string, status: number): AdtError {
  return new AdtError(text, {
    status,
    type: status === 404 ? 'ExceptionResourceNotFound' : 'ExceptionInvalidData'
  })
}

async function importOne(
  system: System,
  number: string,
  options: ImportOptions
): Promise<QueueReport> {
  const queue = system.store.exchange.queue()
  const entry = queue.find(each => each.number === number)
  if (entry === undefined) {
    throw refused(
      `Request ${number} is not in the import queue of system ${system.id}; release it in its system for target ${system.id} first`,
      404
    )
  }
  if (entry.state === 'imported' && options.again !== true) {
    throw refused(
      `Request ${number} was imported into system ${system.id} with return code ${entry.code}; to import it once more, ask for it to be imported again`,
      400
    )
  }
  const earlier = queue
    .filter(each => each.position < entry.position && each.state === 'waiting')
    .map(each => each.number)
  return { reports: [await importRequest(system, entry, { options, earlier })], left: [] }
}

async function importWaiting(system: System, options: ImportOptions): Promise<QueueReport> {
  const reports: ImportReport[] = []
  const tried = new Set<string>()
  for (;;) {
    const waiting = system.store.exchange
      .queue()
      .filter(each => isWaiting(each) && !tried.has(each.number))
    const [entry] = waiting
    if (entry === undefined) return { reports, left: [] }
    tried.add(entry.number)
    const report = await importRequest(system, entry, { options, earlier: [] })
    reports.push(report)
    if (report.code >= stopCode) {
      return { reports, left: waiting.slice(1).map(each => each.number) }
    }
  }
}

/** Imports one request, or all that wait in their order until one is cancelled. */
export async function importQueue(
  system: System,
  { number, ...options }: QueueImport
): Promise<QueueReport> {
  return number === undefined
    ? await importWaiting(system, options)
    : await importOne(system, number.trim().toUpperCase(), options)
}
