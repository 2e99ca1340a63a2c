/** The statements in the body of a behavior by what they declare. */
import type { CdsToken } from '../cds-tokens.ts'
import { optionsOf } from './source.ts'
import type { Behavior, Statement } from './source.ts'

export interface Item {
  readonly statement: Statement
  /** The keyword behind its modifiers, as `ACTION` or `DETERMINE ACTION`. */
  readonly kind: string
  readonly modifiers: readonly string[]
  readonly keyword: CdsToken
  readonly options: readonly (readonly CdsToken[])[]
  /** What is declared, or used from the base. */
  readonly name: CdsToken | undefined
  /** What stands behind the name. */
  readonly rest: readonly CdsToken[]
}

const MODIFIERS = new Set(
  'INTERNAL STATIC FACTORY DEFAULT DRAFT REPEATABLE RECOMMENDATION SAVE KEY MANAGED ANCESTOR UNMANAGED EXTEND USE DEEP'.split(
    ' '
  )
)

export function itemsOf({ body }: Pick<Behavior, 'body'>): Item[] {
  return body.flatMap(itemOf)
}

function itemOf(statement: Statement): Item[] {
  const { tokens, words } = statement
  let at = 0
  const modifiers: string[] = []
  for (; MODIFIERS.has(words[at] ?? ''); at++) {
    modifiers.push(words[at] ?? '')
    // save ( finalize ) action
    if (words[at + 1] === '(') at = words.indexOf(')', at)
  }
  const keyword = tokens[at]
  if (keyword === undefined) return []
  const isDetermine = words[at] === 'DETERMINE' || words[at] === 'SIDE'
  const kind = words.slice(at, at + (isDetermine ? 2 : 1)).join(' ')
  at += isDetermine ? 2 : 1
  const hasOptions = words[at] === '('
  const options = hasOptions ? optionsOf({ tokens: tokens.slice(at) }) : []
  if (hasOptions) at = words.indexOf(')', at) + 1
  return [
    { statement, kind, modifiers, keyword, options, name: tokens[at], rest: tokens.slice(at + 1) }
  ]
}
