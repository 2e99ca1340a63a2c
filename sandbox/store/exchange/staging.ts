/** Prepares the objects of an imported request; one change of the store makes them active. */
import type { VersionCause } from '../../types.ts'
import type { ExportedObject, ExportedPart } from '../../transports/exchange/types.ts'
import { activated } from '../activation.ts'
import { createObject, existingPackage, refuseExisting } from '../create-object.ts'
import { nextRevision, withDraft } from '../drafts.ts'
import { isEncoded } from '../codec.ts'
import { StoreError } from '../errors.ts'
import { partNames } from '../info.ts'
import { idOf } from '../model.ts'
import type { FormerVersion, PartRecord, StoredObject } from '../model.ts'
import { removeObject, updateObject } from '../objects.ts'
import { describedModule, withNewPart, withoutPart } from '../parts.ts'
import { createRepository, withDigests } from '../repository.ts'
import type { Replacement, Repository } from '../repository.ts'
import { versionsToKeep } from '../versions/keep.ts'
import type { RefusedObject, StagedImport } from './types.ts'

/** A copy of the repository that can be changed without the original. */
function copyOf(repository: Repository): Repository {
  return createRepository({
    objects: new Map(repository.objects),
    mounted: repository.mounted,
    standard: repository.standard,
    layout: repository.layout,
    state: repository.state,
    layer: repository.layer,
    journal: { commit: (_change, also) => also?.(), recover() {} }
  })
}

function recordsOf(
  before: StoredObject | undefined,
  start: StoredObject,
  parts: readonly ExportedPart[]
): PartRecord[] {
  return partNames(start, 'active').map(part => {
    const sent = parts.find(each => each.part === part)
    return {
      part,
      version: 'active',
      changedBy: sent?.changedBy ?? start.changedBy,
      changedAt: sent?.changedAt ?? start.changedAt,
      revision: nextRevision(before ?? start, part),
      digest: '',
      ...(sent !== undefined && isEncoded({ object: start.key, part }) ? { kept: sent.text } : {})
    }
  })
}

const drafted = ({ parts }: StoredObject) => parts.filter(({ version }) => version === 'inactive')

/** The whole object, active. Drafts that a user has here stay. */
function placeObject(stage: Repository, sent: ExportedObject): void {
  const { key, info, files, parts } = sent
  if (info === undefined) return
  const before = stage.find(key)
  if (before === undefined) refuseExisting(stage, key)
  const home = existingPackage(stage, info.package, key.type)
  const start: StoredObject = {
    key,
    package: home.key.name,
    folder: home.folder,
    responsible: info.responsible,
    createdBy: info.createdBy,
    createdAt: before?.createdAt ?? Date.now(),
    changedBy: info.changedBy,
    changedAt: info.changedAt,
    original: info.original ?? '',
    active: new Map(files.map(({ name, text }) => [name, text])),
    drafts: before?.drafts ?? new Map(),
    parts: []
  }
  const own = before === undefined ? [] : drafted(before)
  const after = withDigests({ ...start, parts: [...recordsOf(before, start, parts), ...own] })
  stage.replace([{ before, after }])
}

function withPart(
  stage: Repository,
  object: StoredObject,
  change: { readonly name: string; readonly part: ExportedPart | undefined }
): StoredObject {
  const { name, part } = change
  const known = partNames(object, 'inactive').includes(name)
  if (part === undefined) return known ? withoutPart(object, name) : object
  const draft = { part: name, text: part.text, user: part.changedBy }
  const written = known ? withDraft(stage, object, draft) : withNewPart(stage, object, draft)
  const fresh = activated(written, part.changedBy)
  const records = fresh.parts.map(record =>
    record.part === name ? { ...record, changedAt: part.changedAt } : record
  )
  return describedModule({ ...fresh, parts: records }, name, part)
}

/** The parts that the request carries, in the object that is there. */
function placeParts(stage: Repository, { key, parts, only = [] }: ExportedObject): void {
  const before = stage.get(key)
  const bare: StoredObject = {
    ...before,
    drafts: new Map<string, string>(),
    parts: before.parts.filter(({ version }) => version === 'active')
  }
  if (bare.active.size === 0) {
    throw new StoreError('NOT_FOUND', `${key.type} ${key.name} has no active version here`)
  }
  const next = only.reduce(
    (object, name) =>
      withPart(stage, object, { name, part: parts.find(each => each.part === name) }),
    bare
  )
  const after = { ...next, drafts: before.drafts, parts: [...next.parts, ...drafted(before)] }
  stage.replace([{ before, after: withDigests(after) }])
}

