/** The parameters of a method or function module in its declaration. */
import { tokensFrom } from './tokens.ts'
import type { Token } from './tokens.ts'

export type ParameterKind = 'IMPORTING' | 'EXPORTING' | 'CHANGING' | 'RETURNING' | 'TABLES'

export interface Parameter {
  /** Upper case, without `!` and `VALUE( )`. */
  readonly name: string
  readonly kind: ParameterKind
  /** A call may leave it out. */
  readonly optional: boolean
}

export interface Signature {
  /** Upper case. */
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly preferred: string | undefined
  /** The declaration from the name up to the comma or period behind it. */
  readonly start: number
  readonly end: number
}

const kinds: ReadonlySet<string> = new Set([
  'IMPORTING',
  'EXPORTING',
  'CHANGING',
  'RETURNING',
  'TABLES'
])
const others: ReadonlySet<string> = new Set(['RAISING', 'EXCEPTIONS', 'RESUMABLE'])
const typings: ReadonlySet<string> = new Set(['TYPE', 'LIKE', 'STRUCTURE'])

/** The signature whose name stands at an offset. */
export function signatureAt(text: string, nameStart: number): Signature {
  const tokens: Token[] = []
  let end = text.length
  let depth = 0
  for (const token of tokensFrom(text, nameStart)) {
    if (token.word === '(') depth += 1
    if (token.word === ')') depth -= 1
    if (depth === 0 && (token.word === '.' || token.word === ',')) {
      end = token.start
      break
    }
    tokens.push(token)
  }
  const words = tokens.map(({ word }) => word)
  const preferred = words.indexOf('PREFERRED')
  return {
    name: (words[0] ?? '').replace(/^!/, ''),
    parameters: parametersIn(words),
    preferred: preferred < 0 ? undefined : words[preferred + 2]?.replace(/^!/, ''),
    start: nameStart,
    end: tokens.at(-1)?.end ?? end
  }
}

function parametersIn(words: readonly string[]): Parameter[] {
  const found: { name: string; kind: ParameterKind; optional: boolean }[] = []
  let kind: ParameterKind | undefined
  for (const [at, word] of words.entries()) {
    if (at === 0) continue
    if (isKind(word) && !typings.has(words[at + 1] ?? '')) kind = word
    else if (others.has(word)) kind = undefined
    else if (kind !== undefined) {
      const name = nameAt(words, at)
      const last = found.at(-1)
      if (name !== undefined) {
        found.push({ name, kind, optional: kind !== 'IMPORTING' && kind !== 'CHANGING' })
      } else if (last !== undefined && (word === 'OPTIONAL' || word === 'DEFAULT')) {
        last.optional = true
      }
    }
  }
  return found
}

function isKind(word: string): word is ParameterKind {
  return kinds.has(word)
}

/** A parameter begins with `VALUE(`, `REFERENCE(`, or a name in front of its type. */
function nameAt(words: readonly string[], at: number): string | undefined {
  const word = words[at] ?? ''
  if ((word === 'VALUE' || word === 'REFERENCE') && words[at + 1] === '(') return words[at + 2]
  return typings.has(words[at + 1] ?? '') && /^!?[A-Z_/]/.test(word)
    ? word.replace(/^!/, '')
    : undefined
}

/** The parameter that a call with one unnamed argument means. */
export function positionalParameter({ parameters, preferred }: Signature): string | undefined {
  if (preferred !== undefined) return preferred
  const inputs = parameters.filter(({ kind }) => kind === 'IMPORTING')
  const needed = inputs.filter(({ optional }) => !optional)
  const [only] = inputs.length === 1 ? inputs : needed
  return inputs.length === 1 || needed.length === 1 ? only?.name : undefined
}

/** A call with one unnamed argument is possible. */
export function takesPositional(signature: Signature): boolean {
  const needed = signature.parameters.filter(
    ({ kind, optional }) => (kind === 'IMPORTING' || kind === 'CHANGING') && !optional
  )
  const target = positionalParameter(signature)
  return target !== undefined && needed.every(({ name }) => name === target)
}
