/** Refused log-ons: what the client, the log and the audit learn of each. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BridgeError } from '../errors.ts'
import { foreignIssuer } from '../../cloud/jwt-parts.ts'
import { Unavailable } from './method.ts'

/** `Retry-After` while no key of the identity provider can be read. */
const retrySeconds = 10

/** The last step of the chain: with the relation `or` its error is the one that the client sees. */
export function challenge(app: FastifyInstance) {
  return async (request: FastifyRequest): Promise<void> => {
    const { refusal, credential } = stateOf(request)
    if (refusal === null && credential?.token !== undefined) {
      const { jwt, fingerprint: token } = credential
      recordRefusal(app, request, {
        method: 'none',
        reason: `no method knows such a token${jwt === undefined ? '' : `: ${foreignIssuer(jwt)}`}`,
        token
      })
    }
    throw refusal ?? unauthorized(app, request, { tokenSent: credential?.token !== undefined })
  }
}

/**
 * Writes log and audit; both get the fingerprint of the credential alone. The name of a system is
 * the one in the URL, which operators need for names that are not configured, too.
 */
export function recordRefusal(
  app: FastifyInstance,
  request: FastifyRequest,
  facts: { method: string; reason: string; token: string | undefined }
): void {
  const { system: served, nameInUrl: system = served } = stateOf(request)
  const named = system === undefined ? facts : { system, ...facts }
  request.log.warn(named, 'a client was refused')
  app.audit?.logOnRefused({ ...named, address: request.ip, requestId: request.id })
}

/** The answer for the client: 503 where the token could not be checked, else 401. */
export function refusalOf(
  app: FastifyInstance,
  request: FastifyRequest,
  error: unknown
): BridgeError {
  if (error instanceof BridgeError) return error
  if (error instanceof Unavailable) {
    const headers = { 'retry-after': String(retrySeconds) }
    return new BridgeError(
      'BRIDGE_UNAVAILABLE',
      {
        status: 503,
        code: -32000,
        message: `The token cannot be checked: the identity provider does not answer. Try again in ${retrySeconds} s.`,
        headers
      },
      { cause: error }
    )
  }
  return unauthorized(app, request, { tokenSent: true })
}

/** One answer for all reasons; it says only whether a token was sent. */
export function unauthorized(
  app: FastifyInstance,
  request: FastifyRequest,
  { message = 'Unauthorized', tokenSent }: { message?: string; tokenSent: boolean }
): BridgeError {
  const header = app.challenge(request, tokenSent ? { error: 'invalid_token' } : {})
  return new BridgeError('BRIDGE_UNAUTHORIZED', {
    status: 401,
    code: -32000,
    message,
    headers: { 'www-authenticate': header }
  })
}

/** What the authentication knows of a request so far. */
export function stateOf({ bridge }: FastifyRequest): NonNullable<FastifyRequest['bridge']> {
  if (bridge === null) throw new TypeError('the context plugin has not run')
  return bridge
}
