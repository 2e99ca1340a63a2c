/** Splits ABAP SQL and CDS sources into tokens. */
import { SqlError } from '../errors.ts'

/** ABAP SQL of users, or CDS DDL source: they differ in comments and names. */
export type Dialect = 'abap' | 'cds'

export interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'sign' | 'end'
  /** As written; for texts the content without quotes. */
  readonly text: string
  /** Upper case for words, else as `text`. */
  readonly upper: string
  /** 1-based row and 0-based column. */
  readonly row: number
  readonly column: number
  /** Whether white space stands before it: `a~b` and `count( * )` depend on it. */
  readonly spaced: boolean
}

const WORD = /[\p{L}\p{N}_$%#?!]+|\/\w+\/[\w$%#]+/uy
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SIGN = /<=|>=|<>|!=|=>|&&|\|\||->|\.\.|[-+*/=<>(),.;:~@[\]{}&\\^]/y
const SPACE = /\s+/y
const COMMENTS: Readonly<Record<Dialect, RegExp>> = {
  abap: /"[^\n]*|(?<=^|\n)\*[^\n]*/y,
  cds: /\/\/[^\n]*|--[^\n]*|\/\*[\s\S]*?\*\//y
}

/** Longest query or DDL source that is looked at. */
const MAX_CHARACTERS = 1_000_000

/**
 * Splits a source into tokens; the last one is the end. Throws SqlError for what cannot stand in
 * SQL.
 */
export function tokenize(source: string, dialect: Dialect): Token[] {
  if (source.length > MAX_CHARACTERS) {
    throw new SqlError('LIMIT', `The text is longer than ${MAX_CHARACTERS} characters`)
  }
  const tokens: Token[] = []
  const cursor = { at: 0, row: 1, lineStart: 0, spaced: true }
  while (cursor.at < source.length) {
    if (skip(source, dialect, cursor)) continue
    const token = next(source, cursor)
    tokens.push(token)
  }
  tokens.push({
    kind: 'end',
    text: '',
    upper: '',
    row: cursor.row,
    column: cursor.at - cursor.lineStart,
    spaced: true
  })
  return tokens
}

interface Cursor {
  at: number
  row: number
  lineStart: number
  spaced: boolean
}

function skip(source: string, dialect: Dialect, cursor: Cursor): boolean {
  for (const pattern of [SPACE, COMMENTS[dialect]]) {
    const found = match(pattern, source, cursor.at)
    if (found === undefined) continue
    advance(source, cursor, found.length)
    cursor.spaced = true
    return true
  }
  return false
}

function next(source: string, cursor: Cursor): Token {
  const place = { row: cursor.row, column: cursor.at - cursor.lineStart, spaced: cursor.spaced }
  cursor.spaced = false
  const quote = source[cursor.at]
  if (quote === "'" || quote === '`') {
    const { content, length } = quoted(source, cursor.at, quote)
    advance(source, cursor, length)
    return { kind: 'text', text: content, upper: content, ...place }
  }
  // A number is tried first where a name cannot begin with a digit; `2wheels` stays a word.
  const word = match(WORD, source, cursor.at)
  const number = match(NUMBER, source, cursor.at)
  if (number !== undefined && (word === undefined || number.length >= word.length)) {
    advance(source, cursor, number.length)
    return { kind: 'number', text: number, upper: number, ...place }
  }
  if (word !== undefined) {
    advance(source, cursor, word.length)
    return { kind: 'word', text: word, upper: word.toUpperCase(), ...place }
  }
  const sign = match(SIGN, source, cursor.at)
  if (sign === undefined) {
    throw new SqlError(
      'SYNTAX',
      `Unexpected character ${JSON.stringify(source[cursor.at])} in row ${place.row}, column ${place.column + 1}`,
      { isUnreadable: true }
    )
  }
  advance(source, cursor, sign.length)
  return { kind: 'sign', text: sign, upper: sign, ...place }
}

function quoted(source: string, start: number, quote: string): { content: string; length: number } {
  let content = ''
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] !== quote) {
      content += source[at]
    } else if (source[at + 1] === quote) {
      content += quote
      at++
    } else {
      return { content, length: at - start + 1 }
    }
  }
  throw new SqlError('SYNTAX', 'A literal is not closed', { isUnreadable: true })
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

function advance(source: string, cursor: Cursor, length: number): void {
  for (let at = cursor.at; at < cursor.at + length; at++) {
    if (source[at] === '\n') {
      cursor.row++
      cursor.lineStart = at + 1
    }
  }
  cursor.at += length
}
