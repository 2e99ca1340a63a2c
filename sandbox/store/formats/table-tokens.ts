/** Splits a dictionary source into tokens. */
import { StoreError } from '../errors.ts'

export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'enumeration' | 'sign' | 'end'
  readonly text: string
  readonly row: number
  readonly column: number
}

const pattern =
  /\s+|\/\/[^\n]*|--[^\n]*|\/\*[^]*?\*\/|'((?:[^'\n]|'')*)'|(#[A-Za-z_][\w]*)|(\/?[A-Za-z_%$][\w$]*(?:[/.~-](?=[\w/])[\w$]+)*)|(\d+(?:\.\d+)?(?!\.))|(\d)|(\.\.|[@{}()[\],:;=*<>.+-])/y

/**
 * The words and signs of a dictionary source; comments and white space are left out. Throws
 * StoreError `INVALID_SOURCE`.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let row = 1
  let lineStart = 0
  pattern.lastIndex = 0
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const column = at - lineStart
    if (match === null) {
      const problem =
        text[at] === "'"
          ? 'A literal is not closed'
          : text.startsWith('/*', at)
            ? 'A comment is not closed'
            : `"${String.fromCodePoint(text.codePointAt(at) ?? 0)}" is not understood here`
      throw new StoreError('INVALID_SOURCE', problem, { position: { line: row, column } })
    }
    const [whole, literal, enumeration, word, number, digit, sign] = match
    if (literal !== undefined) {
      tokens.push({ kind: 'string', text: literal.replace(/''/g, "'"), row, column })
    } else if (enumeration !== undefined) {
      tokens.push({ kind: 'enumeration', text: enumeration.slice(1), row, column })
    } else if (word !== undefined) tokens.push({ kind: 'word', text: word, row, column })
    else if (number !== undefined || digit !== undefined) {
      tokens.push({ kind: 'number', text: number ?? digit ?? '', row, column })
    } else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, row, column })
    for (let end = whole.indexOf('\n'); end >= 0; end = whole.indexOf('\n', end + 1)) {
      row++
      lineStart = at + end + 1
    }
  }
  const last = text.length - lineStart
  return [...tokens, { kind: 'end', text: '', row, column: last }]
}
