/** What an undo of a change restores, in words: shown before the change and after it. */
import { changeRow, restorable } from '../../erp-client/index.ts'
import type { ChangeOperation } from '../../erp-client/index.ts'
import { canRecreate, deletionLimits } from './deletion-limits.ts'

/** A request that a call sends. */
export interface SentChange {
  readonly operation: ChangeOperation
  /** Of the object, where the call names it. */
  readonly type?: string | undefined
}

/**
 * Undefined where an undo restores all.
 * @param isRecorded whether changes are recorded at all; what has no way back has none either way
 */
export function undoWords(sends: readonly SentChange[], isRecorded: boolean): string | undefined {
  const words = new Set(sends.flatMap(sent => limitOf(sent, isRecorded) ?? []))
  return words.size === 0 ? undefined : [...words].join('; ')
}

function limitOf(sent: SentChange, isRecorded: boolean): string | undefined {
  const row = changeRow(sent.operation)
  if (row?.limits === undefined) return undefined
  const { limits, isFinal } = wayOf(sent) ?? { limits: row.limits, isFinal: isNever(sent) }
  if (isFinal) return `cannot be undone: ${limits}`
  return isRecorded ? `can be undone in part: ${limits}` : undefined
}

/** What a deletion loses depends on the type. */
function wayOf({ operation, type }: SentChange) {
  if (operation !== 'object.delete' || type === undefined) return undefined
  return { limits: deletionLimits(type), isFinal: !canRecreate(type) }
}

function isNever({ operation }: SentChange): boolean {
  const row = changeRow(operation)
  return row !== undefined && restorable(row) === 'never'
}

/** Whether one of the requests takes away for good what is there. */
export function loses(sends: readonly SentChange[]): boolean {
  return sends.some(({ operation }) => changeRow(operation)?.loses === true)
}
