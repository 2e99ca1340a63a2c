/** Finds the last change of lines through the versions of a source. */
import {
  isActiveVersion,
  isErpError,
  isKeptVersion,
  listVersions,
  readVersion
} from '../../erp-client/index.ts'
import type { ObjectVersion, Source } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { linesChanged } from '../lint/changed-lines.ts'

/** Versions compared for one place. */
const mostVersions = 5

export interface Lines {
  readonly source: Source
  readonly from: number
  readonly to: number
}

/**
 * Who changed these lines of an active source last, when, and in which request: the oldest version
 * in a row that has them as they are. What limits the answer stands in it; undefined where the ERP
 * has no versions.
 */
export async function lastChangeOfLines(
  context: ToolContext,
  lines: Lines
): Promise<string | undefined> {
  const versions = await versionsOf(context, lines.source)
  if (versions.length === 0) return authorNow(lines.source)
  let changed: ObjectVersion | undefined
  for (const version of versions.slice(0, mostVersions)) {
    const same = /^0+$/.test(version.id) || (await hasSameLines(context, lines, version))
    if (same === undefined) {
      return changed === undefined ? authorNow(lines.source) : `${words(changed)} or earlier`
    }
    if (same) changed = version
    // Drafts precede the first version with these lines; the first one without them after it ends
    // the search.
    else if (changed !== undefined) return words(changed)
  }
  if (changed === undefined) return authorNow(lines.source)
  if (versions.length > mostVersions) {
    return `${words(changed)} or earlier (${mostVersions} versions compared)`
  }
  return `${words(changed)}${versions.length === 1 ? '' : ' (oldest version kept)'}`
}

/** Who changed the source last, wherever in it. */
export async function lastChangeOfSource(
  context: ToolContext,
  source: Source
): Promise<string | undefined> {
  const [newest, older] = await versionsOf(context, source)
  if (newest === undefined) return authorNow(source)
  return `${words(newest)}${older === undefined ? '' : ' (whole source)'}`
}

async function versionsOf(context: ToolContext, { ref, part }: Source): Promise<ObjectVersion[]> {
  try {
    const all = await listVersions(context.erp, { ref, part }, context.signal)
    // A program runs its active version: a draft is no change of it.
    return all.filter(version => isActiveVersion(version) || isKeptVersion(version))
  } catch (error) {
    if (!isErpError(error)) throw error
    context.signal.throwIfAborted()
    return []
  }
}

/** Whether a version has the same lines; undefined where that is not known. */
async function hasSameLines(
  context: ToolContext,
  { source, from, to }: Lines,
  version: ObjectVersion
): Promise<boolean | undefined> {
  try {
    const older = plain(await readVersion(context.erp, { version }, context.signal))
    const now = plain(source.text)
    const changed = await linesChanged([older, now], context.signal)
    for (let line = from; line <= to; line++) if (changed.has(line)) return false
    // A line that was deleted between them is no line of today's source, but a change of this
    // place.
    return `\n${older}\n`.includes(
      `\n${now
        .split('\n')
        .slice(from - 1, to)
        .join('\n')}\n`
    )
  } catch (error) {
    if (!isErpError(error)) throw error
    context.signal.throwIfAborted()
    return undefined
  }
}

function plain(text: string): string {
  return text.replace(/[ \t]+$/gm, '').trimEnd()
}

function words({ author, changedAt, transport }: ObjectVersion): string {
  return [author, changedAt, transport].filter(word => word !== undefined).join(' ')
}

function authorNow({ metadata }: Source): string | undefined {
  const known = [metadata?.changedBy, metadata?.changedAt].filter(
    word => word !== undefined && word !== ''
  )
  return known.length === 0 ? undefined : `${known.join(' ')} (of the object as now, no versions)`
}
