/** The tree of a package with its objects. */
import { readMetadata } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { pageOf } from '../call/paging.ts'
import { readPackageTree } from '../objects/packages-below.ts'
import type { PackageInTree } from '../objects/packages-below.ts'
import type { ToolResult } from '../call/result.ts'
import { asRows, omitUndefined } from '../schema/output.ts'
import { count, systemWords } from '../objects/words.ts'

const mostPackages = 300

function needed(name: string | undefined): string {
  if (name !== undefined) return name
  throw badArguments('`package` is missing.', 'Give the package whose tree is wanted.')
}

function typeWords(types: Readonly<Record<string, number>>): string {
  return Object.entries(types)
    .map(([type, number]) => `${type} ${number}`)
    .join(', ')
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
  const top = needed(name).trim().toUpperCase()
  const { packages: branches, more } = await readPackageTree(context, top, mostPackages)
  // An unknown package has no contents either; only its own record distinguishes them.
  if (branches.length === 1 && branches[0]?.objects.length === 0) {
    await readMetadata(context.erp, { ref: { type: 'DEVC', name: top } }, context.signal)
  }
  const page = pageOf(inOrder(branches, top), {
    cursors: context.cursors,
    question: ['package', top],
    cursor,
    size: Math.min(maxResults ?? 100, 500)
  })
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      kind: 'package',
      ...asRows(page.items.map(branchData)),
      complete: page.cursor === undefined && !more,
      ...(page.cursor === undefined ? {} : { cursor: page.cursor })
    },
    text: [
      `${system} · ${count(branches.length, 'package')} at and below ${top}${more ? ' (cut: begin further below)' : ''}`,
      ...page.items.map(
        one =>
          `${'  '.repeat(one.depth)}${one.name}${one.objects.length === 0 ? '' : `  ${typeWords(typesOf(one))}`}`
      ),
      ...(page.cursor === undefined ? [] : [`More: cursor "${page.cursor}"`])
    ].join('\n')
  }
}

function branchData(branch: PackageInTree): object {
  const { name, depth, parent } = branch
  return omitUndefined({ name, depth, parent, objects: typesOf(branch) })
}

function typesOf({ objects }: PackageInTree): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...Map.groupBy(objects, hit => hit.ref.type)].map(([type, hits]) => [type, hits.length])
  )
}

/** Each package followed by those below it. */
function inOrder(branches: readonly PackageInTree[], top: string): PackageInTree[] {
  const below = Map.groupBy(branches, ({ parent }) => parent)
  const walk = (branch: PackageInTree): PackageInTree[] => [
    branch,
    ...(below.get(branch.name) ?? []).flatMap(walk)
  ]
  return branches.filter(({ name }) => name === top).flatMap(walk)
}
