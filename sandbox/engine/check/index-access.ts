/** Checks that tables without an index are not read by one. */
import type { ABAPFile, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'index_access'
const WITHOUT_INDEX = new Set(['ANY', 'HASHED'])

/**
 * Reports reads by index of parameters and field symbols that are typed as ANY TABLE or HASHED
 * TABLE. A name that is declared otherwise as well in the same source is left alone.
 */
export function checkIndexAccess(file: ABAPFile): FileMessage[] {
  const statements = file.getStatements().map(node => node.getTokens())
  const kinds = tableKinds(statements)
  return statements.flatMap(tokens =>
    indexed(tokens).flatMap(token => {
      const name = token.getStr().toUpperCase()
      const kind = kinds.get(name)
      if (kind === undefined || kind === '') return []
      const text = `Explicit or implicit index operations cannot be used on tables with types "HASHED TABLE" or "ANY TABLE". "${name}" has the type "${kind} TABLE".`
      return [error(rangeOfToken(file.getFilename(), token), RULE, text)]
    })
  )
}

/** The kind of table by name; empty for a name that stands for something else too. */
function tableKinds(statements: readonly (readonly Token[])[]): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (const tokens of statements) {
    for (const [at, token] of tokens.entries()) {
      const word = token.getStr().toUpperCase()
      if (word !== 'TYPE' && word !== 'LIKE') continue
      const name = nameBefore(tokens, at)
      const kind = tokens[at + 1]?.getStr().toUpperCase() ?? ''
      const isTable = tokens[at + 2]?.getStr().toUpperCase() === 'TABLE'
      const own = isTable && WITHOUT_INDEX.has(kind) ? kind : ''
      kinds.set(name, kinds.has(name) && kinds.get(name) !== own ? '' : own)
    }
  }
  return kinds
}

/** The declared name before TYPE, which may stand in VALUE( … ) or between angle brackets. */
function nameBefore(tokens: readonly Token[], at: number): string {
  const text = tokens[at - 1]?.getStr() ?? ''
  return (text === ')' ? (tokens[at - 2]?.getStr() ?? '') : text).replace(/^!/, '').toUpperCase()
}

/** The names of the tables that the statement reads by an index. */
function indexed(tokens: readonly Token[]): Token[] {
  const words = tokens.map(token => token.getStr().toUpperCase())
  const [first, second, , ...rest] = words
  const [, , table] = tokens
  const byIndex =
    (first === 'READ' && second === 'TABLE' && rest.includes('INDEX')) ||
    (first === 'LOOP' && second === 'AT' && /\b(FROM|TO)\b/.test(beforeWhere(rest)))
  const expressions = tokens.filter((token, at) => {
    const [bracket] = tokens.slice(at + 1, at + 2)
    return (
      bracket?.getStr() === '[' &&
      bracket.getStart().equals(token.getEnd()) &&
      isIndex(words.slice(at + 2))
    )
  })
  return [...(byIndex && table !== undefined ? [table] : []), ...expressions]
}

function beforeWhere(words: readonly string[]): string {
  const where = words.indexOf('WHERE')
  return (where < 0 ? words : words.slice(0, where)).join(' ')
}

/** Between the brackets stands one operand, not a key. */
function isIndex(words: readonly string[]): boolean {
  const inside = words.slice(0, words.indexOf(']'))
  return inside.length > 0 && !inside.some(word => word === '=' || word === 'KEY')
}