function placePackage(stage: Repository, { key, info }: ExportedObject): void {
  if (info === undefined) return
  const { superPackage: _, ...attributes } = info.attributes
  if (stage.find(key) === undefined) {
    createObject(stage, { ...info, attributes }, [], info.changedBy)
  } else {
    const { description, responsible } = info
    updateObject(stage, key, { description, responsible, attributes }, info.changedBy)
  }
}

function place(stage: Repository, sent: ExportedObject): void {
  if (sent.info === undefined) {
    if (stage.find(sent.key) !== undefined) removeObject(stage, sent.key)
  } else if (sent.key.type === 'DEVC') placePackage(stage, sent)
  else if (sent.only === undefined) placeObject(stage, sent)
  else placeParts(stage, sent)
}

/** Packages before what stands in them, and super packages first; deletions the other way round. */
function ordered(objects: readonly ExportedObject[]): ExportedObject[] {
  const depth = ({ info }: ExportedObject): number => {
    const above = objects.find(
      ({ key }) => key.type === 'DEVC' && key.name === info?.package && key !== info.key
    )
    return above === undefined ? 0 : 1 + depth(above)
  }
  const rank = (each: ExportedObject) => {
    const isPackage = each.key.type === 'DEVC'
    if (each.info === undefined) return isPackage ? 2_000_001 : 2_000_000
    return isPackage ? depth(each) : 1_000_000
  }
  return [...objects].sort((a, b) => rank(a) - rank(b))
}

/** What was to become active stays a draft over what was active before. */
function keptInactive(
  before: StoredObject | undefined,
  after: StoredObject
): StoredObject | undefined {
  const records = after.parts
    .filter(({ version }) => version === 'active')
    .map(record => ({ ...record, version: 'inactive' as const }))
  const active = before?.parts.filter(({ version }) => version === 'active') ?? []
  return withDigests({
    ...after,
    active: before?.active ?? new Map(),
    drafts: new Map([...after.active].filter(([name, text]) => before?.active.get(name) !== text)),
    parts: [...active, ...records]
  })
}

/**
 * A backup of what was active, where the newest version is another one, and the imported state of
 * the parts that the request carries.
 */
function importedVersions(
  repository: Repository,
  changes: readonly Replacement[],
  { cause, sent }: { readonly cause: VersionCause; readonly sent: readonly ExportedObject[] }
): Omit<FormerVersion, 'number'>[] {
  const parts = new Map(sent.map(({ key, only }) => [idOf(key), only]))
  return changes.flatMap(({ before, after }) => {
    const key = (after ?? before)?.key
    const only = key && parts.get(idOf(key))
    const backup = { user: cause.user, request: '', parts: only }
    return [
      ...(before === undefined ? [] : versionsToKeep(repository, before, backup)),
      ...(after === undefined ? [] : versionsToKeep(repository, after, { ...cause, parts: only }))
    ]
  })
}

function changesOf(
  repository: Repository,
  stage: Repository,
  inactive: ReadonlySet<string>
): Replacement[] {
  const ids = new Set([...repository.objects.keys(), ...stage.objects.keys()])
  return [...ids].flatMap(id => {
    const [before, after] = [repository.objects.get(id), stage.objects.get(id)]
    if (before === after) return []
    const kept = after !== undefined && inactive.has(id) ? keptInactive(before, after) : after
    return [{ before, after: kept }]
  })
}

/** Prepares objects of another system. What cannot be prepared is left out and named. */
export function stageImport(
  repository: Repository,
  objects: readonly ExportedObject[]
): StagedImport {
  const stage = copyOf(repository)
  const refused: RefusedObject[] = []
  for (const sent of ordered(objects)) {
    try {
      place(stage, sent)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      refused.push({ key: sent.key, reason: error.message })
    }
  }
  const failed = new Set(refused.map(({ key }) => idOf(key)))
  return {
    refused,
    staged: objects
      .map(({ key }) => key)
      .filter(key => !failed.has(idOf(key)) && stage.find(key) !== undefined),
    filesOf: key => [...stage.get(key).active].map(([name, text]) => ({ name, text })),
    commit({ inactive, versions, alongside }) {
      const left = new Set(inactive.map(idOf))
      const changes = changesOf(repository, stage, left)
      const active = changes.filter(
        ({ after }) => after === undefined || !left.has(idOf(after.key))
      )
      repository.replace(changes, {
        versions: versions
          ? importedVersions(repository, active, { cause: versions, sent: objects })
          : [],
        alongside
      })
    }
  }
}
