/** The difference of two texts, bounded in size and time. */
import { createRequire } from 'node:module'
import type * as Diff from 'diff'
import { isErpError } from '../../../erp-client/errors.ts'
import { offLoop } from '../../call/worker-thread.ts'

export interface TextDiff {
  /** Unified, without file heads; empty where the texts are equal. */
  readonly text: string
  readonly added: number
  readonly removed: number
}

const maxLines = 400
/** The head of a hunk names the lines; the rest can be read. */
const contextLines = 1
const maxLineLength = 500
// Beyond this many differing lines a minimal diff costs more than it is worth.
const maxEditLength = 2000

const require = createRequire(import.meta.url)

/**
 * The hunks between two texts; undefined where more than so many lines differ. Loaded at first use:
 * few calls compare anything.
 */
export function patchOf(
  before: string,
  after: string,
  options: { context: number; maxEditLength: number }
): Diff.StructuredPatch | undefined {
  const { structuredPatch } = require('diff') as typeof Diff
  return structuredPatch('before', 'after', before, after, undefined, undefined, options)
}

/** What changes from one text to the other, capped in size. */
export function diffOf(before: string, after: string): TextDiff {
  if (before === after) return { text: '', added: 0, removed: 0 }
  const patch = patchOf(before, after, { context: contextLines, maxEditLength })
  if (patch === undefined) {
    const [removed, added] = [linesOf(before), linesOf(after)]
    return {
      text: `(almost everything differs: ${removed} lines before, ${added} after)`,
      added,
      removed
    }
  }
  const lines = patch.hunks.flatMap(hunk => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines
  ])
  const shown = lines
    .slice(0, maxLines)
    .map(line => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line))
  return {
    text: [
      ...shown,
      ...(lines.length > maxLines ? [`… ${lines.length - maxLines} more lines of the diff`] : [])
    ].join('\n'),
    added: count(patch.hunks, '+'),
    removed: count(patch.hunks, '-')
  }
}

const diffInThread = offLoop({ diffOf }, import.meta.url)

/**
 * The same in a thread for large texts, which must not block the event loop. A difference that is
 * too expensive is left out and does not fail the call.
 */
export async function compareTexts(
  before: string,
  after: string,
  signal?: AbortSignal
): Promise<TextDiff> {
  if (before === after) return diffOf(before, after)
  try {
    return await diffInThread([before, after], signal)
  } catch (error) {
    if (!isErpError(error, 'ERP_BUSY', 'ERP_BAD_ANSWER')) throw error
    return {
      text: '(the difference was not worked out)',
      added: linesOf(after),
      removed: linesOf(before)
    }
  }
}

function linesOf(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function count(hunks: readonly { readonly lines: readonly string[] }[], sign: string): number {
  return hunks.reduce(
    (sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length,
    0
  )
}

const mostPlaces = 5

/** ` at line 12, 40`: where the first lines of each hunk stand in the new text. */
export function changedPlaces({ text }: TextDiff): string {
  const lines = [...text.matchAll(/^@@ -\d+,\d+ \+(\d+),\d+ @@\n([^]*?)(?=^@@ |(?![^]))/gm)].map(
    ([, start, body = '']) => Number(start) + Math.max(0, body.split('\n').findIndex(isChange))
  )
  const shown = lines.slice(0, mostPlaces).join(', ')
  return lines.length === 0 ? '' : ` at line ${shown}${lines.length > mostPlaces ? ', …' : ''}`
}

const isChange = (line: string): boolean => /^[+-]/.test(line)

/** `+3 -1`. */
export function diffSize({ added, removed }: TextDiff): string {
  return `+${added} -${removed}`
}
