/** The source as the pretty printer of the ERP formats it. */
import type { Static } from '@sinclair/typebox'
import { formatSource } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { resolveObject } from '../objects/resolve.ts'
import { cutLines, readPart } from '../objects/sources.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { compareTexts, diffSize } from '../write/source/diff.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import type * as input from './inputs.ts'
import { lintable } from './sources.ts'

export async function formatObject(
  context: ToolContext,
  args: Static<typeof input.format>
): Promise<ToolResult> {
  const ref = await resolveObject(context, args, type => lintable.has(type))
  const before =
    args.source === undefined
      ? (await readPart(context, { ref, part: args.include, version: args.version })).text
      : toLf(args.source)
  const after = await formatSource(context.erp, { source: before }, context.signal)
  const system = systemWords(context.erp)
  const diff = await compareTexts(before, after, context.signal)
  const cut = cutLines(after, context.limits.bytes)
  return {
    kind: 'text',
    verbatim: [],
    text: `${system} · formatted ${refWords(ref)} · ${before === after ? 'unchanged' : `${diffSize(diff)} lines`} · not saved${before === after ? '' : `\n${cut.lastLine === undefined ? after : diff.text}`}`
  }
}
