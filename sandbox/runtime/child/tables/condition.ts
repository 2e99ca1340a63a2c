/** Conditions of internal tables that are known at run time: `WHERE (condition)`. */
import { currentRuntime } from '../abap.ts'
import { dynamicText } from '../dynamic-sql.ts'
import { resolve } from '../values.ts'
import { componentOf, raise } from './keys.ts'

/** The components of a row, as the loops of the runtime hand them over. */
type Row = object
type Test = (row: Row) => boolean
type Operand = (row: Row) => unknown
type Compare = Readonly<Record<string, (left: unknown, right: unknown) => boolean>>

/** Variables of the procedure by their names in lower case. */
export type Variables = Readonly<Record<string, () => unknown>>

/** The condition as a function of a row; an empty one is met by all. */
export function condition(text: unknown, variables: Variables, self: unknown): Test {
  const words = wordsOf(dynamicText(text))
  if (words.length === 0) return () => true
  return new Reader(words, (name: string) => variableOf(name, variables, self)).whole()
}

const WORD =
  /\s*('(?:[^']|'')*'|`(?:[^`]|``)*`|[()](?=\s|$|[()])|[<>]=?(?=\s)|<>|=|[^\s()'`]+(?:\([^\s)]*\))?)/y

function wordsOf(text: string): string[] {
  const words: string[] = []
  const trimmed = text.trim()
  WORD.lastIndex = 0
  while (WORD.lastIndex < trimmed.length) {
    const at = WORD.lastIndex
    const word = WORD.exec(trimmed)?.[1]
    if (word === undefined) fail(`"${trimmed.slice(at, at + 20)}" is not expected`)
    words.push(word)
  }
  return words
}

function fail(text: string): never {
  raise('CX_SY_ITAB_DYN_LOOP', text)
}

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  EQ: 'eq',
  '<>': 'ne',
  NE: 'ne',
  '<': 'lt',
  LT: 'lt',
  '>': 'gt',
  GT: 'gt',
  '<=': 'le',
  LE: 'le',
  '>=': 'ge',
  GE: 'ge',
  CO: 'co',
  CN: 'cn',
  CA: 'ca',
  NA: 'na',
  CS: 'cs',
  NS: 'ns',
  CP: 'cp',
  NP: 'np'
}

/** Reads a condition from left to right: OR and EQUIV bind less than AND, and AND less than NOT. */
class Reader {
  readonly #words: readonly string[]
  readonly #variable: (name: string) => unknown
  #at = 0

  constructor(words: readonly string[], variable: (name: string) => unknown) {
    this.#words = words
    this.#variable = variable
  }

  whole(): Test {
    const test = this.#equivalence()
    if (this.#at < this.#words.length) fail(`"${this.#words[this.#at] ?? ''}" is not expected`)
    return test
  }

  #accept(word: string): boolean {
    if (this.#words[this.#at]?.toUpperCase() !== word) return false
    this.#at++
    return true
  }

  #next(): string {
    const word = this.#words[this.#at++]
    if (word === undefined) fail('the condition is not complete')
    return word
  }

  #equivalence(): Test {
    let left = this.#disjunction()
    while (this.#accept('EQUIV')) {
      const [one, other] = [left, this.#disjunction()]
      left = row => one(row) === other(row)
    }
    return left
  }

  #disjunction(): Test {
    let left = this.#conjunction()
    while (this.#accept('OR')) {
      const [one, other] = [left, this.#conjunction()]
      left = row => one(row) || other(row)
    }
    return left
  }

  #conjunction(): Test {
    let left = this.#negation()
    while (this.#accept('AND')) {
      const [one, other] = [left, this.#negation()]
      left = row => one(row) && other(row)
    }
    return left
  }

  #negation(): Test {
    if (this.#accept('NOT')) {
      const test = this.#negation()
      return row => !test(row)
    }
    if (!this.#accept('(')) return this.#comparison()
    const test = this.#equivalence()
    if (!this.#accept(')')) fail('")" is missing')
    return test
  }

  #comparison(): Test {
    const name = this.#next().toLowerCase()
    const left: Operand = row =>
      componentOf(row, name) ?? fail(`the component "${name.toUpperCase()}" is not known`)
    if (this.#accept('IS')) return this.#predicate(left)
    const isNegated = this.#accept('NOT')
    const test = this.#relation(left)
    return isNegated ? row => !test(row) : test
  }

  #predicate(left: Operand): Test {
    const isNegated = this.#accept('NOT')
    const word = this.#next().toUpperCase()
    if (word !== 'INITIAL' && word !== 'BOUND') fail(`IS ${word} is not expected`)
    const isInitial = (word === 'INITIAL') !== isNegated
    return row => compare('initial', left(row), undefined) === isInitial
  }

  #relation(left: Operand): Test {
    const word = this.#next().toUpperCase()
    if (word === 'BETWEEN') {
      const low = this.#operand()
      if (!this.#accept('AND')) fail('AND is missing')
      const high = this.#operand()
      return row => compare('ge', left(row), low(row)) && compare('le', left(row), high(row))
    }
    const operator = word === 'IN' ? 'in' : OPERATORS[word]
    if (operator === undefined) fail(`"${word}" is not expected`)
    const right = this.#operand()
    return row => compare(operator, left(row), right(row))
  }

  #operand(): Operand {
    const word = this.#next()
    const literal = literalOf(word)
    if (literal !== undefined) return () => literal
    const value = this.#variable(word.toLowerCase())
    if (value !== undefined) return () => value
    return row => componentOf(row, word.toLowerCase()) ?? fail(`"${word}" is not known`)
  }
}

function compare(operator: string, left: unknown, right: unknown): boolean {
  const run = (currentRuntime() as unknown as { compare: Compare }).compare[operator]
  return run?.(left, right) === true
}

function literalOf(word: string): unknown {
  const { String: Text } = currentRuntime().types
  if (word.startsWith("'")) return characters(word.slice(1, -1).replaceAll("''", "'"))
  if (word.startsWith('`')) return new Text().set(word.slice(1, -1).replaceAll('``', '`'))
  return /^[+-]?\d+$/.test(word) ? Number(word) : undefined
}

/** A literal between quotes has a fixed length, and its trailing blanks do not count. */
function characters(text: string): unknown {
  const types = currentRuntime().types as unknown as {
    Character: new (length: number) => { set(value: string): unknown }
  }
  return new types.Character(Math.max(1, text.length)).set(text)
}

/** `name`, `name-component`, `<symbol>`, `me->attribute`, `class=>attribute`. */
function variableOf(name: string, variables: Variables, self: unknown): unknown {
  const [, type, first = '', rest] = /^(?:([\w/]+=>|me->))?(<?[\w/]+>?)(?:-(.+))?$/.exec(name) ?? []
  const base =
    type === undefined
      ? (own(variables, first)?.() ?? attribute(self, first))
      : type === 'me->'
        ? attribute(self, first)
        : attribute(currentRuntime().Classes[type.slice(0, -2).toUpperCase()], first)
  if (base === undefined) return undefined
  const value = resolve(base)
  return rest === undefined ? value : componentOf(value, rest)
}

function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Members of JavaScript objects, which no attribute is. */
const MEMBERS = new Set(['constructor', 'prototype', '__proto__'])

/** Of an object or of its class; private ones are reached as friends reach them. */
function attribute(self: unknown, name: string): unknown {
  if (MEMBERS.has(name)) return undefined
  if ((typeof self !== 'object' && typeof self !== 'function') || self === null) return undefined
  const { FRIENDS_ACCESS_INSTANCE: friends, constructor } = self as {
    readonly FRIENDS_ACCESS_INSTANCE?: Readonly<Record<string, unknown>>
    readonly constructor?: object
  }
  const statics = constructor as unknown as Readonly<Record<string, unknown>> | undefined
  const found = [
    own(self as Record<string, unknown>, name),
    friends?.[name],
    typeof self === 'object' ? statics?.[name] : undefined
  ].find(each => each !== undefined)
  return typeof found === 'object' ? found : undefined
}
