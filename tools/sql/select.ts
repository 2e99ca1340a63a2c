import { longestQueryWord } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'
import { assertOpen } from './hidden.ts'

export interface SqlToken {
  readonly kind: 'word' | 'literal' | 'sign'
  readonly text: string
  readonly upper: string
}

export interface CheckedSelect {
  /** The statement in one line without comments, as it may be sent. */
  readonly sql: string
  /**
   * What it reads, upper case: every name behind FROM and JOIN at any depth, common table
   * expressions left out.
   */
  readonly tables: readonly string[]
  /** Associations that it goes along, upper case; `*` where one cannot be told. */
  readonly along: readonly string[]
}

/** Words that have no business in a reading statement. */
const forbidden = new Set([
  'INSERT',
  'UPDATE',
  'DELETE',
  'MODIFY',
  'MERGE',
  'UPSERT',
  'CALL',
  'EXEC',
  'EXECUTE',
  'DROP',
  'ALTER',
  'CREATE',
  'TRUNCATE',
  'GRANT',
  'REVOKE',
  'COMMIT',
  'ROLLBACK',
  'INTO',
  'APPENDING',
  'ATTACH',
  'PRAGMA'
])

function badSql(
  message: string,
  remedy = 'Send exactly one SELECT, without INTO and without host variables.'
): ToolError {
  return new ToolError('TOOL_BAD_SQL', message, { remedy })
}

/**
 * Decides on the tokens that a text is exactly one SELECT (or WITH … SELECT). Throws TOOL_BAD_SQL
 * otherwise.
 */
export function checkSelect(text: string): CheckedSelect {
  const tokens = withoutEnd(tokenize(text))
  const first = tokens[0]?.upper
  if (first === undefined) throw badSql('There is no statement.')
  if (first !== 'SELECT' && first !== 'WITH') {
    throw badSql(`Only SELECT is possible here, not ${first.slice(0, 30)}.`)
  }
  const separator = tokens.find(
    ({ kind, text: sign }) => kind === 'sign' && (sign === ';' || sign === '.')
  )
  if (separator !== undefined) {
    throw badSql(`Only one statement is possible: there is text behind "${separator.text}".`)
  }
  const host = tokens.find(({ kind, text: sign }) => kind === 'sign' && sign === '@')
  if (host !== undefined) {
    throw badSql(
      'Host variables and expressions (@…) have no value here.',
      'Write the value as a literal.'
    )
  }
  const evil = tokens.find(
    ({ kind, upper }, index) =>
      kind === 'word' && forbidden.has(upper) && tokens[index - 1]?.upper !== 'AS'
  )
  if (evil !== undefined) throw badSql(`${evil.upper} is not possible in a query.`)
  assertApart(tokens)
  assertBalanced(tokens)
  assertShort(tokens)
  assertOpen(tokens)
  assertWhole(tokens)
  return { sql: joined(tokens), tables: tablesOf(tokens), along: alongOf(tokens) }
}

/** The data preview cuts lines, and a literal cannot stand in two. */
function assertShort(tokens: readonly SqlToken[]): void {
  const long = tokens.find(({ text }) => text.length > longestQueryWord)
  if (long === undefined) return
  const what = long.kind === 'literal' ? 'literal' : 'word'
  const message = `A ${what} of ${long.text.length} characters is too long: the ERP cuts the lines of a query.`
  throw badSql(
    message,
    `Use at most ${longestQueryWord - 2} characters, e.g. LIKE with a part of the value and %.`
  )
}

const structural = new Set(['SELECT', 'FROM', 'JOIN', 'INTO'])

/**
 * A keyword that sticks to a sign or a number (`*FROM`, `1FROM`) is none to us and may be one to a
 * database: what stood behind it would not be seen.
 */
function assertApart(tokens: readonly SqlToken[]): void {
  const glued = tokens.find(
    ({ kind, upper }) =>
      kind === 'word' &&
      !structural.has(upper) &&
      upper.split(/[^\p{L}\p{N}_]+|(?<=^\p{N}+)(?=\p{L})/u).some(piece => structural.has(piece))
  )
  if (glued !== undefined) {
    throw badSql(
      `A keyword is not set apart in ${glued.text.slice(0, 40)}.`,
      'Put spaces around keywords.'
    )
  }
}

/**
 * A statement that reads: SELECT and FROM outside of all parentheses, and no end of a comment that
 * was never begun.
 */
function assertWhole(tokens: readonly SqlToken[]): void {
  let depth = 0
  const outer = new Set<string>()
  for (const { kind, text, upper } of tokens) {
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (kind === 'word' && depth === 0) outer.add(upper)
    if (kind === 'sign' && text.includes('*/')) {
      throw badSql('A comment ends that never began.', 'Leave comments out.')
    }
  }
  if (!outer.has('SELECT') || !outer.has('FROM')) {
    throw badSql('The statement is not whole: SELECT … FROM … is needed.')
  }
}

