/** Runs a change and records it in a transport request where the package requires it. */
import type { PartKey } from '../types.ts'
import { record } from '../transports/recording.ts'
import type { Request } from './route.ts'

export interface Subject {
  readonly part: PartKey
  /** The package of an object that is about to be created. */
  readonly home?: string
  /** The request to record in; that of the query when left out. */
  readonly corrNr?: string
}

/**
 * Makes a change and records it in the transport request that the client named, as far as the
 * object's package records changes. Call it inside of `system.exclusive`. Throws 403 when nothing
 * can be recorded; a change that is refused leaves no entry.
 */
export async function runRecorded<T>(
  { system, user, query }: Request,
  subject: Subject,
  change: () => T | Promise<T>
): Promise<T> {
  const corrNr = (subject.corrNr ?? query.get('corrNr') ?? '').trim()
  const entry = record(system, {
    part: subject.part,
    user,
    corrNr,
    ...(subject.home === undefined ? {} : { home: subject.home })
  })
  try {
    return await change()
  } catch (error) {
    entry.undo()
    throw error
  }
}
