import type { ObjectKey, PartInfo, PartKey, RepositoryFile } from '../types.ts'
import { encode, isEncoded, valuesOf } from './codec.ts'
import { StoreError } from './errors.ts'
import { readMetadata, writeMetadata } from './formats/abapgit.ts'
import {
  withFunctionFacts,
  withInclude,
  withIncludes,
  withoutFunction,
  functionItem,
  includeMetadata,
  includeNames
} from './formats/function-group.ts'
import { functionSkeleton } from './formats/skeletons.ts'
import { withText } from './formats/xml.ts'
import type { Element } from './formats/xml.ts'
import { isWritable, partInfo, partNames, partText } from './info.ts'
import { idOf, recordOf, workingFiles } from './model.ts'
import type { FormerVersion, PartRecord, StoredObject } from './model.ts'
import { checkedPart, derivedName, fileOf, includeMetadataFile, metadataFile } from './names.ts'
import { withDigests } from './repository.ts'
import type { Replacement, Repository } from './repository.ts'

/** Text as it is kept: lines ended by LF, no byte-order mark, no half characters. */
export function normalized(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
    .toWellFormed()
}

export function nextRevision(object: StoredObject, part: string): number {
  return (
    1 +
    object.parts.reduce(
      (highest, record) => (record.part === part ? Math.max(highest, record.revision) : highest),
      0
    )
  )
}

function withRecord(object: StoredObject, record: PartRecord): StoredObject {
  const others = object.parts.filter(
    each => each.part !== record.part || each.version !== record.version
  )
  return { ...object, parts: [...others, record] }
}

/**
 * The object with the text as the inactive version of the part. Throws StoreError `INVALID_SOURCE`.
 */
export function withDraft(
  repository: Repository,
  object: StoredObject,
  draft: { part: string; text: string; user: string }
): StoredObject {
  const key: PartKey = { object: object.key, part: draft.part }
  const text = normalized(draft.text)
  const changed = encode(key, text, { files: workingFiles(object), kindOf: repository.kindOf })
  const now = Date.now()
  const record: PartRecord = {
    part: draft.part,
    version: 'inactive',
    changedBy: draft.user,
    changedAt: now,
    revision: nextRevision(object, draft.part),
    digest: '',
    ...(isEncoded(key) ? { kept: text } : {})
  }
  const drafts = new Map([...object.drafts, ...changed])
  return withDigests(
    withRecord({ ...object, drafts, changedBy: draft.user, changedAt: now }, record)
  )
}

function infoOf(object: StoredObject, part: string): PartInfo {
  const record = recordOf(object, part, 'inactive') ?? recordOf(object, part, 'active')
  if (record === undefined) {
    throw new StoreError('NOT_FOUND', `${object.key.type} ${object.key.name} has no part ${part}`)
  }
  return partInfo(object, record)
}

function missing({ object, part }: PartKey): StoreError {
  return new StoreError(
    'NOT_FOUND',
    `${part} of ${object.type} ${object.name} does not exist and so has no inactive version`
  )
}

export function writePart(
  repository: Repository,
  part: PartKey,
  text: string,
  user: string
): PartInfo {
  const before = repository.get(part.object)
  const name = checkedPart(part.object.type, part.part)
  if (!isWritable(before, name)) throw missing({ object: before.key, part: name })
  if (before.key.type === 'DEVC') {
    throw new StoreError(
      'UNSUPPORTED',
      'A package has no source; its attributes are changed with update'
    )
  }
  const after = withDraft(repository, before, { part: name, text, user })
  repository.replace([{ before, after }])
  return infoOf(after, name)
}

function groupOfFunction(repository: Repository, name: string): string | undefined {
  for (const object of repository.objects.values()) {
    if (object.key.type === 'FUGR' && partNames(object, 'inactive').includes(name)) {
      return object.key.name
    }
  }
  return undefined
}