/**
 * A condition or a sort list that stands where the caller's words were put into a statement; it
 * must not end its clause.
 */
export function checkClause(text: string, what: string): string {
  const tokens = withoutEnd(tokenize(text))
  assertBalanced(tokens)
  let depth = 0
  for (const { kind, text: sign, upper } of tokens) {
    if (kind === 'sign' && sign === '(') depth += 1
    if (kind === 'sign' && sign === ')') depth -= 1
    if (
      kind === 'word' &&
      depth === 0 &&
      [
        'SELECT',
        'FROM',
        'UNION',
        'INTERSECT',
        'EXCEPT',
        'GROUP',
        'HAVING',
        'ORDER',
        'WHERE',
        'UP'
      ].includes(upper)
    ) {
      throw badSql(`\`${what}\` must not contain ${upper}.`, 'Use `sql` for a whole statement.')
    }
  }
  return joined(tokens)
}

function withoutEnd(tokens: readonly SqlToken[]): readonly SqlToken[] {
  return tokens.slice(
    0,
    tokens.findLastIndex(({ kind, text }) => kind !== 'sign' || (text !== ';' && text !== '.')) + 1
  )
}

function assertBalanced(tokens: readonly SqlToken[]): void {
  let depth = 0
  for (const { kind, text } of tokens) {
    if (kind !== 'sign') continue
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth < 0) break
  }
  if (depth !== 0) throw badSql('The parentheses do not match.')
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

function joined(tokens: readonly SqlToken[]): string {
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
  'HAVING',
  'OVER'
])

/** A function takes its parenthesis without a space; a keyword does not. */
function isCall({ upper }: SqlToken): boolean {
  return !clauseWords.has(upper)
}

function tablesOf(tokens: readonly SqlToken[]): string[] {
  const found = new Set<string>()
  tokens.forEach(({ kind, upper }, index) => {
    if (kind === 'word' && (upper === 'FROM' || upper === 'JOIN')) collect(tokens, index + 1, found)
  })
  return [...found]
}

/** `\\_Name` outside of literals. */
function alongOf(tokens: readonly SqlToken[]): string[] {
  const texts = tokens.filter(({ kind }) => kind !== 'literal').map(({ upper }) => upper)
  const steps = texts.flatMap(text => text.split('\\').slice(1))
  return [...new Set(steps.map(step => /^[\w/$]+/.exec(step)?.[0] ?? '*'))]
}

/** Words that end a list of sources or begin another one; no table is named like them. */
const noTables = new Set([
  'FROM',
  'JOIN',
  'INNER',
  'WHERE',
  'ON',
  'GROUP',
  'ORDER',
  'HAVING',
  'UNION',
  'AS'
])

/** The sources that begin at `index`: a name, a list of names, or names in parentheses. */
function collect(tokens: readonly SqlToken[], index: number, found: Set<string>): void {
  for (let at: number | undefined = index; at !== undefined;) {
    while (tokens[at]?.text === '(') at += 1
    const token: SqlToken | undefined = tokens[at]
    if (token === undefined) throw badSql('The statement ends where a table is expected.')
    if (token.upper === 'SELECT') return
    if (token.kind !== 'word' || noTables.has(token.upper)) {
      throw badSql(`A table name is expected instead of ${token.text.slice(0, 40)}.`)
    }
    // The name of a common table expression begins with a plus sign.
    if (!token.text.startsWith('+')) found.add(token.upper.split('\\')[0] ?? token.upper)
    at = nextSource(tokens, at + 1)
  }
}

/** These end the list of sources; behind them a comma separates something else. */
const afterSources = new Set([
  'WHERE',
  'FIELDS',
  'GROUP',
  'HAVING',
  'ORDER',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'UP',
  'OFFSET',
  'FOR',
  'SELECT',
  'FROM',
  'JOIN'
])

/**
 * Behind a comma of the same list, with an alias, arguments or a condition before it: where the
 * next source begins.
 */
function nextSource(tokens: readonly SqlToken[], behind: number): number | undefined {
  let depth = 0
  for (let at = behind; at < tokens.length; at += 1) {
    const { kind, text, upper } = tokens[at] ?? { kind: 'sign', text: ')', upper: ')' }
    if (kind === 'word' && depth === 0 && afterSources.has(upper)) return undefined
    if (kind !== 'sign') continue
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth < 0) return undefined
    if (depth === 0 && text === ',') return at + 1
  }
  return undefined
}
