/** Looks up objects, parts, texts and locks for handlers, with the refusals of the ERP. */
import type { ObjectInfo, ObjectType, PartInfo, PartKey, PartText, Store } from '../types.ts'
import type { System } from '../system.ts'
import { absentInclude, generatedInclude } from './documents/class-includes.ts'
import { AdtError, invalidData, noSuchObject, notFound } from './errors.ts'
import type { ReadVersion } from './documents/metadata.ts'
import type { Request } from './route.ts'
import { labelOf, nameOf, placeOf } from './uris.ts'
import type { Place } from './uris.ts'
import type { Lock } from './locks.ts'

/** Classes and interfaces are not there in other words than the rest. */
function absent(part: PartKey): AdtError {
  const { type } = part.object
  return type === 'CLAS' || type === 'INTF' ? noSuchObject(labelOf(part)) : notFound(nameOf(part))
}

/** The object, or 404 in the words of the ERP. */
export function objectOf(store: Store, part: PartKey): ObjectInfo {
  const info = store.get(part.object)
  if (info === undefined) throw absent(part)
  return info
}

/** Reads `?version=`; the working area when it is left out or unknown. */
export function versionOf(query: URLSearchParams): ReadVersion {
  const version = query.get('version')
  return version === 'active' || version === 'inactive' ? version : 'workingArea'
}

/**
 * The text of a part. An inactive version that does not exist falls back to the active one; 404
 * when there is no text at all.
 */
export function textOf(store: Store, part: PartKey, version: ReadVersion): PartText {
  const info = objectOf(store, part)
  const text =
    store.read(part, version) ?? (version === 'inactive' ? store.read(part, 'active') : undefined)
  if (text !== undefined) return text
  const generated = generatedInclude(part)
  if (generated === undefined || store.read(part, 'workingArea') !== undefined) {
    throw notFound(nameOf(part))
  }
  return { ...absentInclude(part, info), text: generated }
}

/** The newest state of a part that the version allows; 404 when there is none. */
export function partOf(store: Store, key: PartKey, version: ReadVersion): PartInfo {
  const all = store.parts(key.object).filter(each => each.key.part === key.part)
  const active = all.find(each => each.version === 'active')
  const draft = all.find(each => each.version === 'inactive')
  const found = version === 'active' ? active : (draft ?? active)
  if (found === undefined) throw notFound(nameOf(key))
  return found
}

/**
 * The place a client names; 400 `uriMappingError` when it is none of this system's, 404 when there
 * is no such object.
 */
export function existingPlace(system: System, uri: string): Place {
  const place = placeOf(uri)
  if (place === undefined) {
    throw new AdtError(`No URI-Mapping defined for URI ${uri}`, {
      status: 400,
      type: 'uriMappingError',
      properties: { 'T100KEY-ID': 'SADT_TOOLS_CORE', 'T100KEY-NO': '001', 'T100KEY-V1': uri }
    })
  }
  objectOf(system.store, place.part)
  return place
}

/** Demands that this session holds the lock whose handle the request carries; 423 otherwise. */
export function requireLock({ system, context, query }: Request, part: PartKey): Lock {
  return system.locks.requireLock({ part, label: labelOf(part) }, context, query.get('lockHandle'))
}

/** The responsible named in a document: a user of this system, or the user of the request. */
export function responsibleOf({ system, user }: Request, given: string | undefined): string {
  if (given === undefined || given.trim() === '') return user
  const known = system.users.find(given)
  if (known !== undefined) return known.name
  throw new AdtError(`Enter a valid user, not ${given}, as the person responsible`, {
    status: 400,
    type: 'ExceptionResourceCreationFailure'
  })
}

export function requireName(name: string | undefined): string {
  if (name === undefined || name.trim() === '') {
    throw invalidData('The document names no object: adtcore:name is missing')
  }
  return name.trim().toUpperCase()
}

/**
 * The original language of a new object: the log-on language, whatever its document names; of a data
 * element that of the document, below 7.51 not of it either.
 */
export function originalLanguage(request: Request, type: ObjectType): string {
  const { language, system } = request
  if (type !== 'DTEL' || system.releaseAdapter.ignoresLanguages) return language
  const given = request.xml().attributes['masterLanguage'] ?? ''
  return given === '' ? language : given.toUpperCase()
}
