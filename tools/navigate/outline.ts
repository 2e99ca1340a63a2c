/** The parts of an object as structured data. */
import { readOutline } from '../../erp-client/index.ts'
import type { ObjectRef, OutlineNode } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { omitUndefined } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'

const mostParts = 2000

/** A line, with the include of a class where it is not in main. */
function lineWords(place: OutlineNode['definition']): string {
  if (place?.line === undefined) return ''
  return ` ${place.part === undefined || place.part === 'main' ? '' : `${place.part} `}${place.line}`
}

/** The parts of an object as data. */
export async function outline(context: ToolContext, ref: ObjectRef): Promise<ToolResult> {
  const root = await readOutline(context.erp, { ref, most: mostParts }, context.signal)
  const system = systemWords(context.erp)
  const node = (one: OutlineNode): object =>
    omitUndefined({
      name: one.name,
      adtType: one.adtType,
      visibility: one.visibility,
      level: one.level,
      line: one.definition?.line,
      include: one.definition?.part === 'main' ? undefined : one.definition?.part,
      implementedAt: one.implementation?.line,
      children: one.children.length === 0 ? undefined : one.children.map(node)
    })
  const lines = (one: OutlineNode, depth: number): string[] => [
    `${'  '.repeat(depth)}${one.name} ${one.adtType}${one.visibility === undefined ? '' : ` ${one.visibility}`}${lineWords(one.definition)}${one.implementation?.line === undefined ? '' : ` implemented${lineWords(one.implementation)}`}`,
    ...one.children.flatMap(child => lines(child, depth + 1))
  ]
  return {
    kind: 'data',
    data: omitUndefined({ system, of: refWords(ref), outline: node(root), omitted: root.omitted }),
    text: [
      `${system} · outline of ${refWords(ref)}`,
      ...lines(root, 0),
      ...(root.omitted === undefined ? [] : [`${root.omitted} more parts are not shown`])
    ].join('\n')
  }
}
