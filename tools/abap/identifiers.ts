/** The names in ABAP code, with what they are a member of. */
import { regions } from './regions.ts'

/** A name in code, also in code embedded in a template. Offsets into the text, end exclusive. */
export interface Identifier {
  /** Upper case. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** How it is bound to the name before it; undefined for a name that stands alone. */
  readonly operator: '->' | '=>' | '~' | '-' | undefined
  /** The name before the operator, upper case. */
  readonly owner: string | undefined
  /** Where the name before the operator begins; else where this one begins. */
  readonly ownerStart: number
  /** The token before it, upper case: a word, an operator or a sign. */
  readonly previous: string
  /** The name of a parameter or component that gets a value: `run( name = 1 )`. */
  readonly isArgument: boolean
}

const tokens =
  /(?<name>(?:\/\w+\/)?[A-Za-z_]\w*)|(?<operator>->|=>|~|(?<=[\w>\])])-(?=\w))|[([]|[)\]]|\.|\d+|\S/g
const assigned = /\s*=(?![>=])/y
/** Behind these a name with an equals sign is compared. */
const conditions = new Set(['WHEN', 'AND', 'OR', 'NOT', 'IF', 'ELSEIF', 'WHERE', 'UNTIL', 'WHILE'])

interface Token {
  readonly text: string
  readonly kind: 'name' | 'operator' | 'other'
  readonly start: number
  readonly end: number
}

/** In the order of the text. Linear in its length. */
export function* identifiers(text: string): Generator<Identifier> {
  let [before, last]: (Token | undefined)[] = []
  /** For each open bracket whether what stands in it are arguments. */
  let brackets: boolean[] = []
  for (const token of codeTokens(text)) {
    const isGlued = last?.end === token.start
    if (token.text === '(' || token.text === '[') {
      brackets.push(isGlued && (last?.kind === 'name' || last?.text === '#'))
    } else if (token.text === ')' || token.text === ']') brackets.pop()
    else if (token.text === '.') brackets = []
    const isFieldSymbol = last?.text === '<' && isGlued && text[token.end] === '>'
    if (token.kind === 'name' && !isFieldSymbol) {
      const bound = isGlued && last?.kind === 'operator' ? last : undefined
      const owner = bound !== undefined && before?.end === bound.start ? before : undefined
      assigned.lastIndex = token.end
      yield {
        name: token.text.toUpperCase(),
        start: token.start,
        end: token.end,
        operator: bound?.text as Identifier['operator'],
        owner: owner?.text.toUpperCase(),
        ownerStart: owner?.start ?? token.start,
        previous: last?.text.toUpperCase() ?? '',
        isArgument:
          brackets.at(-1) === true &&
          assigned.test(text) &&
          !conditions.has(last?.text.toUpperCase() ?? '')
      }
    }
    before = last
    last = token
  }
}

function* codeTokens(text: string): Generator<Token> {
  for (const { kind, start, end } of regions(text)) {
    if (kind !== 'code') continue
    for (const { 0: piece, index, groups } of text.slice(start, end).matchAll(tokens)) {
      const from = start + index
      yield {
        text: piece,
        kind:
          groups?.['name'] !== undefined
            ? 'name'
            : groups?.['operator'] !== undefined
              ? 'operator'
              : 'other',
        start: from,
        end: from + piece.length
      }
    }
  }
}
