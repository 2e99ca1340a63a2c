/** An object of the system as the layout holds it, and what the system says about its last change. */
import {
  isErpError,
  objectType,
  readActiveText,
  readDocument,
  readMetadata,
  readObjectFields
} from '../../erp-client/index.ts'
import type { Fields, Metadata, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { NotCarried } from './layout/content.ts'
import type { ObjectContent } from './layout/content.ts'
import { isGeneratedPart, layoutOf, sourceParts } from './layout/index.ts'
import type { Repository } from './layout/repository.ts'
import { readGroup } from './read-group.ts'

export interface SystemObject {
  readonly content: ObjectContent
  readonly stamp: string | undefined
  /** Another change could have the same time. */
  readonly isFresh: boolean
}

/** A change within so many milliseconds of the one before has the same time. */
const granularity = 2000

/**
 * What the document of an object says about its last change; undefined where it says nothing, or the
 * change is so new that another one could have the same time.
 */
export function stampOf(metadata: Metadata, now = Date.now()): string | undefined {
  const { changedAt, version, description, language, includes } = metadata
  if (timesOf(metadata).length === 0 || isFresh(metadata, now)) return undefined
  const parts = includes.map(each => `${each.part}:${each.changedAt ?? ''}:${each.version}`)
  return [changedAt ?? '', version, language ?? '', description, ...parts].join('|')
}

function timesOf({ changedAt, includes }: Metadata): number[] {
  return [changedAt, ...includes.map(each => each.changedAt)].flatMap(time => {
    const at = Date.parse(time ?? '')
    return Number.isNaN(at) ? [] : [at]
  })
}

function isFresh(metadata: Metadata, now = Date.now()): boolean {
  return Math.max(0, ...timesOf(metadata)) > now - granularity
}

/** The facts of the active version; undefined where the object is gone. */
export async function readFacts(
  context: ToolContext,
  ref: ObjectRef
): Promise<Metadata | undefined> {
  try {
    return await readMetadata(context.erp, { ref, version: 'active' }, context.signal)
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}

/** @throws NotCarried where the layout cannot hold the object as it is */
export async function readContent(
  context: ToolContext,
  metadata: Metadata,
  repository: Pick<Repository, 'language' | 'languageVersion'>
): Promise<SystemObject> {
  const { ref, description, language, attributes } = metadata
  assertFits(metadata, repository)
  const isGroup = layoutOf(ref.type)?.hasParts === true
  const { sources, fields } = isGroup
    ? await readGroup(context, ref.name)
    : { sources: await readSources(context, metadata), fields: await readFieldsOf(context, ref) }
  return {
    content: {
      ref,
      description,
      language: language?.toUpperCase() ?? repository.language,
      sources,
      fields,
      attributes
    },
    stamp: objectStamp(metadata),
    isFresh: isFresh(metadata)
  }
}

/** The document of a group says nothing about the changes of its parts. */
export function objectStamp(metadata: Metadata): string | undefined {
  return layoutOf(metadata.ref.type)?.hasParts === true ? undefined : stampOf(metadata)
}

async function readSources(
  context: ToolContext,
  metadata: Metadata
): Promise<Record<string, string>> {
  const { ref } = metadata
  const sources: Record<string, string> = {}
  for (const part of wantedParts(metadata)) {
    const text = await readActiveText(context.erp, { ref, part }, context.signal)
    if (text === undefined && part === 'main') throw new NotCarried('no active version')
    if (text !== undefined && (part === 'main' || !isGeneratedPart(text))) sources[part] = text
  }
  return sources
}

/** A release may show no document for facts that belong to the object of another type. */
async function readFieldsOf(context: ToolContext, ref: ObjectRef): Promise<Fields | undefined> {
  const layout = layoutOf(ref.type)
  const type = layout?.fieldsFrom
  if (type === undefined) return undefined
  const from = { type, name: ref.name }
  if (layout?.assertDocument !== undefined) {
    layout.assertDocument(await readDocument(context.erp, { ref: from }, context.signal))
  }
  try {
    return await readObjectFields(context.erp, { ref: from }, context.signal)
  } catch (error) {
    if (type !== ref.type && isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) return undefined
    throw error
  }
}

/** The parts of a class that its document names. */
function wantedParts({ ref, includes }: Metadata): readonly string[] {
  const isInner = layoutOf(ref.type)?.inner !== undefined
  const parts = (isInner ? ['main'] : sourceParts(ref.type)).filter(
    part => objectType(ref.type)?.parts[part] !== undefined
  )
  if (includes.length === 0) return parts
  const there = new Set(includes.map(({ part }) => part))
  return parts.filter(part => part === 'main' || there.has(part))
}

function assertFits(
  { ref, version, language, abapLanguageVersion }: Metadata,
  repository: Pick<Repository, 'language' | 'languageVersion'>
): void {
  if (version === 'new') throw new NotCarried('no active version')
  const own = language?.toUpperCase()
  if (ref.type !== 'DEVC' && own !== undefined && own !== repository.language) {
    throw new NotCarried(
      `the original language ${own}, and .abapgit.xml has ${repository.language}`
    )
  }
  const wanted = repository.languageVersion
  const isOther = abapLanguageVersion !== undefined && abapLanguageVersion !== wanted
  if (wanted !== undefined && isOther) {
    throw new NotCarried(
      `the language version ${abapLanguageVersion}, and .abapgit.xml has ${wanted}`
    )
  }
}
