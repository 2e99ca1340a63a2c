/** Lists, finds and reads objects and parts. */
import type {
  ObjectInfo,
  ObjectKey,
  ObjectType,
  PartInfo,
  PartKey,
  PartText,
  RepositoryFile,
  Version
} from '../types.ts'
import { valuesOf } from './codec.ts'
import { StoreError } from './errors.ts'
import { partInfo, partNames, partText } from './info.ts'
import { recordOf } from './model.ts'
import {
  classIncludes,
  checkedPart,
  decodeName,
  derivedName,
  encodeName,
  fileOf,
  metadataFile,
  parseFileName
} from './names.ts'
import type { ParsedFileName } from './names.ts'
import { objectTypes } from './object-types.ts'
import { below, packageFile } from './layout.ts'
import type { Repository } from './repository.ts'

const byName = (one: ObjectInfo, other: ObjectInfo) =>
  one.key.name < other.key.name
    ? -1
    : one.key.name > other.key.name
      ? 1
      : one.key.type < other.key.type
        ? -1
        : 1

export function listObjects(
  repository: Repository,
  filter: { type?: ObjectType; package?: string; name?: string } = {}
): ObjectInfo[] {
  const home = filter.package?.toUpperCase()
  const name = filter.name?.toUpperCase()
  return [...repository.objects.values()]
    .filter(
      object =>
        (filter.type === undefined || object.key.type === filter.type) &&
        (home === undefined || object.package === home) &&
        (name === undefined || object.key.name === name)
    )
    .map(object => repository.info(object))
    .sort(byName)
}

/** `*` any characters, `?` one; everything else stands for itself. */
export function namePattern(pattern: string): RegExp {
  const escaped = pattern
    .toUpperCase()
    .replace(/\*+/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${escaped}$`)
}

export function findObjects(
  repository: Repository,
  query: { pattern: string; types?: readonly string[]; package?: string; max: number }
): ObjectInfo[] {
  const matches = namePattern(query.pattern)
  const home = query.package?.toUpperCase()
  const found = [...repository.objects.values()].filter(
    ({ key, package: own }) =>
      (query.types === undefined || query.types.includes(key.type)) &&
      (home === undefined || own === home) &&
      matches.test(key.name)
  )
  return found
    .sort((one, other) => (one.key.name < other.key.name ? -1 : 1))
    .slice(0, Math.max(0, query.max))
    .map(object => repository.info(object))
}

/** Every part in every version it has, active before inactive. */
export function listParts(repository: Repository, key: ObjectKey): PartInfo[] {
  const object = repository.get(key)
  const versions: readonly Version[] = ['active', 'inactive']
  return partNames(object, 'inactive')
    .flatMap(part => versions.map(version => recordOf(object, part, version)))
    .filter(record => record !== undefined)
    .map(record => partInfo(object, record))
}

export function readPart(
  repository: Repository,
  part: PartKey,
  version: Version | 'workingArea'
): PartText | undefined {
  const object = repository.find(part.object)
  if (object === undefined) return undefined
  const name = checkedPart(part.object.type, part.part)
  const inactive = version === 'active' ? undefined : recordOf(object, name, 'inactive')
  const record = inactive ?? (version === 'inactive' ? undefined : recordOf(object, name, 'active'))
  const text = record && partText(object, name, record.version)
  return record === undefined || text === undefined
    ? undefined
    : { ...partInfo(object, record), text }
}

export function inactiveParts(
  repository: Repository,
  user: string | undefined
): { part: PartKey; user: string; changedAt: number }[] {
  const wanted = user?.toUpperCase()
  return [...repository.objects.values()]
    .flatMap(object =>
      object.parts
        .filter(record => record.version === 'inactive')
        .map(record => ({
          part: { object: object.key, part: record.part },
          user: record.changedBy,
          changedAt: record.changedAt
        }))
    )
    .filter(each => wanted === undefined || each.user.toUpperCase() === wanted)
    .sort((one, other) => one.changedAt - other.changedAt)
}

/** Packages are folders: their files all have one name, so they are no files of the engine. */
export function repositoryFiles(
  repository: Repository,
  version: Version,
  keys: readonly ObjectKey[] | undefined
): RepositoryFile[] {
  const objects =
    keys === undefined
      ? [...repository.objects.values()]
      : [...new Set(keys.map(key => repository.get(key)))]
  return objects
    .filter(object => object.key.type !== 'DEVC')
    .flatMap(object =>
      [...(version === 'active' ? object.active : object.drafts)].map(([name, text]) => ({
        name,
        text
      }))
    )
}

export function fileName(part: PartKey): string {
  const name = checkedPart(part.object.type, part.part)
  return fileOf({
    object: { type: part.object.type, name: part.object.name.toUpperCase() },
    part: name
  })
}

function typeOf(repository: Repository, { name, types }: ParsedFileName): ObjectType | undefined {
  return types.find(type => repository.find({ type, name }) !== undefined) ?? types[0]
}

function groupPart(repository: Repository, object: ObjectKey, file: string): string | undefined {
  if (!file.endsWith('.abap')) return file === 'xml' ? 'main' : undefined
  const name = decodeName(file.slice(0, -'.abap'.length))
  if (name === derivedName(object.name, 'SAPL')) return 'main'
  const stored = repository.find(object)
  const known = stored && partNames(stored, 'inactive').find(part => part.endsWith(`:${name}`))
  return (
    known ??
    (name.startsWith(derivedName(object.name, 'L')) ? `include:${name}` : `function:${name}`)
  )
}

/** The part whose text stands in a file; a metadata file belongs to the main part. */
export function partOfFile(repository: Repository, file: string): PartKey | undefined {
  const parsed = parseFileName(file)
  const type = parsed && typeOf(repository, parsed)
  if (parsed === undefined || type === undefined) return undefined
  const object: ObjectKey = { type, name: parsed.name }
  if (type === 'FUGR') {
    const part = groupPart(repository, object, parsed.rest)
    return part === undefined ? undefined : { object, part }
  }
  if (parsed.rest === 'xml' || parsed.rest === objectTypes[type].source) {
    return { object, part: 'main' }
  }
  const include =
    type === 'CLAS'
      ? Object.keys(classIncludes).find(part => `${classIncludes[part]}.abap` === parsed.rest)
      : undefined
  return include === undefined ? undefined : { object, part: include }
}

export function packagesBelow(repository: Repository, name: string): ObjectInfo[] {
  const upper = name.toUpperCase()
  if (upper !== '' && repository.find({ type: 'DEVC', name: upper }) === undefined) {
    throw new StoreError('NOT_FOUND', `DEVC ${upper} does not exist`)
  }
  return listObjects(repository, { type: 'DEVC', package: upper })
}

/** Whether a name is that of the file of the object, for callers that only have a name. */
export function isFileOf(object: ObjectKey, file: string): boolean {
  return file.startsWith(`${encodeName(object.name)}.${objectTypes[object.type].extension}.`)
}

/** Metadata files that were damaged from outside. */
export function unreadableFiles({ objects }: Repository): { file: string; reason: string }[] {
  return [...objects.values()].flatMap(({ key, folder, active }) => {
    try {
      valuesOf({ object: key }, active)
      return []
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return [
        {
          file: below(folder, key.type === 'DEVC' ? packageFile : metadataFile(key)),
          reason: error.message
        }
      ]
    }
  })
}
