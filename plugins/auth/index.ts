/** `app.authenticate`: the chain over the list of methods. */
import { createHash } from 'node:crypto'
import fastifyAuth from '@fastify/auth'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { BridgeError } from '../errors.ts'
import { apiKeyMethod } from './api-key.ts'
import { hostMethod } from './host.ts'
import type { HostCaller } from './host.ts'
import type { AuthMethod } from './method.ts'

export interface AuthOptions {
  readonly apiKey?: string | undefined
  readonly hostCaller?: HostCaller | undefined
}

declare module 'fastify' {
  interface FastifyInstance { authenticate: onRequestHookHandler }
}

export default fp<AuthOptions>(async (app, options) => {
  await app.register(fastifyAuth)
  const methods = methodsOf(options)
  if (methods.length === 0) {
    app.log.warn('NO CLIENT AUTHENTICATION: everybody who reaches this address may use the ERP with the rights of its technical user. Give --api-key (SVC_API_KEY) to close it.')
    app.decorate('authenticate', async (request: FastifyRequest) => { welcome(request) })
    return
  }
  // With the relation `or` the last error is the one that is seen, so the last step makes the one right challenge.
  app.decorate('authenticate', app.auth([...methods.map(step), challenge]) as onRequestHookHandler)
}, { name: 'auth', fastify: '5.x', dependencies: ['context', 'errors'] })

/** In the order in which they are asked. */
function methodsOf ({ hostCaller, apiKey }: AuthOptions): AuthMethod[] {
  return [
    ...(hostCaller === undefined ? [] : [hostMethod(hostCaller)]),
    ...(apiKey === undefined ? [] : [apiKeyMethod(apiKey)])
  ]
}

function step (method: AuthMethod) {
  return async (request: FastifyRequest): Promise<void> => {
    const state = stateOf(request)
    if (state.refusal !== null) throw state.refusal
    const credential = { token: bearerToken(request), request }
    try {
      if (!method.recognizes(credential)) return notMine()
      const { caller, expiresAt } = await method.verify(credential)
      if (!Number.isSafeInteger(expiresAt)) throw unauthorized('Token has no expiration time', true)
      state.caller = caller
      state.expiresAt = expiresAt
    } catch (error) {
      if (error instanceof NotMine) throw error
      request.log.warn({ method: method.name, reason: (error as Error).message, token: fingerprint(credential.token) }, 'a client was refused')
      state.refusal = error instanceof BridgeError ? error : unauthorized('Unauthorized', true)
      throw state.refusal
    }
  }
}

/** Sends the request on to the next method; never seen by anybody. */
class NotMine extends Error {}

function notMine (): never {
  throw new NotMine()
}

async function challenge (request: FastifyRequest): Promise<void> {
  throw stateOf(request).refusal ?? unauthorized('Unauthorized', bearerToken(request) !== undefined)
}

/** One answer for all reasons. Whether a token was sent is no secret to whoever sent it. */
function unauthorized (message: string, tokenSent: boolean): BridgeError {
  const header = `Bearer realm="erp-bridge"${tokenSent ? ', error="invalid_token"' : ''}`
  return new BridgeError('BRIDGE_UNAUTHORIZED', { status: 401, code: -32000, message, headers: { 'www-authenticate': header } })
}

function welcome (request: FastifyRequest): void {
  stateOf(request).caller = { principal: { name: 'anonymous', kind: 'anonymous' }, scopes: new Set(['read', 'write', 'admin']), method: 'none' }
}

function stateOf ({ bridge }: FastifyRequest): NonNullable<FastifyRequest['bridge']> {
  if (bridge === null) throw new TypeError('the context plugin has not run')
  return bridge
}

/** The scheme word in any case, one blank, one token. */
function bearerToken ({ headers }: FastifyRequest): string | undefined {
  return /^bearer ([!-+\--~]+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Enough to find a token's entries in the log, too little to use it. */
function fingerprint (token: string | undefined): string | undefined {
  return token === undefined ? undefined : createHash('sha256').update(token).digest('hex').slice(0, 8)
}
