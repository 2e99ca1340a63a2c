/**
 * JSON bodies before they are parsed: valid UTF-8, and no deeper than a message of the protocol can
 * be.
 */
import fp from 'fastify-plugin'
import { BridgeError } from './errors.ts'
import { jsonFault, utf8Text } from '../config/json-text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The text of a body. Throws where its bytes are not UTF-8: decoding them would change what was
     * sent.
     */
    bodyText: (body: Buffer) => string
    /**
     * The value of a harmless text; undefined where the careful parser has to look. Throws where it
     * nests deeper than any message of the protocol.
     */
    harmlessJson: (text: string) => unknown
  }
}

const deepest = 64

export default fp(
  async app => {
    app.decorate('bodyText', (body: Buffer) => {
      const text = utf8Text(body)
      if (text === undefined) {
        throw invalid('the body is not valid UTF-8; send JSON in that encoding')
      }
      return text
    })
    app.decorate('harmlessJson', (text: string) => {
      if (jsonFault(text, { depth: deepest }) !== undefined) {
        throw invalid(`the body nests deeper than ${deepest} levels`)
      }
      return polluting.test(text) ? undefined : parsed(text)
    })
  },
  { name: 'json', fastify: '5.x', dependencies: ['errors'] }
)

function invalid(reason: string): BridgeError {
  return new BridgeError('BRIDGE_JSON', {
    status: 400,
    code: -32600,
    message: `Invalid request: ${reason}`
  })
}

/**
 * What a name that pollutes prototypes looks like: as it is, or with escapes that make letters;
 * inside of a string value its quotation marks would be escaped. One search finds it out, where the
 * parser that looks closely costs more than reading the text itself.
 */
const polluting = /\\u|"__proto__"|"constructor"/

/** Undefined for what is no JSON: what is wrong with it, the careful parser says. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
