/**
 * Whole log-ons, by the OAuth clients of the SDKs, and by hand where a client would not make the
 * mistake.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { OAuth2Server } from 'oauth2-mock-server'
import { Agent, fetch as fetchWith } from 'undici'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import bridge from '../../app.ts'
import type { BridgeOptions } from '../../app.ts'
import { callerOf } from '../../plugins/context.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { erp, listen } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'
import { app as bound, createPlatform } from '../helpers/platform.ts'
import type { Platform } from '../helpers/platform.ts'
import { discoveryFor } from '../helpers/discovery.ts'

const redirect = 'http://localhost:33418/callback'

/** What a client keeps for its user: no browser, but all the rest. */
function createProvider({
  clientId,
  redirectUrl = redirect
}: {
  clientId: string
  redirectUrl?: string
}) {
  const kept: {
    tokens?: { access_token: string; refresh_token?: string }
    verifier?: string
    at?: URL
    discovered?: unknown
    asked: URL[]
  } = { asked: [] }
  return {
    kept,
    redirectUrl,
    clientMetadata: {
      client_name: 'test',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none'
    },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: { access_token: string }) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.at = url
      kept.asked.push(url)
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    state: () => 'a+b/c==',
    saveDiscoveryState: (state: unknown) => {
      kept.discovered = state
    },
    discoveryState: () => kept.discovered,
    invalidateCredentials: () => {
      delete kept.tokens
    }
  }
}
type Provider = ReturnType<typeof createProvider>

/** The browser: follows until the client's own address, and gives what stands there. */
async function browse(start: URL, caFile?: string, callback = redirect): Promise<URLSearchParams> {
  const dispatcher = new Agent(
    caFile === undefined ? {} : { connect: { ca: readFileSync(caFile, 'utf8') } }
  )
  let url = start
  for (let hop = 0; hop < 5 && !url.href.startsWith(callback); hop++) {
    const answer = await fetchWith(url, { redirect: 'manual', dispatcher })
    assert.equal(answer.status, 302, `${url.href} ${await answer.text()}`)
    url = new URL(answer.headers.get('location') ?? '', url)
  }
  await dispatcher.close()
  return url.searchParams
}

const clients = {
  new: (url: URL, provider: Provider) => {
    const transport = new StreamableHTTPClientTransport(url, { authProvider: provider as never })
    const client = new Client({ name: 'test', version: '1' })
    return {
      connect: () => client.connect(transport),
      finish: (given: URLSearchParams) => transport.finishAuth(given as never),
      list: () => client.listTools(),
      close: () => client.close()
    }
  },
  old: (url: URL, provider: Provider) => {
    const transport = new OldTransport(url, { authProvider: provider as never })
    const client = new OldClient({ name: 'test', version: '1' })
    return {
      connect: () => client.connect(transport as never),
      finish: (given: URLSearchParams) => transport.finishAuth(given.get('code') ?? ''),
      list: () => client.listTools(),
      close: () => client.close()
    }
  }
} as const

async function logOn(
  bridge: BridgeApp,
  provider: Provider,
  { kind, caFile }: { kind: keyof typeof clients; caFile?: string }
) {
  const first = clients[kind](bridge.url, provider)
  await assert.rejects(first.connect(), /nauthorized/)
  const given = await browse(
    provider.kept.at ?? new URL('http://nowhere'),
    caFile,
    provider.redirectUrl
  )
  assert.equal(given.get('state'), 'a+b/c==')
  await first.finish(given)
  const second = clients[kind](bridge.url, provider)
  await second.connect()
  return second
}

async function platformBridge(
  t: TestContext,
  options: BridgeOptions = {}
): Promise<{ bridge: BridgeApp; platform: Platform; base: string }> {
  const platform = await createPlatform(t)
  const settings = {
    platformAuth: true,
    bindings: platform.sources,
    caFile: platform.caFile,
    ...options
  }
  const bridge = await listen(t, settings, discoveryFor(settings))
  return { bridge, platform, base: bridge.url.origin }
}

