import type { ObjectInfo, ObjectKey, ObjectType } from '../types.ts'
import { StoreError } from './errors.ts'
import { nextRevision, normalized, withDraft, withNewPart } from './drafts.ts'
import { newMetadata, readMetadata, writeMetadata } from './formats/abapgit.ts'
import {
  newValues,
  withDescription,
  withPackageAttributes,
  withProgramType
} from './formats/metadata.ts'
import { includeMetadata, withInclude } from './formats/function-group.ts'
import { groupSources, skeleton } from './formats/skeletons.ts'
import { withLabel } from './formats/table.ts'
import { element, isElement } from './formats/xml.ts'
import type { Element } from './formats/xml.ts'
import { partText } from './info.ts'
import { folderFor } from './layout.ts'
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
import { withDigests } from './repository.ts'
import type { Repository } from './repository.ts'

export type NewObject = Omit<ObjectInfo, 'state' | 'createdAt' | 'changedAt'>

function refuseTaken(repository: Repository, { type, name }: ObjectKey): void {
  const { nameSpace } = objectTypes[type]
  const taken = typeNames.find(
    each =>
      objectTypes[each].nameSpace === nameSpace &&
      repository.objects.has(idOf({ type: each, name }))
  )
  if (taken === undefined) return
  throw new StoreError(
    'EXISTS',
    taken === type
      ? `${type} ${name} does already exist`
      : `The name ${name} is already used by an object of type ${taken}`
  )
}

/** The package that is to hold something. Throws StoreError `INVALID_PACKAGE`. */
function homePackage(repository: Repository, name: string, type: ObjectType): StoredObject {
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
      'INVALID_PACKAGE',
      `Structure packages cannot contain development objects, and ${found.key.name} is one`
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
  const standsAlone = objectTypes[type].source === undefined && type !== 'TABL' && type !== 'STRU'
  return standsAlone
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
  const parent = object.package === '' ? undefined : homePackage(repository, object.package, 'DEVC')
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

/** Makes an object: inactive, with its metadata and first parts; a package is active at once. */
export function createObject(
  repository: Repository,
  given: NewObject,
  parts: readonly { part: string; text: string }[],
  user: string
): ObjectInfo {
  const key = { type: given.key.type, name: checkedName(given.key.type, given.key.name) }
  const object = { ...given, key, package: given.package.toUpperCase() }
  refuseTaken(repository, key)
  if (key.type === 'DEVC') return createPackage(repository, object, user)
  const home = homePackage(repository, object.package, key.type)
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

export interface ObjectChanges {
  readonly description?: string
  readonly package?: string
  readonly responsible?: string
  readonly attributes?: Readonly<Record<string, string>>
}

function changedValues(type: ObjectType, values: Element, changes: ObjectChanges): Element {
  const described =
    changes.description === undefined ? values : withDescription(type, values, changes.description)
  const { attributes } = changes
  if (attributes === undefined) return described
  if (type === 'DEVC') return withPackageAttributes(described, attributes)
  return attributes.programType === undefined
    ? described
    : withProgramType(described, attributes.programType)
}

function changedFiles(
  object: StoredObject,
  files: ReadonlyMap<string, string>,
  changes: ObjectChanges
): ReadonlyMap<string, string> {
  const file = metadataFile(object.key)
  const text = files.get(file)
  if (text === undefined) return files
  const metadata = readMetadata(text)
  const values = changedValues(object.key.type, metadata.values, changes)
  return values === metadata.values
    ? files
    : new Map([...files, [file, writeMetadata(metadata, values)]])
}

/** Dictionary texts show the label: a text kept as written follows. */
function relabelled(object: StoredObject, description: string | undefined): StoredObject {
  if (description === undefined || (object.key.type !== 'TABL' && object.key.type !== 'STRU')) {
    return object
  }
  const parts = object.parts.map(record => {
    const kept =
      record.kept === undefined ? undefined : withLabel(record.kept, normalized(description))
    return kept === undefined ? record : { ...record, kept }
  })
  return { ...object, parts }
}

/** A part whose text came out another has a new version. */
function withRevisions(before: StoredObject, after: StoredObject): StoredObject {
  const parts = after.parts.map(record => {
    const same =
      partText(before, record.part, record.version) === partText(after, record.part, record.version)
    return same
      ? record
      : {
          ...record,
          revision: nextRevision(before, record.part),
          changedBy: after.changedBy,
          changedAt: after.changedAt
        }
  })
  return { ...after, parts }
}

function checkAttributes(
  type: ObjectType,
  attributes: Readonly<Record<string, string>> | undefined
): void {
  const known =
    type === 'PROG'
      ? ['programType']
      : type === 'DEVC'
        ? [
            'packageType',
            'softwareComponent',
            'transportLayer',
            'applicationComponent',
            'recordChanges'
          ]
        : []
  const unknown = Object.keys(attributes ?? {}).find(name => !known.includes(name))
  if (unknown !== undefined) {
    throw new StoreError('UNSUPPORTED', `${unknown} of an object of type ${type} cannot be changed`)
  }
}

/** Metadata that a package folder lacks is made when there is something to say in it. */
function withPackageFile(object: StoredObject): StoredObject {
  if (object.key.type !== 'DEVC' || object.active.size > 0) return object
  return {
    ...object,
    active: new Map([[metadataFile(object.key), newMetadata('DEVC', [element('DEVC')])]])
  }
}

/**
 * Changes what is known of an object beside its sources, in the active and the inactive version.
 */
export function updateObject(
  repository: Repository,
  key: ObjectKey,
  changes: ObjectChanges,
  user: string
): ObjectInfo {
  const before = repository.get(key)
  const { type } = before.key
  checkAttributes(type, changes.attributes)
  const moving = changes.package !== undefined && changes.package.toUpperCase() !== before.package
  if (moving && type === 'DEVC') {
    throw new StoreError('UNSUPPORTED', 'A package cannot be moved to another super package')
  }
  const home = moving ? homePackage(repository, changes.package ?? '', type) : undefined
  const start = withPackageFile(before)
  const changed: StoredObject = {
    ...start,
    ...(home === undefined ? {} : { package: home.key.name, folder: home.folder }),
    responsible: changes.responsible ?? start.responsible,
    active: changedFiles(start, start.active, changes),
    drafts: changedFiles(start, start.drafts, changes),
    changedBy: user,
    changedAt: Date.now()
  }
  const after = withDigests(withRevisions(before, relabelled(changed, changes.description)))
  repository.replace([{ before, after }])
  return repository.info(after)
}

export function removeObject(repository: Repository, key: ObjectKey): void {
  const before = repository.get(key)
  if (before.key.type === 'DEVC') {
    const inside = [...repository.objects.values()].filter(
      object => object.package === before.key.name
    ).length
    if (inside > 0) {
      throw new StoreError(
        'NOT_EMPTY',
        `Package ${before.key.name} contains ${inside} ${inside === 1 ? 'object' : 'objects'}`
      )
    }
    if (before.key.name === '$TMP') {
      throw new StoreError(
        'INVALID_PACKAGE',
        'The package $TMP cannot be deleted: it always exists'
      )
    }
  }
  repository.replace([{ before, after: undefined }])
}
