/**
 * Hides what user text could mean in JavaScript: punctuation of literals becomes noncharacters
 * until `quote.ts` writes the text.
 */
import { createRequire } from 'node:module'
import { Tokens } from '@abaplint/core'

/**
 * Every character of a literal beside letters, digits, `_`, blank and tab that can end a literal or
 * act outside of one.
 */
const ENCODED_CHARACTERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^`{|}~\n\r'
/**
 * Unicode reserves these for internal use: U+FDD0 to U+FDEF, U+FFFE and U+FFFF stand in no text
 * that is exchanged.
 */
const CODES = [...Array.from({ length: 32 }, (_each, index) => 0xfdd0 + index), 0xfffe, 0xffff]
const NONCHARACTERS = CODES.map(code => String.fromCharCode(code))
/** Fills the second place of an escape sequence, so that lengths and columns stay. */
const FILLER = NONCHARACTERS[ENCODED_CHARACTERS.length] ?? ''
const byCharacter = new Map(
  [...ENCODED_CHARACTERS].map((each, index) => [each, NONCHARACTERS[index] ?? ''])
)
const byNoncharacter = new Map(
  [...byCharacter].map(([each, isEncodedToken]) => [isEncodedToken, each])
).set(FILLER, '')
const FILLED = new RegExp(`([^${FILLER}])${FILLER}`, 'g')
const ANY_ENCODED = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/
const EACH_ENCODED = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/g
/**
 * What an ABAP name or operator never holds and JavaScript reads as quotes, blocks or the end of a
 * statement.
 */
const IN_NAMES = /["'`{};\\\n\r]/g

export function containsEncoded(text: string): boolean {
  return ANY_ENCODED.test(text)
}

/** The text as its author wrote it. */
export function decodeLiterals(text: string): string {
  return text.replace(EACH_ENCODED, each => byNoncharacter.get(each) ?? each)
}

export function encodeLiteral(text: string): string {
  let result = ''
  for (const character of text) result += byCharacter.get(character) ?? character
  return result
}

/** How many characters a literal's text has: a doubled delimiter is one. */
export function visibleLength(text: string): number {
  return text.replaceAll(FILLER, '').length
}

/** The literal as SQL text needs it, its delimiter doubled. */
export function doubled(token: string): string {
  return /^['`]/.test(token) ? token.replaceAll(FILLED, '$1$1') : token
}

const LEXER = '@abaplint/core/build/src/abap/1_lexer/lexer.js'
interface LexedToken {
  str: string
  strUpper: string
}
interface LexerClass {
  readonly prototype: { run(...input: unknown[]): { readonly tokens: readonly object[] } }
}

/**
 * From now on every token that is read holds its text hidden, before any rule of the parser or
 * transpiler sees it. Macros are read
 * again after their expansion; hidden text stays as it is. Applies to this thread, which is used
 * for nothing else.
 */
export function encodeTexts(): void {
  const require = createRequire(import.meta.url)
  const { Lexer } = require(LEXER) as { Lexer: LexerClass }
  const original = Lexer.prototype.run
  Lexer.prototype.run = function (...input) {
    const result = original.apply(this, input)
    for (const token of result.tokens) encodeToken(token)
    return result
  }
}

function encodeToken(token: object): void {
  const lexed = token as LexedToken
  const text = isEncodedToken(token, lexed.str)
  if (text === lexed.str) return
  lexed.str = text
  lexed.strUpper = text.toUpperCase()
}

function isEncodedToken(token: object, text: string): string {
  if ([Tokens.Comment, Tokens.Pragma, Tokens.Punctuation].some(kind => token instanceof kind)) {
    return text
  }
  const closed = text.length > 1 && text[0] === text.at(-1)
  if (token instanceof Tokens.StringToken && closed) return within(text, doubling)
  if (isTemplate(token)) return within(text, escaping)
  if (token instanceof Tokens.AssociationName) {
    return text.replace(IN_NAMES, each => (each === '\\' ? each : encodeLiteral(each)))
  }
  return ASSOCIATION.test(text) ? text : text.replace(IN_NAMES, encodeLiteral)
}

/** A step along an association that begins a word; JavaScript knows no such escape sequence. */
const ASSOCIATION = /^\\_\w*$/

const TEMPLATES = [
  Tokens.StringTemplate,
  Tokens.StringTemplateBegin,
  Tokens.StringTemplateMiddle,
  Tokens.StringTemplateEnd
]

function isTemplate(token: object): boolean {
  return TEMPLATES.some(kind => token instanceof kind)
}

function within(text: string, inner: (text: string, delimiter: string) => string): string {
  const [first = '', last = ''] = [text[0], text.at(-1)]
  return first + inner(text.slice(1, -1), first) + last
}

/** A parameter of a macro is replaced in literals too; `&` and a digit end nothing in JavaScript. */
const PARAMETER = /(&[1-9])/

/** `''` is one quote. */
function doubling(text: string, delimiter: string): string {
  return text
    .replaceAll(delimiter + delimiter, encodeLiteral(delimiter) + FILLER)
    .split(PARAMETER)
    .map((part, index) => (index % 2 === 0 ? encodeLiteral(part) : part))
    .join('')
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** `\n`, `\r`, `\t` and escaped delimiters of string templates. */
function escaping(text: string): string {
  const filled = (character: string): string =>
    encodeLiteral(ESCAPED[character] ?? character) + FILLER
  return encodeLiteral(text.replace(/\\([^])/g, (_pair, character: string) => filled(character)))
}

/** XML of the dictionary: texts between tags hold no punctuation but what names need. */
export function encodeXmlTexts(xml: string): string {
  return xml
    .replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_whole, text: string) => encodeLiteral(text))
    .replace(/>([^<]*[^<\s][^<]*)</g, (_whole, text: string) => `>${encodeXmlText(text)}<`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>'
}
/** Names of the dictionary keep these; they are checked where code is generated. */
const XML_ENCODED = /["'`{};\\\n\r$<>&*]/g

function encodeXmlText(text: string): string {
  const reference = /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi
  const plain = text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
  return plain.replace(XML_ENCODED, encodeLiteral)
}
