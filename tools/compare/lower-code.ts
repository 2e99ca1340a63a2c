/** ABAP in lower case, except for literals, text in templates, and comments. */

/** Where a scan of ABAP stands: in code, or in the text of a string template. */
type State = 'code' | 'template'

/**
 * ABAP ignores case outside of literals and comments. Code that is embedded in a template is code
 * again, also inside further templates.
 */
export function lowerCode(text: string): string {
  const stack: State[] = ['code']
  let result = ''
  let at = 0
  while (at < text.length) {
    const { end, keep } =
      stack.at(-1) === 'template' ? inTemplate(text, at, stack) : inCode(text, at, stack)
    const piece = text.slice(at, end)
    result += keep ? piece : piece.toLowerCase()
    at = end
  }
  return result
}

interface Piece {
  readonly end: number
  readonly keep: boolean
}

/** Literals, comments, the start of a template, the end of embedded code, or code up to one of them. */
const codePiece =
  /(?<comment>^\*[^\n]*|"[^\n]*)|(?<literal>'(?:[^'\n]|'')*'?|`(?:[^`\n]|``)*`?)|(?<open>\|)|(?<close>\})|[^\n'`"|}]+|\n/my

function inCode(text: string, at: number, stack: State[]): Piece {
  codePiece.lastIndex = at
  const groups = codePiece.exec(text)?.groups
  const end = Math.max(codePiece.lastIndex, at + 1)
  if (groups?.['open'] !== undefined) stack.push('template')
  // Embedded code stands above a template; a brace elsewhere is no ABAP.
  if (groups?.['close'] !== undefined && stack.length > 1) stack.pop()
  return { end, keep: groups?.['comment'] !== undefined || groups?.['literal'] !== undefined }
}

const templatePiece = /(?<text>(?:[^|{\\\n]|\\[^\n]?)+)|(?<end>\|)|(?<open>\{)|(?<line>\n)/y

function inTemplate(text: string, at: number, stack: State[]): Piece {
  templatePiece.lastIndex = at
  const groups = templatePiece.exec(text)?.groups
  const end = Math.max(templatePiece.lastIndex, at + 1)
  if (groups?.['open'] !== undefined) stack.push('code')
  // The text of a template ends with its line at the latest.
  if (groups?.['end'] !== undefined || groups?.['line'] !== undefined) stack.pop()
  return { end, keep: true }
}
