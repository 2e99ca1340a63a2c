/** `app.authenticate`: the chain over the list of methods. */
import fastifyAuth from '@fastify/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { userToken } from '../../tools/index.ts'
import type { Attempt } from '../rate-limit.ts'
import { apiKeyMethod } from './api-key.ts'
import { hostMethod } from './host.ts'
import type { HostCaller } from './host.ts'
import { readJwt } from '../../cloud/jwt-parts.ts'
import { createTokenCache } from './token-cache.ts'
import type { TokenCache } from './token-cache.ts'
import { digestOf, fingerprintOf } from './method.ts'
import type { AuthMethod, Credential, Verified } from './method.ts'
import { challenge, recordRefusal, refusalOf, stateOf, unauthorized } from './refusals.ts'
import { warmUp } from './warm-up.ts'

export interface AuthOptions {
  readonly apiKey?: string | undefined
  readonly hostCaller?: HostCaller | undefined
  /** Named keys are accepted, those of `app.identities`. */
  readonly namedKeys?: boolean
  /** Rejects the start where nothing of it is given. */
  readonly requireAuth?: boolean
  /** The only ERP is the built-in sandbox, on an address that this machine alone reaches. */
  readonly localSandbox?: boolean
  /** Called once the keys of all identity providers have been read; at once without providers. */
  readonly onKeysRead?: (() => void) | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: onRequestHookHandler
  }
}

const openServer =
  'NO CLIENT AUTHENTICATION: every client that reaches this address may use the ERP with the rights of its technical user. Give --api-key (SVC_API_KEY) to close it; --require-auth (ERP_REQUIRE_AUTH) refuses to start like this.'

const openSandbox =
  'Clients need no log-on: programs of this machine alone reach the address, and its ERP is the built-in sandbox. Give --api-key (SVC_API_KEY) before the bridge works on a real system.'

export default fp<AuthOptions>(
  async (app, options) => {
    await app.register(fastifyAuth)
    const methods = methodsOf(app, options)
    warmUp(app, methods, options.onKeysRead ?? (() => {}))
    if (options.apiKey !== undefined && options.apiKey.length < 16) {
      app.log.warn(
        'The API key has fewer than 16 characters and can be guessed; erp-bridge keys create makes better ones.'
      )
    }
    if (methods.length === 0) {
      if (options.requireAuth === true) {
        throw new Error(
          'option requireAuth: no client authentication is configured; give apiKey, apiKeysFile, oidcIssuer, platformAuth or auth'
        )
      }
      if (options.localSandbox === true) app.log.info(openSandbox)
      else app.log.warn(openServer)
      app.decorate('authenticate', (request: FastifyRequest, _reply: FastifyReply, done: Done) => {
        admitAnonymous(request)
        done()
      })
      return
    }
    const tokens = createTokenCache()
    app.decorate(
      'authenticate',
      app.auth([
        ...methods.map(method => step(app, method, tokens)),
        challenge(app)
      ]) as onRequestHookHandler
    )
  },
  {
    name: 'auth',
    fastify: '5.x',
    dependencies: [
      'audit',
      'context',
      'errors',
      'challenge',
      'rate-limit',
      'identities',
      'providers'
    ]
  }
)

/** In the order in which they are asked. */
function methodsOf(
  app: FastifyInstance,
  { hostCaller, apiKey, namedKeys = false }: AuthOptions
): AuthMethod[] {
  return [
    ...(hostCaller === undefined ? [] : [hostMethod(hostCaller)]),
    ...app.providers.methods,
    ...(apiKey === undefined && !namedKeys
      ? []
      : [apiKeyMethod({ key: apiKey, named: app.identities.keys })])
  ]
}

type Done = (error?: Error) => void

/**
 * Synchronous for API keys and cached tokens: a promise per request would delay the reading of its
 * body.
 */
