/** The documentation of a keyword or name. */
import { documentationAt } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import type { Position, PositionOptions } from '../objects/position.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { cutLines } from '../objects/sources.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { systemWords } from '../objects/words.ts'
import { needPosition, at } from './at-position.ts'

/** The documentation of the keyword or name at a position. */
export async function documentation(
  context: ToolContext,
  { object, ...where }: PositionOptions & { readonly object: () => Promise<ObjectRef> }
): Promise<ToolResult> {
  const { ref, position } = await keywordPosition(context, object, where)
  const text = await onRelease(
    context,
    'documentation',
    async () => await documentationAt(context.erp, at(ref, position), context.signal)
  )
  if (text === '') {
    throw new ToolError('ERP_NOT_FOUND', `The ERP has no documentation of ${position.word}.`, {
      remedy: askInSource
    })
  }
  const cut = cutLines(text, Math.min(context.limits.bytes, 24_000))
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      of: position.word,
      documentation: cut.text,
      complete: cut.lastLine === undefined
    },
    text: [
      `${system} · documentation of ${position.word}`,
      ...fenced([cut.text]),
      ...(cut.lastLine === undefined ? [] : ['(cut)'])
    ].join('\n')
  }
}

const askInSource =
  'The ERP explains a keyword where it stands in a source: give `name` of any object whose source has the keyword, with it as `symbol` (or line with column), e.g. {"action":"documentation","name":"ZCL_ORDER","symbol":"SELECT"}.'

/**
 * A keyword alone, as name or as a word that is not in the source, is met so often that it is
 * answered with the way to ask.
 */
async function keywordPosition(
  context: ToolContext,
  object: () => Promise<ObjectRef>,
  where: PositionOptions
): Promise<{ ref: ObjectRef; position: Position }> {
  try {
    const ref = await object()
    return { ref, position: await needPosition(context, { ...where, ref }) }
  } catch (error) {
    if (
      !(error instanceof ToolError) ||
      (error.code !== 'ERP_NOT_FOUND' && error.code !== 'TOOL_SYMBOL_NOT_FOUND')
    ) {
      throw error
    }
    throw new ToolError(error.code, error.message, { ...error.details, remedy: askInSource })
  }
}