async function oidcBridge(
  t: TestContext
): Promise<{ bridge: BridgeApp; issuer: OAuth2Server; names: (string | undefined)[] }> {
  const issuer = new OAuth2Server()
  await issuer.issuer.keys.generate('RS256')
  await issuer.start(0, '127.0.0.1')
  t.after(() => issuer.stop())
  issuer.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) =>
    Object.assign(payload, {
      aud: 'erp-bridge',
      sub: 's',
      preferred_username: 'ada',
      scope: 'read write'
    })
  )
  const settings = { oidcIssuer: issuer.issuer.url ?? '', oidcAudience: 'erp-bridge' }
  const names: (string | undefined)[] = []
  const bridge = await listen(t, settings, async app => {
    app.addHook('onResponse', async request => {
      names.push(callerOf(request)?.principal.name)
    })
    await discoveryFor(settings)(app)
  })
  return { bridge, issuer, names }
}

for (const kind of ['new', 'old'] as const) {
  describe(`a log-on by the ${kind} SDK`, () => {
    test('platform: 401, metadata, authorize, code, token, tools, refresh', async t => {
      const { bridge, platform, base } = await platformBridge(t)
      const provider = createProvider({ clientId: bound.clientid })
      const client = await logOn(bridge, provider, { kind, caFile: platform.caFile })
      assert.ok((await client.list()).tools.length > 0)
      assert.equal(provider.kept.at?.origin, base)
      const authorize = platform.requests.find(({ path }) => path.startsWith('/oauth/authorize'))
      assert.equal(
        new URL(authorize?.path ?? '', base).searchParams.get('scope'),
        ['read', 'write', 'admin'].map(name => `${bound.xsappname}.${name}`).join(' ')
      )
      // The access token is gone; the refresh token brings another one, without a prompt to the user.
      provider.kept.tokens = { ...provider.kept.tokens, access_token: 'gone' }
      assert.ok((await client.list()).tools.length > 0)
      assert.equal(provider.kept.asked.length, 1)
      assert.notEqual(provider.kept.tokens?.access_token, 'gone')
      await client.close()
    })

    test('OIDC: the provider that the metadata names', async t => {
      const { bridge, issuer, names } = await oidcBridge(t)
      const provider = createProvider({ clientId: 'any' })
      const client = await logOn(bridge, provider, { kind })
      assert.ok((await client.list()).tools.length > 0)
      assert.equal(provider.kept.at?.origin, new URL(issuer.issuer.url ?? '').origin)
      assert.ok(names.includes('ada'))
      await client.close()
    })
  })
}

describe('redirect URIs of the clients', () => {
  const known = [
    'http://localhost:33418/',
    'http://localhost:6274/oauth/callback',
    'http://localhost:8787/callback',
    'https://claude.ai/api/mcp/auth_callback',
    'https://claude.com/api/mcp/auth_callback',
    'https://vscode.dev/redirect',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'https://global.consent.azure-apim.net/redirect/erp-5f12ab'
  ]
  for (const uri of known) {
    test(uri, async t => {
      const { bridge, platform } = await platformBridge(t)
      const client = await logOn(
        bridge,
        createProvider({ clientId: bound.clientid, redirectUrl: uri }),
        { kind: 'new', caFile: platform.caFile }
      )
      await client.close()
    })
  }
})

describe('redirect URIs of the clients at an OIDC provider, which alone decides about them', () => {
  const known = [
    'http://127.0.0.1:33418',
    'http://localhost:8787/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'http://localhost:6274/oauth/callback',
    'https://claude.ai/api/mcp/auth_callback',
    'https://vscode.dev/redirect',
    'https://global.consent.azure-apim.net/redirect/erp-5f12ab'
  ]
  test(known.join(' '), async t => {
    const { bridge } = await oidcBridge(t)
    for (const uri of known) {
      const client = await logOn(bridge, createProvider({ clientId: 'any', redirectUrl: uri }), {
        kind: 'new'
      })
      assert.ok((await client.list()).tools.length > 0, uri)
      await client.close()
    }
  })
})

const pkce = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256'
}
const wish = {
  response_type: 'code',
  client_id: bound.clientid,
  redirect_uri: redirect,
  state: 's+1',
  ...pkce
}
const ask = (base: string, parameters: Record<string, string> | string) =>
  fetch(
    `${base}/authorize?${typeof parameters === 'string' ? parameters : new URLSearchParams(parameters)}`,
    { redirect: 'manual' }
  )

