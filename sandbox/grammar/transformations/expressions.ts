/** Reads what attributes of simple transformations hold: addresses, values, conditions, mappings. */
import type { Address, Condition, Literal, MapRule, Operand } from './model.ts'

/** Ends the reading of an attribute; the reader of the program places it. */
export class ExpressionFault extends Error {}

/** Where names alone mean variables: in conditions of variables. */
interface Scope {
  readonly variables: boolean
}

const TYPES = new Set([
  'I',
  'INT8',
  'F',
  'X',
  'XSTRING',
  'DECFLOAT16',
  'DECFLOAT34',
  'P',
  'N',
  'C',
  'STRING',
  'D',
  'T',
  'UTCLONG'
])
const TOKEN =
  /\s*(not-initial|type-\w+|[A-Za-z_$.][\w.$-]*|'[^']*'|"[^"]*"|[+-]?\d+(?:\.\d+)?|!=|<=|>=|[=<>(),])/y

export function readAddress(text: string): Address {
  const match = /^(\$\w+|\.?[A-Za-z_/][\w/]*)((?:\.[A-Za-z_/][\w/]*)*)$/.exec(text.trim())
  const [, head = '', tail = ''] = match ?? []
  if (match === null) throw new ExpressionFault(`"${text}" is not the address of a node.`)
  const path = tail
    .split('.')
    .slice(1)
    .map(part => part.toUpperCase())
  if (head.startsWith('$')) {
    const alias = head.slice(1).toUpperCase()
    return { from: 'ref', name: alias === 'REF' ? '' : alias, path }
  }
  const name = head.replace(/^\./, '').toUpperCase()
  return { from: head.startsWith('.') ? 'root' : 'name', name, path }
}

class Tokens {
  readonly #all: string[] = []
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    TOKEN.lastIndex = 0
    let end = 0
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
      this.#all.push(match[1] ?? '')
      end = TOKEN.lastIndex
      TOKEN.lastIndex = end
    }
    const rest = text.slice(end).trim()
    if (rest !== '') throw new ExpressionFault(`"${rest}" is not expected in "${text}".`)
  }

  get next(): string | undefined {
    return this.#all[this.#at]
  }

  get following(): string | undefined {
    return this.#all[this.#at + 1]
  }

  take(): string {
    const token = this.#all[this.#at]
    if (token === undefined) throw new ExpressionFault(`"${this.#text}" is not complete.`)
    this.#at++
    return token
  }

  accept(token: string): boolean {
    if (this.next?.toLowerCase() !== token) return false
    this.#at++
    return true
  }

  expect(token: string): void {
    if (this.accept(token)) return
    const found = this.next === undefined ? 'the end' : `"${this.next}"`
    throw new ExpressionFault(`"${token}" is expected in place of ${found} in "${this.#text}".`)
  }

  end(): void {
    if (this.next === undefined) return
    throw new ExpressionFault(`"${this.next}" is not expected in "${this.#text}".`)
  }
}

