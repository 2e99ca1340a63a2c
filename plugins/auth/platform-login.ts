/** The platform's log-on as our clients see it: what may go there, and what comes back. */
import { Dispatcher } from 'undici'
import type { Log } from '../../tools/index.ts'
import type { FollowedBinding } from './followed-binding.ts'
import { createOutbound } from '../../cloud/outbound.ts'
import type { Outbound, OutboundOptions } from '../../cloud/outbound.ts'
import { createRedirectCheck, packagedRedirectUris } from './redirect-uris.ts'
import { isScope } from './scopes.ts'
import { readTokenAnswer } from './token-answer.ts'
import type { TokenAnswer } from './token-answer.ts'

/** An answer of the OAuth endpoints; RFC 6749 §5.2. */
export class OAuthError extends Error {
  readonly status: number
  readonly error: string
  constructor(status: number, error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.status = status
    this.error = error
  }
}

export interface PlatformLogin {
  /** The URL of the log-on page. Throws OAuthError, and then there is no redirect. */
  authorize(query: string, resource: string): string
  /** The form that the platform gets. Throws OAuthError, and then it gets nothing. */
  tokenForm(body: string, authorization: string | undefined): string
  /** What the client gets for the platform's answer to the form. */
  answer(status: number, body: Uint8Array, form: string): TokenAnswer
  readonly tokenUrl: URL
  readonly dispatcher: Dispatcher
  close(): Promise<void>
}

export interface PlatformLoginOptions {
  readonly redirectUris?: readonly string[] | undefined
  readonly outbound: OutboundOptions
  readonly log: Log
}

const tokenTimeoutMs = 10_000

export function createPlatformLogin(
  binding: FollowedBinding,
  { redirectUris, outbound: options, log }: PlatformLoginOptions
): PlatformLogin {
  // Those who tell which service it is never change.
  const { clientId, certUrl, url, xsappname } = binding.value()
  const isRedirect = createRedirectCheck(redirectUris ?? packagedRedirectUris())
  const way = createWay(binding, options)
  const check = { clientId, xsappname, isRedirect }
  return {
    authorize: (query, resource) => authorizeUrl(query, { resource, url, ...check }),
    tokenForm: (body, authorization) =>
      tokenForm(body, { authorization, secret: binding.value().clientSecret, ...check }),
    answer: (status, body, form) => readTokenAnswer(status, body, { xsappname, log, form }),
    tokenUrl: new URL('/oauth/token', certUrl ?? url),
    dispatcher: way.dispatcher,
    close: way.close
  }
}

/** Connections under the certificate of the binding, where it has one; exchanged with it. */
function createWay(
  binding: FollowedBinding,
  options: OutboundOptions
): { readonly dispatcher: Dispatcher; close(): Promise<void> } {
  const open = (): Outbound => {
    const { identity } = binding.value()
    return createOutbound({
      ...options,
      timeoutMs: tokenTimeoutMs,
      ...(identity === undefined ? {} : { identity })
    })
  }
  let current = open()
  const retired = new Set<Outbound>()
  binding.onChange(() => {
    const old = current
    current = open()
    retired.add(old)
    // What is under way on it may finish.
    setTimeout(() => {
      retired.delete(old)
      void old.close()
    }, 2 * tokenTimeoutMs).unref()
  })
  return {
    dispatcher: new Delegate(() => current.dispatcher),
    async close() {
      await Promise.all([current, ...retired].map(outbound => outbound.close()))
    }
  }
}

/** Stands for another dispatcher, asked each time; the creator of that one closes it. */
class Delegate extends Dispatcher {
  readonly #current: () => Dispatcher
  constructor(current: () => Dispatcher) {
    super()
    this.#current = current
  }

  override dispatch(...given: Parameters<Dispatcher['dispatch']>): boolean {
    return this.#current().dispatch(...given)
  }

  override async destroy(): Promise<void> {}
}

interface Check {
  readonly clientId: string
  readonly xsappname: string
  readonly isRedirect: (uri: string) => boolean
}

function authorizeUrl(
  query: string,
  { resource, url, xsappname, ...check }: Check & { resource: string; url: URL }
): string {
  const given = single(new URLSearchParams(query), [
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    'login_hint',
    'resource'
  ])
  checkAuthorization(given, { resource, xsappname, ...check })
  // A new URL of known parameters: the platform sees nothing else of the client's query.
  const target = new URL('/oauth/authorize', url)
  for (const name of [
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
    'login_hint'
  ]) {
    const value = given.get(name)
    if (value !== undefined) target.searchParams.set(name, value)
  }
  const scope = platformScopes(given.get('scope') ?? '', xsappname)
  if (scope !== '') target.searchParams.set('scope', scope)
  return target.href
}

