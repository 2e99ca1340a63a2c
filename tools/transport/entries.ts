/** The objects of a transport request; of a released one with the versions that it holds. */
import { readTransport } from '../../erp-client/index.ts'
import type { ObjectVersion, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { fenced } from '../failure/prose.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import { heldVersion, sourcesOf, versionsOf } from './changes.ts'
import { bounds } from './neighbours.ts'
import { allEntries, entryRef, entryWords, isOpen } from './words.ts'

export async function listEntries(context: ToolContext, number: string): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number }, context.signal)
  const system = systemWords(context.erp)
  const held = await heldVersions(context, found)
  const entries = allEntries(found).map(entry => {
    const ref = entryRef(entry)
    return { entry, version: ref === undefined ? undefined : held.get(refWords(ref)) }
  })
  return {
    kind: 'data',
    data: {
      system,
      action: 'objects',
      transport: found.number,
      entries: entries.map(({ entry: { pgmid, type, name, description, locked }, version }) =>
        omitUndefined({
          pgmid,
          type,
          name,
          description,
          locked,
          revision: version?.id,
          changedAt: version?.changedAt
        })
      )
    },
    text: [
      `${system} · ${entries.length} objects of ${found.number}`,
      ...(held.size === 0
        ? []
        : [`ERPRead revision: "${found.number}" shows an object as the request holds it.`]),
      ...fenced(
        entries.map(({ entry, version }) =>
          [
            entryWords(entry),
            ...(entry.description === undefined ? [] : [` ${entry.description}`]),
            ...(version === undefined ? [] : [`(version ${versionWords(version)})`]),
            ...(entry.locked === true ? ['(locked in it)'] : [])
          ].join(' ')
        )
      )
    ].join('\n')
  }
}

function versionWords({ id, changedAt }: ObjectVersion): string {
  return changedAt === undefined ? id : `${id} of ${changedAt.slice(0, 10)}`
}

/** By object; none for a request that can still be changed, and none beyond a bound of objects. */
async function heldVersions(
  context: ToolContext,
  found: Transport
): Promise<ReadonlyMap<string, ObjectVersion>> {
  if (isOpen(found)) return new Map()
  const refs = sourcesOf(found).slice(0, bounds.objects)
  const held = await inParallel(refs, async ref => {
    const version = heldVersion(found, await versionsOf(context, ref))
    return version === undefined ? [] : [[refWords(ref), version] as const]
  })
  return new Map(held.flat())
}
