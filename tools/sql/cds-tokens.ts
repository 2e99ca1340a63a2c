/** Splits the source of a CDS object into tokens, and refuses each character it has no rule for. */

export interface CdsToken {
  readonly kind: 'name' | 'quoted' | 'number' | 'literal' | 'sign' | 'end'
  /** Upper case, without quotes. */
  readonly text: string
  /** 1-based. */
  readonly line: number
}

/** Why a source cannot be read. The message quotes nothing of it. */
export class CdsError extends Error {
  override readonly name = 'CdsError'
}

export function notUnderstood(line: number, what: string): CdsError {
  return new CdsError(`line ${line} of its source is not understood: ${what}`)
}

/** How a literal writes a quote: doubled only, or behind a backslash as well. */
export type Quoting = 'doubled' | 'backslash'

/** There are two readings where a backslash in a literal could mean two things. */
export function quotingsOf(source: string): readonly Quoting[] {
  return source.includes('\\') ? ['backslash', 'doubled'] : ['doubled']
}

const literals: Readonly<Record<Quoting, string>> = {
  doubled: String.raw`'(?:[^'\n\r]|'')*'`,
  backslash: String.raw`'(?:[^'\n\r\\]|\\[^\n\r]|'')*'`
}

/** In this order: the first that fits is the token. */
const rules: readonly (readonly [CdsToken['kind'] | 'space', string])[] = [
  ['space', String.raw`\s+|\/\/[^\n\r]*|--[^\n\r]*|\/\*[^]*?\*\/`],
  ['quoted', String.raw`"[^"\n\r]+"`],
  ['number', String.raw`\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w$])`],
  ['name', String.raw`(?:\/\w+\/)?[\w$]+`],
  ['sign', String.raw`<=|>=|<>|!=|=>|\.\.|\|\||&&|[-+*/=<>(),.;:@[\]{}#&?]`]
]

const kinds = ['literal', ...rules.map(([kind]) => kind)] as const

function patternOf(quoting: Quoting): RegExp {
  const all = [literals[quoting], ...rules.map(([, rule]) => rule)]
  return new RegExp(all.map(rule => `(${rule})`).join('|'), 'y')
}

const patterns = { doubled: patternOf('doubled'), backslash: patternOf('backslash') } as const

/** Longest source that is read. */
const mostCharacters = 500_000

/** @throws CdsError where a comment or literal does not end or a character fits nowhere */
export function cdsTokens(source: string, quoting: Quoting): CdsToken[] {
  if (source.length > mostCharacters) throw notUnderstood(1, 'it is too long')
  const pattern = patterns[quoting]
  const tokens: CdsToken[] = []
  let line = 1
  for (let at = source.startsWith('\uFEFF') ? 1 : 0; at < source.length; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    // Two slashes and a star begin nothing but a comment, so one that does not end is no division.
    if (found === null || (found[0] === '/' && source[at + 1] === '*')) {
      throw notUnderstood(line, 'a character, a literal or a comment that does not end')
    }
    const [piece, ...groups] = found
    const kind = kinds[groups.findIndex(group => group !== undefined)] ?? 'space'
    if (kind !== 'space') tokens.push({ kind, text: textOf(kind, piece), line })
    line += piece.split('\n').length - 1
  }
  tokens.push({ kind: 'end', text: '', line })
  return tokens
}

function textOf(kind: CdsToken['kind'], piece: string): string {
  const isQuoted = kind === 'quoted' || kind === 'literal'
  return (isQuoted ? piece.slice(1, -1) : piece).toUpperCase()
}