/** @throws OAuthError for a request that the platform must not see */
function checkAuthorization(
  given: ReadonlyMap<string, string>,
  { resource, xsappname, ...check }: Check & { resource: string }
): void {
  checkClient(given.get('client_id'), { xsappname, clientId: check.clientId })
  checkRedirect(given.get('redirect_uri'), check.isRedirect)
  if (given.get('response_type') !== 'code') {
    throw new OAuthError(400, 'unsupported_response_type', 'response_type must be code')
  }
  if (!isVerifier(given.get('code_challenge')) || given.get('code_challenge_method') !== 'S256') {
    throw new OAuthError(
      400,
      'invalid_request',
      'PKCE is required: give code_challenge (43 to 128 characters) and code_challenge_method=S256'
    )
  }
  const wanted = given.get('resource')
  if (
    wanted !== undefined &&
    ![
      resource,
      `${resource}/`,
      resource.replace(/mcp$/, ''),
      resource.replace(/\/mcp$/, '')
    ].includes(wanted)
  ) {
    throw new OAuthError(400, 'invalid_target', `resource must be ${resource}`)
  }
}

/**
 * Short names get the application's name; what the platform would refuse is left out. None means
 * all that the user has.
 */
function platformScopes(text: string, xsappname: string): string {
  const own = text
    .split(' ')
    .map(name => (name.startsWith(`${xsappname}.`) ? name.slice(xsappname.length + 1) : name))
  return [
    ...new Set(
      own.flatMap(name =>
        isScope(name) ? [`${xsappname}.${name}`] : name === 'openid' ? [name] : []
      )
    )
  ].join(' ')
}

function tokenForm(
  body: string,
  {
    authorization,
    secret,
    ...check
  }: Check & { authorization: string | undefined; secret: string | undefined }
): string {
  const given = single(new URLSearchParams(body))
  const grant = given.get('grant_type')
  const form = new URLSearchParams()
  const need = (name: string): string => given.get(name) ?? fail(`${name} is missing`)
  // Any other grant would issue tokens for the client secret, which the proxy adds for every client.
  if (grant === 'authorization_code') {
    checkRedirect(given.get('redirect_uri'), check.isRedirect)
    if (!isVerifier(given.get('code_verifier'))) {
      fail('PKCE is required: give code_verifier (43 to 128 characters)')
    }
    for (const name of ['code', 'redirect_uri', 'code_verifier']) form.set(name, need(name))
  } else if (grant === 'refresh_token') form.set('refresh_token', need('refresh_token'))
  else {
    throw new OAuthError(
      400,
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token'
    )
  }
  checkClient(given.get('client_id') ?? clientOfBasic(authorization), check)
  form.set('grant_type', grant)
  form.set('client_id', check.clientId)
  if (secret !== undefined) form.set('client_secret', secret)
  return form.toString()
}

function fail(description: string): never {
  throw new OAuthError(400, 'invalid_request', description)
}

/** Each parameter at most once: two programs would take a different one of two. */
function single(
  parameters: URLSearchParams,
  names?: readonly string[]
): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (names !== undefined && !names.includes(name)) continue
    if (given.has(name)) fail(`${name} is given more than once`)
    if (value !== '') given.set(name, value)
  }
  return given
}

/** RFC 7636 §4.1. */
function isVerifier(text: string | undefined): boolean {
  return text !== undefined && /^[A-Za-z0-9._~-]{43,128}$/.test(text)
}

function checkClient(
  client: string | undefined,
  { clientId, xsappname }: { clientId: string; xsappname: string }
): void {
  if (client === clientId) return
  throw new OAuthError(
    400,
    'invalid_client',
    `client_id ${client === undefined ? 'is missing' : 'does not match the bound platform service'}; use the clientid of its service key, which begins with sb-${xsappname}`
  )
}

function checkRedirect(uri: string | undefined, isRedirect: (uri: string) => boolean): void {
  if (uri === undefined) return fail('redirect_uri is missing')
  if (isRedirect(uri)) return
  const host = URL.parse(uri)?.host ?? ''
  const hint = /^(127(\.\d+){3}|\[::1\])(:|$)/.test(host)
    ? '; the platform accepts http://localhost instead of an address'
    : ''
  fail(
    `redirect URI mismatch: ${host === '' ? 'the redirect URI' : `the host ${host.slice(0, 100)}`} is not permitted here${hint}; the operator can add it to --redirect-uris (ERP_REDIRECT_URIS) and to oauth2-configuration.redirect-uris of the security descriptor`
  )
}

function clientOfBasic(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const [name = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return new URLSearchParams(`client=${name}`).get('client') ?? undefined
}
