/** Splits a statement with a long list of literals. */
import { tokenize } from './tokens.ts'

/**
 * Literals beyond which a list is sent in pieces: old database interfaces end at about 30 000
 * characters of a statement.
 */
const longest = 400

/** These make the rows of a statement depend on each other, so that it cannot be taken apart. */
const rowsCombined = new Set([
  'GROUP',
  'ORDER',
  'HAVING',
  'DISTINCT',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'COUNT',
  'SUM',
  'MIN',
  'MAX',
  'AVG',
  'OR',
  'NOT',
  'WITH',
  'CASE'
])

/**
 * A statement with one long list of literals behind IN, as statements with a part of the list each;
 * undefined where it has none or where the parts would not give the rows of the whole. A literal
 * that stands twice is requested once.
 */
export function splitLongList(sql: string): string[] | undefined {
  const tokens = tokenize(sql)
  if (
    tokens.filter(({ upper }) => upper === 'SELECT').length !== 1 ||
    tokens.some(({ kind, upper }) => kind === 'word' && rowsCombined.has(upper))
  ) {
    return undefined
  }
  const lists = tokens.flatMap(({ upper }, index) =>
    upper === 'IN' && tokens[index + 1]?.text === '(' ? [index + 1] : []
  )
  const [open] = lists
  // Other parentheses belong to functions, whose form would be lost.
  if (
    open === undefined ||
    lists.length !== 1 ||
    tokens.filter(({ text }) => text === '(').length !== 1
  ) {
    return undefined
  }
  const close = tokens.findIndex(({ text }, index) => index > open && text === ')')
  const inner = tokens.slice(open + 1, close).filter(({ text }) => text !== ',')
  const values = [...new Set(inner.map(({ text }) => text))]
  if (
    close < 0 ||
    inner.length <= longest ||
    !inner.every(({ kind, text }) => kind === 'literal' || /^-?\d+$/.test(text))
  ) {
    return undefined
  }
  const words = (from: number, to?: number) =>
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ')
  const parts: string[] = []
  for (let at = 0; at < values.length; at += longest) {
    parts.push(
      `${words(0, open)} ( ${values.slice(at, at + longest).join(', ')} ) ${words(close + 1)}`.trim()
    )
  }
  return parts
}
