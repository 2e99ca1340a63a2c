/** ERPSearch: objects by name, and texts in sources. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { objectType, searchObjects } from '../erp-client/index.ts'
import type { ObjectHit } from '../erp-client/index.ts'
import * as argument from './schema/arguments.ts'
import type { ToolContext } from './call/context.ts'
import { defineTool } from './define.ts'
import { badArguments } from './failure/errors.ts'
import { asRows, omitUndefined } from './schema/output.ts'
import { inParallel } from './call/parallel.ts'
import { fenced } from './failure/prose.ts'
import type { ToolResult } from './call/result.ts'
import { Choice } from './schema/choice.ts'
import { packageTree } from './search/package-tree.ts'
import { searchInSources } from './search/search-sources.ts'
import { count, refWords, systemWords } from './objects/words.ts'

const defaultResults = 50
const mostResults = 1000

const input = Type.Object({
  kind: Type.Optional(
    Choice(['name', 'source', 'package'], {
      default: 'name',
      listed: 'text',
      description: 'name if left out; package is the tree below one:'
    })
  ),
  query: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Name, pattern or text.' })
  ),
  names: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      maxItems: 50,
      listed: 'no',
      description: 'Several names or patterns at once, instead of query.'
    })
  ),
  type: Type.Optional(argument.typeArgument('search')),
  types: Type.Optional(
    Type.Array(argument.typeArgument('search'), {
      ...argument.helpOnly,
      maxItems: 20,
      description: 'Several types, instead of type.'
    })
  ),
  package: Type.Optional(argument.packageArgument),
  objects: Type.Optional(
    Type.Array(argument.objectItem({}), {
      maxItems: 100,
      listed: 'no',
      description: 'Only in these sources.'
    })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument),
  cursor: Type.Optional(argument.cursorArgument)
})

type SearchArgs = Static<typeof input>

const output = Type.Object({
  system: Type.String(),
  kind: Type.String(),
  columns: Type.Array(Type.String()),
  results: Type.Array(Type.Array(Type.Unknown())),
  complete: Type.Boolean(),
  notFound: Type.Optional(Type.Array(Type.String())),
  searched: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String())
})

export const erpSearch = defineTool({
  name: 'ERPSearch',
  title: 'Search ABAP objects',
  description:
    'Find objects by name (* and ? as wildcards), text in sources (kind source), or the packages below one (kind package). Examples: {"query":"ZCL_ORDER*"}, {"kind":"source","query":"SELECT SINGLE","package":"ZSALES"}',
  scope: 'read',
  otherWays: ['readOneByOne'],
  operation: 'search',
  input,
  output,
  long: ({ kind }) => kind === 'source' || kind === 'package',
  async run(args, context) {
    const { query, names, kind = 'name' } = args
    if (query !== undefined && names !== undefined) {
      throw badArguments('`query` and `names` contradict each other.', 'Give one of them.')
    }
    // A pattern names no package whose tree could be shown: it is a search for packages.
    if (kind === 'package' && args.package === undefined && /[*?]/.test(query ?? '')) {
      return await searchNames(context, { ...args, type: 'DEVC' }, [query ?? ''])
    }
    if (kind === 'package') {
      return await packageTree(context, {
        name: args.package ?? query,
        maxResults: args.maxResults,
        cursor: args.cursor
      })
    }
    if (args.types !== undefined && (args.type !== undefined || kind === 'source')) {
      throw badArguments('`types` is for kind name, instead of `type`.', 'Give one of them.')
    }
    if (kind === 'source') {
      if (query === undefined) {
        throw badArguments('`query` is missing.', 'Give the text to look for.')
      }
      return await searchInSources(context, { ...args, query })
    }
    const wanted = names ?? (query === undefined ? [] : [query])
    if (wanted.length === 0) {
      throw badArguments('`query` is missing.', 'Give a name or a pattern such as ZCL_ORDER*.')
    }
    if (args.objects !== undefined) {
      throw badArguments('`objects` is only for kind source.', 'Leave it out, or set kind source.')
    }
    return await searchNames(context, args, wanted)
  }
})

interface Found {
  readonly hits: readonly ObjectHit[]
  readonly more: boolean
  readonly note: string | undefined
}

async function searchNames(
  context: ToolContext,
  args: SearchArgs,
  wanted: readonly string[]
): Promise<ToolResult> {
  const size = Math.min(args.maxResults ?? defaultResults, mostResults)
  const question = ['name', wanted, args.type, args.types, args.package]
  const offset = context.cursors.offset(question, args.cursor)
  const found = await inParallel(wanted, name =>
    searchOne(context, { args, name, upTo: offset + size })
  )
  const all = [...new Map(found.flatMap(({ hits }) => hits).map(hit => [hit.uri, hit])).values()]
  const page = all.slice(offset, offset + size)
  const more = all.length > offset + size || found.some(one => one.more)
  const cursor =
    more && offset + page.length < mostResults * 5
      ? context.cursors.at(question, offset + page.length)
      : undefined
  const isMissing = (_name: string, index: number) => found[index]?.hits.length === 0
  const notFound = wanted.length > 1 ? wanted.filter(isMissing) : []
  const notes = found.flatMap(({ note }) => note ?? [])
  const system = systemWords(context.erp)
  const results = page.map(({ ref, package: packageName, description }) =>
    omitUndefined({
      type: ref.type,
      name: ref.name,
      group: ref.group,
      package: packageName,
      description
    })
  )
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      kind: 'name',
      ...asRows(results),
      complete: !more,
      notFound: notFound.length === 0 ? undefined : notFound,
      cursor
    }),
    text: [
      `${system} · ${count(page.length, 'object')}${more ? ' shown, there are more' : ''}`,
      ...notes,
      ...fenced(page.map(hitWords)),
      ...(notFound.length === 0 ? [] : [`Not found: ${notFound.join(', ')}`]),
      ...(all.length === 0 ? [nothingFound(args)] : []),
      ...(cursor === undefined
        ? []
        : [`Narrow by type, package or a longer pattern, or go on with cursor "${cursor}".`])
    ].join('\n')
  }
}

function hitWords({ ref, package: packageName, description }: ObjectHit): string {
  return `${refWords(ref)}${packageName === undefined ? '' : `  [${packageName}]`}${description === undefined ? '' : `  ${description}`}`
}

function nothingFound({
  type,
  types,
  package: packageName
}: {
  readonly type?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly package?: string | undefined
}): string {
  const limits = [
    ...(type === undefined && types === undefined ? [] : ['type']),
    ...(packageName === undefined ? [] : ['package'])
  ]
  return `Try a shorter part of the name with *${limits.length === 0 ? '' : `, leave out ${limits.join(' and ')}`}, or kind source for text inside sources.`
}

/** One pattern; a bare name that finds nothing is looked for as a part of names. */
async function searchOne(
  context: ToolContext,
  { args, name, upTo }: { args: SearchArgs; name: string; upTo: number }
): Promise<Found> {
  const query = name.trim().toUpperCase().replaceAll('%', '*')
  const type = args.type === undefined ? undefined : objectType(args.type)?.adtType
  const askFor = async (text: string, of: string | undefined) =>
    await searchObjects(
      context.erp,
      { query: text, type: of, package: args.package, maxResults: upTo + 1 },
      context.signal
    )
  const ask = async (text: string) =>
    args.types === undefined
      ? await askFor(text, type)
      : (
          await inParallel(args.types, async one => await askFor(text, objectType(one)?.adtType))
        ).flat()
  const exact = await ask(query)
  if (exact.length > 0 || /[*?]/.test(query)) {
    return { hits: exact, more: exact.length > upTo, note: undefined }
  }
  const hits = await ask(`*${query}*`)
  const note =
    hits.length === 0 ? undefined : `Nothing is named exactly ${query}; these contain it:`
  return { hits, more: hits.length > upTo, note }
}
