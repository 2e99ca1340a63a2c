/** The words of ABAP source one by one, with their places. */
import { literalEnd, skipBlank, templateEnd, wordEnd } from './statements.ts'

/** Offsets into the text, the end exclusive. */
export interface Token {
  /** Upper case; a literal or template as it stands. */
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Tokens from an offset on, by the same rules as statements; comments are skipped. */
export function* tokensFrom(text: string, from: number): Generator<Token> {
  let at = skipBlank(text, from)
  while (at < text.length) {
    const end = tokenEnd(text, at)
    yield { word: text.slice(at, end).toUpperCase(), start: at, end }
    at = skipBlank(text, end)
  }
}

function tokenEnd(text: string, at: number): number {
  const char = text[at] ?? ''
  if (char === "'" || char === '`') return literalEnd(text, at)
  if (char === '|') return templateEnd(text, at)
  if ('.,:()'.includes(char)) return at + 1
  wordEnd.lastIndex = at + 1
  return wordEnd.exec(text)?.index ?? text.length
}
