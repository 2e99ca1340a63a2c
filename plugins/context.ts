/** The one request decorator; one, because request decorators clash with those of a host. */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller, Trace } from '../tools/index.ts'
import type { Credential } from './auth/method.ts'
import type { BridgeError } from './errors.ts'

export interface RequestContext {
  /** Set by the authentication; null before it, and on URLs without it. */
  caller: Caller | null
  /** Seconds since 1970 at which the credential ends. */
  expiresAt: number | null
  /** The credential of the request, read once. */
  credential: Credential | null
  /** Name of the ERP system that the URL names; undefined where none of that name is configured. */
  system?: string
  /** The name in the URL `/mcp/NAME` where it has the form of one, whether or not it is configured. */
  nameInUrl?: string
  /** Of the span around the request, where spans are recorded. */
  trace?: Trace
  /** A credential was refused; no later method may accept it. */
  refusal: BridgeError | null
}

declare module 'fastify' {
  interface FastifyRequest {
    bridge: RequestContext | null
  }
}

export default fp(
  async app => {
    app.decorateRequest('bridge', null)
    app.addHook('onRequest', (request, _reply, done) => {
      request.bridge = { caller: null, expiresAt: null, credential: null, refusal: null }
      done()
    })
  },
  { name: 'context', fastify: '5.x' }
)

/** The authenticated caller, or null. */
export function callerOf(request: FastifyRequest): Caller | null {
  return request.bridge?.caller ?? null
}
