/**
 * A stand-in for an authorization service of SAP BTP (XSUAA): JWT bearer, client credentials, codes
 * with PKCE and refresh tokens, with a client secret or by mutual TLS. It refuses, and records,
 * what the documentation of these grants does not allow. Refresh tokens are good once: one that comes
 * a second time ends all tokens of its log-on (RFC 9700, 4.14).
 */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { createServerIdentity } from '../../../sandbox/http/logon/server-certificate.ts'
import { ecKey, makeToken, now } from '../../helpers/identity-provider.ts'
import type { Json, SigningKey } from '../../helpers/identity-provider.ts'

/** A client with a secret, or with the CN of its certificate. */
export interface ServiceClient {
  readonly secret?: string
  readonly commonName?: string
  /** Neither of the two: a client that a system announces. */
  readonly isPublic?: boolean
}

export interface TokenRequest {
  readonly form: URLSearchParams
  readonly client: string
}

export interface TokenService {
  readonly url: string
  /** PEM. */
  readonly ca: string
  readonly clients: Map<string, ServiceClient>
  /** Keys whose assertions are accepted, with their issuers. */
  readonly trusted: Map<string, SigningKey>
  /** Signs what this service issues. */
  readonly key: SigningKey
  readonly requests: TokenRequest[]
  /** Requests that the documentation does not allow. */
  readonly faults: string[]
  /** Seconds. */
  life: number
  /** In place of an answer: a status and the JSON of it; undefined answers as usual. */
  behave: ((request: TokenRequest) => readonly [number, unknown] | undefined) | undefined
  /** Milliseconds before each answer. */
  delay: number
  /** Answers the page of the log-on and the metadata; false for other requests. */
  page: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** A code of a user, as the page of the log-on hands it out. */
  code(user: string, challenge: string, redirect: string, client?: string): string
  /** Refresh tokens that were ended before their time. */
  readonly revoked: string[]
  /** Ends all refresh tokens, as a change of the user's password does. */
  endRefreshTokens(): void
  /** A token of this service. */
  issue(user: string, client: string, more?: Json, key?: SigningKey): string
  /** Whether the client itself got the token, for services of the platform. */
  isOfClient(token: string, client: string): boolean
  /** The user of a good token for that client; throws with the reason. */
  userOf(token: string, client: string): string
}

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Members that a request of each grant may have; the first one is its own. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  [jwtBearer]: ['assertion', 'response_type', 'token_format', 'scope'],
  client_credentials: ['resource', 'scope', 'response_type', 'token_format'],
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token']
}
const always = ['grant_type', 'client_id', 'client_secret']

interface Code {
  readonly client: string | undefined
  readonly user: string
  readonly challenge: string
  readonly redirect: string
}

interface Refresh {
  readonly user: string
  readonly client: string
  /** Of all that follow from one log-on. */
  readonly family: string
}

/** Keys cost time, and every service of a test file may have the same. */
let serverIdentity: ReturnType<typeof createServerIdentity> | undefined

/**
 * @param clientCa PEM of the authority of client certificates
 * @param path of the token endpoint
 */
