/** The places that use a method or function module, by the where-used list. */
import { findReferences, objectOfUri, readSnippets } from '../../erp-client/index.ts'
import type { ObjectRef, Reference, Source } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { readPart } from '../objects/sources.ts'
import { sourceWords } from './changed-source.ts'
import type { Exception } from './changed-source.ts'

export interface UsedSource {
  readonly source: Source
  /** 1-based line and 0-based column where a use begins. */
  readonly places: readonly Place[]
}

export interface Place {
  readonly line: number
  readonly column: number
}

interface Uses {
  readonly used: readonly UsedSource[]
  readonly exceptions: readonly Exception[]
}

const identifiersAtOnce = 50

/** Where the ERP shows no place inside of a user, the user is an exception. */
export async function callSitesOf(
  context: ToolContext,
  at: {
    readonly ref: ObjectRef
    readonly part?: string
    readonly line?: number
    readonly column?: number
  }
): Promise<Uses> {
  const { references } = await findReferences(context.erp, at, context.signal)
  const users = references.filter(({ isResult }) => isResult)
  const snippets = await snippetsOf(context, users)
  const places = new Map<string, { ref: ObjectRef; part: string | undefined; places: Place[] }>()
  const exceptions: Exception[] = []
  for (const user of users) {
    const found = (snippets.get(user.objectIdentifier ?? '') ?? []).flatMap(({ uri }) => {
      const place = placeIn(uri)
      const object = objectOfUri(uri)
      if (place === undefined || object === undefined) return []
      const { part, type, name, group } = object
      const ref: ObjectRef = group === undefined ? { type, name } : { type, name, group }
      return [{ ref, part, place }]
    })
    if (found.length === 0) exceptions.push(unplaced(user))
    for (const { ref, part, place } of found) {
      const key = sourceWords({ ref, part })
      const known = places.get(key) ?? { ref, part, places: [] }
      if (!known.places.some(one => one.line === place.line && one.column === place.column)) {
        known.places.push(place)
      }
      places.set(key, known)
    }
  }
  const used = await inParallel([...places.values()], async ({ ref, part, places: own }) => ({
    source: await readPart(context, { ref, part }),
    places: own
  }))
  return { used, exceptions }
}

function unplaced({ ref, part, name, adtType }: Reference): Exception {
  return {
    ref: ref ?? { type: adtType.slice(0, 4), name },
    part,
    why: 'the ERP names no place of the use'
  }
}

function placeIn(uri: string): Place | undefined {
  const [, line, column] = /#.*?start=(\d+),(\d+)/.exec(uri) ?? []
  return line === undefined || column === undefined
    ? undefined
    : { line: Number(line), column: Number(column) }
}

async function snippetsOf(context: ToolContext, users: readonly Reference[]) {
  const identifiers = users.flatMap(({ objectIdentifier }) => objectIdentifier ?? [])
  const found: Awaited<ReturnType<typeof readSnippets>>[] = []
  for (let at = 0; at < identifiers.length; at += identifiersAtOnce) {
    const some = identifiers.slice(at, at + identifiersAtOnce)
    found.push(await readSnippets(context.erp, { identifiers: some }, context.signal))
  }
  return new Map(found.flatMap(one => [...one]))
}
