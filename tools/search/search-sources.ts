/** Searches a text in sources. */
import {
  codesWith,
  isErpError,
  objectType,
  searchObjects,
  searchSource
} from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { asRows, omitUndefined } from '../schema/output.ts'
import { pageOf } from '../call/paging.ts'
import { inParallel } from '../call/parallel.ts'
import { resolveObject } from '../objects/resolve.ts'
import { literalNote } from '../schema/literal-note.ts'
import type { Naming } from '../objects/resolve.ts'
import type { ToolResult } from '../call/result.ts'
import { readPackageTree } from '../objects/packages-below.ts'
import type { PackageTree } from '../objects/packages-below.ts'
import { assertPackage } from '../objects/package-exists.ts'
import { readPart } from '../objects/sources.ts'
import { gapError } from '../failure/release-gaps.ts'
import { count, refWords, systemWords } from '../objects/words.ts'

const objectsPerCall = 60
/** Packages at and below the one that is named. */
const mostPackages = 60
const linesPerObject = 20
const defaultResults = 100
const mostResults = 1000
const snippetLength = 200

interface SourceMatch {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  readonly line?: number | undefined
  readonly snippet?: string | undefined
}

export interface SourceSearch {
  readonly query: string
  readonly type?: string | undefined
  readonly package?: string | undefined
  readonly objects?: readonly Naming[] | undefined
  readonly maxResults?: number | undefined
  readonly cursor?: string | undefined
}

/**
 * Text inside sources: by the ERP's own index where the release has one, else by reading the
 * sources of the named objects or of a package with those below it, so many per call; the answer
 * names which of the two it was and what was not looked at.
 */
export async function searchInSources(
  context: ToolContext,
  args: SourceSearch
): Promise<ToolResult> {
  if (args.objects === undefined) {
    try {
      return await searchIndex(context, args)
    } catch (error) {
      if (!isErpError(error, 'ERP_UNSUPPORTED')) throw error
      if (args.package === undefined) throw gapError('sourceSearch', error)
    }
  }
  return await searchByReading(context, args)
}

async function searchIndex(context: ToolContext, args: SourceSearch): Promise<ToolResult> {
  const size = Math.min(args.maxResults ?? defaultResults, mostResults)
  const question = ['index', args.query, args.type, args.package]
  const offset = context.cursors.offset(question, args.cursor)
  const type = args.type === undefined ? undefined : objectType(args.type)?.adtType
  context.progress({ done: 0, message: 'the ERP searches its sources' })
  const searchIn = async (name: string | undefined) =>
    await searchSource(
      context.erp,
      { query: args.query, package: name, type, maxResults: offset + size + 1 },
      context.signal
    )
  // First, because a system without an index refuses it.
  const first = await searchIn(args.package)
  const tree = args.package === undefined ? undefined : await treeOf(context, args.package)
  // The index knows single packages only.
  const others = tree?.packages.slice(1).map(({ name }) => name) ?? []
  const found = [first, ...(await inParallel(others, searchIn))]
  const hits = found.flatMap(one => one.hits)
  const page = hits.slice(offset, offset + size)
  const cursor =
    hits.length > offset + size ? context.cursors.at(question, offset + size) : undefined
  return answer(context, {
    query: args.query,
    matches: page,
    searched: `the text index of the system${scopeWords(tree)}`,
    cursor,
    cut: tree?.more === true
  })
}

async function treeOf(context: ToolContext, name: string): Promise<PackageTree> {
  const tree = await readPackageTree(context, name, mostPackages)
  const [top, below] = tree.packages
  // An unknown package has no contents either.
  if (below === undefined && top?.objects.length === 0) await assertPackage(context, name)
  return tree
}

/** Which packages were searched. */
function scopeWords(tree: PackageTree | undefined): string {
  if (tree === undefined) return ''
  const { packages, more } = tree
  const [top] = packages
  if (packages.length === 1 && !more) return `, package ${top?.name ?? ''}`
  return `, ${more ? `only the first ${packages.length} packages at and below` : count(packages.length, 'package') + ' at and below'} ${top?.name ?? ''}`
}

