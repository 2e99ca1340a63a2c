/** Conditions of breakpoints: comparisons of variables and literals with AND, OR and NOT. */

export type ConditionOperand =
  | { readonly kind: 'variable' | 'lines'; readonly name: string }
  | { readonly kind: 'characters' | 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }

export type BreakpointCondition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly BreakpointCondition[] }
  | { readonly kind: 'not'; readonly part: BreakpointCondition }
  | { readonly kind: 'initial'; readonly left: ConditionOperand }
  | {
      readonly kind: 'compare'
      /** As the runtime calls it: `eq`, `cp` … */
      readonly operator: string
      readonly left: ConditionOperand
      readonly right: ConditionOperand
    }

const WORD =
  /\s*('(?:[^']|'')*'|`(?:[^`]|``)*`|lines\(\s*[^\s)]+\s*\)|[()]|<>|[<>]=?(?=[\s\d'`])|=|[^\s()'`=]+(?:=>[^\s()'`=]+)?)/iy

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ '=': 'eq', '<>': 'ne', '<': 'lt', '>': 'gt', '<=': 'le', '>=': 'ge' },
  ...Object.fromEntries(
    ['eq', 'ne', 'lt', 'gt', 'le', 'ge', 'co', 'cn', 'ca', 'na', 'cs', 'ns', 'cp', 'np'].map(
      name => [name.toUpperCase(), name]
    )
  )
}

/** @returns the condition, or what is wrong with it and where (0-based) */
export function parseCondition(
  text: string
): BreakpointCondition | { readonly kind: 'wrong'; readonly reason: string; readonly at: number } {
  try {
    return new Reader(text).whole()
  } catch (error) {
    if (error instanceof Wrong) return { kind: 'wrong', reason: error.message, at: error.at }
    throw error
  }
}

class Wrong extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

interface Word {
  readonly text: string
  readonly at: number
}

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const trimmed = text.trimEnd()
  WORD.lastIndex = 0
  while (WORD.lastIndex < trimmed.length) {
    const at = WORD.lastIndex
    const word = WORD.exec(trimmed)?.[1]
    if (word === undefined) throw new Wrong(`"${trimmed.slice(at).trim()}" is not expected`, at)
    words.push({ text: word, at: WORD.lastIndex - word.length })
  }
  return words
}

/** OR binds less than AND, and AND less than NOT. */
class Reader {
  readonly #words: readonly Word[]
  readonly #end: number
  #next = 0

  constructor(text: string) {
    this.#words = wordsOf(text)
    this.#end = text.length
  }

  whole(): BreakpointCondition {
    const found = this.#list('OR', () => this.#list('AND', () => this.#negation()))
    const rest = this.#words[this.#next]
    if (rest !== undefined) throw new Wrong(`"${rest.text}" is not expected`, rest.at)
    return found
  }

  #accept(word: string): boolean {
    if (this.#words[this.#next]?.text.toUpperCase() !== word) return false
    this.#next++
    return true
  }

  #take(): Word {
    const word = this.#words[this.#next++]
    if (word === undefined) throw new Wrong('The condition is not complete', this.#end)
    return word
  }

  #list(word: 'AND' | 'OR', one: () => BreakpointCondition): BreakpointCondition {
    const parts = [one()]
    while (this.#accept(word)) parts.push(one())
    const [first] = parts
    return parts.length === 1 && first !== undefined
      ? first
      : { kind: word === 'AND' ? 'and' : 'or', parts }
  }

  #negation(): BreakpointCondition {
    if (this.#accept('NOT')) return { kind: 'not', part: this.#negation() }
    if (!this.#accept('(')) return this.#comparison()
    const inner = this.#list('OR', () => this.#list('AND', () => this.#negation()))
    const close = this.#take()
    if (close.text !== ')') throw new Wrong(`")" is missing before "${close.text}"`, close.at)
    return inner
  }

  #comparison(): BreakpointCondition {
    const left = this.#operand()
    if (this.#accept('IS')) return this.#predicate(left)
    const isNegated = this.#accept('NOT')
    const word = this.#take()
    const found = this.#relation(left, word)
    return isNegated ? { kind: 'not', part: found } : found
  }

  #relation(left: ConditionOperand, { text, at }: Word): BreakpointCondition {
    const name = text.toUpperCase()
    if (name === 'BETWEEN') {
      const low = this.#operand()
      if (!this.#accept('AND')) throw new Wrong('AND is missing', at)
      const high = this.#operand()
      return {
        kind: 'and',
        parts: [
          { kind: 'compare', operator: 'ge', left, right: low },
          { kind: 'compare', operator: 'le', left, right: high }
        ]
      }
    }
    const operator = OPERATORS[name]
    if (operator === undefined) throw new Wrong(`"${text}" is no comparison`, at)
    return { kind: 'compare', operator, left, right: this.#operand() }
  }

  #predicate(left: ConditionOperand): BreakpointCondition {
    const isNegated = this.#accept('NOT')
    const { text, at } = this.#take()
    const word = text.toUpperCase()
    if (word !== 'INITIAL' && word !== 'BOUND') throw new Wrong(`IS ${text} is not known`, at)
    const part: BreakpointCondition = { kind: 'initial', left }
    return isNegated === (word === 'INITIAL') ? { kind: 'not', part } : part
  }

  #operand(): ConditionOperand {
    const { text, at } = this.#take()
    if (text.startsWith("'")) {
      return { kind: 'characters', text: text.slice(1, -1).replaceAll("''", "'") }
    }
    if (text.startsWith('`')) {
      return { kind: 'string', text: text.slice(1, -1).replaceAll('``', '`') }
    }
    if (/^[+-]?\d+$/.test(text)) return { kind: 'number', value: Number(text) }
    const [, table] = /^lines\(\s*(\S+?)\s*\)$/i.exec(text) ?? []
    if (table !== undefined) return { kind: 'lines', name: table }
    if (!/^[<a-z_/@]/i.test(text)) throw new Wrong(`"${text}" is no variable`, at)
    return { kind: 'variable', name: text }
  }
}
