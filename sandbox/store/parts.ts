/**
 * Adds, removes and describes single parts of an object: test includes, function modules, includes
 * of a group.
 */
import type { PartInfo, PartKey } from '../types.ts'
import { valuesOf } from './codec.ts'
import { changedMetadata, infoOf, missing, withDraft } from './drafts.ts'
import { StoreError } from './errors.ts'
import {
  functionItem,
  includeMetadata,
  includeNames,
  withFunctionFacts,
  withInclude,
  withIncludes,
  withoutFunction
} from './formats/function-group.ts'
import { functionSkeleton } from './formats/skeletons.ts'
import { withText } from './formats/xml.ts'
import type { Element } from './formats/xml.ts'
import { partNames } from './info.ts'
import { idOf, workingFiles } from './model.ts'
import type { StoredObject } from './model.ts'
import { checkedPart, derivedName, fileOf, includeMetadataFile } from './names.ts'
import { withDigests } from './repository.ts'
import type { Repository } from './repository.ts'

function groupOfFunction(repository: Repository, name: string): string | undefined {
  for (const object of [...repository.objects.values(), ...repository.mounted.values()]) {
    if (object.key.type === 'FUGR' && partNames(object, 'inactive').includes(name)) {
      return object.key.name
    }
  }
  return undefined
}

function refuseExisting(repository: Repository, object: StoredObject, part: string): void {
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

/** The object with one more part, inactive. */
export function withNewPart(
  repository: Repository,
  object: StoredObject,
  draft: { part: string; text: string; user: string }
): StoredObject {
  const { part } = draft
  refuseExisting(repository, object, part)
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

/** Removes a part immediately, from the active and the inactive version. */
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
  const after = { ...withoutPart(before, name), changedBy: user, changedAt: Date.now() }
  repository.replace([{ before, after }])
}

/** The object without the part, in the active and the inactive version. */
export function withoutPart(object: StoredObject, name: string): StoredObject {
  const parts = object.parts.filter(record => record.part !== name)
  // A draft of the group's metadata alone would keep the object inactive for ever.
  const drafts = parts.some(record => record.version === 'inactive')
    ? without(object, name, object.drafts)
    : new Map<string, string>()
  return withDigests({ ...object, parts, active: without(object, name, object.active), drafts })
}

export function describePart(
  repository: Repository,
  part: PartKey,
  changes: PartFacts,
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
  const described = describedModule(before, name, changes)
  const after = { ...described, changedBy: user, changedAt: Date.now() }
  repository.replace([{ before, after }])
  return infoOf(after, name)
}

export interface PartFacts {
  readonly description?: string
  readonly attributes?: Readonly<Record<string, string>>
}

/** The object with the short text and facts of a function module; of another part, as it is. */
export function describedModule(
  object: StoredObject,
  name: string,
  { description, attributes }: PartFacts
): StoredObject {
  if (!name.startsWith('function:')) return object
  const module = name.slice('function:'.length)
  const facts = {
    ...(description === undefined ? {} : { description }),
    ...(attributes?.processingType === undefined
      ? {}
      : { processingType: attributes.processingType })
  }
  const change = (files: ReadonlyMap<string, string>) =>
    new Map([
      ...files,
      ...changedMetadata(object, files, old => withFunctionFacts(old, module, facts))
    ])
  return withDigests({ ...object, active: change(object.active), drafts: change(object.drafts) })
}