describe('/authorize', () => {
  test('hands on what is known, and nothing else', async t => {
    const { base, platform } = await platformBridge(t)
    const answer = await fetch(
      `${base}/authorize?${new URLSearchParams({ ...wish, scope: 'read offline_access other!t1.x openid', nonce: 'x', login_hint: '{"origin":"idp"}', resource: `${base}/mcp` })}`,
      { redirect: 'manual', headers: { cookie: 'a=b', authorization: 'Bearer x' } }
    )
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const target = new URL(answer.headers.get('location') ?? '')
    assert.equal(`${target.origin}${target.pathname}`, `${platform.url}/oauth/authorize`)
    assert.deepEqual(Object.fromEntries(target.searchParams), {
      ...wish,
      login_hint: '{"origin":"idp"}',
      scope: `${bound.xsappname}.read openid`
    })
    assert.match(target.search, /state=s%2B1/)
    assert.equal(platform.requests.filter(({ path }) => path.includes('authorize')).length, 0)
  })

  const { state: _state, ...rest } = wish
  const wrong: readonly (readonly [string, Record<string, string> | string, RegExp])[] = [
    ['no parameter', '', /client_id is missing/],
    ['another client', { ...wish, client_id: 'sb-other' }, /invalid_client.*sb-erp-bridge!t42/],
    [
      'no client',
      new URLSearchParams({ ...wish, client_id: '' }).toString(),
      /client_id is missing/
    ],
    [
      'a client given twice',
      `${new URLSearchParams(wish)}&client_id=x`,
      /client_id is given more than once/
    ],
    [
      'a foreign redirect URI',
      { ...wish, redirect_uri: 'https://evil.example.com/cb' },
      /redirect URI mismatch: the host evil\.example\.com .*oauth2-configuration\.redirect-uris/
    ],
    [
      'a loopback address',
      { ...wish, redirect_uri: 'http://127.0.0.1:33418/' },
      /redirect URI mismatch.*http:\/\/localhost/
    ],
    [
      'two redirect URIs',
      `${new URLSearchParams(wish)}&redirect_uri=${encodeURIComponent(redirect)}`,
      /redirect_uri is given more than once/
    ],
    ['no redirect URI', { ...rest, redirect_uri: '' }, /redirect_uri is missing/],
    ['a token at once', { ...wish, response_type: 'token' }, /unsupported_response_type/],
    ['no PKCE', { ...wish, code_challenge: '' }, /PKCE is required/],
    ['plain PKCE', { ...wish, code_challenge_method: 'plain' }, /PKCE is required/],
    ['a short challenge', { ...wish, code_challenge: 'x'.repeat(42) }, /PKCE is required/],
    ['a long challenge', { ...wish, code_challenge: 'x'.repeat(129) }, /PKCE is required/],
    ['another resource', { ...wish, resource: 'https://other.example.com/mcp' }, /invalid_target/]
  ]
  test('a wrong request is a 400 here, without a redirect', async t => {
    const { base, platform } = await platformBridge(t)
    for (const [title, parameters, words] of wrong) {
      const answer = await ask(base, parameters)
      const text = await answer.text()
      assert.equal(answer.status, 400, title)
      assert.equal(answer.headers.get('location'), null, title)
      assert.match(text, words, title)
      assert.ok(!text.includes(bound.clientsecret))
    }
    assert.equal(platform.requests.filter(({ path }) => path.includes('oauth')).length, 0)
  })
})

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const form = {
  grant_type: 'authorization_code',
  code: 'c',
  redirect_uri: redirect,
  code_verifier: verifier,
  client_id: bound.clientid
}
const exchange = (
  base: string,
  body: Record<string, string> | string,
  headers: Record<string, string> = {}
) =>
  fetch(`${base}/token`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  })
const tokenRequests = (platform: Platform) =>
  platform.requests.filter(({ path }) => path.startsWith('/oauth/token'))

