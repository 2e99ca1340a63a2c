/** Divides a source into code, comments, literals and the text of string templates. */

/** A stretch of a source that is all of one kind. Offsets into the text, end exclusive. */
export interface Region {
  readonly kind: 'code' | 'comment' | 'literal' | 'template'
  readonly start: number
  readonly end: number
}

/** Where a scan of ABAP stands: in code, or in the text of a string template. */
type State = 'code' | 'template'

/**
 * The regions of a text in their order, without gaps. Code that is embedded in a template is code
 * again, also inside further templates. Linear in the length of the text.
 */
export function* regions(text: string): Generator<Region> {
  const stack: State[] = ['code']
  let start = 0
  while (start < text.length) {
    const { end, kind } =
      stack.at(-1) === 'template' ? inTemplate(text, start, stack) : inCode(text, start, stack)
    yield { kind, start, end }
    start = end
  }
}

type Piece = Omit<Region, 'start'>

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
  if (groups?.['comment'] !== undefined) return { end, kind: 'comment' }
  return { end, kind: groups?.['literal'] === undefined ? 'code' : 'literal' }
}

const templatePiece = /(?<text>(?:[^|{\\\n]|\\[^\n]?)+)|(?<end>\|)|(?<open>\{)|(?<line>\n)/y

function inTemplate(text: string, at: number, stack: State[]): Piece {
  templatePiece.lastIndex = at
  const groups = templatePiece.exec(text)?.groups
  const end = Math.max(templatePiece.lastIndex, at + 1)
  if (groups?.['open'] !== undefined) stack.push('code')
  // The text of a template ends with its line at the latest.
  if (groups?.['end'] !== undefined || groups?.['line'] !== undefined) stack.pop()
  return { end, kind: 'template' }
}

const otherPiece =
  /(?<comment>\/\/[^\n]*|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|'(?:[^'\n]|'')*'?/g

/** The same for CDS and the other sources that are no ABAP, which have no templates. */
export function* otherRegions(text: string): Generator<Region> {
  let at = 0
  for (const { index, 0: piece, groups } of text.matchAll(otherPiece)) {
    if (index > at) yield { kind: 'code', start: at, end: index }
    at = index + piece.length
    yield { kind: groups?.['comment'] === undefined ? 'literal' : 'comment', start: index, end: at }
  }
  if (at < text.length) yield { kind: 'code', start: at, end: text.length }
}