function step(app: FastifyInstance, method: AuthMethod, tokens: TokenCache) {
  return (request: FastifyRequest, _reply: FastifyReply, done: Done): void => {
    const state = stateOf(request)
    if (state.refusal !== null) {
      done(state.refusal)
      return
    }
    const credential = (state.credential ??= credentialOf(request, tokens))
    const trial = { method, request, credential }
    let verdict: Error | Promise<void> | undefined
    try {
      verdict = method.recognizes(credential)
        ? verify(app, trial, tokens)?.catch((error: unknown) => refuse(app, trial, error))
        : notMine
    } catch (error) {
      verdict = refuse(app, trial, error)
    }
    // Outside of the try, so that errors of later steps are not taken for a refusal.
    if (verdict instanceof Promise) verdict.then(() => done(), done)
    else done(verdict)
  }
}

interface Trial {
  readonly method: AuthMethod
  readonly request: FastifyRequest
  readonly credential: Credential
}

/** Throws, or rejects, where the credential is refused. */
function verify(app: FastifyInstance, trial: Trial, tokens: TokenCache): Promise<void> | undefined {
  const { method, request, credential } = trial
  const accept = (verified: Verified) => {
    const { token, jwt, digest } = credential
    admit(app, request, withToken(verified, jwt === undefined ? undefined : token))
    if (digest === undefined) return
    app.limits.succeeded(attemptOf(trial))
    if (token !== undefined && jwt !== undefined) tokens.accepted(digest, token, jwt)
  }
  const counted =
    credential.digest === undefined ? undefined : app.limits.logOn(request, attemptOf(trial))
  const verified =
    counted === undefined
      ? method.verify(credential)
      : counted.then(() => method.verify(credential))
  if (verified instanceof Promise) return verified.then(accept)
  accept(verified)
  return undefined
}

function attemptOf({ method, credential: { digest = '' } }: Trial): Attempt {
  return { digest, guess: method.isGuessable === true }
}

/** Only a token of an identity provider can log its user on at other services. */
function withToken({ caller, expiresAt }: Verified, token: string | undefined): Verified {
  const isUser = caller.method === 'oidc' || caller.method === 'platform'
  if (!isUser || token === undefined) return { caller, expiresAt }
  return { caller: { ...caller, [userToken]: () => token }, expiresAt }
}

function admit(
  app: FastifyInstance,
  request: FastifyRequest,
  { caller, expiresAt }: Verified
): void {
  if (expiresAt === undefined) {
    throw unauthorized(app, request, { message: 'Token has no expiration time', tokenSent: true })
  }
  if (app.identities.isDenied(caller)) {
    throw new Error(`the identity ${caller.principal.name} is denied`)
  }
  const state = stateOf(request)
  state.caller = { ...caller, expiresAt }
  state.expiresAt = expiresAt
}

/** Rejects with the answer for the client. */
async function refuse(app: FastifyInstance, trial: Trial, error: unknown): Promise<never> {
  const { method, request, credential } = trial
  const refusal = refusalOf(app, request, error)
  // First, so that no later method accepts the credential, even if the steps below fail.
  stateOf(request).refusal = refusal
  recordRefusal(app, request, {
    method: method.name,
    reason: (error as Error).message,
    token: credential.fingerprint
  })
  if (credential.digest !== undefined && refusal.answer.status === 401) {
    await app.limits.failed(request, attemptOf(trial))
  }
  throw refusal
}

/** Passes the request to the next method; the last step replaces this error. */
const notMine = new Error('not mine')

function admitAnonymous(request: FastifyRequest): void {
  stateOf(request).caller = {
    principal: { name: 'anonymous', kind: 'anonymous' },
    scopes: new Set(['read', 'write', 'admin']),
    method: 'none'
  }
}

/** The scheme word in any case, one blank, one token. */
function credentialOf(request: FastifyRequest, tokens: TokenCache): Credential {
  const token = /^bearer ([!-+\--~]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const digest = token === undefined ? undefined : digestOf(token)
  return {
    token,
    digest,
    fingerprint: digest === undefined ? undefined : fingerprintOf(digest),
    jwt:
      token === undefined || digest === undefined
        ? undefined
        : (tokens.read(digest) ?? readJwt(token)),
    request
  }
}
