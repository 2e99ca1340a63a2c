/**
 * A stand-in for the platform's authorization service: TLS on loopback, codes, PKCE, refresh
 * tokens, and the ways in which it fails.
 */
import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { TLSSocket } from 'node:tls'
import type { BindingSources } from '../../config/config.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { makeToken, now, rsaKey } from './identity-provider.ts'
import type { Json } from './identity-provider.ts'
import { temporaryFolder } from './process.ts'

export const app = {
  clientid: 'sb-erp-bridge!t42',
  clientsecret: 'se+cr$et=',
  xsappname: 'erp-bridge!t42',
  zone: 'zone-1'
}
export const signing = rsaKey('default-jwt-key-1', { alg: 'RS256' })

export interface PlatformRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly peer: string
}

export interface Platform {
  readonly url: string
  readonly uaaDomain: string
  readonly caFile: string
  readonly requests: PlatformRequest[]
  readonly sources: BindingSources
  keys: Json[]
  /** Scopes of the user who logs on. */
  granted: string[]
  behave: ((request: PlatformRequest, response: ServerResponse) => boolean) | undefined
  token(more?: Json, header?: Json): string
  credentials(more?: Json): Json
  vcap(credentials?: Json): BindingSources
  close(): Promise<void>
}

export const noSources: BindingSources = {
  vcapServices: '',
  vcapServicesFile: '',
  serviceBindingRoot: '/no/such/root'
}

export async function createPlatform(t: TestContext): Promise<Platform> {
  const authority = await createAuthority({ name: 'localhost', usage: false })
  const caFile = join(temporaryFolder('platform'), 'ca.pem')
  writeFileSync(caFile, authority.certificate)
  const state = createState()
  const server = createServer(
    {
      key: authority.key,
      cert: authority.certificate,
      requestCert: true,
      rejectUnauthorized: false
    },
    (request, response) => {
      let body = ''
      request
        .on('data', chunk => {
          body += String(chunk)
        })
        .on('end', () => {
          const peer = (request.socket as TLSSocket).getPeerCertificate().subject as
            { CN?: string } | undefined
          const seen = {
            path: request.url ?? '',
            headers: request.headers,
            body,
            peer: peer?.CN ?? ''
          }
          platform.requests.push(seen)
          if (platform.behave?.(seen, response) === true) return
          answer(platform, state, { seen, response })
        })
    }
  )
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const uaaDomain = `localhost:${(server.address() as AddressInfo).port}`
  const url = `https://${uaaDomain}`
  const credentials = (more: Json = {}): Json => ({
    clientid: app.clientid,
    clientsecret: app.clientsecret,
    xsappname: app.xsappname,
    url,
    uaadomain: uaaDomain,
    identityzoneid: app.zone,
    ...more
  })
  const vcap = (given = credentials()) => ({
    ...noSources,
    vcapServices: JSON.stringify({
      xsuaa: [
        { label: 'xsuaa', name: 'auth', plan: 'application', tags: ['xsuaa'], credentials: given }
      ]
    })
  })
  const platform: Platform = {
    url,
    uaaDomain,
    caFile,
    requests: [],
    sources: vcap(),
    keys: [signing.jwk],
    granted: ['read', 'write', 'admin'],
    behave: undefined,
    credentials,
    vcap,
    token: (more = {}, header = {}) =>
      makeToken(
        signing.privateKey,
        {
          alg: 'RS256',
          typ: 'JWT',
          kid: 'default-jwt-key-1',
          jku: `${url}/token_keys`,
          jid: 'x',
          ...header
        },
        claims(platform, more)
      ),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    }
  }
  t.after(() => platform.close())
  return platform
}

function claims({ url, granted }: Platform, more: Json): Json {
  return {
    iss: `${url}/oauth/token`,
    zid: app.zone,
    aud: [app.xsappname, app.clientid, 'openid'],
    scope: ['openid', ...granted.map(name => `${app.xsappname}.${name}`)],
    client_id: app.clientid,
    cid: app.clientid,
    azp: app.clientid,
    grant_type: 'authorization_code',
    user_name: 'ada@example.com',
    email: 'ada@example.com',
    origin: 'sap.default',
    sub: 'u-1',
    ext_attr: { enhancer: 'XSUAA', zdn: 'sub' },
    iat: now(),
    exp: now() + 3600,
    jti: randomUUID(),
    ...more
  }
}

interface Code {
  readonly redirect: string
  readonly challenge: string | null
  readonly scope: string | null
}
interface State {
  readonly codes: Map<string, Code>
  readonly refresh: Set<string>
}
const createState = (): State => ({ codes: new Map(), refresh: new Set() })

function answer(
  platform: Platform,
  state: State,
  { seen, response }: { seen: PlatformRequest; response: ServerResponse }
): void {
  const { pathname, searchParams } = new URL(seen.path, platform.url)
  const json = (status: number, value: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'JSESSIONID=secret' })
      .end(JSON.stringify(value))
  if (pathname === '/token_keys') {
    if (searchParams.get('zid') === app.zone) json(200, { keys: platform.keys })
    else json(400, { error: 'unknown zone' })
  } else if (pathname === '/oauth/authorize') authorize(state, searchParams, response)
  else if (pathname === '/oauth/token') {
    const { status, body } = token(platform, state, {
      form: new URLSearchParams(seen.body),
      peer: seen.peer
    })
    json(status, body)
  } else json(404, {})
}

/** The user logs on at once. */
function authorize({ codes }: State, given: URLSearchParams, response: ServerResponse): void {
  const code = randomUUID()
  const redirect = given.get('redirect_uri') ?? ''
  codes.set(code, { redirect, challenge: given.get('code_challenge'), scope: given.get('scope') })
  const target = new URL(redirect)
  target.searchParams.set('code', code)
  if (given.has('state')) target.searchParams.set('state', given.get('state') ?? '')
  response.writeHead(302, { location: target.href, 'set-cookie': 'JSESSIONID=secret' }).end()
}

function token(
  platform: Platform,
  { codes, refresh }: State,
  { form, peer }: { form: URLSearchParams; peer: string }
): { status: number; body: Json } {
  const refuse = (status: number, error: string, description: string) => ({
    status,
    body: { error, error_description: description }
  })
  const proven =
    form.get('client_secret') === app.clientsecret ||
    (peer === app.clientid && !form.has('client_secret'))
  if (form.get('client_id') !== app.clientid || !proven) {
    return refuse(401, 'invalid_client', 'Bad credentials')
  }
  if (form.get('grant_type') === 'authorization_code') {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (code === undefined) return refuse(400, 'invalid_grant', 'Invalid authorization code')
    if (code.redirect !== form.get('redirect_uri')) {
      return refuse(400, 'invalid_grant', 'Redirect URI mismatch.')
    }
    if (
      code.challenge !== null &&
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') !== code.challenge
    ) {
      return refuse(400, 'invalid_grant', 'Invalid code verifier')
    }
  } else if (!refresh.delete(form.get('refresh_token') ?? '')) {
    return refuse(400, 'invalid_grant', 'Invalid refresh token')
  }
  const next = randomUUID()
  refresh.add(next)
  return {
    status: 200,
    body: {
      access_token: platform.token(),
      token_type: 'bearer',
      expires_in: 3599,
      refresh_token: next,
      scope: platform.granted.map(name => `${app.xsappname}.${name}`).join(' '),
      jti: 'j',
      id_token: 'not ours'
    }
  }
}
