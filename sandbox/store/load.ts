/** Loads objects and drafts from the data directory. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ObjectKey, ObjectType, Version } from '../types.ts'
import { sourceFiles } from './codec.ts'
import { partNames } from './info.ts'
import { readMetadata } from './formats/abapgit.ts'
import { packageAttributes } from './formats/metadata.ts'
import { packageFile, readText, scan } from './layout.ts'
import type { FoundFile, Layout, PackageFolder } from './layout.ts'
import { digestOf, filesIn, idOf, recordOf } from './model.ts'
import type { PartRecord, StoredObject } from './model.ts'
import { encodeName, metadataFile, parseFileName } from './names.ts'
import type { ObjectRecord, State } from './state.ts'

interface Found {
  readonly key: ObjectKey
  readonly package: string
  readonly folder: string
  readonly files: FoundFile[]
  readonly drafts: FoundFile[]
}

/**
 * Programs and includes, tables and structures have the same file names: the metadata determines
 * which it is.
 */
function typeOf(types: readonly ObjectType[], metadata: string | undefined): ObjectType {
  const [first = 'PROG', second] = types
  if (second === undefined || metadata === undefined) return first
  if (first === 'PROG') return /<SUBC>I<\/SUBC>/.test(metadata) ? 'INCL' : 'PROG'
  return /<TABCLASS>TRANSP<\/TABCLASS>/.test(metadata) ? 'TABL' : 'STRU'
}

/** The objects that files belong to, by the beginning of their names. */
export function keysOf(
  files: readonly FoundFile[]
): Map<string, { key: ObjectKey; files: FoundFile[] }> {
  const groups = Map.groupBy(
    files.filter(({ file }) => file !== packageFile),
    ({ file }) => file.split('.', 2).join('.')
  )
  const found = new Map<string, { key: ObjectKey; files: FoundFile[] }>()
  for (const [stem, own] of groups) {
    const parsed = parseFileName(own[0]?.file ?? '')
    if (parsed === undefined) continue
    const metadata = own.find(({ file }) => file === `${stem}.xml`)
    found.set(stem, {
      key: { type: typeOf(parsed.types, metadata?.text), name: parsed.name },
      files: own
    })
  }
  return found
}

function packageAbove(folder: PackageFolder, file: FoundFile | undefined): string {
  if (file === undefined || folder.parent !== '') return folder.parent
  try {
    return packageAttributes(readMetadata(file.text).values).superPackage ?? ''
  } catch {
    return ''
  }
}

function inFolder(folder: PackageFolder): Found[] {
  const own = folder.files.find(({ file }) => file === packageFile)
  const key: ObjectKey = { type: 'DEVC', name: folder.package }
  const files = own === undefined ? [] : [{ ...own, file: metadataFile(key) }]
  const packaged: Found = {
    key,
    package: packageAbove(folder, own),
    folder: folder.path,
    files,
    drafts: []
  }
  const objects = [...keysOf(folder.files).values()].map(each => ({
    ...each,
    package: folder.package,
    folder: folder.path,
    drafts: []
  }))
  return [packaged, ...objects]
}

function readDrafts(dataDir: string): FoundFile[] {
  const folder = join(dataDir, '.sandbox', 'inactive')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map(file => ({
    file,
    text: readText(join(folder, file)),
    changedAt: Math.floor(statSync(join(folder, file)).mtimeMs)
  }))
}

/** Drafts join the object they belong to; those of objects that were never active make it. */
function withDrafts(
  found: Map<string, Found>,
  drafts: readonly FoundFile[],
  records: ReadonlyMap<string, ObjectRecord>
): void {
  const stems = new Map(
    [...found.values()].map(each => [metadataFile(each.key).replace(/\.xml$/, ''), each])
  )
  for (const [stem, { key, files }] of keysOf(drafts)) {
    const active = stems.get(stem)
    if (active !== undefined) {
      active.drafts.push(...files)
      continue
    }
    const owner = records.get(idOf(key))?.package ?? '$TMP'
    const home = found.get(idOf({ type: 'DEVC', name: owner }))
    found.set(idOf(key), {
      key,
      package: owner,
      folder: home?.folder ?? encodeName(owner),
      files: [],
      drafts: files
    })
  }
}

