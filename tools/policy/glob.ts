/** Patterns of names with `*`, as in the lists of packages, tables and transport requests. */

/**
 * One test over several patterns: `*` stands for any characters, everything else for itself. The
 * match is anchored at both ends and ignores case. It takes linear time for each pattern, unlike a
 * regular expression with several wildcards.
 */
export function globList(patterns: readonly string[]): (name: string) => boolean {
  const parts = patterns
    .map(pattern => pattern.trim().toUpperCase())
    .filter(pattern => pattern !== '')
    .map(pattern => pattern.split('*'))
  return name => {
    const upper = name.toUpperCase()
    return parts.some(pieces => fits(pieces, upper))
  }
}

function fits(pieces: readonly string[], name: string): boolean {
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (pieces.length === 1) return name === first
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) {
    return false
  }
  const end = name.length - last.length
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}
