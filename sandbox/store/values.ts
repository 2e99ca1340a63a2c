/** Reads and changes what the metadata file of an object holds beside its text. */
import type { ObjectInfo, ObjectKey, Version } from '../types.ts'
import type { XmlNode } from '../xml-tree.ts'
import { valuesOf } from './codec.ts'
import { changedMetadata, withDraft } from './drafts.ts'
import { partText } from './info.ts'
import { filesIn, workingFiles } from './model.ts'
import { withDigests } from './repository.ts'
import type { Repository } from './repository.ts'

/** What stands in `asx:values`; undefined where there is no such file. */
export function readValues(
  repository: Repository,
  key: ObjectKey,
  version: Version
): XmlNode | undefined {
  const object = repository.get(key)
  return valuesOf({ object: object.key }, filesIn(object, version))
}

/** Changes the values; the object is inactive afterwards, with its text as it was. */
export function changeValues(
  repository: Repository,
  key: ObjectKey,
  { change, user }: { readonly change: (values: XmlNode) => XmlNode; readonly user: string }
): ObjectInfo {
  const before = repository.get(key)
  const text = partText(before, 'main', 'inactive') ?? ''
  const drafted = withDraft(repository, before, { part: 'main', text, user })
  const metadata = changedMetadata(drafted, workingFiles(drafted), change)
  const after = withDigests({ ...drafted, drafts: new Map([...drafted.drafts, ...metadata]) })
  repository.replace([{ before, after }])
  return repository.info(after)
}
