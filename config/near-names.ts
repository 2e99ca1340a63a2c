/**
 * The known name that is nearest to an unknown one. `tools/schema/nearest.ts` has another measure for
 * words of agents; settings import no other module, and the tools import no settings.
 */

/** `; did you mean X?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates)
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** The candidate within a quarter of the word's length in edits, case and separators aside. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '')
  const scored = candidates
    .filter(Boolean)
    .map(name => ({ name, edits: distance(plain(word), plain(name)) }))
  const best = scored.sort((a, b) => a.edits - b.edits)[0]
  return best !== undefined && best.edits <= Math.max(1, Math.floor(plain(best.name).length / 4))
    ? best.name
    : undefined
}

/** Insertions, deletions, replacements, and swaps of neighbours. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          change,
          at(row, j) + 1,
          at(next, j - 1) + 1,
          swapped ? at(before, j - 2) + 1 : Infinity
        )
      )
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}

/**
 * A setting's variable that the unknown one is close to. `SVC_` is a common prefix of other
 * programs, so there only `SVC_` counts.
 */
export function meantVariable(variable: string, known: readonly string[]): string | undefined {
  const [, prefix = '', rest = ''] = /^(ERP|SVC)_(.+)$/i.exec(variable) ?? []
  if (prefix === '') return undefined
  const candidates = known.filter(name => prefix.toUpperCase() === 'ERP' || name.startsWith('SVC_'))
  const near = nearest(
    rest,
    candidates.map(name => name.slice(4))
  )
  return candidates.find(name => name.slice(4) === near)
}
