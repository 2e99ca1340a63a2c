/** An overview of an object or package. */
import { isErpError, packageContents, readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import { lineCount } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { describeBlocks } from './blocks.ts'
import { pack } from './budget.ts'
import { piecesOf } from './pieces.ts'

/** What an object or package consists of, in one answer. */
export async function overview(
  context: ToolContext,
  ref: ObjectRef,
  bytes: number
): Promise<string> {
  return ref.type === 'DEVC'
    ? await packageOverview(context, ref, bytes)
    : await sourceOverview(context, ref, bytes)
}

async function sourceOverview(
  context: ToolContext,
  ref: ObjectRef,
  bytes: number
): Promise<string> {
  const { pieces, missing } = await piecesOf(context, ref)
  const { blocks, sections } = await describeBlocks([pieces], context.signal)
  const lines = pieces.reduce((sum, { text }) => sum + lineCount(text), 0)
  const head = [
    `${systemWords(context.erp)} · overview of ${refWords(ref)} · ${count(pieces.length, 'source')}, ${count(lines, 'line')}, ${count(blocks, 'block')}`,
    `sources: ${pieces.map(({ label, text }) => `${label === '' ? 'main' : label} ${lineCount(text)}`).join(', ')}`,
    ...(missing.length === 0 ? [] : [`not readable: ${missing.join(', ')}`]),
    'In the order of calls (indented under the first caller); read one with ERPRead method.'
  ]
  return pack(head, sections, bytes).text
}

const mostPackages = 40

/** Releases before 7.50 tell what a package holds, but nothing about the package itself. */
async function descriptionOf(context: ToolContext, ref: ObjectRef): Promise<string> {
  try {
    return inlineProse((await readMetadata(context.erp, { ref }, context.signal)).description)
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED')) throw error
    return 'its description is not told by this release'
  }
}

/** A package with the packages below it: how many objects of each type, then the objects. */
async function packageOverview(
  context: ToolContext,
  ref: ObjectRef,
  bytes: number
): Promise<string> {
  const description = await descriptionOf(context, ref)
  const packages: {
    name: string
    depth: number
    objects: Awaited<ReturnType<typeof packageContents>>['objects']
  }[] = []
  let level = [{ name: ref.name, depth: 0 }]
  while (level.length > 0 && packages.length < mostPackages) {
    const read = await inParallel(
      level.slice(0, mostPackages - packages.length),
      async ({ name, depth }) => ({
        name,
        depth,
        ...(await packageContents(context.erp, { package: name }, context.signal))
      })
    )
    packages.push(...read)
    level = read.flatMap(({ depth, subPackages }) =>
      subPackages.map(name => ({ name, depth: depth + 1 }))
    )
  }
  const all = packages.reduce((sum, { objects }) => sum + objects.length, 0)
  const head = [
    `${systemWords(context.erp)} · overview of ${refWords(ref)} · ${description} · ${count(packages.length, 'package')}, ${count(all, 'object')}${level.length === 0 ? '' : ', deeper packages left out'}`
  ]
  return pack(
    head,
    packages.map(({ name, depth, objects }) => {
      const types = [...Map.groupBy(objects, hit => hit.ref.type)].map(
        ([type, hits]) => `${type} ${hits.length}`
      )
      const brief = `${'  '.repeat(depth)}${name}: ${types.join(', ') || 'empty'}`
      return {
        brief,
        full: [
          brief,
          ...fenced(
            objects.map(
              hit =>
                `${'  '.repeat(depth + 1)}${refWords(hit.ref)}${hit.description === undefined ? '' : `  ${hit.description}`}`
            )
          )
        ].join('\n')
      }
    }),
    bytes
  ).text
}
