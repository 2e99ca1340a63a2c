/** Writes the inactive version of a part: the text, its record and the files that it encodes to. */
import type { PartInfo, PartKey } from '../types.ts'
import { encode, isEncoded } from './codec.ts'
import { StoreError } from './errors.ts'
import { readMetadata, writeMetadata } from './formats/abapgit.ts'
import type { Element } from './formats/xml.ts'
import { isWritable, partInfo } from './info.ts'
import { recordOf, workingFiles } from './model.ts'
import type { PartRecord, StoredObject } from './model.ts'
import { checkedPart, metadataFile } from './names.ts'
import { withDigests } from './repository.ts'
import type { Repository } from './repository.ts'

/** Text as it is kept: lines ended by LF, no byte-order mark, no half characters. */
export function normalized(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
    .toWellFormed()
}

/** A part that is made again within a second gets another entity tag than the one before it. */
export function nextRevision(object: StoredObject, part: string): number {
  const known = object.parts.filter(record => record.part === part)
  if (known.length === 0) return 1 + (Date.now() % 1000) * 1000
  return 1 + Math.max(...known.map(({ revision }) => revision))
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

export function infoOf(object: StoredObject, part: string): PartInfo {
  const record = recordOf(object, part, 'inactive') ?? recordOf(object, part, 'active')
  if (record === undefined) {
    throw new StoreError('NOT_FOUND', `${object.key.type} ${object.key.name} has no part ${part}`)
  }
  return partInfo(object, record)
}

export function missing({ object, part }: PartKey): StoreError {
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

export function changedMetadata(
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
