/** Objects that an undo creates again get the original language that they had. */
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { refWords } from '../../objects/words.ts'
import type { Reversal } from './reversal.ts'

/** A creation takes the log-on language. @throws ToolError TOOL_NOT_UNDOABLE */
export function assertOriginalLanguage(
  { erp }: Pick<ToolContext, 'erp'>,
  { creations }: Pick<Reversal, 'creations'>
): void {
  const language = erp.system.language.toUpperCase()
  for (const { ref, facts } of creations.values()) {
    const original = typeof facts['language'] === 'string' ? facts['language'].toUpperCase() : ''
    if (original === '' || original === language) continue
    throw new ToolError(
      'TOOL_NOT_UNDOABLE',
      `${refWords(ref)} had the original language ${original}, and created again it would have the log-on language ${language}.`,
      {
        remedy: `Log on in ${original} (--language) to undo this. Nothing was changed.`,
        outcome: 'failed'
      }
    )
  }
}
