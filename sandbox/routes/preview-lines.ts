/**
 * The lines of a query as the data preview reads them: cut after 255 characters, and without those
 * that are comments.
 */

const longest = 255

/**
 * Undefined where a cut falls into a literal, which then does not end in its line.
 *
 * @param old releases before 7.51: a line that is cut at a blank loses its rest, and only a star in
 * the first column begins a comment
 */
export function linesAsRead(sql: string, old: boolean): string | undefined {
  const comment = old ? /^\*/ : /^\s*\*/
  const lines = sql
    .split(/\r?\n/)
    .filter(line => !comment.test(line))
    .map(line => cut(line, old))
  return lines.some(pieces => pieces.slice(0, -1).some(opensLiteral))
    ? undefined
    : lines.map(pieces => pieces.join(' ')).join('\n')
}

function cut(line: string, old: boolean): string[] {
  const pieces: string[] = []
  for (let at = 0; at < line.length; at += longest) {
    const piece = line.slice(at, at + longest)
    pieces.push(piece)
    if (old && piece.length === longest && /\s$/.test(piece)) break
  }
  return pieces
}

function opensLiteral(piece: string): boolean {
  let quote = ''
  for (const char of piece) {
    if (char === quote) quote = ''
    else if (quote === '' && (char === "'" || char === '`')) quote = char
  }
  return quote !== ''
}
