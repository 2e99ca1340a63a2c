/** The lines of a text that differ from another text. */
import { offLoop } from '../call/worker-thread.ts'
import { patchOf } from '../write/source/diff.ts'

/** Numbers of the lines of `after` that `before` does not have there. */
export function changedLines(before: string, after: string): ReadonlySet<number> {
  const lines = new Set<number>()
  const patch = patchOf(ended(before), ended(after), { context: 0, maxEditLength: 5000 })
  if (patch === undefined) {
    for (let line = 1; line <= after.split('\n').length; line++) lines.add(line)
    return lines
  }
  for (const hunk of patch.hunks) {
    let line = hunk.newStart
    for (const text of hunk.lines) {
      if (text.startsWith('+')) lines.add(line)
      if (!text.startsWith('-') && !text.startsWith('\\')) line += 1
    }
  }
  return lines
}

/** A last line without its end is the same line. */
function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

export const linesChanged = offLoop({ changedLines }, import.meta.url)
