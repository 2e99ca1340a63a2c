/** Compares the draft of an object with its active version. */
import { isErpError } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { readPart, shortened } from '../objects/sources.ts'
import { compareTexts, diffSize } from '../write/source/diff.ts'
import { refWords, systemWords } from '../objects/words.ts'

/** The newest text of a part against the active one. */
export async function compare(
  context: ToolContext,
  { ref, include }: { ref: ObjectRef; include?: string | undefined }
): Promise<ToolResult> {
  const draft = await readPart(context, { ref, part: include, version: 'auto' })
  const active =
    draft.version === 'active' ? draft.text : await activeText(context, { ref, include })
  const diff = await compareTexts(active ?? '', draft.text, context.signal)
  const verdict =
    draft.version === 'active' ? 'no_draft' : verdictOf(active === undefined, diff.text)
  const words =
    verdict === 'different' ? `the draft differs: ${diffSize(diff)} lines` : verdictWords[verdict]
  const system = systemWords(context.erp)
  const shown =
    verdict === 'different'
      ? shortened(
          diff.text,
          context.limits.bytes / 2,
          'ERPRead shows both versions (version: active, inactive).'
        )
      : ''
  return {
    kind: 'text',
    verbatim: [],
    text: `${system} · ${refWords(ref)}${include === undefined || include === 'main' ? '' : ` ${include}`} · ${words} · hash ${draft.hash}${shown === '' ? '' : `\n${shown}`}`
  }
}

const verdictWords = {
  no_draft: 'there is no draft',
  never_active: 'it was never active',
  equal: 'the draft equals the active version'
} as const

function verdictOf(neverActive: boolean, difference: string) {
  if (neverActive) return 'never_active'
  return difference === '' ? 'equal' : 'different'
}

async function activeText(
  context: ToolContext,
  { ref, include }: { ref: ObjectRef; include: string | undefined }
): Promise<string | undefined> {
  try {
    return (await readPart(context, { ref, part: include, version: 'active' })).text
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND')) throw error
    return undefined
  }
}