export async function createTokenService(
  t: TestContext,
  { clientCa, path = '/oauth/token' }: { readonly clientCa?: string; readonly path?: string } = {}
): Promise<TokenService> {
  const { ca, ...identity } = await (serverIdentity ??= createServerIdentity([]))
  const codes = new Map<string, Code>()
  const refreshTokens = new Map<string, Refresh>()
  const spent = new Map<string, Refresh>()
  const server = createServer(
    {
      ...identity,
      requestCert: clientCa !== undefined,
      rejectUnauthorized: false,
      ...(clientCa === undefined ? {} : { ca: clientCa })
    },
    (request, response) => {
      if (service.page?.(request, response) === true) return
      const chunks: Buffer[] = []
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const [status, body] = answer(request, Buffer.concat(chunks).toString())
          setTimeout(() => {
            response
              .writeHead(status, { 'content-type': 'application/json' })
              .end(typeof body === 'string' ? body : JSON.stringify(body))
          }, service.delay)
        })
    }
  )

  const refuse = (status: number, error: string) =>
    [status, { error, error_description: `refused ${error}` }] as const

  const answer = (request: IncomingMessage, text: string): readonly [number, unknown] => {
    const form = new URLSearchParams(text)
    const seen = { form, client: form.get('client_id') ?? '' }
    if (request.url === '/oauth/revoke') return revoke(request, seen)
    service.requests.push(seen)
    checkForm(request, form)
    const own = service.behave?.(seen)
    if (own !== undefined) return own
    if (!isProven(request, seen)) return refuse(401, 'invalid_client')
    return granted(seen)
  }

  const revoke = (request: IncomingMessage, seen: TokenRequest): readonly [number, unknown] => {
    const token = seen.form.get('token') ?? ''
    if (!isProven(request, seen)) return refuse(401, 'invalid_client')
    service.revoked.push(token)
    endFamily(refreshTokens.get(token)?.family)
    return [200, {}]
  }

  const endFamily = (family: string | undefined) => {
    for (const [token, one] of refreshTokens) {
      if (one.family === family) refreshTokens.delete(token)
    }
  }

  const checkForm = ({ method, url, headers, socket }: IncomingMessage, form: URLSearchParams) => {
    const grant = form.get('grant_type') ?? ''
    const fault = (what: string) => service.faults.push(`${grant}: ${what}`)
    if (method !== 'POST' || url !== path) fault(`${String(method)} ${String(url)}`)
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') fault('another form')
    if (headers.authorization !== undefined && form.has('client_secret')) fault('two log-ons')
    const names = [...form.keys()]
    if (new Set(names).size < names.length) fault('a parameter twice')
    const known = [...always, ...(allowed[grant] ?? [])]
    const odd = names.filter(name => !known.includes(name))
    if (odd.length > 0) fault(`parameters ${odd.join()}`)
    const isMutual = (socket as TLSSocket).authorized
    if (isMutual && form.has('client_secret')) fault('a secret beside a certificate')
  }

  const isProven = ({ socket }: IncomingMessage, { form, client }: TokenRequest) => {
    const known = service.clients.get(client)
    if (known?.secret !== undefined) return form.get('client_secret') === known.secret
    if (known?.isPublic === true) return !form.has('client_secret')
    const tls = socket as TLSSocket
    return tls.authorized && tls.getPeerCertificate().subject.CN === known?.commonName
  }

  const granted = ({ form, client }: TokenRequest): readonly [number, unknown] => {
    const grant = form.get('grant_type') ?? ''
    if (grant === 'client_credentials') return [200, tokenAnswer('', client)]
    if (grant === 'refresh_token') {
      const given = form.get('refresh_token') ?? ''
      const found = refreshTokens.get(given)
      if (spent.has(given)) {
        service.faults.push('a refresh token twice')
        endFamily(spent.get(given)?.family)
      }
      if (found?.client !== client) return refuse(401, 'invalid_token')
      refreshTokens.delete(given)
      spent.set(given, found)
      return [200, tokenAnswer(found.user, client, found.family)]
    }
    if (grant === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isOwn = code?.client === undefined || code.client === client
      return isOwn && code?.challenge === proof && code.redirect === form.get('redirect_uri')
        ? [200, tokenAnswer(code.user, client)]
        : refuse(400, 'invalid_grant')
    }
    if (grant !== jwtBearer) return refuse(400, 'unsupported_grant_type')
    try {
      const { user_name: user } = verified(form.get('assertion') ?? '')
      if (typeof user !== 'string') return refuse(400, 'invalid_grant')
      return [200, tokenAnswer(user, client)]
    } catch {
      return refuse(400, 'invalid_grant')
    }
  }

  const tokenAnswer = (user: string, client: string, family: string = randomUUID()): Json => {
    const refresh = randomUUID()
    if (user !== '') refreshTokens.set(refresh, { user, client, family })
    return {
      access_token: service.issue(user, client),
      token_type: 'bearer',
      expires_in: service.life,
      ...(user === '' ? {} : { refresh_token: refresh }),
      jti: randomUUID()
    }
  }

  const verified = (token: string): Json => {
    const claims = claimsOf(token)
    const key = service.trusted.get(String(claims['iss']))
    if (key === undefined || !isSigned(token, key)) throw new Error('signature')
    if (Number(claims['exp']) <= Date.now() / 1000) throw new Error('ended')
    return claims
  }

  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: TokenService = {
    url,
    ca,
    clients: new Map(),
    trusted: new Map(),
    key: ecKey('service-key', 'P-256', { alg: 'ES256' }),
    requests: [],
    faults: [],
    life: 3600,
    behave: undefined,
    delay: 0,
    page: undefined,
    revoked: [],
    endRefreshTokens() {
      refreshTokens.clear()
    },
    code(user, challenge, redirect, client) {
      const code = randomUUID()
      codes.set(code, { user, challenge, redirect, client })
      return code
    },
    issue: (user, client, more = {}, key = service.key) =>
      makeToken(
        key.privateKey,
        { alg: 'ES256', typ: 'JWT', kid: 'service-key' },
        {
          iss: `${url}/oauth/token`,
          aud: [client],
          cid: client,
          grant_type: user === '' ? 'client_credentials' : jwtBearer,
          ...(user === '' ? {} : { user_name: user, email: user }),
          iat: now(),
          // Full seconds: it lives at least as long as the answer says.
          exp: now() + 1 + service.life,
          jti: randomUUID(),
          ...more
        }
      ),
    isOfClient(token, client) {
      const { cid, exp, grant_type: grant } = claimsOf(token)
      const isAlive = Number(exp) > Date.now() / 1000
      return (
        isAlive && isSigned(token, service.key) && cid === client && grant === 'client_credentials'
      )
    },
    userOf(token, client) {
      const claims = claimsOf(token)
      if (!isSigned(token, service.key)) throw new Error('signature')
      if (claims['iss'] !== `${url}/oauth/token`) throw new Error('issuer')
      const { aud, exp, nbf = 0, user_name: user, grant_type: grant } = claims
      if (!Array.isArray(aud) || !aud.includes(client)) throw new Error('audience')
      const seconds = Date.now() / 1000
      if (!(Number(exp) > seconds) || !(Number(nbf) <= seconds)) throw new Error('time')
      if (typeof user !== 'string' || grant === 'client_credentials') throw new Error('no user')
      return user
    }
  }
  t.after(
    () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
  )
  return service
}

export function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json
}

function isSigned(token: string, { jwk }: SigningKey): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Json
  if (alg !== jwk['alg']) return false
  const key = {
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363'
  } as const
  const input = Buffer.from(`${header}.${payload}`)
  return verify('sha256', input, key, Buffer.from(signature, 'base64url'))
}
