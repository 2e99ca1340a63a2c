import type { System } from '../system.ts'
import { AdtError } from '../http/errors.ts'
import { existingPlace } from '../http/repository.ts'
import { sourceUri } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import type { Overlay, RepositoryFile } from '../types.ts'
import { overlayOf } from './checks.ts'

/** A position in a source as a client names it, and the same as the engine does. */
export interface SourcePlace {
  readonly place: Place
  readonly file: string
  readonly row: number
  readonly column: number
  /** The source as it is on the client's screen, where it sent one. */
  readonly sources: Overlay
  /** The drafts of the object with that source on top. */
  readonly overlay: readonly RepositoryFile[]
}

/**
 * Reads a URI with a position.
 * @param text the source on the screen; empty for the stored one
 * @throws AdtError 400 without a position, 404 for an object or a position that is not there
 */
export function sourcePlace (system: System, uri: string, text: string): SourcePlace {
  const place = existingPlace(system, uri)
  if (place.start === undefined) throw new AdtError(`The URI ${sourceUri(place.part)} names no position`, { status: 400, type: 'ExceptionInvalidParameter' })
  const sources = text === '' ? [] : [{ part: place.part, text }]
  const overlay = overlayOf(system.store, { objects: [place.part.object], sources, drafts: true })
  const at = system.store.toFile({ part: place.part, row: place.start.row, column: place.start.column ?? 0 }, sources)
  if (at === undefined) throw new AdtError(`${sourceUri(place.part)} has no line ${place.start.row}`, { status: 404, type: 'ExceptionResourceNotFound' })
  return { place, ...at, sources, overlay }
}
