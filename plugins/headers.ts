/**
 * Requests that two programs could read in two ways are refused: headers given twice where one is
 * meant, and targets that name a host of their own.
 */
import fp from 'fastify-plugin'
import { BridgeError } from './errors.ts'

/** Node takes the first of two, or joins them; a proxy in front may take the other one. */
const single = new Map(
  [
    'authorization',
    'host',
    'origin',
    'content-type',
    'content-length',
    'mcp-session-id',
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name'
  ].map((name, place) => [name, 1 << place])
)

export default fp(
  async app => {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      if (raw.url?.startsWith('/') !== true) throw malformed('the request target must be a path')
      // A bit for each.
      let seen = 0
      for (let at = 0; at < raw.rawHeaders.length; at += 2) {
        const name = raw.rawHeaders[at]?.toLowerCase() ?? ''
        const bit = single.get(name) ?? 0
        if ((seen & bit) !== 0) throw malformed(`the header ${name} is given twice`)
        seen |= bit
      }
      done()
    })
  },
  { name: 'headers', fastify: '5.x', dependencies: ['errors'] }
)

function malformed(reason: string): BridgeError {
  return new BridgeError('BRIDGE_MALFORMED', {
    status: 400,
    code: -32600,
    message: `Invalid request: ${reason}`
  })
}
