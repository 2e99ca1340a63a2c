/** Splits the source of a CDS view into its elements and everything that decides about its rows. */
import { CdsCursor } from '../sql/cds-cursor.ts'
import { readAnnotations } from '../sql/cds-expressions.ts'
import { cdsTokens, quotingsOf } from '../sql/cds-tokens.ts'
import type { CdsToken } from '../sql/cds-tokens.ts'

export interface ViewElement {
  readonly alias: string
  readonly tokens: readonly CdsToken[]
  /** `*` or `t.*`: the columns of the sources come under their own names. */
  readonly isStar: boolean
}

export interface ViewParts {
  readonly elements: readonly ViewElement[]
  /** Sources, joins, conditions, groupings and associations. */
  readonly rest: readonly CdsToken[]
}

/** All readings of a source together. @throws CdsError */
export function viewParts(source: string): ViewParts {
  const all = quotingsOf(source).map(quoting =>
    split(withoutAnnotations(new CdsCursor(cdsTokens(source, quoting))))
  )
  return {
    elements: all.flatMap(({ elements }) => elements),
    rest: all.flatMap(({ rest }) => rest)
  }
}

function withoutAnnotations(cursor: CdsCursor): CdsToken[] {
  const tokens: CdsToken[] = []
  while (cursor.token.kind !== 'end') {
    if (cursor.sees('@')) readAnnotations(cursor)
    else tokens.push(cursor.next())
  }
  return tokens
}

const opening = new Set(['(', '[', '{'])
const closing = new Set([')', ']', '}'])

function split(tokens: readonly CdsToken[]): ViewParts {
  const elements: ViewElement[] = []
  const rest: CdsToken[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const end = listEnd(tokens, at)
    if (end === undefined) {
      rest.push(token)
      continue
    }
    elements.push(...itemsOf(tokens.slice(at + 1, end)))
    at = isSign(token, '{') ? end : end - 1
  }
  return { elements, rest }
}

/** Where the list of elements ends that begins at `{` or, before FROM, at SELECT. */
function listEnd(tokens: readonly CdsToken[], at: number): number | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  const isSelect = isWord(token, 'SELECT')
  if (!isSign(token, '{') && !isSelect) return undefined
  let depth = 0
  for (let end = at + 1; end < tokens.length; end += 1) {
    const one = tokens[end]
    if (one === undefined) break
    if (depth === 0 && (isSelect ? isWord(one, 'FROM') : isSign(one, '}'))) {
      return end === at + 1 ? undefined : end
    }
    if (one.kind === 'sign' && opening.has(one.text)) depth += 1
    if (one.kind === 'sign' && closing.has(one.text)) depth -= 1
  }
  return undefined
}

function itemsOf(tokens: readonly CdsToken[]): ViewElement[] {
  const items: CdsToken[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'sign' && opening.has(token.text)) depth += 1
    if (token.kind === 'sign' && closing.has(token.text)) depth -= 1
    // Elements of table entities end with a semicolon.
    if (depth === 0 && (isSign(token, ',') || isSign(token, ';'))) items.push([])
    else items.at(-1)?.push(token)
  }
  return items.filter(item => item.length > 0).map(elementOf)
}

function elementOf(item: readonly CdsToken[]): ViewElement {
  const tokens = isWord(item[0], 'KEY') && isName(item[1]) ? item.slice(1) : item
  let depth = 0
  let end = tokens.length
  let alias: string | undefined
  tokens.forEach((token, at) => {
    if (token.kind === 'sign' && opening.has(token.text)) depth += 1
    if (token.kind === 'sign' && closing.has(token.text)) depth -= 1
    if (depth > 0) return
    const next = tokens[at + 1]
    if (isWord(token, 'AS') && next !== undefined) {
      alias = next.text
      end = at
    } else if (alias === undefined && end === tokens.length && isSign(token, ':') && at > 0) {
      end = at
    }
  })
  const own = tokens.slice(0, end)
  const last = own.at(-1)
  return {
    alias: alias ?? own.findLast(token => isName(token))?.text ?? '',
    tokens: own,
    isStar: last !== undefined && isSign(last, '*')
  }
}

export function isName(token: CdsToken | undefined): boolean {
  return token?.kind === 'name' || token?.kind === 'quoted'
}

export function isSign(token: CdsToken | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign
}

function isWord(token: CdsToken | undefined, word: string): boolean {
  return token?.kind === 'name' && token.text === word
}
