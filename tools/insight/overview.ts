/** An overview of an object or package. */
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { lineCount } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { describeBlocks } from './blocks.ts'
import { pack } from './budget.ts'
import { packageOverview } from './package/overview.ts'
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