function refuseTaken(repository: Repository, object: StoredObject, part: string): void {
  if (partNames(object, 'inactive').includes(part)) {
    throw new StoreError(
      'EXISTS',
      `${part} of ${object.key.type} ${object.key.name} does already exist`
    )
  }
  const name = part.slice(part.indexOf(':') + 1)
  if (part.startsWith('function:')) {
    const group = groupOfFunction(repository, part)
    if (group !== undefined) {
      throw new StoreError(
        'EXISTS',
        `Function module ${name} does already exist in function group ${group}`
      )
    }
  }
  const includeStart = derivedName(object.key.name, 'L')
  if (part.startsWith('include:')) {
    if (!name.startsWith(includeStart) || name.length === includeStart.length) {
      throw new StoreError(
        'INVALID_NAME',
        `Includes of function group ${object.key.name} begin with ${includeStart}`
      )
    }
    const taken = (['PROG', 'INCL'] as const).find(type =>
      repository.objects.has(idOf({ type, name }))
    )
    if (taken !== undefined) {
      throw new StoreError('EXISTS', `A program or include already exists with the name ${name}`)
    }
  }
}

function changedMetadata(
  object: StoredObject,
  files: ReadonlyMap<string, string>,
  change: (values: Element) => Element
): Map<string, string> {
  const file = metadataFile(object.key)
  const text = files.get(file)
  if (text === undefined) return new Map()
  const metadata = readMetadata(text)
  return new Map([[file, writeMetadata(metadata, change(metadata.values))]])
}

/** The object with one more part, inactive. */
export function withNewPart(
  repository: Repository,
  object: StoredObject,
  draft: { part: string; text: string; user: string }
): StoredObject {
  const { part } = draft
  refuseTaken(repository, object, part)
  const name = part.slice(part.indexOf(':') + 1)
  if (!part.startsWith('include:')) {
    return withDraft(
      repository,
      object,
      part.startsWith('function:') && draft.text === ''
        ? { ...draft, text: functionSkeleton(name) }
        : draft
    )
  }
  const metadata = changedMetadata(object, workingFiles(object), values =>
    withInclude(values, name)
  )
  metadata.set(includeMetadataFile({ object: object.key, part }), includeMetadata(name, 'I'))
  return withDraft(
    repository,
    { ...object, drafts: new Map([...object.drafts, ...metadata]) },
    draft
  )
}

export function addPart(
  repository: Repository,
  part: PartKey,
  text: string,
  user: string
): PartInfo {
  const before = repository.get(part.object)
  const name = checkedPart(part.object.type, part.part)
  const after = withNewPart(repository, before, { part: name, text, user })
  repository.replace([{ before, after }])
  return infoOf(after, name)
}

function without(
  object: StoredObject,
  part: string,
  files: ReadonlyMap<string, string>
): Map<string, string> {
  const name = part.slice(part.indexOf(':') + 1)
  const remaining = new Map(files)
  remaining.delete(fileOf({ object: object.key, part }))
  remaining.delete(includeMetadataFile({ object: object.key, part }))
  const change = part.startsWith('function:')
    ? (values: Element) => withoutFunction(values, name)
    : part.startsWith('include:')
      ? (values: Element) =>
          withIncludes(
            values,
            includeNames(values).filter(each => each !== name)
          )
      : part === 'testclasses'
        ? (values: Element) => withText(values, ['VSEOCLASS', 'WITH_UNIT_TESTS'], '')
        : undefined
  return change === undefined
    ? remaining
    : new Map([...remaining, ...changedMetadata(object, files, change)])
}

/** Takes a part away at once, from the active and the inactive version. */
export function removePart(repository: Repository, part: PartKey, user: string): void {
  const before = repository.get(part.object)
  const name = checkedPart(part.object.type, part.part)
  if (name === 'main') {
    throw new StoreError(
      'UNSUPPORTED',
      `The main part of ${before.key.type} ${before.key.name} goes only with the object`
    )
  }
  if (!partNames(before, 'inactive').includes(name)) {
    throw missing({ object: before.key, part: name })
  }
  const parts = before.parts.filter(record => record.part !== name)
  const drafted = without(before, name, before.drafts)
  // A draft of the group's metadata alone would keep the object inactive for ever.
  const drafts = parts.some(record => record.version === 'inactive')
    ? drafted
    : new Map<string, string>()
  const after = {
    ...before,
    parts,
    active: without(before, name, before.active),
    drafts,
    changedBy: user,
    changedAt: Date.now()
  }
  repository.replace([{ before, after: withDigests(after) }])
}

