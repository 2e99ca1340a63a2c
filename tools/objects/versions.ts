/** The versions of a source. */
import { listVersions, readVersion } from '../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { readPart } from './sources.ts'
import { refWords } from './words.ts'

export interface VersionOf {
  readonly ref: ObjectRef
  readonly part?: string | undefined
}

/** The versions of a part, newest first. */
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
  const found = versions.find(
    ({ id, transport }) => number(id) === number(options) || transport === options.toUpperCase()
  )
  if (found !== undefined) return await readVersion(context.erp, { version: found }, context.signal)
  const known = versions
    .slice(0, 20)
    .map(({ id, transport }) => (transport === undefined ? id : `${id} (${transport})`))
  throw new ToolError(
    'VERSION_NOT_FOUND',
    `${refWords(of.ref)} has no version ${JSON.stringify(options.slice(0, 40))}.`,
    {
      remedy:
        known.length === 0
          ? 'The system keeps no old versions of it; active and inactive can be named.'
          : `It has ${known.join(', ')}; active and inactive can be named too.`
    }
  )
}
