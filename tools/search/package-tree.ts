/** The tree of a package with its objects. */
import { packageContents, readMetadata } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { pageOf } from '../call/paging.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'

const mostPackages = 300
const deepest = 10

interface Branch {
  readonly name: string
  readonly depth: number
  readonly parent: string | undefined
  readonly types: Readonly<Record<string, number>>
}

/** The packages below a package, with how many objects of each type they hold. */
export async function packageTree(
  context: ToolContext,
  {
    name,
    maxResults,
    cursor
  }: { name: string | undefined; maxResults: number | undefined; cursor: string | undefined }
): Promise<ToolResult> {
  const top = name?.trim().toUpperCase()
  if (top === undefined) {
    throw badArguments('`package` is missing.', 'Give the package whose tree is wanted.')
  }
  const branches = await branchesOf(context, top)
  // An unknown package has no contents either; only its own record distinguishes them.
  if (branches.length === 1 && Object.keys(branches[0]?.types ?? {}).length === 0) {
    await readMetadata(context.erp, { ref: { type: 'DEVC', name: top } }, context.signal)
  }
  const page = pageOf(inOrder(branches, top), {
    cursors: context.cursors,
    question: ['package', top],
    cursor,
    size: Math.min(maxResults ?? 100, 500)
  })
  const system = systemWords(context.erp)
  const words = (types: Branch['types']) =>
    Object.entries(types)
      .map(([type, number]) => `${type} ${number}`)
      .join(', ')
  return {
    kind: 'data',
    data: {
      system,
      kind: 'package',
      results: page.items.map(({ name: one, depth, parent, types }) => ({
        type: 'DEVC',
        name: one,
        depth,
        ...(parent === undefined ? {} : { parent }),
        objects: types
      })),
      complete: page.cursor === undefined && branches.length < mostPackages,
      ...(page.cursor === undefined ? {} : { cursor: page.cursor })
    },
    text: [
      `${system} · ${count(branches.length, 'package')} at and below ${top}${branches.length >= mostPackages ? ' (cut: begin further below)' : ''}`,
      ...page.items.map(
        ({ name: one, depth, types }) =>
          `${'  '.repeat(depth)}${one}${words(types) === '' ? '' : `  ${words(types)}`}`
      ),
      ...(page.cursor === undefined ? [] : [`More: cursor "${page.cursor}"`])
    ].join('\n')
  }
}

async function branchesOf(context: ToolContext, top: string): Promise<Branch[]> {
  const branches: Branch[] = []
  const seen = new Set([top])
  let level: { name: string; parent: string | undefined }[] = [{ name: top, parent: undefined }]
  for (
    let depth = 0;
    level.length > 0 && depth < deepest && branches.length < mostPackages;
    depth++
  ) {
    const read = await inParallel(level.slice(0, mostPackages - branches.length), async one => ({
      ...one,
      ...(await packageContents(context.erp, { package: one.name }, context.signal))
    }))
    for (const { name, parent, objects } of read) {
      branches.push({
        name,
        depth,
        parent,
        types: Object.fromEntries(
          [...Map.groupBy(objects, hit => hit.ref.type)].map(([type, hits]) => [type, hits.length])
        )
      })
    }
    context.progress({ done: branches.length, message: `${depth + 1} levels` })
    level = read.flatMap(({ name, subPackages }) =>
      subPackages.flatMap(sub =>
        seen.has(sub) ? [] : [seen.add(sub) && { name: sub, parent: name }]
      )
    )
  }
  return branches
}

/** Each package followed by those below it. */
function inOrder(branches: readonly Branch[], top: string): Branch[] {
  const below = Map.groupBy(branches, ({ parent }) => parent)
  const walk = (branch: Branch): Branch[] => [
    branch,
    ...(below.get(branch.name) ?? []).flatMap(walk)
  ]
  return branches.filter(({ name }) => name === top).flatMap(walk)
}
