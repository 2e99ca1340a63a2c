/** `app.authenticate`: the chain over the list of methods. */
import fastifyAuth from '@fastify/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { BridgeError } from '../errors.ts'
import type { Attempt } from '../rate-limit.ts'
import { apiKeyMethod } from './api-key.ts'
import { hostMethod } from './host.ts'
import type { HostCaller } from './host.ts'
import { foreignIssuer, readJwt } from './jwt-parts.ts'
import { createTokenCache } from './token-cache.ts'
import type { TokenCache } from './token-cache.ts'
import { digestOf, fingerprintOf, Unavailable } from './method.ts'
import type { AuthMethod, Credential, Verified } from './method.ts'

export interface AuthOptions {
  readonly apiKey?: string | undefined
  readonly hostCaller?: HostCaller | undefined
  /** Named keys are accepted, those of `app.identities`. */
  readonly namedKeys?: boolean
  /** Rejects the start where nothing of it is given. */
  readonly requireAuth?: boolean
  /** Told once the keys of all identity providers have been read; at once where there are none. */
  readonly onKeysRead?: (() => void) | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: onRequestHookHandler
  }
}

/** Start does not wait longer for providers that do not answer. */
const warmMs = 3000
/** How often keys that could not be read at the start are asked for, until they could. */
const retryMs = 2000
/** What clients are told to wait while no key can be had. */
const retrySeconds = 10

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
      app.log.warn(
        'NO CLIENT AUTHENTICATION: every client that reaches this address may use the ERP with the rights of its technical user. Give --api-key (SVC_API_KEY) to close it; --require-auth (ERP_REQUIRE_AUTH) refuses to start like this.'
      )
      app.decorate('authenticate', (request: FastifyRequest, _reply: FastifyReply, done: Done) => {
        welcome(request)
        done()
      })
      return
    }
    // With the relation `or` the last error is the one that is seen, so the last step makes the one
    // right challenge.
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

/**
 * Tries until the keys of all providers have been read once; the start does not wait for that for
 * ever.
 */
function warmUp(
  app: FastifyInstance,
  methods: readonly AuthMethod[],
  onKeysRead: () => void
): void {
  let retry: NodeJS.Timeout | undefined
  const ended = new AbortController()
  app.addHook('onClose', async () => {
    ended.abort()
    clearTimeout(retry)
  })
  const attempt = async (): Promise<void> => {
    const warm = await Promise.all(methods.map(async method => (await method.warm?.()) ?? true))
    if (warm.every(Boolean)) onKeysRead()
    else if (!ended.signal.aborted) {
      retry = setTimeout(() => {
        void attempt()
      }, retryMs).unref()
    }
  }
  app.addHook('onReady', async () => {
    const late = new Promise(resolve => {
      setTimeout(resolve, warmMs).unref()
    })
    await Promise.race([late, attempt()])
  })
}

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
 * Answers at once where nothing has to be waited for, as with keys and known tokens: a promise for
 * each request would let its body wait, too.
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
    // Outside of the try: what comes after this step is no business of it.
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
    admit(app, request, verified)
    const { token, jwt, digest } = credential
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
  return { digest, guess: method.name === 'api-key' }
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

/** Rejects with what the client is told. */
async function refuse(app: FastifyInstance, trial: Trial, error: unknown): Promise<never> {
  const { method, request, credential } = trial
  const refusal = refusalOf(app, request, error)
  // First of all: whatever fails from here on, no later method may accept the credential.
  stateOf(request).refusal = refusal
  tellRefusal(app, request, {
    method: method.name,
    reason: (error as Error).message,
    token: credential.fingerprint
  })
  if (credential.digest !== undefined && refusal.fault.status === 401) {
    await app.limits.failed(request, attemptOf(trial))
  }
  throw refusal
}

/** Sends the request on to the next method; never seen by anybody. */
const notMine = new Error('not mine')

function challenge(app: FastifyInstance) {
  return async (request: FastifyRequest): Promise<void> => {
    const { refusal, credential } = stateOf(request)
    if (refusal === null && credential?.token !== undefined) {
      const { jwt, fingerprint: token } = credential
      tellRefusal(app, request, {
        method: 'none',
        reason: `no method knows such a token${jwt === undefined ? '' : `: ${foreignIssuer(jwt)}`}`,
        token
      })
    }
    throw refusal ?? unauthorized(app, request, { tokenSent: credential?.token !== undefined })
  }
}

/** The log helps who looks now, the audit who asks later; neither sees the credential. */
function tellRefusal(
  app: FastifyInstance,
  request: FastifyRequest,
  facts: { method: string; reason: string; token: string | undefined }
): void {
  const { system } = stateOf(request)
  const named = system === undefined ? facts : { system, ...facts }
  request.log.warn(named, 'a client was refused')
  app.audit?.logOnRefused({ ...named, address: request.ip, requestId: request.id })
}

function refusalOf(app: FastifyInstance, request: FastifyRequest, error: unknown): BridgeError {
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

/** One answer for all reasons. Whether a token was sent is no secret to whoever sent it. */
function unauthorized(
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

function welcome(request: FastifyRequest): void {
  stateOf(request).caller = {
    principal: { name: 'anonymous', kind: 'anonymous' },
    scopes: new Set(['read', 'write', 'admin']),
    method: 'none'
  }
}

function stateOf({ bridge }: FastifyRequest): NonNullable<FastifyRequest['bridge']> {
  if (bridge === null) throw new TypeError('the context plugin has not run')
  return bridge
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
