/** What a transport request would change at another system, and what is newer there. */
import {
  isActiveVersion,
  isErpError,
  isKeptVersion,
  objectType,
  readMetadata
} from '../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { compareObject } from '../compare/compare-object.ts'
import type { Compared } from '../compare/compare-object.ts'
import { systemSide } from '../compare/system-side.ts'
import { count, refWords, namedSystemWords, systemWords } from '../objects/words.ts'
import { versionsOf } from './changes.ts'
import { bounds } from './neighbours.ts'

export interface AtTarget {
  readonly system: string
  readonly changes: readonly Compared[]
  /** Changes of the target that the import would overwrite. */
  readonly newer: readonly string[]
  readonly left: number
  readonly requests: { readonly here: number; readonly there: number }
}

/** Compares the active objects here with those of the target, which only is read. */
export async function reviewAtTarget(
  context: ToolContext,
  { number, refs, target }: { number: string; refs: readonly ObjectRef[]; target: string }
): Promise<AtTarget> {
  return await context.readAt({ system: target, object: `request ${number}` }, async there => {
    const { signal } = context
    const pair = {
      here: systemSide(context, { label: () => systemWords(context.erp), texts: true }),
      there: systemSide(there, { label: () => target, texts: true })
    }
    const compared = refs.slice(0, bounds.objects)
    let done = 0
    const changes = await inParallel(compared, async ref => {
      context.progress({
        done: done++,
        total: compared.length,
        message: `${refWords(ref)} at ${target}`
      })
      return await compareObject(pair, ref, { withDiff: true, signal })
    })
    const differing = changes.filter(
      ({ verdict }) => verdict === 'different' || verdict === 'only there'
    )
    const newer = await inParallel(
      differing,
      async ({ ref }) => await newerThere({ here: context, there }, ref)
    )
    return {
      system: namedSystemWords(target, there.erp),
      changes,
      newer: newer.flat(),
      left: refs.length - compared.length,
      requests: { here: pair.here.requests, there: pair.there.requests }
    }
  })
}

interface Both {
  readonly here: ToolContext
  readonly there: ToolContext
}

/**
 * A request of the target that this system does not know; where the target keeps no versions, a last
 * change that is later than the one here.
 */
async function newerThere({ here, there }: Both, ref: ObjectRef): Promise<string[]> {
  const [mine, others] = await Promise.all([versions(here, ref), versions(there, ref)])
  const known = new Set(mine.map(({ transport }) => transport))
  const newest = others.find(({ transport }) => transport !== undefined)
  if (newest !== undefined) {
    return known.has(newest.transport)
      ? []
      : [`${refWords(ref)}: ${versionWords(newest)}, which is no version here`]
  }
  const [own, other] = await Promise.all([lastChange(here, ref), lastChange(there, ref)])
  return own !== undefined && other !== undefined && own.at < other.at
    ? [`${refWords(ref)}: changed on ${other.at} by ${other.by}, here on ${own.at}`]
    : []
}

async function versions(context: ToolContext, ref: ObjectRef): Promise<ObjectVersion[]> {
  return objectType(ref.type)?.abilities.has('source') === true
    ? (await versionsOf(context, ref)).filter(
        version => isActiveVersion(version) || isKeptVersion(version)
      )
    : []
}

function versionWords({ transport, changedAt, author }: ObjectVersion): string {
  return [`changed by ${transport ?? ''}`, changedAt, author]
    .filter(word => word !== undefined && word !== '')
    .join(' · ')
}

async function lastChange(
  { erp, signal }: ToolContext,
  ref: ObjectRef
): Promise<{ readonly at: string; readonly by: string } | undefined> {
  try {
    const { changedAt, changedBy } = await readMetadata(erp, { ref, version: 'active' }, signal)
    return changedAt === undefined ? undefined : { at: changedAt, by: changedBy ?? 'unknown' }
  } catch (error) {
    signal.throwIfAborted()
    if (isErpError(error)) return undefined
    throw error
  }
}

const effects: Readonly<Record<Compared['verdict'], string>> = {
  same: 'no change',
  'on both': 'not compared',
  different: 'changes it',
  'only here': 'new there',
  'only there': 'deletes it there',
  'not comparable': 'cannot be compared'
}

/** Differences are worked out from here to there; an import goes the other way. */
function sizeWords({ parts = [] }: Compared): string {
  const sizes = parts.map(
    ({ part, diff }) => `${part} ${diff === undefined ? '' : `+${diff.removed} -${diff.added}`}`
  )
  return sizes.length === 0 ? '' : `: ${sizes.join(', ')}`
}

function reasonWords({ reason, ignored }: Compared): string {
  const without = ignored === undefined ? '' : ` (besides ${ignored.join(', ')})`
  return `${without}${reason === undefined ? '' : `: ${reason}`}`
}

/** Sections of a review; none without a target. */
export function targetSections(
  at: AtTarget | undefined
): readonly (readonly [title: string, lines: readonly string[], none?: string])[] {
  if (at === undefined) return []
  return [
    [`Changes at ${at.system}`, changeLines(at)],
    [`Newer at ${at.system}, and overwritten by an import`, at.newer, 'newer there']
  ]
}

function changeLines({ changes, left, requests }: AtTarget): string[] {
  const same = changes.filter(({ verdict }) => verdict === 'same').length
  return [
    ...changes
      .filter(({ verdict }) => verdict !== 'same')
      .map(
        one => `${refWords(one.ref)} ${effects[one.verdict]}${sizeWords(one)}${reasonWords(one)}`
      ),
    ...(same === 0 ? [] : [`${count(same, 'object')} ${effects.same}`]),
    ...(left === 0 ? [] : [`${count(left, 'object')} more not compared`]),
    `(${count(requests.here, 'request')} here, ${requests.there} there)`
  ]
}