function parts(object: StoredObject, version: Version): string[] {
  try {
    return partNames(object, version)
  } catch {
    // Metadata that was damaged from outside: the object exists, its parts are unknown.
    return ['main']
  }
}

function recorded(
  object: StoredObject,
  part: string,
  options: { version: Version; owner: string; changedAt: number }
): PartRecord {
  const { version, owner, changedAt } = options
  const files = filesIn(object, version)
  const digest = digestOf(sourceFiles({ object: object.key, part }).map(file => files.get(file)))
  const known = recordOf(object, part, version)
  if (known?.digest === digest) return known
  return {
    part,
    version,
    changedBy: owner,
    changedAt,
    revision: (known?.revision ?? 0) + 1,
    digest
  }
}

const latest = (files: readonly FoundFile[], otherwise: number) =>
  files.reduce((time, { changedAt }) => Math.max(time, changedAt), otherwise)

/** Brings the records in line with the files, which may have changed from outside. */
function synchronizedWithFiles(object: StoredObject, found: Found, owner: string): StoredObject {
  const active = parts(object, 'active').map(part =>
    recorded(object, part, {
      version: 'active',
      owner,
      changedAt: latest(found.files, object.createdAt)
    })
  )
  const drafted =
    object.drafts.size === 0
      ? []
      : parts(object, 'inactive').filter(
          part =>
            recordOf(object, part, 'inactive') !== undefined ||
            sourceFiles({ object: object.key, part })
              .slice(0, 1)
              .some(file => object.drafts.has(file))
        )
  const inactive = drafted.map(part =>
    recorded(object, part, {
      version: 'inactive',
      owner,
      changedAt: latest(found.drafts, object.createdAt)
    })
  )
  return { ...object, parts: [...active, ...inactive] }
}

interface Defaults {
  readonly owner: string
  /** SID of the system that holds the originals; empty for this one. */
  readonly original: string
}

function isLocal({ key, package: home }: Found): boolean {
  return (key.type === 'DEVC' ? key.name : home).startsWith('$')
}

function toObject(
  found: Found,
  record: ObjectRecord | undefined,
  { owner, original }: Defaults
): StoredObject {
  const files = [...found.files, ...found.drafts]
  const changedAt = latest(files, 0)
  const createdAt = files.reduce((time, file) => Math.min(time, file.changedAt), changedAt)
  const facts = record ?? {
    responsible: owner,
    createdBy: owner,
    createdAt,
    changedBy: owner,
    changedAt,
    original: isLocal(found) ? '' : original,
    parts: []
  }
  return {
    ...facts,
    key: found.key,
    package: found.package,
    folder: found.folder,
    active: new Map(found.files.map(({ file, text }) => [file, text])),
    drafts: new Map(found.drafts.map(({ file, text }) => [file, text]))
  }
}

function differs(object: StoredObject, record: ObjectRecord | undefined): boolean {
  return (
    record === undefined ||
    record.package !== object.package ||
    record.parts.length !== object.parts.length ||
    object.parts.some(part => !record.parts.includes(part))
  )
}

/** Reads the whole repository. Of an object that stands in two folders the first is taken. */
export function loadObjects(
  dataDir: string,
  context: Defaults & { readonly layout: Layout; readonly state: State }
): Map<string, StoredObject> {
  const { layout, state, owner } = context
  const records = new Map(state.objects().map(record => [idOf(record.key), record]))
  const found = new Map<string, Found>()
  for (const each of scan(dataDir, layout).flatMap(inFolder)) {
    if (!found.has(idOf(each.key))) found.set(idOf(each.key), each)
  }
  withDrafts(found, readDrafts(dataDir), records)
  const objects = new Map<string, StoredObject>()
  for (const [id, each] of found) {
    objects.set(id, synchronizedWithFiles(toObject(each, records.get(id), context), each, owner))
  }
  state.transaction(() => {
    for (const [id, record] of records) if (!objects.has(id)) state.remove(record.key)
    for (const [id, object] of objects) if (differs(object, records.get(id))) state.save(object)
  })
  return objects
}
