/** Which lines of the sources a request changed, or changed since a date. */
import { readMetadata, readVersion } from '../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { isRefused } from '../insight/refused.ts'
import { linesChanged } from '../lint/changed-lines.ts'
import { versionsOf } from '../objects/versions.ts'
import { refWords } from '../objects/words.ts'
import { keyOf } from './sources.ts'
import type { PartText, PipelineSources } from './sources.ts'
import type { PipelineSubject } from './subject.ts'

/** Undefined for a part of which the system keeps no version to compare with. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number> | undefined>

/** Against the last version before the request or the date. */
export async function changedLinesOf(
  context: ToolContext,
  { request, since }: Pick<PipelineSubject, 'request' | 'since'>,
  { parts }: PipelineSources
): Promise<ChangedLines> {
  const own = new Set([request?.number, ...(request?.tasks ?? []).map(({ number }) => number)])
  const isEarlier = ({ transport, changedAt }: ObjectVersion) =>
    since === undefined
      ? transport === undefined || !own.has(transport)
      : Date.parse(changedAt ?? '') < since
  const byObject = [...Map.groupBy(parts, ({ ref }) => refWords(ref)).values()]
  const found = await inParallel(
    byObject,
    async list => await changedIn(context, list, { isEarlier, since })
  )
  return new Map(found.flat())
}

interface Change {
  isEarlier(version: ObjectVersion): boolean
  readonly since: number | undefined
}

type Entry = readonly [key: string, lines: ReadonlySet<number> | undefined]

async function changedIn(
  context: ToolContext,
  parts: readonly PartText[],
  { isEarlier, since }: Change
): Promise<Entry[]> {
  const listed = await inParallel(parts, async ({ ref, part, text }) => ({
    key: keyOf(ref, part),
    ...{ ref, part, text },
    versions: await versionsIfKept(context, ref, part)
  }))
  const started =
    since ??
    startOf(
      listed.flatMap(({ versions }) => versions ?? []),
      isEarlier
    )
  const [first] = listed
  const dates =
    started === undefined || first === undefined || !listed.some(one => one.versions?.length === 0)
      ? undefined
      : await partDates(context, first.ref)
  return await inParallel(listed, async ({ key, part, text, versions }): Promise<Entry> => {
    const changedAt = dates?.get(part)
    const isOlder = changedAt !== undefined && started !== undefined && changedAt < started
    if (versions?.length === 0 && isOlder) return [key, new Set()]
    const before = await textBefore(context, versions ?? [], isEarlier)
    return [
      key,
      before === undefined ? undefined : await linesChanged([before, text], context.signal)
    ]
  })
}

/** Undefined where the system refuses them. */
async function versionsIfKept(
  context: ToolContext,
  ref: ObjectRef,
  part: string
): Promise<readonly ObjectVersion[] | undefined> {
  try {
    return await versionsOf(context, { ref, part })
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

/** The time of the first version that belongs to the change. */
function startOf(
  versions: readonly ObjectVersion[],
  isEarlier: Change['isEarlier']
): number | undefined {
  const times = versions
    .filter(version => !isEarlier(version))
    .map(({ changedAt }) => Date.parse(changedAt ?? ''))
    .filter(time => !Number.isNaN(time))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Includes of a class have dates of their own, and no version before their first change. */
async function partDates(
  context: ToolContext,
  ref: ObjectRef
): Promise<ReadonlyMap<string, number> | undefined> {
  try {
    const { includes } = await readMetadata(context.erp, { ref }, context.signal)
    return new Map(
      includes.flatMap(({ part, changedAt }): [string, number][] => {
        const time = Date.parse(changedAt ?? '')
        return Number.isNaN(time) ? [] : [[part, time]]
      })
    )
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

/**
 * The first version of a list is the active one, which is not the state before. Empty for a part
 * all of whose versions belong to the change: it is new.
 */
async function textBefore(
  context: ToolContext,
  [active, ...kept]: readonly ObjectVersion[],
  isEarlier: Change['isEarlier']
): Promise<string | undefined> {
  if (active === undefined) return undefined
  const before = kept.find(isEarlier)
  if (before === undefined) return kept.length === 0 && isEarlier(active) ? undefined : ''
  try {
    return await readVersion(context.erp, { version: before }, context.signal)
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}
