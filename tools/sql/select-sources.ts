/** The tables and associations that a SELECT names. */
import { badSql } from './tokens.ts'
import type { SqlToken } from './tokens.ts'

export function tablesOf(tokens: readonly SqlToken[]): string[] {
  const found = new Set<string>()
  tokens.forEach(({ kind, upper }, index) => {
    if (kind === 'word' && (upper === 'FROM' || upper === 'JOIN')) collect(tokens, index + 1, found)
  })
  return [...found]
}

/** `\\_Name` outside of literals. */
export function associationsOf(tokens: readonly SqlToken[]): string[] {
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
