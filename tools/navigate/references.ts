/** The uses of an object or symbol, by the where-used list. */
import { findReferences, readSnippets } from '../../erp-client/index.ts'
import type { ObjectRef, Reference } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { globList } from '../policy/glob.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { pageOf } from '../call/paging.ts'
import { findPosition } from '../objects/position.ts'
import type { Position } from '../objects/position.ts'
import type { PositionOptions } from '../objects/position.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { Naming } from '../objects/resolve.ts'
import type { ToolResult } from '../call/result.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'

const defaultResults = 50
const snippetsAtOnce = 50
const linesPerUser = 8

export interface ReferencesOptions extends Naming, PositionOptions {
  readonly filter?: string | undefined
  readonly snippets?: boolean | undefined
  readonly maxResults?: number | undefined
  readonly cursor?: string | undefined
}

interface Line {
  readonly line?: number | undefined
  readonly text: string
}
type Snippets = ReadonlyMap<Reference, readonly Line[]>

/**
 * Who uses an object, a method or the word at a position: totals per package, then one page of
 * users with their lines.
 */
export async function referencesTo(
  context: ToolContext,
  args: ReferencesOptions
): Promise<ToolResult> {
  const ref = await resolveObject(context, args)
  const position = await findPosition(context, ref, args)
  const at = placeIn(position)
  context.progress({ done: 0, message: `where ${refWords(ref)} is used` })
  const uses = await usesOf(context, ref, position)
  const shown = filtered(uses, args.filter)
  const question = ['references', ref, at, args.filter]
  const page = pageOf(shown, {
    cursors: context.cursors,
    question,
    cursor: args.cursor,
    size: Math.min(args.maxResults ?? defaultResults, 500)
  })
  const snippets =
    args.snippets === false
      ? new Map<Reference, readonly Line[]>()
      : await snippetsOf(context, page.items)
  const of = position === undefined ? refWords(ref) : `${position.word} of ${refWords(ref)}`
  return answer(context, { of, uses, shown, page, snippets, filter: args.filter })
}

const placeIn = (position: Position | undefined) =>
  position === undefined
    ? {}
    : { part: position.source.part, line: position.line, column: position.column }

/** The uses of an object, or of the word at a position in it. */
export async function usesOf(
  context: ToolContext,
  ref: ObjectRef,
  position: Position | undefined
): Promise<readonly Reference[]> {
  const args = { ref, ...placeIn(position) }
  const { references } = await findReferences(context.erp, args, context.signal)
  // The tree also has packages and containers; only results are uses.
  return references.filter(({ isResult }) => isResult)
}

function filtered(uses: readonly Reference[], filter: string | undefined): Reference[] {
  if (filter === undefined) return [...uses]
  const fits = globList([filter.includes('*') ? filter : `*${filter}*`])
  return uses.filter(
    use =>
      fits(use.name) ||
      (use.package !== undefined && fits(use.package)) ||
      (use.ref !== undefined && fits(use.ref.name))
  )
}

/** Lines of code behind uses, as far as they can be had; so many users at once. */
export async function snippetsOf(
  context: ToolContext,
  uses: readonly Reference[]
): Promise<Snippets> {
  const known = new Map<Reference, readonly Line[]>()
  const queried: Reference[] = []
  for (const use of uses) {
    if (use.snippets !== undefined && use.snippets.length > 0) {
      known.set(use, distinct(use.snippets))
    } else if (use.objectIdentifier !== undefined) queried.push(use)
  }
  const identifiers = queried
    .slice(0, snippetsAtOnce)
    .flatMap(({ objectIdentifier }) => objectIdentifier ?? [])
  if (identifiers.length === 0) return known
  try {
    const found = await readSnippets(context.erp, { identifiers }, context.signal)
    for (const use of queried) known.set(use, distinct(found.get(use.objectIdentifier ?? '') ?? []))
  } catch (error) {
    // Lines are an extra; the list of users stands without them.
    context.signal.throwIfAborted()
    context.log.debug({ err: error }, 'no snippets for references')
  }
  return known
}

/** A line with two uses is one line. */
function distinct(lines: readonly Line[]): Line[] {
  return [...new Map(lines.map(one => [`${one.line} ${one.text}`, one])).values()]
}

interface Answer {
  readonly of: string
  readonly uses: readonly Reference[]
  readonly shown: readonly Reference[]
  readonly page: { readonly items: readonly Reference[]; readonly cursor: string | undefined }
  readonly snippets: Snippets
  readonly filter: string | undefined
}

function answer(
  context: ToolContext,
  { of, uses, shown, page, snippets, filter }: Answer
): ToolResult {
  const system = systemWords(context.erp)
  const packages = totals(uses)
  const head = `${system} · ${of} · ${count(uses.length, 'user')} in ${count(packages.length, 'package')}${filter === undefined ? '' : `, ${shown.length} match the filter`}`
  return {
    kind: 'data',
    verbatim: ['snippet'],
    data: omitUndefined({
      system,
      of,
      total: uses.length,
      packages,
      references: page.items.map(use => useData(use, snippets.get(use) ?? [])),
      complete: page.cursor === undefined && shown.length === uses.length,
      cursor: page.cursor
    }),
    text: [
      head,
      ...packages.map(({ package: name, count: number }) => `  ${name}: ${number}`),
      ...page.items.flatMap(use => useLines(use, snippets.get(use) ?? [])),
      ...(uses.length === 0 ? ['No static use was found.'] : []),
      'Dynamic calls (names built at run time) are not among them.',
      ...(page.cursor === undefined
        ? []
        : [`Narrow by filter, or go on with cursor "${page.cursor}".`])
    ].join('\n')
  }
}

function totals(uses: readonly Reference[]): { package: string; count: number }[] {
  const numbers = new Map<string, number>()
  for (const { package: packageName = '(unknown)' } of uses) {
    numbers.set(packageName, (numbers.get(packageName) ?? 0) + 1)
  }
  return [...numbers]
    .map(([name, number]) => ({ package: name, count: number }))
    .sort((a, b) => b.count - a.count || a.package.localeCompare(b.package))
}

/** A user with its lines; the name only where it is not that of the object. */
function useData(
  { ref, name, package: packageName, part }: Reference,
  lines: readonly Line[]
): object {
  const shown = lines.slice(0, linesPerUser)
  return omitUndefined({
    object: ref === undefined ? undefined : refData(ref),
    name: ref?.name === name ? undefined : name,
    package: packageName,
    include: part === 'main' ? undefined : part,
    places:
      shown.length === 0
        ? undefined
        : shown.map(({ line, text }) => omitUndefined({ line, snippet: text.trim() })),
    moreLines: lines.length > shown.length ? lines.length - shown.length : undefined
  })
}

function useLines(use: Reference, lines: readonly Line[]): string[] {
  const name = use.ref === undefined ? `${use.adtType} ${use.name}` : refWords(use.ref)
  const place = placeWords({ part: use.part })
  const more = lines.length - linesPerUser
  return [
    `${name}${place === '' ? '' : ` ${place}`}${use.ref === undefined || use.name === use.ref.name ? '' : ` (${use.name})`}${use.package === undefined ? '' : `  [${use.package}]`}`,
    ...lines
      .slice(0, linesPerUser)
      .map(({ line, text }) => `    ${line === undefined ? '' : `${line}: `}${text.trim()}`),
    ...(more > 0 ? [`    … ${more} more lines`] : [])
  ]
}
