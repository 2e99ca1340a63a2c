/**
 * Refuses SQL that hides what it reads: parts that stand in literals or variables, other clients
 * and connections, skipped access controls, hints.
 */
import { ToolError } from '../failure/errors.ts'
import type { SqlToken } from './tokens.ts'

/** A place in the statement. */
interface Spot {
  readonly tokens: readonly SqlToken[]
  readonly at: number
}

const conditionStarts = new Set([
  'WHERE',
  'HAVING',
  'ON',
  'AND',
  'OR',
  'NOT',
  'EXISTS',
  'ALL',
  'ANY',
  'SOME'
])
const listStarts = new Set(['SELECT', 'DISTINCT', 'SINGLE', 'FIELDS'])
const clauses = new Set([
  'FROM',
  'WHERE',
  'HAVING',
  'ON',
  'JOIN',
  'GROUP',
  'ORDER',
  'UP',
  'UNION',
  'INTERSECT',
  'EXCEPT'
])
/** Behind these begins something new, so a word there is a name. */
const introducers = new Set([
  ...conditionStarts,
  ...listStarts,
  ...clauses,
  'AS',
  'BY',
  'IN',
  'BETWEEN',
  'LIKE',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'IS',
  'ESCAPE',
  'EQ',
  'NE',
  'LT',
  'GT',
  'LE',
  'GE',
  'OVER',
  'TO'
])
const comparison = /^(?:[<>=!]+|EQ|NE|LT|GT|LE|GE|BETWEEN|LIKE|IN|IS|EXISTS|SELECT)$/
const operator = /^(?:[<>=!]+|\|\||&&|[-+*/]|EQ|NE|LT|GT|LE|GE|BETWEEN|LIKE|IN|IS|NOT|DIV|MOD)$/

/** What a part of the statement is for, as far as a literal in its place could hide something. */
type Place = 'condition' | 'columns' | 'sources' | 'sorting' | 'other'

const dynamic: Readonly<Record<Exclude<Place, 'other'>, string>> = {
  condition: 'A condition in a literal or variable (dynamic WHERE, HAVING or ON)',
  columns: 'A list of columns in a literal or variable (dynamic column list)',
  sources: 'A table name in a literal or variable (dynamic FROM)',
  sorting: 'A list in a literal or variable (dynamic GROUP BY or ORDER BY)'
}

/** @throws ToolError TOOL_BAD_SQL that names the construct */
export function assertOpen(tokens: readonly SqlToken[]): void {
  const places = placesOf(tokens)
  const inside = insideOf(tokens)
  tokens.forEach((_token, at) => {
    const spot = { tokens, at }
    const addition = additionAt(spot)
    if (addition !== undefined) throw refused(`${addition} is not possible here.`)
    const place = places[at] ?? 'other'
    if (place !== 'other' && isDynamic(spot, place, inside)) {
      throw refused(`${dynamic[place]} is not possible here.`)
    }
  })
}

function refused(message: string): ToolError {
  const remedy = 'Write tables, columns and conditions as they are, of this client and connection.'
  return new ToolError('TOOL_BAD_SQL', message, { remedy })
}

function word({ tokens, at }: Spot, offset = 0): string {
  const token = tokens[at + offset]
  return token === undefined || token.kind === 'literal' ? '' : token.upper
}

/**
 * Additions that stand behind an operand; elsewhere the same word is the name of a column or table.
 */
function additionAt(spot: Spot): string | undefined {
  const now = word(spot)
  const next = word(spot, 1)
  if (now.endsWith('%_HINTS') || (now === '_HINTS' && word(spot, -1) === '%')) {
    return 'A hint (%_HINTS)'
  }
  if (now.includes('|') && now !== '||') return 'A string template (|…|)'
  if (now === 'CLIENT' && next === 'SPECIFIED') return 'CLIENT SPECIFIED'
  if (now === 'USING' && /^(?:CLIENTS?|ALL)$/.test(next)) return 'USING CLIENT or USING ALL CLIENTS'
  // No operand and no name stands between these two words.
  if (now.endsWith('WITH') && next === 'PRIVILEGED') return 'WITH PRIVILEGED ACCESS'
  const isName = next === '' && spot.tokens[spot.at + 1]?.kind === 'literal'
  const isNamed =
    isName || next === '(' || (next !== '' && next !== ',' && next !== ')' && !operator.test(next))
  if (now === 'CONNECTION' && isNamed && isBehindOperand(spot)) return 'CONNECTION'
  return undefined
}

function isBehindOperand(spot: Spot): boolean {
  const before = spot.tokens[spot.at - 1]
  if (before === undefined) return false
  if (before.kind === 'sign') return before.text === ')' || before.text === '*'
  return before.kind === 'literal' || !introducers.has(before.upper)
}

