/** Resolves a position that a client names. */
import type { System } from '../system.ts'
import { AdtError } from '../http/errors.ts'
import { existingPlace } from '../http/repository.ts'
import { sourceUri } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import type { ObjectKey, Overlay, RepositoryFile } from '../types.ts'
import { overlayOf } from './checks.ts'

/**
 * The source and position for a request to the engine: the drafts of the object and of its main
 * program, with the source on the screen on top.
 */
export interface View {
  /** A file of the main program that the client names for an include. */
  readonly main?: string
  readonly overlay: readonly RepositoryFile[]
}

/** A position in a source as a client names it, and the same as the engine does. */
export interface SourcePlace extends View {
  readonly place: Place
  readonly file: string
  readonly row: number
  readonly column: number
  /** The source as it is on the client's screen, where it sent one. */
  readonly sources: Overlay
}

/**
 * The main program of `?context=`, in which an include means what it means there.
 * @throws AdtError 400 for a context that is no URI of an object, 404 for one that is not there
 */
export function programOf(system: System, { context }: Place): ObjectKey | undefined {
  return context === undefined || context === ''
    ? undefined
    : existingPlace(system, context).part.object
}

/** How the engine is to see a place; an object that is new has nothing but drafts. */
export function viewOf(
  system: System,
  place: Place,
  { sources, drafts }: { readonly sources: Overlay; readonly drafts: boolean }
): View {
  const program = programOf(system, place)
  const objects = program === undefined ? [place.part.object] : [place.part.object, program]
  const overlay = overlayOf(system.store, { objects, sources, drafts })
  return program === undefined
    ? { overlay }
    : { overlay, main: system.store.fileName({ object: program, part: 'main' }) }
}

/**
 * Reads a URI with a position.
 * @param text the source on the screen; empty for the stored one
 * @throws AdtError 400 without a position, 404 for an object or a position that is not there
 */
export function sourcePlace(system: System, uri: string, text: string): SourcePlace {
  const place = existingPlace(system, uri)
  if (place.start === undefined) {
    throw new AdtError(`The URI ${sourceUri(place.part)} names no position`, {
      status: 400,
      type: 'ExceptionInvalidParameter'
    })
  }
  const sources = text === '' ? [] : [{ part: place.part, text }]
  const view = viewOf(system, place, { sources, drafts: true })
  const at = system.store.toFile(
    { part: place.part, row: place.start.row, column: place.start.column ?? 0 },
    sources
  )
  if (at === undefined) {
    throw new AdtError(`${sourceUri(place.part)} has no line ${place.start.row}`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  return { place, ...at, ...view, sources }
}
