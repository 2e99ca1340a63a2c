/** What a JSON text must not be, found out before it is parsed: deeper than anybody can mean, or with a name given twice. */
import fp from 'fastify-plugin'
import { BridgeError } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The value of a harmless text; undefined where the careful parser has to look. Throws where it nests deeper than any message of the protocol. */
    harmlessJson: (text: string) => unknown
  }
}

const deepest = 64

export default fp(async app => {
  app.decorate('harmlessJson', (text: string) => {
    if (jsonFault(text, { depth: deepest }) !== undefined) {
      throw new BridgeError('BRIDGE_JSON', { status: 400, code: -32600, message: `Invalid request: the body nests deeper than ${deepest} levels` })
    }
    return polluting.test(text) ? undefined : parsed(text)
  })
}, { name: 'json', fastify: '5.x', dependencies: ['errors'] })

/**
 * What a name that pollutes prototypes looks like: as it is, or with escapes that make letters; inside of a string value its quotation
 * marks would be escaped. One search finds it out, where the parser that looks closely costs more than reading the text itself.
 */
const polluting = /\\u|"__proto__"|"constructor"/

/** Undefined for what is no JSON: what is wrong with it, the careful parser says. */
function parsed (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * One pass over the text; whether it is JSON at all is left to the parser.
 * @param unique also looks for names that an object has twice
 */
export function jsonFault (text: string, { depth: limit, unique = false }: { depth: number, unique?: boolean }): 'deep' | 'duplicate' | undefined {
  const names: Set<string>[] = []
  for (let at = 0, depth = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      const end = endOfString(text, at)
      if (unique && isName(text, end) && !remember(names[depth - 1], text.slice(at, end + 1))) return 'duplicate'
      at = end
    } else if (character === openBrace || character === openBracket) {
      if (++depth > limit) return 'deep'
      if (unique) names[depth - 1] = new Set()
    } else if (character === closeBrace || character === closeBracket) depth--
  }
  return undefined
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/** Found by the engine's search: sources are long, and hardly any character of them is a quotation mark. */
function endOfString (text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

/** Behind an odd number of backslashes; each is looked at for one quotation mark alone. */
function isEscaped (text: string, at: number): boolean {
  let before = at
  while (text.charCodeAt(before - 1) === backslash) before--
  return (at - before) % 2 === 1
}

function isName (text: string, end: number): boolean {
  return /^\s*:/.test(text.slice(end + 1, end + 20))
}

/** Two spellings of one name are one name. */
function remember (names: Set<string> | undefined, literal: string): boolean {
  try {
    const name = JSON.parse(literal) as string
    if (names === undefined || names.has(name)) return false
    names.add(name)
  } catch {
    // No JSON: the parser will say so.
  }
  return true
}
