/**
 * Strict reading of JSON: bytes that are UTF-8, objects without a repeated member, bounded depth.
 */
import { isUtf8 } from 'node:buffer'

export interface JsonRules {
  readonly depth: number
  /**
   * Whether a member that an object has twice is a fault: two programs would read a different one.
   */
  readonly unique?: boolean
}

/** Deeper than any document of an identity provider. */
export const documentDepth = 32

interface Fault {
  readonly kind: 'deep' | 'duplicate'
  readonly name?: string
}

/** An object of JSON, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined where the bytes are not UTF-8: a decoder would put other characters in their place. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

/**
 * The value of a JSON document from a client or an identity provider.
 * @throws Error with the reason, in words that continue "the document …"
 */
export function readJson(bytes: Uint8Array, depth: number): unknown {
  const text = utf8Text(bytes)
  if (text === undefined) throw new Error('is not valid UTF-8')
  const fault = scan(text, { depth, unique: true })
  if (fault !== undefined) throw new Error(wordsOf(fault, depth))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('is not valid JSON', { cause })
  }
}

/**
 * @throws Error, in words that continue "the file …", where a later member would silently replace
 * an earlier one
 */
export function assertUniqueNames(text: string): void {
  const fault = scan(text, { depth: Infinity, unique: true })
  if (fault !== undefined) throw new Error(wordsOf(fault, Infinity))
}

/** One pass over the text; whether it is JSON at all is left to the parser. */
export function jsonFault(text: string, rules: JsonRules): Fault['kind'] | undefined {
  return scan(text, rules)?.kind
}

function wordsOf({ kind, name = '' }: Fault, depth: number): string {
  return kind === 'deep'
    ? `nests deeper than ${depth} levels`
    : `has the member ${JSON.stringify(name)} twice`
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

function scan(text: string, { depth: limit, unique = false }: JsonRules): Fault | undefined {
  const names: Set<string>[] = []
  for (let at = 0, depth = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      const end = endOfString(text, at)
      const name = unique && isName(text, end) ? nameOf(text.slice(at, end + 1)) : undefined
      if (name !== undefined && !remember(names[depth - 1], name)) {
        return { kind: 'duplicate', name }
      }
      at = end
    } else if (character === openBrace || character === openBracket) {
      if (++depth > limit) return { kind: 'deep' }
      if (unique) names[depth - 1] = new Set()
    } else if (character === closeBrace || character === closeBracket) depth--
  }
  return undefined
}

/**
 * Found by the engine's search: sources are long, and few of their characters are quotation marks.
 */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

/** Behind an odd number of backslashes; each is looked at for one quotation mark alone. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text.charCodeAt(before - 1) === backslash) before--
  return (at - before) % 2 === 1
}

/**
 * Whether the next token after a string is a colon: in JSON that makes it a name, and nothing else
 * does.
 */
function isName(text: string, end: number): boolean {
  let next = end + 1
  while (isBlank(text.charCodeAt(next))) next++
  return text.charCodeAt(next) === colon
}

/** RFC 8259 §2: blank, tab, line feed, carriage return. */
function isBlank(character: number): boolean {
  return character === 0x20 || character === 0x09 || character === 0x0a || character === 0x0d
}

/**
 * Two spellings of one name are one name. Undefined for what is no JSON, which the parser reports.
 */
function nameOf(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string
  } catch {
    return undefined
  }
}

/** False for a name that the object has already, and for one outside of any object. */
function remember(names: Set<string> | undefined, name: string): boolean {
  if (names === undefined || names.has(name)) return false
  names.add(name)
  return true
}