async function searchByReading(context: ToolContext, args: SourceSearch): Promise<ToolResult> {
  const tree = args.objects === undefined ? await treeOf(context, args.package ?? '') : undefined
  const candidates =
    tree === undefined
      ? await inParallel(args.objects ?? [], item => resolveObject(context, item))
      : await candidatesIn(context, tree, args.type)
  const page = pageOf(candidates, {
    cursors: context.cursors,
    question: ['read', args.query, args.type, args.package, args.objects],
    cursor: args.cursor,
    size: objectsPerCall
  })
  const needle = args.query.toLowerCase()
  let done = 0
  const found = await inParallel(page.items, async ref => {
    const matches = await matchesIn(context, ref, needle)
    context.progress({ done: ++done, total: page.items.length })
    return matches
  })
  const size = Math.min(args.maxResults ?? defaultResults, mostResults)
  const matches = found.flat()
  const searched = `${page.offset + 1}-${page.offset + page.items.length} of ${count(candidates.length, 'source')}, read one by one${scopeWords(tree)}`
  return answer(context, {
    query: args.query,
    matches: matches.slice(0, size),
    searched: candidates.length === 0 ? 'no sources: there are none' : searched,
    cursor: page.cursor,
    left: Math.max(0, matches.length - size),
    cut: tree?.more === true
  })
}

async function candidatesIn(
  context: ToolContext,
  { packages }: PackageTree,
  type: string | undefined
): Promise<ObjectRef[]> {
  const readable = new Set(type === undefined ? codesWith('source') : [type])
  const modulesIn = async (name: string) =>
    await searchObjects(
      context.erp,
      { query: '*', type: objectType('FUNC')?.adtType, package: name, maxResults: 1000 },
      context.signal
    )
  const withGroups = packages.filter(({ objects }) =>
    objects.some(({ ref }) => ref.type === 'FUGR')
  )
  const modules = readable.has('FUNC')
    ? await inParallel(withGroups, async ({ name }) => await modulesIn(name))
    : []
  const refs = [...packages.flatMap(({ objects }) => objects), ...modules.flat()]
    .map(({ ref }) => ref)
    .filter(one => readable.has(one.type))
  return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
}

async function matchesIn(
  context: ToolContext,
  ref: ObjectRef,
  needle: string
): Promise<SourceMatch[]> {
  const parts = Object.keys(objectType(ref.type)?.parts ?? { main: '' })
  const matches: SourceMatch[] = []
  for (const part of parts) {
    const text = await textIfThere(context, ref, part)
    for (const [index, line] of text.split('\n').entries()) {
      if (matches.length >= linesPerObject) return matches
      if (line.toLowerCase().includes(needle)) {
        matches.push({ ref, part, line: index + 1, snippet: line.trim().slice(0, snippetLength) })
      }
    }
  }
  return matches
}

async function textIfThere(context: ToolContext, ref: ObjectRef, part: string): Promise<string> {
  try {
    return (await readPart(context, { ref, part })).text
  } catch (error) {
    const missing =
      isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED') ||
      (error instanceof ToolError && error.code === 'ERP_NOT_FOUND')
    if (missing) return ''
    throw error
  }
}

interface Answer {
  readonly query: string
  readonly matches: readonly SourceMatch[]
  readonly searched: string
  readonly cursor: string | undefined
  readonly left?: number
  /** Packages were left out. */
  readonly cut?: boolean
}

function answer(context: ToolContext, found: Answer): ToolResult {
  const { query, matches, searched, cursor, left = 0, cut = false } = found
  const system = systemWords(context.erp)
  const complete = cursor === undefined && left === 0 && !cut
  const place = ({ ref, part, line }: SourceMatch) =>
    `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}${line === undefined ? '' : `:${line}`}`
  return {
    kind: 'data',
    verbatim: ['results'],
    data: omitUndefined({
      system,
      kind: 'source',
      ...asRows(
        matches.map(({ ref, part, line, snippet }) =>
          omitUndefined({
            type: ref.type,
            name: ref.name,
            group: ref.group,
            include: part === 'main' ? undefined : part,
            line,
            snippet
          })
        )
      ),
      complete,
      searched,
      cursor
    }),
    text: [
      `${system} · ${count(matches.length, 'match')}${matches.length === 0 ? literalNote(query) : ''} · searched ${searched}`,
      ...matches.map(
        match => `${place(match)}${match.snippet === undefined ? '' : `  ${match.snippet}`}`
      ),
      ...(left === 0
        ? []
        : [
            `${count(left, 'match')} more in these sources: narrow by a longer query, or raise maxResults.`
          ]),
      ...(cut
        ? ['Search the other packages by their own names; kind package shows the tree.']
        : []),
      ...(cursor === undefined ? [] : [`More sources are left: go on with cursor "${cursor}".`])
    ].join('\n')
  }
}
