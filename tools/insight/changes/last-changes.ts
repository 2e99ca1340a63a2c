/** When and by whom the objects of a package were changed last. */
import { groupContents, isErpError, objectType, readMetadata } from '../../../erp-client/index.ts'
import type { Metadata, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { isRefused } from '../refused.ts'

/** Objects whose metadata one call reads. */
export const mostScanned = 400

export interface LastChange {
  readonly ref: ObjectRef
  /** Milliseconds since 1970. */
  readonly at: number
  readonly by: string
  readonly createdAt: number | undefined
  readonly isDraft: boolean
  /** Parts of a class by their own last change; empty where the ERP does not tell them apart. */
  readonly parts: readonly { readonly part: string; readonly at: number }[]
}

export interface Scan {
  readonly changes: readonly LastChange[]
  /** Objects of which the ERP tells no change, e.g. of types without metadata. */
  readonly untold: readonly ObjectRef[]
  /** Objects that a request names and that no longer exist. */
  readonly gone: readonly ObjectRef[]
  /** Objects beyond the limit. */
  readonly left: number
}

/** Search results carry no date: one request for each object, and one for each function group. */
export async function lastChanges(context: ToolContext, refs: readonly ObjectRef[]): Promise<Scan> {
  const all = await withMembers(context, refs)
  const wanted = all.slice(0, mostScanned)
  let done = 0
  const found = await inParallel(wanted, async ref => {
    context.progress({ done: done++, total: wanted.length, message: ref.name })
    return await lastChangeOf(context, ref)
  })
  return {
    changes: found
      .filter(change => change !== undefined && change !== 'gone')
      .toSorted((a, b) => b.at - a.at || a.ref.name.localeCompare(b.ref.name)),
    untold: wanted.filter((_ref, index) => found[index] === undefined),
    gone: wanted.filter((_ref, index) => found[index] === 'gone'),
    left: all.length - wanted.length
  }
}

/** A group keeps its date when one of its function modules changes. */
async function withMembers(context: ToolContext, refs: readonly ObjectRef[]): Promise<ObjectRef[]> {
  const expanded = await inParallel(refs, async ref => {
    if (ref.type !== 'FUGR') return [ref]
    try {
      return [ref, ...(await groupContents(context.erp, { group: ref.name }, context.signal))]
    } catch (error) {
      if (!isRefused(error)) throw error
      return [ref]
    }
  })
  return expanded.flat()
}

async function lastChangeOf(
  context: ToolContext,
  ref: ObjectRef
): Promise<LastChange | 'gone' | undefined> {
  if (objectType(ref.type)?.abilities.has('metadata') !== true) return undefined
  try {
    return changeIn(await readMetadata(context.erp, { ref }, context.signal))
  } catch (error) {
    if (!isRefused(error)) throw error
    return isErpError(error, 'ERP_NOT_FOUND') ? 'gone' : undefined
  }
}

/** The newest of the object and of its parts, which have dates of their own. */
function changeIn(metadata: Metadata): LastChange | undefined {
  const { ref, changedAt, changedBy, createdAt, version, includes } = metadata
  const parts = includes.flatMap(({ part, changedAt: at, changedBy: by }) => {
    const time = timeOf(at)
    return time === undefined ? [] : [{ part, at: time, by }]
  })
  const own = timeOf(changedAt)
  const newest = parts.reduce<{ at: number; by: string | undefined } | undefined>(
    (last, part) => (last === undefined || part.at > last.at ? part : last),
    own === undefined ? undefined : { at: own, by: changedBy }
  )
  if (newest === undefined) return undefined
  return {
    ref,
    at: newest.at,
    by: newest.by ?? changedBy ?? '?',
    createdAt: timeOf(createdAt),
    isDraft: version !== 'active',
    parts
  }
}

/** Undefined for no date, and for the initial one, which some releases send. */
function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) || time <= 0 ? undefined : time
}
