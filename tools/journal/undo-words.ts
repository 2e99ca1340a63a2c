/** What an undo of a change restores, in words: shown before the change and after it. */
import { changeRow, restorable } from '../../erp-client/index.ts'
import type { ChangeOperation } from '../../erp-client/index.ts'

/** Undefined where an undo restores all. */
export function undoWords(operations: readonly ChangeOperation[]): string | undefined {
  const words = new Set(operations.flatMap(operation => limitOf(operation) ?? []))
  return words.size === 0 ? undefined : [...words].join('; ')
}

function limitOf(operation: ChangeOperation): string | undefined {
  const row = changeRow(operation)
  if (row?.limits === undefined) return undefined
  const level = restorable(row)
  return `${level === 'never' ? 'cannot be undone' : 'can be undone in part'}: ${row.limits}`
}

/** Whether one of the requests takes away for good what is there. */
export function loses(operations: readonly ChangeOperation[]): boolean {
  return operations.some(operation => changeRow(operation)?.loses === true)
}