/** The place of each token at which an operand, an item or a source begins. */
function placesOf(tokens: readonly SqlToken[]): Place[] {
  const places: Place[] = []
  const lists: Place[] = ['other']
  const between = [false]
  let next: Place = 'other'
  for (const token of tokens) {
    places.push(next)
    const depth = lists.length - 1
    const isAnd = token.kind === 'word' && token.upper === 'AND' && between[depth] === true
    if (token.kind === 'word') {
      if (token.upper === 'BETWEEN' || isAnd) between[depth] = !isAnd
      lists[depth] = listOf(token.upper) ?? lists[depth] ?? 'other'
    }
    if (token.text === '(' && token.kind === 'sign') {
      lists.push('other')
      between.push(false)
      // A parenthesis keeps its place: the condition in it is one as well.
    } else if (token.text === ')' && token.kind === 'sign') {
      lists.pop()
      between.pop()
      next = 'other'
    } else if (token.kind === 'literal' || isAnd) {
      next = 'other'
    } else {
      next = placeBehind(token, lists[depth] ?? 'other')
    }
  }
  return places
}

/** The list that a word begins, whose commas separate its items. */
function listOf(upper: string): Place | undefined {
  if (listStarts.has(upper)) return 'columns'
  if (upper === 'BY') return 'sorting'
  return clauses.has(upper) || upper === 'INTO' ? 'other' : undefined
}

function placeBehind(token: SqlToken, list: Place): Place {
  if (token.text === ',') return list
  if (token.kind !== 'word') return 'other'
  if (conditionStarts.has(token.upper)) return 'condition'
  if (token.upper === 'FROM' || token.upper === 'JOIN') return 'sources'
  return listOf(token.upper) ?? 'other'
}

/**
 * A literal that is the whole of its place, or a parenthesis that holds nothing to decide, to
 * choose or to read.
 */
function isDynamic(spot: Spot, place: Place, inside: Inside): boolean {
  const { tokens, at } = spot
  const token = tokens[at]
  if (token === undefined) return false
  if (token.kind === 'literal') return place !== 'columns' && !isOperand(spot, at + 1)
  if (!isSign(token, '(')) return false
  const end = inside.ends[at] ?? tokens.length
  const within = (kind: Content) => (inside.before[kind][end] ?? 0) - (inside.before[kind][at] ?? 0)
  if (within('query') > 0) return false
  const isLiteral = within('other') === 0
  const isSingle = within('literal') + within('other') <= 1
  if (place === 'sources') return isSingle || isLiteral
  if (place === 'condition') {
    return isLiteral || (within('decision') === 0 && !isOperand(spot, end + 1))
  }
  return (isLiteral || isSingle) && !isNamed(spot, end + 1)
}

function isNamed(spot: Spot, at: number): boolean {
  return word({ ...spot, at }) === 'AS' || isOperand(spot, at)
}

function isOperand(spot: Spot, at: number): boolean {
  return operator.test(word({ ...spot, at }))
}

function isSign({ kind, text }: SqlToken, sign: string): boolean {
  return kind === 'sign' && text === sign
}

const contents = ['literal', 'other', 'decision', 'query'] as const
type Content = (typeof contents)[number]

/**
 * What stands between parentheses, counted once for all of them: they may be nested as deeply as
 * the statement is long.
 */
interface Inside {
  /** Where the parenthesis of a place ends. */
  readonly ends: readonly (number | undefined)[]
  /** How many tokens of a kind stand before a place. */
  readonly before: Readonly<Record<Content, readonly number[]>>
}

function insideOf(tokens: readonly SqlToken[]): Inside {
  const ends: (number | undefined)[] = []
  const open: number[] = []
  const before: Record<Content, number[]> = { literal: [0], other: [0], decision: [0], query: [0] }
  tokens.forEach((token, at) => {
    if (isSign(token, '(')) open.push(at)
    const start = isSign(token, ')') ? open.pop() : undefined
    if (start !== undefined) ends[start] = at
    const now = contentOf(token)
    for (const kind of contents) {
      before[kind].push((before[kind][at] ?? 0) + (now.includes(kind) ? 1 : 0))
    }
  })
  return { ends, before }
}

function contentOf(token: SqlToken): readonly Content[] {
  if (token.kind === 'literal') return ['literal']
  if (isSign(token, '(') || isSign(token, ')') || /^(?:&&?|\|\||\+|-)$/.test(token.text)) return []
  if (token.upper === 'SELECT') return ['other', 'decision', 'query']
  return comparison.test(token.upper) ? ['other', 'decision'] : ['other']
}
