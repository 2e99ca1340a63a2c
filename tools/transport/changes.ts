/** What a transport request changes, as differences of sources. */
import {
  isActiveVersion,
  isErpError,
  isKeptVersion,
  listVersions,
  objectType,
  readSource,
  readTransport,
  readVersion
} from '../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { inParallel } from '../call/parallel.ts'
import { errorWords, inlineProse } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { compareTexts, diffSize } from '../write/source/diff.ts'
import { allEntries, entryRef, isOpen } from './words.ts'

const mostObjects = 40

/** The objects of a request that have a source, each once. */
export function sourcesOf(found: Transport): ObjectRef[] {
  return objectsOf(found).filter(({ type }) => objectType(type)?.abilities.has('source') === true)
}

/** Every repository object of a request, each once. */
export function objectsOf(found: Transport): ObjectRef[] {
  const refs = allEntries(found).flatMap(entry => entryRef(entry) ?? [])
  return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
}

export interface ObjectDiff {
  readonly ref: ObjectRef
  /** The size of the difference, or why there is none. */
  readonly words: string
  /** The version that it is compared with; undefined where there is none. */
  readonly since?: string
  readonly text: string
}

/** The version that all objects are compared with, where it is one. */
export function sharedSince([first, ...others]: readonly ObjectDiff[]): string | undefined {
  return others.every(({ since }) => since === first?.since) ? first?.since : undefined
}

/** What one object changes; the version only where it is not said for all. */
export function changeWords({ words, since }: ObjectDiff, shared: string | undefined): string {
  return since === undefined || since === shared ? words : `${words} since ${since}`
}

/** What a request changes, object by object. */
export async function diffRequest(context: ToolContext, number: string): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number }, context.signal)
  const all = sourcesOf(found)
  const refs = all.slice(0, mostObjects)
  let done = 0
  const diffs = await inParallel(refs, async ref => {
    context.progress({ done: done++, total: refs.length, message: refWords(ref) })
    return await diffOfObject(context, ref, found)
  })
  const share = Math.floor(context.limits.bytes / Math.max(1, diffs.length))
  const shared = sharedSince(diffs)
  const bodies = diffs.flatMap(diff => [
    `=== ${refWords(diff.ref)} · ${changeWords(diff, shared)}`,
    ...(diff.text === ''
      ? []
      : [diff.text.length > share ? `${diff.text.slice(0, share)}\n… cut` : diff.text])
  ])
  const rest =
    all.length > refs.length ? [`${all.length - refs.length} more objects were not compared.`] : []
  const diff = [...bodies, ...rest].join('\n')
  const system = systemWords(context.erp)
  return {
    kind: 'text',
    verbatim: [],
    text: `${system} · diff of ${found.number} · ${found.owner} · ${inlineProse(found.description)}${shared === undefined ? '' : ` · since ${shared}`}\n${diff}`
  }
}

/**
 * One object against the last version that another request brought: of an open request as it is now,
 * of a released one as the request holds it, whatever changed since.
 */
export async function diffOfObject(
  context: ToolContext,
  ref: ObjectRef,
  found: Transport
): Promise<ObjectDiff> {
  try {
    const versions = await versionsOf(context, ref)
    const change = isOpen(found)
      ? await changeNow(context, ref, versions)
      : await changeHeld(context, found, versions)
    if (change === undefined) return { ref, words: 'no version of it names the request', text: '' }
    const own = ownNumbers(found)
    const before =
      change.earlier.find(({ transport }) => transport === undefined || !own.has(transport)) ??
      change.earlier.at(-1)
    if (before === undefined) return { ref, words: 'no earlier version is kept', text: '' }
    const diff = await compareTexts(
      await readVersion(context.erp, { version: before }, context.signal),
      change.text,
      context.signal
    )
    return { ref, words: diffSize(diff), since: versionWords(before), text: diff.text }
  } catch (error) {
    context.signal.throwIfAborted()
    return {
      ref,
      words: isErpError(error, 'ERP_NOT_FOUND')
        ? 'does not exist any more'
        : `could not be compared: ${errorWords(error)}`,
      text: ''
    }
  }
}

interface Change {
  readonly text: string
  readonly earlier: readonly ObjectVersion[]
}

async function changeNow(
  context: ToolContext,
  ref: ObjectRef,
  versions: readonly ObjectVersion[]
): Promise<Change> {
  const now = await readSource(context.erp, { ref }, context.signal)
  const kept = versions.filter(isKeptVersion)
  const active = now.version === 'inactive' ? versions.filter(isActiveVersion) : []
  return { text: now.text, earlier: [...active, ...kept] }
}

async function changeHeld(
  context: ToolContext,
  found: Transport,
  versions: readonly ObjectVersion[]
): Promise<Change | undefined> {
  const held = heldVersion(found, versions)
  return held === undefined
    ? undefined
    : {
        text: await readVersion(context.erp, { version: held }, context.signal),
        earlier: versions.slice(versions.indexOf(held) + 1).filter(isKeptVersion)
      }
}

function ownNumbers({ number, tasks }: Transport): ReadonlySet<string> {
  return new Set([number, ...tasks.map(task => task.number)])
}

/**
 * The version that a released request holds: the newest one that names it, in the system that
 * imported it the active one.
 */
export function heldVersion(
  found: Transport,
  versions: readonly ObjectVersion[]
): ObjectVersion | undefined {
  const own = ownNumbers(found)
  const named = versions.filter(({ transport }) => transport !== undefined && own.has(transport))
  return named.find(isKeptVersion) ?? named.find(isActiveVersion)
}

/** The request that brought a version tells it apart; the day is for the reader. */
function versionWords({ changedAt, title, transport }: ObjectVersion): string {
  return transport === undefined
    ? (changedAt ?? title)
    : `${transport}${changedAt === undefined ? '' : ` of ${changedAt.slice(0, 10)}`}`
}

/** None where the ERP keeps none, or refuses to list them. */
export async function versionsOf(context: ToolContext, ref: ObjectRef): Promise<ObjectVersion[]> {
  try {
    return await listVersions(context.erp, { ref }, context.signal)
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error)) return []
    throw error
  }
}

/** The requests that an object went through: the open one, then those of its versions. */
export async function historyOf(
  context: ToolContext,
  ref: ObjectRef,
  open: { number: string; owner: string; description: string } | undefined
): Promise<ToolResult> {
  const versions = (await versionsOf(context, ref)).filter(
    version =>
      version.transport !== undefined &&
      (isKeptVersion(version) || (isActiveVersion(version) && version.transport !== open?.number))
  )
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: 'history',
      object: refData(ref),
      open: open === undefined ? undefined : { ...open },
      versions: versions.map(({ transport, changedAt, author, title }) =>
        omitUndefined({ transport, changedAt, author, title })
      )
    }),
    text: [
      `${system} · transports of ${refWords(ref)}`,
      open === undefined
        ? 'It is in no open request.'
        : `Open: ${open.number} (${open.owner}: ${inlineProse(open.description)})`,
      versions.length === 0
        ? 'No version of it names a request.'
        : `${count(versions.length, 'version')} with a request:`,
      ...versions.map(
        ({ transport, changedAt, author, title }) =>
          `  ${[transport, changedAt, author, title].filter(word => word !== undefined && word !== '').join(' · ')}`
      )
    ].join('\n')
  }
}
