/** Creates an object with its metadata and first parts, and checks its name and its package. */
import type { ObjectInfo, ObjectKey, ObjectType } from '../types.ts'
import { withDraft } from './drafts.ts'
import { StoreError } from './errors.ts'
import { newMetadata } from './formats/abapgit.ts'
import { includeMetadata, withInclude } from './formats/function-group.ts'
import { newValues } from './formats/metadata.ts'
import { groupSources, skeleton } from './formats/skeletons.ts'
import { element, isElement } from './formats/xml.ts'
import { folderFor } from './layout.ts'
import { isTaken } from './library/object.ts'
import { idOf } from './model.ts'
import type { StoredObject } from './model.ts'
import {
  checkedName,
  checkedPart,
  derivedName,
  includeMetadataFile,
  metadataFile
} from './names.ts'
import { objectTypes, typeNames } from './object-types.ts'
import { withNewPart } from './parts.ts'
import { withDigests } from './repository.ts'
import type { Repository } from './repository.ts'

export type NewObject = Omit<ObjectInfo, 'state' | 'createdAt' | 'changedAt'>

/** Throws StoreError `EXISTS` when an object has the name already. */
export function refuseExisting(repository: Repository, { type, name }: ObjectKey): void {
  const { nameSpace } = objectTypes[type]
  const { objects, mounted, standard } = repository
  const taken = typeNames.find(each => {
    if (objectTypes[each].nameSpace !== nameSpace) return false
    const id = idOf({ type: each, name })
    const other = mounted.get(id)
    const isThere = each === type ? isTaken(other) : other !== undefined
    return objects.has(id) || standard.has(id) || isThere
  })
  if (taken === undefined) return
  throw new StoreError(
    'EXISTS',
    taken === type
      ? `${type} ${name} does already exist`
      : `The name ${name} is already used by an object of type ${taken}`
  )
}

/** The package that is to hold something. Throws StoreError `INVALID_PACKAGE`, `STRUCTURE_PACKAGE`. */
export function existingPackage(
  repository: Repository,
  name: string,
  type: ObjectType
): StoredObject {
  const found = repository.find({ type: 'DEVC', name })
  if (found === undefined) {
    throw new StoreError(
      'INVALID_PACKAGE',
      name === '' ? 'A package is needed' : `Package ${name.toUpperCase()} does not exist`
    )
  }
  const { attributes } = repository.info(found)
  if (type !== 'DEVC' && attributes.packageType === 'structure') {
    throw new StoreError(
      'STRUCTURE_PACKAGE',
      'Structure packages cannot contain development objects'
    )
  }
  return found
}

function metadataText({
  key: { type, name },
  description,
  language,
  attributes
}: NewObject): string {
  const values = element('asx:values', newValues({ type, name, description, language, attributes }))
  const complete =
    type === 'FUGR'
      ? [derivedName(name, 'L', 'TOP'), derivedName(name, 'SAPL')].reduce(withInclude, values)
      : values
  return newMetadata(
    type === 'INCL' ? 'PROG' : type === 'STRU' ? 'TABL' : type,
    complete.children.filter(isElement)
  )
}

function blank(
  object: NewObject,
  home: { package: string; folder: string },
  user: string
): StoredObject {
  const now = Date.now()
  return {
    key: object.key,
    package: home.package,
    folder: home.folder,
    responsible: object.responsible,
    createdBy: object.createdBy,
    createdAt: now,
    ...(object.original === undefined ? {} : { original: object.original }),
    changedBy: user,
    changedAt: now,
    active: new Map(),
    drafts: new Map(),
    parts: []
  }
}

/** Metadata files of the programs that every group has. */
function groupMetadata(key: ObjectKey): [string, string][] {
  const top = derivedName(key.name, 'L', 'TOP')
  return [
    [
      includeMetadataFile({ object: key, part: 'main' }),
      includeMetadata(derivedName(key.name, 'SAPL'), 'F')
    ],
    [includeMetadataFile({ object: key, part: `include:${top}` }), includeMetadata(top, 'I')]
  ]
}

