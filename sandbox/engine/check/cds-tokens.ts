/** Splits CDS source into tokens and finds unclosed literals, comments and brackets. */

/** A token of CDS source: rows 1-based, columns 0-based, end exclusive. */
export interface CdsToken {
  readonly text: string
  readonly row: number
  readonly column: number
  readonly endRow: number
  readonly endColumn: number
  readonly offset: number
}

/** What is wrong with the characters as such, and where. */
export interface CdsFault {
  readonly token: CdsToken
  readonly text: string
}

const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\*|\/\/[^\n]*|--[^\n]*|'(?:[^'\\\n]|''|\\.)*'|'|"(?:[^"\\\n]|\\.)*"|\/\w+\/\w+|[\w$#]+|<=|>=|<>|!=|[^\s]/g

/** Splits CDS source into tokens, without comments. */
export function cdsTokens(source: string): CdsToken[] {
  return allTokens(source).filter(token => !isComment(token.text))
}

function allTokens(source: string): CdsToken[] {
  const tokens: CdsToken[] = []
  let row = 1
  let lineStart = 0
  let at = 0
  for (const match of source.matchAll(TOKEN)) {
    const [text] = match
    for (; at < match.index; at++) {
      if (source[at] === '\n') {
        row++
        lineStart = at + 1
      }
    }
    const start = { row, column: at - lineStart }
    for (const end = at + text.length; at < end; at++) {
      if (source[at] === '\n') {
        row++
        lineStart = at + 1
      }
    }
    tokens.push({ text, ...start, endRow: row, endColumn: at - lineStart, offset: match.index })
  }
  return tokens
}

function isComment(text: string): boolean {
  return text.startsWith('/*') || text.startsWith('//') || text.startsWith('--')
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

/** The first literal, comment or bracket that is not closed, or bracket that closes nothing. */
export function cdsFault(source: string): CdsFault | undefined {
  const open: CdsToken[] = []
  for (const token of allTokens(source)) {
    if (token.text === '/*') return { token, text: 'The comment is not closed: "*/" is missing.' }
    if (token.text === "'") {
      return { token, text: "The literal is not closed in its line: ' is missing." }
    }
    if (token.text in CLOSERS) open.push(token)
    if (!Object.values(CLOSERS).includes(token.text)) continue
    const opener = open.pop()
    if (opener === undefined) return { token, text: `"${token.text}" closes nothing.` }
    const wanted = CLOSERS[opener.text] ?? ''
    if (wanted !== token.text) {
      return {
        token: opener,
        text: `"${opener.text}" is not closed: "${wanted}" is missing before "${token.text}" in line ${token.row}.`
      }
    }
  }
  const left = open.at(-1)
  return left === undefined
    ? undefined
    : {
        token: left,
        text: `"${left.text}" is not closed: "${CLOSERS[left.text] ?? ''}" is missing.`
      }
}
