/** Checks that a text is exactly one reading statement. */
import { longestQueryWord } from '../../erp-client/index.ts'
import { assertOpen } from './hidden.ts'
import { badSql, withoutEnd, tokenize, joined } from './tokens.ts'
import type { SqlToken } from './tokens.ts'
import { tablesOf, associationsOf } from './select-sources.ts'

export interface CheckedSelect {
  /** The statement in one line without comments, as it may be sent. */
  readonly sql: string
  /**
   * What it reads, upper case: every name behind FROM and JOIN at any depth, common table
   * expressions left out.
   */
  readonly tables: readonly string[]
  /** Associations that it follows, upper case; `*` where one is not known. */
  readonly associations: readonly string[]
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
  const changing = tokens.find(
    ({ kind, upper }, index) =>
      kind === 'word' && forbidden.has(upper) && tokens[index - 1]?.upper !== 'AS'
  )
  if (changing !== undefined) throw badSql(`${changing.upper} is not possible in a query.`)
  assertApart(tokens)
  assertBalanced(tokens)
  assertShort(tokens)
  assertOpen(tokens)
  assertWhole(tokens)
  return { sql: joined(tokens), tables: tablesOf(tokens), associations: associationsOf(tokens) }
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
