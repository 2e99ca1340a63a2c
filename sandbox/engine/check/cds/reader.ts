/** Reads the tokens of a CDS source one after the other, and keeps the first fault. */
import type { FileMessage } from '../../../types.ts'
import { error, firstLine } from '../../ranges.ts'
import { rangeOf, shorten } from '../cds.ts'
import { cdsFault, cdsTokens } from '../cds-tokens.ts'
import type { CdsToken } from '../cds-tokens.ts'

/** Ends the reading of a source: what follows a syntax error is not judged. */
class Unexpected extends Error {
  readonly token: CdsToken | undefined

  constructor(token: CdsToken | undefined, text: string) {
    super(text)
    this.token = token
  }
}

export interface CdsReader {
  /** The next token is one of these words or signs. */
  is(...words: readonly string[]): boolean
  /** Takes these words in their order, or none of them. */
  take(...words: readonly string[]): boolean
  expect(...words: readonly string[]): void
  /** A name, which may have a name space. */
  name(what: string): CdsToken
  /** Skips to behind the bracket that closes the next token. */
  skipBrackets(): void
  /** Skips annotations: `@A.b: { … }`. */
  skipAnnotations(): void
  next(): CdsToken | undefined
  peek(offset?: number): CdsToken | undefined
  fail(expected: string): never
}

/** Reads a source with `read`; the answer is its syntax error. */
export function readCds(
  file: string,
  source: string,
  read: (reader: CdsReader) => void
): FileMessage[] {
  const rule = 'cds_parser_error'
  if (source.trim() === '') return [error(firstLine(file), rule, 'The source is empty.')]
  const fault = cdsFault(source)
  if (fault !== undefined) return [error(rangeOf(file, [fault.token]), rule, fault.text)]
  const tokens = cdsTokens(source)
  try {
    const reader = readerOf(tokens)
    read(reader)
    if (reader.peek() !== undefined) reader.fail('the end of the source')
    return []
  } catch (failure) {
    if (!(failure instanceof Unexpected)) throw failure
    const token = failure.token ?? tokens.at(-1)
    return [error(rangeOf(file, token === undefined ? [] : [token]), rule, failure.message)]
  }
}

const NAME = /^(?:\/\w+\/)?[A-Za-z_]\w*$/

function readerOf(tokens: readonly CdsToken[]): CdsReader {
  let at = 0
  const word = (offset = 0) => tokens[at + offset]?.text.toUpperCase()
  const reader: CdsReader = {
    is: (...words) => words.includes(word() ?? ''),
    take(...words) {
      if (!words.every((each, offset) => word(offset) === each)) return false
      at += words.length
      return true
    },
    expect(...words) {
      for (const each of words) if (!reader.take(each)) reader.fail(`"${each.toLowerCase()}"`)
    },
    name(what) {
      const token = tokens[at]
      if (token === undefined || !NAME.test(token.text)) reader.fail(what)
      at++
      return token
    },
    skipBrackets() {
      let depth = 0
      do {
        if (/^[([{]$/.test(word() ?? '')) depth++
        if (/^[)\]}]$/.test(word() ?? '')) depth--
        at++
      } while (depth > 0 && at < tokens.length)
    },
    skipAnnotations() {
      while (reader.take('@')) {
        reader.take('<')
        reader.name('the name of an annotation')
        while (reader.take('.')) reader.name('the name of an annotation')
        if (!reader.take(':')) continue
        if (reader.is('{', '[')) reader.skipBrackets()
        else at++
      }
    },
    next: () => tokens[at++],
    peek: (offset = 0) => tokens[at + offset],
    fail(expected) {
      const token = tokens[at]
      throw new Unexpected(
        token,
        token === undefined
          ? `The source ends too early: ${expected} is expected.`
          : `"${shorten(token.text)}" is not valid here: ${expected} is expected.`
      )
    }
  }
  return reader
}
