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
  /** The line as the ERP shows it with the use. */
  readonly text: string
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
    const found = (snippets.get(user.objectIdentifier ?? '') ?? []).flatMap(({ uri, text }) => {
      const place = placeIn(uri, text)
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

function placeIn(uri: string, text: string): Place | undefined {
  const [, line, column] = /#.*?start=(\d+),(\d+)/.exec(uri) ?? []
  return line === undefined || column === undefined
    ? undefined
    : { line: Number(line), column: Number(column), text }
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

const wordAt = (line: string | undefined, column: number) =>
  /^[\w/]+/.exec(line?.slice(column) ?? '')?.[0].toUpperCase()

/**
 * The place in the newest source. The ERP knows the uses of the active version: in a draft they may
 * stand elsewhere. Undefined where the place is not certain.
 */
export function currentPlace(
  { text, version }: Pick<Source, 'text' | 'version'>,
  { line, column, text: shown }: Place
): Omit<Place, 'text'> | undefined {
  const lines = text.split('\n')
  const wanted = wordAt(shown, column)
  if (version === 'active' || wanted === undefined || wordAt(lines[line - 1], column) === wanted) {
    return { line, column }
  }
  const same = lines.flatMap((one, at) => (one.trim() === shown.trim() ? [at] : []))
  const [only] = same
  if (only === undefined || same.length > 1) return undefined
  const shift = (lines[only] ?? '').search(/\S/) - shown.search(/\S/)
  return { line: only + 1, column: column + shift }
}
