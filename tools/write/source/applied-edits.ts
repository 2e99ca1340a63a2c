/**
 * Whether edits stand in a source already, so that a batch which is sent again does not make them
 * twice.
 */
import { toLf } from '../../../erp-client/line-ends.ts'
import type { Edit } from './edits.ts'

/**
 * Each new text stands there exactly once, and no old text outside of it; what is only taken away
 * proves nothing alone.
 */
export function areApplied(text: string, edits: readonly Edit[]): boolean {
  return (
    edits.some(({ new: wanted }) => wanted.trim() !== '') &&
    edits.every(edit => isApplied(text, edit))
  )
}

function isApplied(text: string, edit: Edit): boolean {
  const [old, wanted] = [toLf(edit.old), toLf(edit.new)]
  if (wanted === '') return !text.includes(old)
  const at = text.indexOf(wanted)
  if (at < 0 || text.includes(wanted, at + 1)) return false
  return !text.slice(0, at).includes(old) && !text.slice(at + wanted.length).includes(old)
}
