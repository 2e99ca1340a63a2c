/** Finds the line of a source that a text most probably means. */

/** Share of the words that must be the same. */
const likeness = 0.5
const longestLine = 400
const mostWanted = 200

/**
 * The line (from 1) where the text stops fitting: the first line that differs behind the place that
 * is most like its beginning. Undefined where no line shares half of its words. Takes linear time.
 */
export function nearestLine(
  lines: readonly string[],
  wanted: readonly string[]
): number | undefined {
  const first = wanted.findIndex(line => line.trim() !== '')
  const pattern = wanted.slice(first, first + mostWanted).map(line => line.trim())
  const words = new Set(wordsOf(pattern[0] ?? ''))
  if (first < 0 || words.size === 0) return undefined
  let best = { row: -1, score: 0, fitting: 0 }
  for (const [row, line] of lines.entries()) {
    const score = alike(words, wordsOf(line))
    if (score < likeness || score < best.score) continue
    const fitting = fittingLines(lines, row, pattern)
    if (score > best.score || fitting > best.fitting) best = { row, score, fitting }
  }
  if (best.row < 0) return undefined
  return Math.min(best.row + best.fitting, lines.length - 1) + 1
}

function wordsOf(line: string): string[] {
  return (
    line
      .slice(0, longestLine)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  )
}

/** Twice the common words by all words of both lines: 1 for the same words, 0 for none. */
function alike(words: ReadonlySet<string>, others: readonly string[]): number {
  const other = new Set(others)
  const common = [...other].filter(word => words.has(word)).length
  return other.size === 0 ? 0 : (2 * common) / (words.size + other.size)
}

function fittingLines(lines: readonly string[], row: number, pattern: readonly string[]): number {
  const differs = pattern.findIndex((line, at) => lines[row + at]?.trim() !== line)
  return differs < 0 ? pattern.length : differs
}
