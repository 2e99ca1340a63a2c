/** Why some actions of ERPWrite cannot be staged in a change set. */
import type { StagingUse } from '../define.ts'

export const notStaged = {
  move: { refused: 'the package of an object is no content that can be staged' },
  rename: { refused: 'the ERP itself plans and makes it, from what is saved' },
  change_signature: { refused: 'the ERP names the callers by their places in what is saved' },
  extract_method: { refused: 'the ERP itself plans and makes it, from what is saved' },
  apply_quick_fix: { refused: 'the ERP proposes fixes for what is saved' },
  scaffold: { refused: 'the ERP itself generates the objects' },
  undo: { refused: 'an undo restores what the ERP has; discard takes staged work back' }
} as const satisfies Record<string, StagingUse>