/** The parts an object must have that the caller did not give. */
function standardParts({
  key: { type, name },
  description,
  attributes
}: NewObject): { part: string; text: string }[] {
  if (type === 'FUGR') {
    const { main, top } = groupSources(name)
    return [
      { part: 'main', text: main },
      { part: `include:${derivedName(name, 'L', 'TOP')}`, text: top }
    ]
  }
  const hasNoSource = objectTypes[type].source === undefined && type !== 'TABL' && type !== 'STRU'
  return hasNoSource
    ? []
    : [{ part: 'main', text: skeleton({ type, name, description, attributes }) }]
}

function firstParts(
  repository: Repository,
  start: StoredObject,
  context: { object: NewObject; parts: readonly { part: string; text: string }[]; user: string }
): StoredObject {
  const { object, parts, user } = context
  const given = parts.map(({ part, text }) => ({ part: checkedPart(object.key.type, part), text }))
  const standard = standardParts(object).filter(
    ({ part }) => !given.some(each => each.part === part)
  )
  return [...standard, ...given].reduce((next, { part, text }) => {
    const inGroup =
      part.startsWith('function:') ||
      (part.startsWith('include:') &&
        part !== `include:${derivedName(object.key.name, 'L', 'TOP')}`)
    return inGroup
      ? withNewPart(repository, next, { part, text, user })
      : withDraft(repository, next, { part, text, user })
  }, start)
}

function createPackage(repository: Repository, object: NewObject, user: string): ObjectInfo {
  const parent =
    object.package === '' ? undefined : existingPackage(repository, object.package, 'DEVC')
  const { name } = object.key
  if (name.startsWith('$') && parent !== undefined && !parent.key.name.startsWith('$')) {
    throw new StoreError(
      'INVALID_PACKAGE',
      `The local package ${name} cannot stand in the package ${parent.key.name}, which is not local`
    )
  }
  const { folder, nested } = folderFor(
    repository.layout,
    name,
    parent && { name: parent.key.name, folder: parent.folder }
  )
  const { superPackage: _, ...own } = object.attributes
  const attributes =
    nested || parent === undefined ? own : { ...own, superPackage: parent.key.name }
  const start = blank(object, { package: parent?.key.name ?? '', folder }, user)
  const active = new Map([[metadataFile(object.key), metadataText({ ...object, attributes })]])
  const record = {
    part: 'main',
    version: 'active' as const,
    changedBy: user,
    changedAt: start.changedAt,
    revision: 1,
    digest: ''
  }
  const after = withDigests({ ...start, active, parts: [record] })
  repository.replace([{ before: undefined, after }])
  return repository.info(after)
}

/** Creates an inactive object with its metadata and first parts; a package is active at once. */
export function createObject(
  repository: Repository,
  given: NewObject,
  parts: readonly { part: string; text: string }[],
  user: string
): ObjectInfo {
  const key = { type: given.key.type, name: checkedName(given.key.type, given.key.name) }
  const object = { ...given, key, package: given.package.toUpperCase() }
  refuseExisting(repository, key)
  if (key.type === 'DEVC') return createPackage(repository, object, user)
  const home = existingPackage(repository, object.package, key.type)
  const start = blank(object, { package: home.key.name, folder: home.folder }, user)
  const drafts = new Map([
    [metadataFile(key), metadataText(object)],
    ...(key.type === 'FUGR' ? groupMetadata(key) : [])
  ])
  const after = firstParts(repository, withFirstRecord({ ...start, drafts }, user), {
    object,
    parts,
    user
  })
  repository.replace([{ before: undefined, after }])
  return repository.info(after)
}

/** What is metadata alone has its text already. */
function withFirstRecord(object: StoredObject, user: string): StoredObject {
  if (objectTypes[object.key.type].source !== undefined || object.key.type === 'FUGR') return object
  return withDigests({
    ...object,
    parts: [
      {
        part: 'main',
        version: 'inactive',
        changedBy: user,
        changedAt: object.changedAt,
        revision: 1,
        digest: ''
      }
    ]
  })
}
