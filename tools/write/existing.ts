/** What exists under the name of a new object: the same object, an empty one, or another one. */
import {
  compareCreated,
  isErpError,
  objectType,
  readMetadata,
  readObjectFields,
  readSource,
  readSystem,
  sourceHash
} from '../../erp-client/index.ts'
import type { Metadata, ObjectRef } from '../../erp-client/index.ts'
import { isActiveAtOnce } from '../activate/activation.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { readPart } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { fieldUse } from './field-tables.ts'
import { hasNoFacts, holdsFacts, isGenerated } from './generated.ts'

export interface IntendedObject {
  readonly ref: ObjectRef
  readonly package: string
  readonly source?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

/**
 * `absent`: the object does not exist. `same`: it exists with the content that it would get.
 * `begun`: it exists without its content.
 * @throws ToolError ERP_ALREADY_EXISTS where another object has the name
 */
export async function findExisting(
  context: ToolContext,
  intended: IntendedObject
): Promise<'absent' | 'same' | 'begun'> {
  const metadata = await metadataOf(context, intended.ref)
  if (metadata === undefined) return 'absent'
  const { ref } = intended
  if (metadata.package !== undefined && metadata.package !== intended.package) {
    throw exists(ref, `exists already, in package ${metadata.package}`)
  }
  const content = await contentOf(context, intended)
  if (content === 'same') return 'same'
  if (content === 'generated' && (await isOwn(context, metadata))) {
    if (intended.source === undefined && intended.fields === undefined) return 'same'
    if (metadata.version !== 'active' || isActiveAtOnce(ref)) return 'begun'
  }
  throw exists(
    ref,
    content === 'generated' ? 'exists already' : 'exists already, with another content'
  )
}

async function metadataOf(context: ToolContext, ref: ObjectRef): Promise<Metadata | undefined> {
  try {
    return await readMetadata(context.erp, { ref }, context.signal)
  } catch (error) {
    context.signal.throwIfAborted()
    // The ERP itself refuses the creation of an object that exists.
    if (isErpError(error)) return undefined
    throw error
  }
}

async function contentOf(
  context: ToolContext,
  intended: IntendedObject
): Promise<'same' | 'generated' | 'other'> {
  const { ref, source, fields } = intended
  if (fields !== undefined && fieldUse(ref.type) === 'document') {
    const stored = (await readObjectFields(context.erp, { ref }, context.signal)) ?? {}
    if (holdsFacts(fields, stored)) return 'same'
    return hasNoFacts(ref.type, stored) ? 'generated' : 'other'
  }
  if (objectType(ref.type)?.abilities.has('source') !== true) {
    // Its facts are those of its creation, or it has none.
    const { refused } = await compareCreated(
      context.erp,
      { ref, package: intended.package, options: fields },
      context.signal
    )
    return refused.length === 0 ? 'same' : 'other'
  }
  const { text } = await readPart(context, { ref })
  if (
    source !== undefined &&
    fields === undefined &&
    sourceHash(toLf(source)) === sourceHash(text)
  ) {
    return 'same'
  }
  return (await isUnwritten(context, ref, text)) ? 'generated' : 'other'
}

/** Whether neither this draft nor the active version holds more than the ERP generated. */
export async function isUnwritten(
  context: ToolContext,
  ref: ObjectRef,
  draft: string
): Promise<boolean> {
  return isGenerated(ref.type, draft) && isGenerated(ref.type, await activeText(context, ref))
}

/** An active version with a content is never overwritten, even where its draft is empty. */
async function activeText(context: ToolContext, ref: ObjectRef): Promise<string> {
  try {
    return (await readSource(context.erp, { ref, version: 'active' }, context.signal)).text
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error)) return ''
    throw error
  }
}

/** Created by this ERP user: only its creator fills an empty object. */
async function isOwn(
  context: ToolContext,
  { changedBy, createdBy, responsible }: Metadata
): Promise<boolean> {
  const owner = createdBy ?? changedBy ?? responsible
  if (owner === undefined) return false
  const own = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  return owner.toUpperCase() === own.toUpperCase()
}

function exists(ref: ObjectRef, how: string): ToolError {
  return new ToolError('ERP_ALREADY_EXISTS', `${refWords(ref)} ${how}.`, {
    remedy:
      'Choose another name, or write the existing object with the action update, edit or edit_method.',
    outcome: 'failed'
  })
}
