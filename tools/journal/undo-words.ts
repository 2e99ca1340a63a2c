/** What an undo of a change restores, in words: shown before the change and after it. */
import { changeRow, restorable } from '../../erp-client/index.ts'
import type { ChangeOperation } from '../../erp-client/index.ts'

/**
 * Undefined where an undo restores all.
 * @param isRecorded whether changes are recorded at all; what has no way back has none either way
 */
export function undoWords(
  operations: readonly ChangeOperation[],
  isRecorded: boolean
): string | undefined {
  const words = new Set(operations.flatMap(operation => limitOf(operation, isRecorded) ?? []))
  return words.size === 0 ? undefined : [...words].join('; ')
}

function limitOf(operation: ChangeOperation, isRecorded: boolean): string | undefined {
  const row = changeRow(operation)
  if (row?.limits === undefined) return undefined
  if (restorable(row) === 'never') return `cannot be undone: ${row.limits}`
  return isRecorded ? `can be undone in part: ${row.limits}` : undefined
}

/** Whether one of the requests takes away for good what is there. */
export function loses(operations: readonly ChangeOperation[]): boolean {
  return operations.some(operation => changeRow(operation)?.loses === true)
}
