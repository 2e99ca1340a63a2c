/** The tokens of an ABAP SQL statement. */
import { ToolError } from '../failure/errors.ts'

export interface SqlToken {
  readonly kind: 'word' | 'literal' | 'sign'
  readonly text: string
  readonly upper: string
}

export function badSql(
  message: string,
  remedy = 'Send exactly one SELECT, without INTO and without host variables.'
): ToolError {
  return new ToolError('TOOL_BAD_SQL', message, { remedy })
}

export function withoutEnd(tokens: readonly SqlToken[]): readonly SqlToken[] {
  return tokens.slice(
    0,
    tokens.findLastIndex(({ kind, text }) => kind !== 'sign' || (text !== ';' && text !== '.')) + 1
  )
}

const pattern =
  /[^\S\n]+|\n|--[^\n]*|"[^\n]*|\/\*[\s\S]*?\*\/|\/\*[\s\S]*|'(?:[^'\n]|'')*'|`(?:[^`\n]|``)*`|\d+\.\d+(?![\p{L}\p{N}_])|[\p{L}\p{N}_$#%&+/~\\<>=!|*-]+|[\s\S]/gu

// eslint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const operators = /^(?:[<>=!]+|\|\||[-+*/&|%~#$]|\*\*)$/

/**
 * Literals, words and signs; comments fall away here, so that what is decided is what is sent.
 * Throws on a literal that does not end in its line and on double quotes meant as literals.
 */
export function tokenize(text: string): SqlToken[] {
  if (control.test(text)) throw badSql('The statement contains control characters.')
  const tokens: SqlToken[] = []
  for (const [piece] of text.matchAll(pattern)) {
    if (piece.startsWith('/*') && (piece.length < 4 || !piece.endsWith('*/'))) {
      throw badSql('A comment does not end.', 'Leave comments out.')
    }
    if (piece.trim() === '' || piece.startsWith('--') || piece.startsWith('/*')) continue
    if (piece.startsWith('"')) {
      if (piece.indexOf('"', 1) > 0) {
        throw badSql('Double quotes open a comment here.', "Put literals into single quotes: 'X'.")
      }
      continue
    }
    if (piece === "'" || piece === '`') {
      throw badSql(
        'A literal does not end.',
        "Close it in its line; a quote inside a literal is written twice: 'it''s'."
      )
    }
    if (/^['`]/.test(piece)) tokens.push({ kind: 'literal', text: piece, upper: piece })
    else for (const part of parts(piece)) tokens.push(part)
  }
  return tokens
}

/** A run of name characters may hold operators without spaces, e.g. `a=b`, `count(*)`. */
function parts(piece: string): SqlToken[] {
  return piece
    .split(/(--.*|\/\*.*|[<>=!]+|\|\|)/u)
    .filter(part => part !== '')
    .map(part => {
      if (part.startsWith('/*') || part.startsWith('--')) {
        throw badSql('A comment does not end.', 'Leave comments out.')
      }
      const isWord = /[\p{L}\p{N}_]/u.test(part) && !operators.test(part)
      return { kind: isWord ? 'word' : 'sign', text: part, upper: part.toUpperCase() }
    })
}

export function joined(tokens: readonly SqlToken[]): string {
  let sql = ''
  let before: SqlToken | undefined
  for (const token of tokens) {
    const tight =
      before === undefined ||
      token.text === ',' ||
      (token.text === '(' && before.kind === 'word' && isCall(before))
    sql += tight ? token.text : ` ${token.text}`
    before = token
  }
  return sql
}

const clauseWords = new Set([
  'IN',
  'AND',
  'OR',
  'NOT',
  'FROM',
  'JOIN',
  'ON',
  'WHERE',
  'SELECT',
  'AS',
  'EXISTS',
  'ANY',
  'ALL',
  'SOME',
  'UNION',
  'BY',
  'WHEN',
  'THEN',
  'ELSE',
  'CASE',
  'DISTINCT',
  'VALUES',
  'BETWEEN',
  'LIKE',
  'HAVING'
])

/** A function and OVER take their parenthesis without a space; a keyword does not. */
function isCall({ upper }: SqlToken): boolean {
  return !clauseWords.has(upper)
}
