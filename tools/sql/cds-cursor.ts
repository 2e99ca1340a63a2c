/** A place in the tokens of a CDS source, with the questions that its reader asks. */
import { notUnderstood } from './cds-tokens.ts'
import type { CdsError, CdsToken } from './cds-tokens.ts'

/** Deepest nesting of brackets that is followed. */
const deepest = 100

export class CdsCursor {
  readonly #tokens: readonly CdsToken[]
  /** Names that the grammar has explained, and names in annotations; all others are mentions. */
  readonly #explained = new Set<number>()
  #at = 0
  #depth = 0

  constructor(tokens: readonly CdsToken[]) {
    this.#tokens = tokens
  }

  get token(): CdsToken {
    return this.peek(0)
  }

  peek(ahead: number): CdsToken {
    const at = Math.min(this.#at + ahead, this.#tokens.length - 1)
    return this.#tokens[at] ?? { kind: 'end', text: '', line: 0 }
  }

  next(): CdsToken {
    const { token } = this
    if (token.kind === 'end') throw this.error('it ends too early')
    this.#at += 1
    return token
  }

  /** Whether these keywords come next; a quoted name is none. */
  sees(...words: readonly string[]): boolean {
    return words.every((word, ahead) => this.isWord(ahead, word))
  }

  isWord(ahead: number, word: string): boolean {
    const { kind, text } = this.peek(ahead)
    return text === word && (kind === 'name' || kind === 'sign')
  }

  seesOneOf(words: ReadonlySet<string>): boolean {
    const { kind, text } = this.token
    return (kind === 'name' || kind === 'sign') && words.has(text)
  }

  seesName(ahead = 0): boolean {
    const { kind } = this.peek(ahead)
    return kind === 'name' || kind === 'quoted'
  }

  take(...words: readonly string[]): boolean {
    if (!this.sees(...words)) return false
    this.#at += words.length
    return true
  }

  expect(...words: readonly string[]): void {
    if (!this.take(...words)) throw this.error(`${words.join(' ')} is expected`)
  }

  name(what: string): string {
    if (!this.seesName()) throw this.error(`${what} is expected`)
    return this.next().text
  }

  /** A name whose part in the source is certain, so that it is no mention. */
  explainedName(what: string): string {
    this.#explained.add(this.#at)
    return this.name(what)
  }

  /** Everything that `read` takes is explained. */
  explain(read: () => void): void {
    const from = this.#at
    read()
    for (let at = from; at < this.#at; at += 1) this.#explained.add(at)
  }

  /** Names outside literals, comments and annotations that the grammar did not explain. */
  mentions(): Set<string> {
    const names = this.#tokens.filter(
      ({ kind }, at) => (kind === 'name' || kind === 'quoted') && !this.#explained.has(at)
    )
    return new Set(names.map(({ text }) => text))
  }

  /** The place of the next token, for `textFrom`. */
  get place(): number {
    return this.#at
  }

  /** The tokens from a place up to the next one, with the quotes of literals. */
  textFrom(place: number): string {
    const tokens = this.#tokens.slice(place, this.#at)
    return tokens.map(({ kind, text }) => (kind === 'literal' ? `'${text}'` : text)).join('')
  }

  error(what: string): CdsError {
    return notUnderstood(this.token.line, what)
  }

  /** Bounds the recursion, so that deep nesting cannot exhaust the stack. */
  nested<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > deepest) throw this.error('it is nested too deeply')
    const result = read()
    this.#depth -= 1
    return result
  }
}
