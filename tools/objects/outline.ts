/** The outline of an object as text. */
import { isErpError, objectType, readOutline } from '../../erp-client/index.ts'
import type { OutlineNode } from '../../erp-client/index.ts'
import { listUnits } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { fenced } from '../failure/prose.ts'
import { readPart, sourceHead } from './sources.ts'
import type { SourceOptions } from './sources.ts'
import { count, placeWords, refWords, systemWords } from './words.ts'

const maxNodes = 2000

/**
 * What an object consists of and where it stands: from the ERP where it has an outline of the type,
 * else from the source's own blocks.
 */
export async function outlineText(context: ToolContext, options: SourceOptions): Promise<string> {
  const fromErp = await erpOutline(context, options)
  if (fromErp !== undefined) return fromErp
  const source = await readPart(context, options)
  const units = await listUnits([source.text], context.signal)
  return [
    sourceHead(context.erp, { source, completeness: `outline, ${count(units.length, 'block')}` }),
    ...units
  ].join('\n')
}

/** Undefined where the ERP has no outline of the object. */
async function erpOutline(
  context: ToolContext,
  { ref, part, version }: SourceOptions
): Promise<string | undefined> {
  const isMain = part === undefined || part === 'main'
  if (!isMain || objectType(ref.type)?.abilities.has('outline') !== true) return undefined
  try {
    const root = await readOutline(context.erp, { ref, version, most: maxNodes }, context.signal)
    const lines = nodeLines(root)
    const all = lines.length + (root.omitted ?? 0)
    const completeness = root.omitted === undefined ? 'complete' : `first ${lines.length} of ${all}`
    return [
      [systemWords(context.erp), refWords(ref), 'outline', count(all, 'part'), completeness].join(
        ' · '
      ),
      ...fenced(lines)
    ].join('\n')
  } catch (error) {
    if (!isErpError(error, ...withoutOutline)) throw error
    context.log.debug(
      { err: error, object: refWords(ref) },
      'no outline from the ERP; taken from the source'
    )
    return undefined
  }
}

const withoutOutline = [
  'ERP_UNSUPPORTED',
  'ERP_NOT_FOUND',
  'ERP_NOT_ACCEPTABLE',
  'ERP_BAD_ANSWER'
] as const

function nodeLines(root: OutlineNode): string[] {
  const lines: string[] = []
  const walk = (node: OutlineNode, depth: number): void => {
    const { definition, implementationBlock, implementation } = node
    const facts = [
      node.visibility,
      node.level,
      ...Object.entries(node.attributes)
        .filter(([, value]) => value === 'true')
        .map(([name]) => name)
    ]
    const body =
      implementationBlock === undefined
        ? implementation
        : { ...implementationBlock, line: implementationBlock.startLine }
    const where = [
      ...(definition?.line === undefined
        ? []
        : [`defined ${placeWords({ part: definition.part, line: definition.line })}`]),
      ...(body?.line === undefined
        ? []
        : [
            `implemented ${placeWords({ part: body.part, line: body.line })}${implementationBlock === undefined ? '' : `-${implementationBlock.endLine}`}`
          ])
    ]
    const words = [
      node.name,
      `(${[node.adtType, ...facts].filter(word => word !== undefined && word !== '').join(', ')})`,
      where.join(', '),
      node.description
    ]
    lines.push(
      `${'  '.repeat(depth)}${words.filter(word => word !== undefined && word !== '').join('  ')}`
    )
    for (const child of node.children) walk(child, depth + 1)
  }
  walk(root, 0)
  return lines
}
