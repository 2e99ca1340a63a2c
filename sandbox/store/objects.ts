/** Changes what is stored of an object beside its sources, and removes objects. */
import type { ObjectInfo, ObjectKey, ObjectType } from '../types.ts'
import { existingPackage } from './create-object.ts'
import { nextRevision, normalized } from './drafts.ts'
import { StoreError } from './errors.ts'
import { newMetadata, readMetadata, writeMetadata } from './formats/abapgit.ts'
import { withDescription, withPackageAttributes, withProgramType } from './formats/metadata.ts'
import { withLabel } from './formats/table.ts'
import { element } from './formats/xml.ts'
import type { Element } from './formats/xml.ts'
import { partText } from './info.ts'
import type { StoredObject } from './model.ts'
import { metadataFile } from './names.ts'
import { withDigests } from './repository.ts'
import type { Repository } from './repository.ts'

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
function withDescriptionInTexts(
  object: StoredObject,
  description: string | undefined
): StoredObject {
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

/** The metadata file of a package folder is created when an attribute has to be stored. */
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
  const home = moving ? existingPackage(repository, changes.package ?? '', type) : undefined
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
  const after = withDigests(
    withRevisions(before, withDescriptionInTexts(changed, changes.description))
  )
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
