import { checkSyntax, isErpError } from '../../../erp-client/index.ts'
import type { SyntaxArgs, SyntaxResult } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { count } from '../../objects/words.ts'

/**
 * Said by a dry run where the ERP has no check for what is not saved yet, so that silence is not
 * taken for "clean".
 */
export const nothingToCheck = 'Nothing to check before it is saved.'

/**
 * Lets the ERP check unsaved sources; a system without a check for the object leaves them
 * unchecked.
 */
export async function checkUnsaved(context: ToolContext, args: SyntaxArgs): Promise<SyntaxResult> {
  try {
    return await checkSyntax(context.erp, args, context.signal)
  } catch (error) {
    if (
      isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE', 'ERP_BAD_REQUEST')
    ) {
      return { processed: false, findings: [] }
    }
    throw error
  }
}

export function verdictOf({ processed, findings }: SyntaxResult): string {
  if (!processed) return 'syntax check: not possible'
  return findings.length === 0
    ? 'syntax check: clean'
    : `syntax check: ${count(findings.length, 'finding')}`
}