export function describePart(
  repository: Repository,
  part: PartKey,
  changes: { description?: string; attributes?: Record<string, string> },
  user: string
): PartInfo {
  const before = repository.get(part.object)
  const name = checkedPart(part.object.type, part.part)
  if (!name.startsWith('function:')) {
    throw new StoreError('UNSUPPORTED', 'Only function modules have a short text of their own')
  }
  const module = name.slice('function:'.length)
  const values = valuesOf({ object: before.key }, workingFiles(before))
  if (values === undefined || functionItem(values, module) === undefined) {
    throw missing({ object: before.key, part: name })
  }
  const facts = {
    ...(changes.description === undefined ? {} : { description: changes.description }),
    ...(changes.attributes?.processingType === undefined
      ? {}
      : { processingType: changes.attributes.processingType })
  }
  const change = (files: ReadonlyMap<string, string>) =>
    new Map([
      ...files,
      ...changedMetadata(before, files, old => withFunctionFacts(old, module, facts))
    ])
  const after = withDigests({
    ...before,
    active: change(before.active),
    drafts: change(before.drafts),
    changedBy: user,
    changedAt: Date.now()
  })
  repository.replace([{ before, after }])
  return infoOf(after, name)
}

function withTestFlag(object: StoredObject, files: Map<string, string>): Map<string, string> {
  if (
    object.key.type !== 'CLAS' ||
    !files.has(fileOf({ object: object.key, part: 'testclasses' }))
  ) {
    return files
  }
  const values = valuesOf({ object: object.key }, files)
  const flagged = values && withText(values, ['VSEOCLASS', 'WITH_UNIT_TESTS'], 'X')
  return flagged === undefined || values === undefined
    ? files
    : new Map([...files, ...changedMetadata(object, files, () => flagged)])
}

function activated(object: StoredObject, user: string): StoredObject {
  const now = Date.now()
  const fresh = object.parts
    .filter(record => record.version === 'inactive')
    .map(record => ({
      ...record,
      version: 'active' as const,
      changedBy: user,
      changedAt: now,
      revision: nextRevision(object, record.part)
    }))
  const untouched = object.parts.filter(
    record => record.version === 'active' && !fresh.some(each => each.part === record.part)
  )
  const active = withTestFlag(object, new Map([...object.active, ...object.drafts]))
  return withDigests({
    ...object,
    active,
    drafts: new Map(),
    parts: [...untouched, ...fresh],
    changedBy: user,
    changedAt: now
  })
}

/** The versions to remember: the new one, and the one before when nothing was remembered yet. */
function versionsOf(
  repository: Repository,
  before: StoredObject,
  after: StoredObject
): Omit<FormerVersion, 'number'>[] {
  return before.parts
    .filter(record => record.version === 'inactive')
    .flatMap(({ part }) => {
      const key: PartKey = { object: before.key, part }
      const old = recordOf(before, part, 'active')
      const oldText =
        old === undefined || repository.state.versions(key).length > 0
          ? undefined
          : partText(before, part, 'active')
      const next = recordOf(after, part, 'active')
      const text = partText(after, part, 'active')
      return [
        ...(old === undefined || oldText === undefined
          ? []
          : [{ part: key, changedBy: old.changedBy, changedAt: old.changedAt, text: oldText }]),
        ...(next === undefined || text === undefined
          ? []
          : [{ part: key, changedBy: next.changedBy, changedAt: next.changedAt, text }])
      ]
    })
}

/**
 * Makes the drafts of the objects active, all or none; objects without drafts are left as they are.
 */
export function activate(
  repository: Repository,
  keys: readonly ObjectKey[],
  user: string
): { put: RepositoryFile[]; remove: string[] } {
  const named = new Map(keys.map(key => [idOf(key), repository.get(key)]))
  const changes = [...named.values()]
    .filter(object => object.drafts.size > 0)
    .map(before => ({ before, after: activated(before, user) }))
  if (changes.length === 0) return { put: [], remove: [] }
  repository.replace(
    changes satisfies Replacement[],
    changes.flatMap(({ before, after }) => versionsOf(repository, before, after))
  )
  const put = changes.flatMap(({ before, after }) =>
    [...after.active]
      .filter(([name, text]) => before.active.get(name) !== text)
      .map(([name, text]) => ({ name, text }))
  )
  return { put, remove: [] }
}
