/** Which lines of the sources a request changed, or changed since a date. */
import { isKeptVersion, readMetadata, readVersion } from '../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { isRefused } from '../insight/refused.ts'
import { linesChanged } from '../lint/changed-lines.ts'
import { versionAt, versionsOf } from '../objects/versions.ts'
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
  const change: Change = {
    since,
    isOwn: ({ transport }) => transport !== undefined && own.has(transport)
  }
  const byObject = [...Map.groupBy(parts, ({ ref }) => refWords(ref)).values()]
  const found = await inParallel(byObject, async list => await changedIn(context, list, change))
  return new Map(found.flat())
}

interface Change {
  readonly since: number | undefined
  /** Whether a version is one of the request. */
  isOwn(version: ObjectVersion): boolean
}

type Entry = readonly [key: string, lines: ReadonlySet<number> | undefined]

async function changedIn(
  context: ToolContext,
  parts: readonly PartText[],
  change: Change
): Promise<Entry[]> {
  const listed = await inParallel(parts, async ({ ref, part, text }) => ({
    key: keyOf(ref, part),
    ...{ ref, part, text },
    versions: await versionsIfKept(context, ref, part)
  }))
  const started =
    change.since ??
    startOf(
      listed.flatMap(({ versions }) => versions ?? []),
      change.isOwn
    )
  const [first] = listed
  const dates =
    started === undefined || first === undefined || !listed.some(one => needsDates(one, change))
      ? undefined
      : await datesOf(context, first.ref)
  const isNew = dates?.createdAt !== undefined && dates.createdAt >= (started ?? Infinity)
  return await inParallel(listed, async ({ key, part, text, versions }): Promise<Entry> => {
    const changedAt = dates?.parts.get(part)
    const isOlder = changedAt !== undefined && started !== undefined && changedAt < started
    if (versions?.length === 0 && isOlder) return [key, new Set()]
    const before = await textBefore(context, versions ?? [], { ...change, isNew })
    return [
      key,
      before === undefined ? undefined : await linesChanged([before, text], context.signal)
    ]
  })
}

/** Whether only the dates of the object tell if a part is new, or older than the change. */
function needsDates(
  { versions }: { readonly versions: readonly ObjectVersion[] | undefined },
  { since }: Change
): boolean {
  if (versions === undefined) return false
  return versions.length === 0 || (since !== undefined && versionAt(versions, since) === undefined)
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
function startOf(versions: readonly ObjectVersion[], isOwn: Change['isOwn']): number | undefined {
  const times = versions
    .filter(isOwn)
    .map(({ changedAt }) => Date.parse(changedAt ?? ''))
    .filter(time => !Number.isNaN(time))
  return times.length === 0 ? undefined : Math.min(...times)
}

interface Dates {
  readonly createdAt: number | undefined
  readonly parts: ReadonlyMap<string, number>
}

/** Includes of a class have dates of their own, and no version before their first change. */
async function datesOf(context: ToolContext, ref: ObjectRef): Promise<Dates | undefined> {
  try {
    const { createdAt, includes } = await readMetadata(context.erp, { ref }, context.signal)
    const parts = includes.flatMap(({ part, changedAt }): [string, number][] => {
      const time = Date.parse(changedAt ?? '')
      return Number.isNaN(time) ? [] : [[part, time]]
    })
    const created = Date.parse(createdAt ?? '')
    return { createdAt: Number.isNaN(created) ? undefined : created, parts: new Map(parts) }
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

/** Empty for a part that the change created; undefined where the state before is not known. */
async function textBefore(
  context: ToolContext,
  versions: readonly ObjectVersion[],
  change: Change & { readonly isNew: boolean }
): Promise<string | undefined> {
  if (versions.length === 0) return undefined
  const before = stateBefore(versions, change)
  if (before === undefined) return isCreated(versions, change) ? '' : undefined
  try {
    return await readVersion(context.erp, { version: before }, context.signal)
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

/** The last version before the oldest one of the request, or before the date. */
function stateBefore(
  versions: readonly ObjectVersion[],
  { since, isOwn }: Change
): ObjectVersion | undefined {
  if (since !== undefined) return versionAt(versions, since)
  const kept = versions.filter(isKeptVersion)
  return kept[kept.findLastIndex(isOwn) + 1]
}

/** The first change of an older object in a request leaves a backup; a new one has none. */
function isCreated(
  versions: readonly ObjectVersion[],
  { since, isOwn, isNew }: Change & { readonly isNew: boolean }
): boolean {
  return since === undefined ? versions.every(isOwn) : isNew
}
