/** Replacements of stretches of a text. */

/** Offsets into the text, end exclusive. */
export interface TextCut {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with all cuts made, none of which may overlap. */
export function applyCuts(text: string, cuts: readonly TextCut[]): string {
  let result = ''
  let done = 0
  for (const { start, end, text: inserted } of cuts.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(done, start) + inserted
    done = end
  }
  return result + text.slice(done)
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Before the line feed. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Whole lines with their line feed where nothing else stands in them. */
export function withWholeLines(text: string, start: number, end: number): [number, number] {
  const from = lineStart(text, start)
  const to = lineEnd(text, end)
  const alone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === ''
  return alone ? [from, Math.min(text.length, to + 1)] : [start, end]
}
