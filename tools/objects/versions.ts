/** The versions of a source. */
import {
  isActiveVersion,
  isKeptVersion,
  listVersions,
  readVersion
} from '../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { readPart } from './sources.ts'
import { refWords } from './words.ts'

export interface VersionOf {
  readonly ref: ObjectRef
  readonly part?: string | undefined
}

/** The versions of a part, newest first: the draft, the active one, those that are kept. */
export async function versionsOf(
  context: ToolContext,
  { ref, part }: VersionOf
): Promise<ObjectVersion[]> {
  return await listVersions(context.erp, { ref, part }, context.signal)
}

/**
 * One text of a part: `active`, `inactive`, a version's number (leading zeros may be left out) or
 * the request it was recorded in.
 */
export async function textOfVersion(
  context: ToolContext,
  of: VersionOf,
  revision: string
): Promise<string> {
  const options = revision.trim()
  const stored = /^(active|inactive)$/i.exec(options)?.[1]?.toLowerCase()
  if (stored === 'active' || stored === 'inactive') {
    return (await readPart(context, { ...of, version: stored })).text
  }
  const versions = await versionsOf(context, of)
  const number = (text: string) => (/^\d+$/.test(text) ? String(Number(text)) : text)
  const named = versions.filter(({ transport }) => transport === options.toUpperCase())
  const found =
    versions.find(({ id }) => number(id) === number(options)) ??
    named.find(isKeptVersion) ??
    named.find(isActiveVersion) ??
    named[0]
  if (found !== undefined) return await readVersion(context.erp, { version: found }, context.signal)
  const known = versions
    .filter(isKeptVersion)
    .slice(0, 20)
    .map(({ id, transport }) => (transport === undefined ? id : `${id} (${transport})`))
  throw new ToolError(
    'VERSION_NOT_FOUND',
    `${refWords(of.ref)} has no version ${JSON.stringify(options.slice(0, 40))}.`,
    {
      remedy:
        known.length === 0
          ? 'The system keeps no old versions of it: one is kept when its transport request is released, and before the first change in a request. active and inactive can be named.'
          : `It has ${known.join(', ')}; active and inactive can be named too.`
    }
  )
}

/**
 * The last version before a time. Where all are later, the backup that was made before the first
 * recorded change is the state of that time.
 */
export function versionAt(
  versions: readonly ObjectVersion[],
  since: number
): ObjectVersion | undefined {
  const earlier = versions.find(
    version =>
      (isActiveVersion(version) || isKeptVersion(version)) &&
      Date.parse(version.changedAt ?? '') < since
  )
  const oldest = versions.findLast(isKeptVersion)
  return earlier ?? (oldest?.transport === undefined ? oldest : undefined)
}
