/** Similar names, for hints in errors. Settings have their own, because neither layer imports the other. */
import { plainWord } from './plain-word.ts'

/** The most similar candidate; undefined where none is close. Ignores case, `_` and `-`. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(word)
  const all = [...candidates]
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of all) {
    const distance = editDistance(wanted, plain(candidate))
    if (best === undefined || distance < best.distance) best = { candidate, distance }
  }
  if (best !== undefined && best.distance > 1 && wanted.length >= 3) {
    const longer = all.find(candidate => plain(candidate).startsWith(wanted))
    if (longer !== undefined) return longer
  }
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3))
    ? best.candidate
    : undefined
}

/** Similar candidates, the nearest first. */
export function similar(word: string, candidates: Iterable<string>, most: number): string[] {
  const wanted = plain(word)
  const far = Math.max(2, Math.floor(wanted.length / 3))
  return [...new Set(candidates)]
    .map(candidate => ({
      candidate,
      distance: plain(candidate).startsWith(wanted) ? 1 : editDistance(wanted, plain(candidate))
    }))
    .filter(({ distance }) => distance <= far)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

function plain(word: string): string {
  return plainWord(word.slice(0, 60))
}

/** Insertions, deletions, replacements and swaps of neighbours between two short words. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          at(rows[row - 1], column) + 1,
          at(current, column - 1) + 1,
          at(rows[row - 1], column - 1) + (same ? 0 : 1),
          swapped ? at(rows[row - 2], column - 2) + 1 : Infinity
        )
      )
    }
    rows.push(current)
  }
  return at(rows[a.length], b.length)
}

function at(row: readonly number[] | undefined, column: number): number {
  return row?.[column] ?? Infinity
}