describe('/token', () => {
  test('the platform gets our form and our headers; the client gets the token and nothing else', async t => {
    const { base, platform } = await platformBridge(t)
    const { searchParams } = new URL((await ask(base, wish)).headers.get('location') ?? '')
    const code =
      (
        await browse(new URL(`${platform.url}/oauth/authorize?${searchParams}`), platform.caFile)
      ).get('code') ?? ''
    const answer = await exchange(
      base,
      { ...form, code, extra: 'x', client_secret: 'theirs' },
      {
        cookie: 'a=b',
        authorization: 'Basic eDp5',
        'x-forwarded-for': '1.2.3.4',
        'x-other': 'x',
        origin: base
      }
    )
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys((await answer.json()) as object).sort(), [
      'access_token',
      'expires_in',
      'refresh_token',
      'scope',
      'token_type'
    ])
    assert.deepEqual(
      [
        answer.headers.get('set-cookie'),
        answer.headers.get('cache-control'),
        answer.headers.get('pragma')
      ],
      [null, 'no-store', 'no-cache']
    )
    const [seen] = tokenRequests(platform)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(seen?.body)), {
      ...form,
      code,
      client_secret: bound.clientsecret
    })
    assert.deepEqual(
      Object.keys(seen?.headers ?? {})
        .filter(name => name !== 'connection')
        .sort(),
      ['accept', 'content-length', 'content-type', 'host']
    )
  })

  const wrong: readonly (readonly [
    string,
    Record<string, string> | string,
    RegExp,
    Record<string, string>?
  ])[] = [
    [
      'client_credentials',
      { grant_type: 'client_credentials', client_id: bound.clientid },
      /unsupported_grant_type/
    ],
    [
      'password',
      { grant_type: 'password', username: 'a', password: 'b', client_id: bound.clientid },
      /unsupported_grant_type/
    ],
    [
      'jwt-bearer',
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'x' },
      /unsupported_grant_type/
    ],
    ['no grant', { client_id: bound.clientid }, /unsupported_grant_type/],
    [
      'a grant given twice',
      `${new URLSearchParams(form)}&grant_type=client_credentials`,
      /grant_type is given more than once/
    ],
    ['no verifier', { ...form, code_verifier: '' }, /PKCE is required/],
    ['a short verifier', { ...form, code_verifier: 'x'.repeat(42) }, /PKCE is required/],
    ['no code', { ...form, code: '' }, /code is missing/],
    ['another client', { ...form, client_id: 'sb-other' }, /invalid_client/],
    ['no client', { ...form, client_id: '' }, /client_id is missing/],
    [
      'a foreign redirect URI',
      { ...form, redirect_uri: 'https://evil.example.com/' },
      /redirect URI mismatch/
    ],
    [
      'no refresh token',
      { grant_type: 'refresh_token', client_id: bound.clientid },
      /refresh_token is missing/
    ],
    ['JSON', JSON.stringify(form), /must be a form/, { 'content-type': 'application/json' }],
    ['20 KB', { ...form, code: 'x'.repeat(20_000) }, /16 KB/]
  ]
  test('what is wrong never reaches the platform', async t => {
    const { base, platform } = await platformBridge(t)
    for (const [title, body, words, headers] of wrong) {
      const answer = await exchange(base, body, headers)
      assert.match(
        `${answer.status} ${await answer.text()}`,
        new RegExp(`^4(00|13|15) .*(${words.source})`),
        title
      )
    }
    for (const path of ['/token/x', '/token/../mcp', '/token/%2e%2e/x']) {
      assert.equal(
        (await fetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams(form) })).status,
        path === '/token/../mcp' ? 401 : 404,
        path
      )
    }
    assert.equal((await fetch(`${base}/token`)).status, 404)
    assert.equal(tokenRequests(platform).length, 0)
  })

  test('a client that names itself in the header is understood', async t => {
    const { base } = await platformBridge(t)
    const answer = await exchange(
      base,
      { ...form, client_id: '' },
      {
        authorization: `Basic ${Buffer.from(`${encodeURIComponent(bound.clientid)}:x`).toString('base64')}`
      }
    )
    assert.match(await answer.text(), /invalid_grant/)
  })

  for (const [title, until, words] of [
    ['that lasts', 365, undefined],
    ['that ends soon', 1, /ends soon/],
    ['that has ended', -1, /has ended: no client can log on/]
  ] as const) {
    test(`a binding with a certificate ${title}: the token is asked for with it, and without a secret`, async t => {
      const platform = await createPlatform(t)
      const { key, certificate } = await createAuthority({
        name: bound.clientid,
        usage: false,
        ca: false,
        from: Date.now() - 2 * 86_400_000,
        until: Date.now() + until * 86_400_000 - 3_600_000
      })
      const { clientsecret: _secret, ...rest } = platform.credentials({
        'credential-type': 'x509',
        certificate,
        key,
        certurl: platform.url
      })
      const log: string[] = []
      const app = fastify({
        logger: {
          level: 'warn',
          stream: {
            write: (line: string) => {
              log.push(line)
            }
          }
        }
      })
      t.after(() => app.close())
      await app.register(bridge, {
        ...erp,
        loopback: true,
        tools: [],
        platformAuth: true,
        bindings: platform.vcap(rest),
        caFile: platform.caFile
      })
      const answer = await app.inject({
        method: 'POST',
        url: '/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString()
      })
      assert.match(answer.body, /invalid_grant/)
      const [seen] = tokenRequests(platform)
      assert.deepEqual(
        [seen?.peer, new URLSearchParams(seen?.body).has('client_secret')],
        [bound.clientid, false]
      )
      assert.equal(words === undefined || log.some(line => words.test(line)), true)
    })
  }

  const failures: readonly (readonly [string, NonNullable<Platform['behave']>, number, RegExp])[] =
    [
      [
        'our credentials are refused',
        (_request, response) => {
          response
            .writeHead(401)
            .end('{"error":"invalid_client","error_description":"Bad credentials s3cret"}')
          return true
        },
        502,
        /server_error.*own credentials/
      ],
      [
        'the code is used up',
        (_request, response) => {
          response
            .writeHead(400)
            .end('{"error":"invalid_grant","error_description":"Invalid code s3cret"}')
          return true
        },
        400,
        /invalid_grant.*log on again/
      ],
      [
        'the redirect URI differs',
        (_request, response) => {
          response
            .writeHead(400)
            .end('{"error":"invalid_grant","error_description":"Redirect URI mismatch. s3cret"}')
          return true
        },
        400,
        /invalid_grant.*redirect URI mismatch/
      ],
      [
        'no scope is granted',
        (_request, response) => {
          response.writeHead(400).end('{"error":"invalid_scope"}')
          return true
        },
        400,
        /invalid_scope.*role collection/
      ],
      [
        'something else is wrong',
        (_request, response) => {
          response.writeHead(400).end('{"error":"invalid_request"}')
          return true
        },
        400,
        /invalid_request/
      ],
      [
        'the platform is out of order',
        (_request, response) => {
          response.writeHead(503).end('<html>s3cret</html>')
          return true
        },
        503,
        /temporarily_unavailable/
      ],
      [
        'the answer is HTML',
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html' }).end('<html>s3cret</html>')
          return true
        },
        502,
        /server_error/
      ],
      [
        'the answer is a list',
        (_request, response) => {
          response.writeHead(200).end('[]')
          return true
        },
        502,
        /server_error/
      ],
      [
        'the answer redirects',
        (_request, response) => {
          response.writeHead(302, { location: 'https://evil.example.com' }).end()
          return true
        },
        502,
        /server_error/
      ],
      [
        'the answer has 5 MB',
        (_request, response) => {
          response.writeHead(200).end('x'.repeat(5_000_000))
          return true
        },
        503,
        /temporarily_unavailable/
      ],
      [
        'the connection breaks',
        (_request, response) => {
          response.socket?.destroy()
          return true
        },
        503,
        /temporarily_unavailable/
      ]
    ]
  test('what goes wrong at the platform is said in our words', async t => {
    const { base, platform } = await platformBridge(t)
    for (const [title, behave, status, words] of failures) {
      platform.behave = (request, response) =>
        request.path.startsWith('/oauth/token') && behave(request, response)
      const answer = await exchange(base, form)
      const text = await answer.text()
      assert.equal(answer.status, status, `${title} ${text}`)
      assert.match(text, words, title)
      assert.doesNotMatch(text, /s3cret|html/, title)
      assert.equal(answer.headers.get('location'), null)
    }
  })

  test('a platform that hangs is a 504 within 12 s', { timeout: 12_000 }, async t => {
    const { base, platform } = await platformBridge(t)
    platform.behave = request => request.path.startsWith('/oauth/token')
    const answer = await exchange(base, form)
    assert.equal(answer.status, 504)
    assert.match(await answer.text(), /temporarily_unavailable.*in time/)
  })

  test('a platform that is gone is a 503', async t => {
    const { base, platform } = await platformBridge(t)
    await platform.close()
    assert.equal((await exchange(base, form)).status, 503)
  })
})

describe('without platform authentication', () => {
  test('there is no /authorize, no /token, no metadata of an authorization server, and never a /register', async t => {
    const { bridge } = await oidcBridge(t)
    for (const path of [
      '/authorize',
      '/token',
      '/register',
      '/.well-known/oauth-authorization-server'
    ]) {
      assert.equal((await bridge.app.inject(path)).statusCode, 404, path)
    }
    const platform = await platformBridge(t)
    assert.equal(
      (await platform.bridge.app.inject({ method: 'POST', url: '/register' })).statusCode,
      404
    )
  })
})
