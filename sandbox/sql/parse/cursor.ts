/** Reads the tokens of a statement for the parsers. */
import { SqlError } from '../errors.ts'
import type { Place } from './ast.ts'
import type { Dialect, Token } from './tokens.ts'

/** Deepest nesting of parentheses, subqueries and CASE that is followed. */
const MAX_NESTING = 60

function tooDeep(): SqlError {
  return new SqlError('LIMIT', `The statement is nested more than ${MAX_NESTING} deep`)
}

/** A position in the tokens, with lookahead, `accept` and `expect`. */
export class Cursor {
  readonly dialect: Dialect
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[], dialect: Dialect) {
    this.#tokens = tokens
    this.dialect = dialect
    // Refused before it is read: looking ahead from every parenthesis would cost the square of the
    // nesting.
    let open = 0
    for (const { kind, upper } of tokens) {
      if (kind === 'sign' && upper === '(' && ++open > MAX_NESTING) throw tooDeep()
      if (kind === 'sign' && upper === ')') open--
    }
  }

  get token(): Token {
    return this.peek(0)
  }

  get place(): Place {
    return { row: this.token.row, column: this.token.column }
  }

  get ended(): boolean {
    return this.token.kind === 'end'
  }

  peek(ahead: number): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as Token
  }

  next(): Token {
    const token = this.token
    this.#at++
    return token
  }

  /** Whether these words or signs are next. */
  isNext(...words: readonly string[]): boolean {
    return words.every(
      (word, ahead) => this.peek(ahead).kind !== 'text' && this.peek(ahead).upper === word
    )
  }

  /** Consumes the words if all of them are next. */
  accept(...words: readonly string[]): boolean {
    if (!this.isNext(...words)) return false
    this.#at += words.length
    return true
  }

  acceptOneOf(...words: readonly string[]): string | undefined {
    return words.find(word => this.accept(word))
  }

  expect(...words: readonly string[]): void {
    if (!this.accept(...words)) throw this.error(`${words.join(' ')} is expected`)
  }

  /** A name: a word that is not a number; namespaces are part of it. */
  name(what: string): string {
    if (this.token.kind !== 'word') throw this.error(`${what} is expected`)
    return this.next().upper
  }

  error(message: string): SqlError {
    const { token } = this
    const found =
      token.kind === 'end'
        ? 'the text ends'
        : `${JSON.stringify(token.text.slice(0, 40))} stands in row ${token.row}, column ${token.column + 1}`
    return new SqlError('SYNTAX', `${message}, but ${found}`, { isUnreadable: true })
  }

  unsupported(construct: string): SqlError {
    return new SqlError(
      'UNSUPPORTED',
      `${construct} is not supported by the sandbox (row ${this.token.row}, column ${this.token.column + 1})`
    )
  }

  /** Guards recursion: hostile nesting must not exhaust the stack. */
  nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_NESTING) throw tooDeep()
    try {
      return parse()
    } finally {
      this.#depth--
    }
  }

  list<T>(parse: () => T): T[] {
    const result = [parse()]
    while (this.accept(',')) result.push(parse())
    return result
  }
}
