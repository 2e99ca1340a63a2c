/** How much of an object has changed since an earlier version. */
import {
  isErpError,
  isKeptVersion,
  listVersions,
  objectType,
  readVersion
} from '../../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { readPart } from '../../objects/sources.ts'
import { versionAt } from '../../objects/versions.ts'
import { compareTexts, diffSize } from '../../write/source/diff.ts'
import { isRefused } from '../refused.ts'
import type { LastChange } from './last-changes.ts'

/** Parts that are compared, each with a request for its versions and two for texts. */
const mostParts = 3

/**
 * `+3 -1 since 2026-11-20 MILLER DEVK900001` for each changed part: against the last version before
 * the span, without one against the version before the last.
 */
export async function differenceOf(
  context: ToolContext,
  change: LastChange,
  since: number | undefined
): Promise<string> {
  const { ref, createdAt, isDraft } = change
  if (isDraft) return await draftSize(context, ref)
  if (since !== undefined && createdAt !== undefined && createdAt >= since) return 'new'
  if (objectType(ref.type)?.abilities.has('source') !== true) return ''
  const compared = changedParts(change, since)
  const words: string[] = []
  for (const part of compared.slice(0, mostParts)) {
    const size = await sizeOf(context, { ref, part, since })
    words.push(`${part === undefined || part === 'main' ? '' : `${part} `}${size}`)
  }
  if (compared.length > mostParts) words.push(`${compared.length - mostParts} more parts`)
  return words.join(', ')
}

/** The parts of a class that changed in the span; of other objects the only one. */
export function changedParts(
  { ref, parts }: LastChange,
  since: number | undefined
): readonly (string | undefined)[] {
  const known = objectType(ref.type)?.parts ?? {}
  const changed = parts.filter(
    ({ part, at }) => since !== undefined && at >= since && Object.hasOwn(known, part)
  )
  return changed.length === 0 ? [undefined] : changed.map(({ part }) => part)
}

/** A draft against the active version; empty where they differ in another part than main. */
async function draftSize(context: ToolContext, ref: ObjectRef): Promise<string> {
  if (objectType(ref.type)?.abilities.has('source') !== true) return ''
  try {
    const [active, draft] = await Promise.all([
      readPart(context, { ref, version: 'active' }),
      readPart(context, { ref })
    ])
    const diff = await compareTexts(active.text, draft.text, context.signal)
    return diff.added + diff.removed === 0 ? '' : `${diffSize(diff)} against active`
  } catch (error) {
    if (!isRefused(error)) throw error
    return isErpError(error, 'ERP_NOT_FOUND') ? 'new' : 'not comparable'
  }
}

interface Compared {
  readonly ref: ObjectRef
  readonly part: string | undefined
  readonly since: number | undefined
}

async function sizeOf(context: ToolContext, { ref, part, since }: Compared): Promise<string> {
  try {
    const now = await readPart(context, { ref, part })
    const versions = await listVersions(context.erp, { ref, part }, context.signal)
    const { before, older } = (await earlierText(context, { versions, now: now.text, since })) ?? {}
    if (before === undefined || older === undefined) return 'no earlier version kept'
    const diff = await compareTexts(older, now.text, context.signal)
    const { changedAt, author, transport } = before
    const facts = [changedAt?.slice(0, 10), author, transport].filter(word => word !== undefined)
    return `${diffSize(diff)} since ${facts.join(' ')}`
  } catch (error) {
    if (!isRefused(error)) throw error
    return isErpError(error, 'ERP_UNSUPPORTED') ? 'no versions here' : 'not comparable'
  }
}

interface Earlier {
  readonly before: ObjectVersion
  readonly older: string
}

/**
 * The version at the beginning of the span; without one the newest that differs, because the one of
 * the last release is often the active source.
 */
async function earlierText(
  context: ToolContext,
  of: {
    readonly versions: readonly ObjectVersion[]
    readonly now: string
    readonly since: number | undefined
  }
): Promise<Earlier | undefined> {
  const { versions, now, since } = of
  const kept = versions.filter(isKeptVersion)
  const read = async (version: ObjectVersion | undefined) =>
    version && {
      before: version,
      older: await readVersion(context.erp, { version }, context.signal)
    }
  if (since !== undefined) return await read(versionAt(versions, since))
  const newest = await read(kept[0])
  return newest?.older === now && kept[1] !== undefined ? await read(kept[1]) : newest
}
