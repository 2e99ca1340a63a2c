/** Applies edits, each of which replaces a text that occurs exactly once. */
import { toLf } from '../../../erp-client/line-ends.ts'
import { lineAt, lineStarts } from '../../abap/units.ts'
import { ToolError } from '../../failure/errors.ts'
import { offLoop } from '../../call/worker-thread.ts'
import { nearestLine } from './nearest-line.ts'

export interface Edit {
  readonly old: string
  readonly new: string
}

const linesListed = 12
const lineLength = 200

/**
 * Applies all edits or none. Every `old` must occur exactly once in the text as it is (not as
 * earlier edits leave it), and no two may overlap; so the order of the edits does not matter.
 * Throws TOOL_EDIT_NOT_FOUND, TOOL_EDIT_AMBIGUOUS or TOOL_EDIT_OVERLAP.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = lineStarts(text)
  const places = edits
    .map(({ old, new: replacement }, index) => {
      const wanted = toLf(old)
      const at = onlyPlace(text, wanted, { index, starts })
      return { index, from: at, to: at + wanted.length, replacement: toLf(replacement) }
    })
    .sort((a, b) => a.from - b.from)
  let result = ''
  let done = 0
  for (const [position, { from, to, replacement, index }] of places.entries()) {
    const before = places[position - 1]
    if (from < done && before !== undefined) {
      throw new ToolError(
        'TOOL_EDIT_OVERLAP',
        `Edits ${before.index + 1} and ${index + 1} touch the same text near line ${lineAt(starts, from)}.`,
        { remedy: 'Join them into one edit. Nothing was changed.' }
      )
    }
    result += text.slice(done, from) + replacement
    done = to
  }
  return result + text.slice(done)
}

function onlyPlace(
  text: string,
  wanted: string,
  { index, starts }: { index: number; starts: readonly number[] }
): number {
  const first = text.indexOf(wanted)
  if (first < 0) throw notFound(text, wanted, index)
  const places = [first]
  for (
    let at = text.indexOf(wanted, first + 1);
    at >= 0 && places.length <= linesListed;
    at = text.indexOf(wanted, at + 1)
  ) {
    places.push(at)
  }
  if (places.length === 1) return first
  const lines = places
    .slice(0, linesListed)
    .map(at => lineAt(starts, at))
    .join(', ')
  throw new ToolError(
    'TOOL_EDIT_AMBIGUOUS',
    `The old text of edit ${index + 1} occurs ${places.length > linesListed ? `more than ${linesListed}` : places.length} times, in lines ${lines}.`,
    {
      remedy: 'Make it longer until it is unique, with lines before or after. Nothing was changed.',
      data: { edit: index + 1, lines: places.slice(0, linesListed).map(at => lineAt(starts, at)) }
    }
  )
}

/**
 * Says where the text would be found if blanks or case did not count, which is what goes wrong
 * most; else shows the line that is most like the one that does not fit.
 */
function notFound(text: string, wanted: string, index: number): ToolError {
  const loose = looseLine(text, wanted)
  const near = loose ?? nearestLine(text.split('\n'), wanted.split('\n'))
  const shown =
    near === undefined
      ? undefined
      : JSON.stringify((text.split('\n')[near - 1] ?? '').slice(0, lineLength))
  return new ToolError(
    'TOOL_EDIT_NOT_FOUND',
    `The old text of edit ${index + 1} does not occur in the source.`,
    {
      remedy: [
        loose === undefined
          ? near === undefined
            ? 'No line is like it.'
            : `Most like it is line ${near}: ${shown}.`
          : `Line ${loose} differs from it only in blanks or case; it is: ${shown}.`,
        'Copy it from ERPRead exactly as it stands there; edits do not build on each other. Nothing was changed.'
      ].join(' '),
      ...(near === undefined ? {} : { showsSource: true as const }),
      data: { edit: index + 1, ...(near === undefined ? {} : { nearLine: near }) }
    }
  )
}

function looseLine(text: string, wanted: string): number | undefined {
  const loose = (line: string) => line.toLowerCase().replace(/\s+/g, ' ').trim()
  const pattern = wanted
    .split('\n')
    .map(loose)
    .filter(line => line !== '')
  const lines = text.split('\n').map(loose)
  const first = pattern[0]
  if (first === undefined) return undefined
  const at = lines.findIndex(
    (line, row) =>
      (pattern.length === 1 ? line.includes(first) : line.endsWith(first)) &&
      follows(lines, row, pattern)
  )
  return at < 0 ? undefined : at + 1
}

function follows(lines: readonly string[], row: number, pattern: readonly string[]): boolean {
  let at = row
  for (const wanted of pattern.slice(1)) {
    at += 1
    while (lines[at] === '') at += 1
    if (lines[at]?.startsWith(wanted) !== true) return false
  }
  return true
}

export const applyEditsInThread = offLoop({ applyEdits }, import.meta.url)
