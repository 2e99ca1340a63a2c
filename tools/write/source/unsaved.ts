/** The syntax check of unsaved sources. */
import { checkSyntax, isErpError } from '../../../erp-client/index.ts'
import type { SyntaxArgs, SyntaxResult } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { count } from '../../objects/words.ts'

/** Says in a dry run that the ERP cannot check the unsaved object, so it does not look clean. */
export const nothingToCheck = 'Nothing to check before it is saved.'

/** Checks unsaved sources; they count as unchecked where the ERP has no check for the object. */
export async function checkUnsaved(
  context: Pick<ToolContext, 'erp' | 'signal'>,
  args: SyntaxArgs
): Promise<SyntaxResult> {
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
