/** Refuses what is not one readable SELECT, at the place of the fault. */
import { Empty, Unknown } from '@abaplint/core'
import type { Nodes, Token } from '@abaplint/core'
import type { SelectAnalysis } from '../../types.ts'
import { statementsOf } from '../check/statements.ts'

type Message = SelectAnalysis['messages'][number]
type Node = Nodes.StatementNode

const MAX_CHARACTERS = 200_000
/** Console users report that systems refuse it: daslabhq/sap-abap-sql-mcp. */
const NO_WITH =
  'Only a SELECT statement is allowed: WITH is a statement of its own, which runs in programs.'

export function at(text: string, row = 1, column = 0): Message {
  return { text, row, column }
}

/** Everything but exactly one SELECT without INTO. */
export function refuse(text: string): Message | undefined {
  if (text.trim() === '') return at('The query is empty.')
  if (text.length > MAX_CHARACTERS) {
    return at(`The query is too long: ${text.length} characters, the limit is ${MAX_CHARACTERS}.`)
  }
  const [first, second] = statementsOf(`${text}\n.`).filter(node => !(node.get() instanceof Empty))
  if (first === undefined) return at('The query is empty.')
  const place = (node: Node) =>
    [node.getFirstToken().getRow(), node.getFirstToken().getStart().getCol() - 1] as const
  const word = first.getFirstToken().getStr().toUpperCase()
  if (word === 'WITH') return at(NO_WITH, ...place(first))
  if (word !== 'SELECT') {
    return at(`Only a SELECT statement is allowed, not "${word}".`, ...place(first))
  }
  if (second !== undefined) return at('Only one SELECT statement is allowed.', ...place(second))
  const into = first.getTokens().find(token => /^(INTO|APPENDING)$/i.test(token.getStr()))
  if (into !== undefined) {
    return at('INTO is not allowed in a query.', into.getRow(), into.getStart().getCol() - 1)
  }
  if (!(first.get() instanceof Unknown)) return undefined
  return missingBlank(text, first) ?? badClause(text, first)
}

const CLAUSES = /^(FROM|WHERE|GROUP|HAVING|ORDER|UNION|UP|OFFSET)$/i

/** Adds one clause at a time to a valid query; the first that makes it invalid is reported. */
function badClause(text: string, node: Node): Message {
  const starts = topLevel(node).filter(token => CLAUSES.test(token.getStr()))
  const from = starts.find(token => /^FROM$/i.test(token.getStr()))
  if (from === undefined) return at('The query has no FROM clause.')
  const offsets = starts.map(token => offsetOf(text, token.getRow(), token.getStart().getCol()))
  const begin = starts.indexOf(from)
  const ends = [...offsets.slice(begin + 1), text.length]
  const source = text.slice(offsets[begin], ends[0])
  if (!isSelect(`SELECT * ${source}`)) {
    return at('The FROM clause is not valid.', from.getRow(), from.getStart().getCol() - 1)
  }
  if (!isSelect(text.slice(0, ends[0]))) return badField(text, node, source)
  for (const [index, end] of ends.slice(1).entries()) {
    const clause = starts[begin + 1 + index]
    if (clause !== undefined && !isSelect(text.slice(0, end))) {
      return at(
        `The clause beginning with "${clause.getStr().toUpperCase()}" is not valid.`,
        clause.getRow(),
        clause.getStart().getCol() - 1
      )
    }
  }
  return at('The SELECT statement is not valid.')
}

function isSelect(text: string): boolean {
  const [only, more] = statementsOf(`${text}\n.`)
  return only !== undefined && more === undefined && !(only.get() instanceof Unknown)
}

export function offsetOf(text: string, row: number, column: number): number {
  let offset = 0
  for (let line = 1; line < row; line++) offset = text.indexOf('\n', offset) + 1
  return offset + column - 1
}

/** The tokens outside of all parentheses. */
export function topLevel(node: Node): ReturnType<Node['getTokens']> {
  let depth = 0
  return node.getTokens().filter(token => {
    const text = token.getStr()
    if (text.endsWith('(')) depth++
    if (text.startsWith(')')) depth--
    return depth === 0
  })
}

/**
 * Blanks stand inside of parentheses, and none in front of `(`: the statement that has them is
 * valid.
 */
function missingBlank(text: string, node: Node): Message | undefined {
  const tokens = node.getTokens()
  const gaps = tokens.flatMap((token, index) => {
    const previous = tokens[index - 1]
    return previous === undefined ? [] : (gapOf(previous, token) ?? [])
  })
  if (gaps.length === 0) return undefined
  let corrected = text
  for (const { row, column, blanks } of gaps.toReversed()) {
    const offset = offsetOf(text, row, column)
    corrected =
      corrected.slice(0, offset - blanks) + (blanks > 0 ? '' : ' ') + corrected.slice(offset)
  }
  const [first] = gaps
  return first === undefined || !isSelect(corrected)
    ? undefined
    : at(first.text, first.row, first.column - 1)
}

interface Gap {
  readonly row: number
  readonly column: number
  /** Blanks that stand in front of the place and must not; 0 where one is missing. */
  readonly blanks: number
  readonly text: string
}

function gapOf(previous: Token, token: Token): Gap | undefined {
  const [row, column] = [token.getRow(), token.getCol()]
  const end = previous.getEnd()
  const blanks = end.getRow() === row ? column - end.getCol() : 1
  const [before, own] = [previous.getStr(), token.getStr()]
  if (before === '(' && blanks === 0) {
    return { row, column, blanks: 0, text: 'A blank is expected behind "(".' }
  }
  if (own === ')' && blanks === 0) {
    return { row, column, blanks: 0, text: 'A blank is expected in front of ")".' }
  }
  return own === '(' && blanks > 0 && end.getRow() === row && /^OVER$/i.test(before)
    ? { row, column, blanks, text: 'No blank is expected between "OVER" and "(".' }
    : undefined
}

/** The first field of the list that is not valid on its own. */
function badField(text: string, node: Node, source: string): Message {
  const bad = fieldsOf(node).find(tokens => {
    const [first, last] = [tokens[0], tokens.at(-1)]
    if (first === undefined || last === undefined) return true
    const [start, end] = [first.getStart(), last.getEnd()]
    const field = text.slice(
      offsetOf(text, start.getRow(), start.getCol()),
      offsetOf(text, end.getRow(), end.getCol())
    )
    return !isSelect(`SELECT ${field} ${source}`)
  })
  const start = bad?.[0]
  return start === undefined
    ? at('The list of fields is not valid.')
    : at(
        `The list of fields is not valid from "${start.getStr().toUpperCase()}" on.`,
        start.getRow(),
        start.getCol() - 1
      )
}

const BEFORE_FIELDS = /^(SELECT|SINGLE|DISTINCT)$/i

/** The tokens of each field between SELECT and FROM. */
function fieldsOf(node: Node): Token[][] {
  const fields: Token[][] = [[]]
  let depth = 0
  for (const token of node.getTokens()) {
    const text = token.getStr()
    if (text.endsWith('(')) depth++
    if (text.startsWith(')')) depth--
    if (depth === 0 && /^FROM$/i.test(text)) break
    if (depth === 0 && text === ',') fields.push([])
    else if (!BEFORE_FIELDS.test(text)) fields.at(-1)?.push(token)
  }
  return fields
}