const unquoted = (token: string): string => token.slice(1, -1)
const isQuoted = (token: string): boolean => /^['"]/.test(token)
const isNumber = (token: string): boolean => /^[+-]?\d/.test(token)

/** A value in the representation of its ABAP type. */
export function readLiteral(text: string): Literal {
  const tokens = new Tokens(text)
  const value = literal(tokens)
  if (value === undefined) throw new ExpressionFault(`"${text}" is not an ABAP value.`)
  tokens.end()
  return value
}

function literal(tokens: Tokens): Literal | undefined {
  const { next = '' } = tokens
  if (isQuoted(next)) return { type: 'STRING', value: unquoted(tokens.take()) }
  if (isNumber(next)) {
    return { type: next.includes('.') ? 'DECFLOAT34' : 'I', value: tokens.take() }
  }
  if (/^initial$/i.test(next) && tokens.following !== '(') {
    tokens.take()
    return { type: 'INITIAL', value: '' }
  }
  if (!TYPES.has(next.toUpperCase()) || tokens.following !== '(') return undefined
  const type = tokens.take().toUpperCase()
  tokens.expect('(')
  const token = tokens.take()
  tokens.expect(')')
  return { type, value: isQuoted(token) ? unquoted(token) : token }
}

function operand(tokens: Tokens, scope: Scope): Operand {
  const value = literal(tokens)
  if (value !== undefined) return { kind: 'value', value }
  const token = tokens.take()
  const call = tokens.next === '(' ? token.toLowerCase() : ''
  if (call === 'var' || call === 'ref') {
    tokens.expect('(')
    const inner = tokens.take()
    tokens.expect(')')
    const name = isQuoted(inner) ? unquoted(inner) : inner
    return call === 'var'
      ? { kind: 'variable', name: name.toUpperCase() }
      : { kind: 'node', node: readAddress(name) }
  }
  return scope.variables
    ? { kind: 'variable', name: token.toUpperCase() }
    : { kind: 'node', node: readAddress(token) }
}

function comparison(tokens: Tokens, scope: Scope): Condition {
  const left = operand(tokens, scope)
  const op = tokens.take()
  if (!isComparison(op)) throw new ExpressionFault(`"${op}" is not a comparison.`)
  return { op, left, right: operand(tokens, scope) }
}

function isComparison(token: string): token is '=' | '!=' | '<' | '<=' | '>' | '>=' {
  return ['=', '!=', '<', '<=', '>', '>='].includes(token)
}

function primary(tokens: Tokens, scope: Scope): Condition {
  const name = tokens.next?.toLowerCase() ?? ''
  if (tokens.accept('(')) {
    const inner = disjunction(tokens, scope)
    tokens.expect(')')
    return inner
  }
  if (tokens.following !== '(') return comparison(tokens, scope)
  if (name === 'not') {
    tokens.take()
    return { op: 'not', of: primary(tokens, scope) }
  }
  if (name === 'exist' || name === 'initial' || name === 'not-initial') {
    return { op: name, operand: argument(tokens, scope) }
  }
  if (name.startsWith('type-')) {
    return { op: 'type', type: name.slice(5).toUpperCase(), operand: argument(tokens, scope) }
  }
  return comparison(tokens, scope)
}

function argument(tokens: Tokens, scope: Scope): Operand {
  tokens.take()
  tokens.expect('(')
  const found = operand(tokens, scope)
  tokens.expect(')')
  return found
}

function conjunction(tokens: Tokens, scope: Scope): Condition {
  const all = [primary(tokens, scope)]
  while (tokens.accept('and')) all.push(primary(tokens, scope))
  return all.length === 1 && all[0] !== undefined ? all[0] : { op: 'and', all }
}

function disjunction(tokens: Tokens, scope: Scope): Condition {
  const all = [conjunction(tokens, scope)]
  while (tokens.accept('or')) all.push(conjunction(tokens, scope))
  return all.length === 1 && all[0] !== undefined ? all[0] : { op: 'or', all }
}

export function readCondition(text: string, scope: Scope): Condition {
  const tokens = new Tokens(text)
  const found = disjunction(tokens, scope)
  tokens.end()
  return found
}

/** The parts of a list, as `using` and `data` have them. */
export function readConditions(text: string): Condition[] {
  const tokens = new Tokens(text)
  const all = [primary(tokens, { variables: false })]
  while (tokens.accept(',')) all.push(primary(tokens, { variables: false }))
  tokens.end()
  return all
}

/** The rules of `map`: `val(a1, a2) > xml(x)`, `xml(x) = val(a)` and so on. */
export function readMap(text: string): MapRule[] {
  const tokens = new Tokens(text)
  const rules: MapRule[] = []
  do {
    const left = side(tokens)
    const op = tokens.take()
    const right = side(tokens)
    const values = left.values ?? right.values
    const texts = left.texts ?? right.texts
    if ((op !== '=' && op !== '>') || values === undefined || texts === undefined) {
      throw new ExpressionFault(`"${text}" is not a list of mappings.`)
    }
    const fromValue = left.values !== undefined
    rules.push({
      serializes: op === '=' || fromValue,
      deserializes: op === '=' || !fromValue,
      values,
      texts
    })
  } while (tokens.accept(','))
  tokens.end()
  return rules
}

interface Side {
  readonly values?: readonly Literal[]
  readonly texts?: readonly string[]
}

function side(tokens: Tokens): Side {
  const kind = tokens.take().toLowerCase()
  tokens.expect('(')
  const values: Literal[] = []
  do {
    const value = literal(tokens)
    if (value === undefined) throw new ExpressionFault('A mapping needs values.')
    values.push(value)
  } while (tokens.accept(','))
  tokens.expect(')')
  if (kind === 'val') return { values }
  if (kind !== 'xml') throw new ExpressionFault(`"${kind}" is neither val nor xml.`)
  return { texts: values.map(({ value }) => value) }
}
