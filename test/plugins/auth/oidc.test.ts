import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge, { discovery, type BridgeOptions } from '../../../app.ts'
import { callerOf } from '../../../plugins/context.ts'
import type { Caller } from '../../../tools/index.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { createFixtures } from '../../helpers/fixture-tools.ts'
import {
  createIssuer,
  encode,
  makeToken,
  now,
  signatureOf
} from '../../helpers/identity-provider.ts'
import type { Json, TestIssuer } from '../../helpers/identity-provider.ts'
import { audience, claimsOf, foreign, published } from '../../helpers/tokens/world.ts'

const keys = { ...published, foreign: foreign.rsa }

interface Setup {
  readonly app: FastifyInstance
  readonly issuer: TestIssuer
  readonly log: () => string
  readonly callers: (Caller | null)[]
}

async function setup(t: TestContext, options: BridgeOptions = {}): Promise<Setup> {
  const issuer = await createIssuer(t, Object.values(published))
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    }
  })
  const app = fastify({ logger: { level: 'debug', stream }, http: { maxHeaderSize: 2_000_000 } })
  t.after(() => app.close())
  const callers: (Caller | null)[] = []
  await app.register(bridge, {
    ...erp,
    loopback: true,
    tools: createFixtures().tools,
    oidcIssuer: issuer.url,
    oidcAudience: audience,
    ...options
  })
  app.addHook('onResponse', async request => {
    callers.push(callerOf(request))
  })
  await app.ready()
  return { app, issuer, log: () => log, callers }
}

const list = {
  method: 'POST',
  url: '/mcp',
  payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
} as const
const send = async (app: FastifyInstance, token: string) =>
  await app.inject({ ...list, headers: { authorization: `Bearer ${token}` } })

const claims = (issuer: string, more: Json = {}): Json => claimsOf({ issuer }, more)
const rs = (kid: unknown = 'rsa', more: Json = {}): Json => ({
  alg: 'RS256',
  typ: 'JWT',
  kid,
  ...more
})
const good = (issuer: string, more: Json = {}) =>
  makeToken(keys.rsa.privateKey, rs(), claims(issuer, more))

type Make = (issuer: string) => string
const by =
  (key: keyof typeof keys, alg: string, more: Json = {}): Make =>
  issuer =>
    makeToken(keys[key].privateKey, { alg, kid: keys[key].jwk['kid'], ...more }, claims(issuer))
const withClaims =
  (more: Json): Make =>
  issuer =>
    good(issuer, more)
const without =
  (name: string): Make =>
  issuer => {
    const { [name]: _left, ...rest } = claims(issuer)
    return makeToken(keys.rsa.privateKey, rs(), rest)
  }
const withHeader =
  (header: Json): Make =>
  issuer =>
    makeToken(keys.rsa.privateKey, header, claims(issuer))
const withText =
  (payload: (issuer: string) => string): Make =>
  issuer =>
    makeToken(keys.rsa.privateKey, rs(), payload(issuer))
const withBytes =
  (text: (issuer: string) => string): Make =>
  issuer => {
    const input = `${encode(rs())}.${Buffer.from(text(issuer), 'latin1').toString('base64url')}`
    return `${input}.${signatureOf(input, 'RS256', keys.rsa.privateKey)}`
  }
const twice = (name: string, blank: string): Make =>
  withText(issuer => {
    const value = JSON.stringify(claims(issuer)[name])
    return JSON.stringify(claims(issuer)).replace('{', `{"${name}"${blank}:${value},`)
  })
const bent =
  (bend: (parts: string[]) => string): Make =>
  issuer =>
    bend(good(issuer).split('.'))
const publicPem = () => 'not a secret: the public key'

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const flipped = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

/**
 * What it is and how it is made. The third member of a refusal says that the keys may be looked at
 * again.
 */
const accepted: readonly (readonly [string, Make])[] = [
  ['RS256', by('rsa', 'RS256')],
  ['RS384', by('rsa', 'RS384')],
  ['RS512', by('rsa', 'RS512')],
  ['PS256 by a key without an algorithm', by('rsa', 'PS256')],
  ['PS512', by('rsa', 'PS512')],
  ['ES256', by('p256', 'ES256')],
  ['ES384', by('p384', 'ES384')],
  ['ES512', by('p521', 'ES512')],
  ['EdDSA', by('ed', 'EdDSA')],
  ['a pinned key and its algorithm', by('pinned', 'RS256')],
  ['a list of audiences with ours', withClaims({ aud: ['other', audience] })],
  ['ended 20 s ago', withClaims({ iat: now() - 300, exp: now() - 20 })],
  ['valid in 20 s', withClaims({ nbf: now() + 20 })],
  ['type at+jwt', withHeader(rs('rsa', { typ: 'at+jwt' }))],
  ['fractions of seconds', withClaims({ iat: now() - 0.5, exp: now() + 60.5 })],
  [
    'a claim named __proto__',
    withText(issuer =>
      JSON.stringify(claims(issuer)).replace('{', '{"__proto__":{"scope":"admin"},')
    )
  ]
]

const refused: readonly (readonly [string, Make, 'looks'?])[] = [
  ['PS256 by a key pinned to RS256', by('pinned', 'PS256'), 'looks'],
  ['the name Ed25519', by('ed', 'Ed25519')],
  ['ES256K', by('k1', 'ES256K')],
  ['ES256 by a secp256k1 key', by('k1', 'ES256')],
  ['RSA with 1024 bits', by('short', 'RS256')],
  ['a key for encryption', by('enc', 'RS256')],
  ['a key for wrapping', by('wrap', 'RS256')],
  ['ES256 on an RSA key', by('rsa', 'ES256')],
  ['RS256 on an EC key', issuer => makeToken(keys.rsa.privateKey, rs('p256'), claims(issuer))],
  ['alg none', issuer => `${encode({ alg: 'none', kid: 'rsa' })}.${encode(claims(issuer))}.`],
  ['alg None', issuer => `${encode({ alg: 'None', kid: 'rsa' })}.${encode(claims(issuer))}.`],
  ['alg none with a signature', withHeader({ alg: 'none', kid: 'rsa' })],
  ['an empty signature', bent(([a, b]) => `${a}.${b}.`)],
  [
    'HS256 by the public key',
    issuer => makeToken(publicPem(), { alg: 'HS256', kid: 'rsa' }, claims(issuer))
  ],
  [
    'HS256 by the JWK',
    issuer => makeToken(JSON.stringify(keys.rsa.jwk), { alg: 'HS256', kid: 'rsa' }, claims(issuer))
  ],
  ['no algorithm', withHeader({ kid: 'rsa' })],
  ['a list of algorithms', withHeader({ alg: ['RS256'], kid: 'rsa' })],
  [
    'a foreign key of the same id',
    issuer => makeToken(keys.foreign.privateKey, rs(), claims(issuer))
  ],
  [
    'a changed payload',
    issuer => {
      const [a, , c] = good(issuer).split('.')
      return `${a}.${encode(claims(issuer, { scope: 'admin' }))}.${c}`
    }
  ],
  ['a flipped bit of the signature', bent(([a, b, c = '']) => `${a}.${b}.${flipped(c)}`)],
  ['another audience', withClaims({ aud: 'other' })],
  ['a prefix of the audience', withClaims({ aud: audience.slice(0, -1) })],
  ['no audience', without('aud')],
  ['null as audience', withClaims({ aud: null })],
  ['an empty list of audiences', withClaims({ aud: [] })],
  ['audiences without ours', withClaims({ aud: ['a', 'b'] })],
  ['another issuer', withClaims({ iss: 'https://evil.example.com' })],
  ['a list of issuers', issuer => good(issuer, { iss: [issuer] })],
  ['no issuer', without('iss')],
  ['the issuer with a slash more', issuer => good(issuer, { iss: `${issuer}/` })],
  ['ended 5 min ago', withClaims({ iat: now() - 900, exp: now() - 300 })],
  ['ended 40 s ago', withClaims({ iat: now() - 300, exp: now() - 40 })],
  ['null as end', withClaims({ exp: null })],
  ['a text as end', withClaims({ exp: String(now() + 300) })],
  ['a list as end', withClaims({ exp: [now() + 300] })],
  [
    'an end beyond all numbers',
    withText(issuer => JSON.stringify(claims(issuer)).replace(/"exp":\d+/, '"exp":1e400'))
  ],
  ['an end in the year 9999', withClaims({ exp: 253_402_300_799 })],
  ['an end below zero', withClaims({ exp: -1 })],
  ['issued tomorrow', withClaims({ iat: now() + 86_400, exp: now() + 86_700 })],
  ['issued as a text', withClaims({ iat: 'now' })],
  ['valid in 5 min', withClaims({ nbf: now() + 300 })],
  ['no key id', withHeader({ alg: 'RS256' })],
  ['a number as key id', withHeader(rs(7))],
  ['an object as key id', withHeader(rs({}))],
  ['a key id with a line break', withHeader(rs("rsa\n' OR 1=1"))],
  ['an endless key id', withHeader(rs('x'.repeat(600)))],
  ['an unknown key id', withHeader(rs('unknown')), 'looks'],
  ['a path as key id', withHeader(rs('../../dev/null')), 'looks'],
  ['__proto__ as key id', withHeader(rs('__proto__')), 'looks'],
  [
    'a set of keys of its own',
    withHeader(rs('unknown', { jku: 'https://evil.example.com/keys' })),
    'looks'
  ],
  [
    'a certificate of its own',
    withHeader(rs('unknown', { x5u: 'https://evil.example.com/cert' })),
    'looks'
  ],
  [
    'a key of its own',
    issuer =>
      makeToken(keys.foreign.privateKey, rs('rsa', { jwk: keys.foreign.jwk }), claims(issuer))
  ],
  ['an unknown extension', withHeader(rs('rsa', { crit: ['x'] }))],
  ['an unencoded payload', withHeader(rs('rsa', { crit: ['b64'], b64: false }))],
  ['another type', withHeader(rs('rsa', { typ: 'logout+jwt' }))],
  ['1 MB', withClaims({ filler: 'x'.repeat(1_000_000) })],
  ['17 KB', withClaims({ filler: 'x'.repeat(13_000) })],
  [
    'JSON 5,000 deep',
    withText(issuer => JSON.stringify(claims(issuer)).replace('{', `{"x":${nested(900)},`))
  ],
  [
    'a claim given twice',
    withText(issuer => JSON.stringify(claims(issuer)).replace('{', '{"scope":"admin",'))
  ],
  [
    'a claim given twice in two spellings',
    withText(issuer => JSON.stringify(claims(issuer)).replace('{', '{"s\\u0063ope":"admin",'))
  ],
  ['a claim given twice, 19 blanks before its colon', twice('aud', ' '.repeat(19))],
  [
    'a claim given twice, 500 line ends before its colon',
    twice('preferred_username', '\r\n'.repeat(250))
  ],
  [
    'a key id given twice, 40 tabs before its colon',
    issuer =>
      makeToken(
        keys.rsa.privateKey,
        `{"alg":"RS256","kid"${'\t'.repeat(40)}:"k1","kid":"rsa"}`,
        claims(issuer)
      )
  ],
  [
    'bytes that are not UTF-8',
    withBytes(issuer => JSON.stringify(claims(issuer, { preferred_username: 'ad\xff' })))
  ],
  [
    'a surrogate in UTF-8',
    withBytes(issuer => JSON.stringify(claims(issuer, { x: '\xed\xa0\x80' })))
  ],
  [
    'an overlong quotation mark',
    withBytes(issuer => JSON.stringify(claims(issuer, { x: '\xc0\xa2' })))
  ],
  ['a byte order mark', withBytes(issuer => `\xef\xbb\xbf${JSON.stringify(claims(issuer))}`)],
  [
    'another spelling of the last character',
    bent(
      ([a, b, c = '']) =>
        `${a}.${b}.${c.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[c.at(-1) ?? ''] ?? '='}`
    )
  ],
  ['a list as payload', issuer => makeToken(keys.rsa.privateKey, rs(), [claims(issuer)])],
  ['no JSON as payload', issuer => makeToken(keys.rsa.privateKey, rs(), `{${issuer}`)],
  ['four parts', bent(parts => [...parts, 'AAAA'].join('.'))],
  ['five parts', bent(([a, b, c]) => `${a}.AAAA.AAAA.${b}.${c}`)],
  ['padding', bent(([a, b, c]) => `${a}.${b}.${c}==`)],
  ['dots', () => '..'],
  ['one dot', () => 'a.b'],
  [
    'ES256 with zeros',
    issuer => {
      const input = `${encode({ alg: 'ES256', kid: 'p256' })}.${encode(claims(issuer))}`
      return `${input}.${Buffer.alloc(64).toString('base64url')}`
    }
  ],
  [
    'ES256 in another encoding',
    issuer => {
      const input = `${encode({ alg: 'ES256', kid: 'p256' })}.${encode(claims(issuer))}`
      return `${input}.${signatureOf(input, 'EdDSA', keys.ed.privateKey)}AAAA`
    }
  ],
  ['a user name that is no text', withClaims({ preferred_username: { a: 1 } })],
  ['a user name with a line break', withClaims({ preferred_username: 'ada\nroot' })],
  ['an endless user name', withClaims({ preferred_username: 'x'.repeat(257) })],
  ['an empty user name', withClaims({ preferred_username: '' })]
]

describe('tokens over HTTP', () => {
  test('good ones let in; the keys are asked for once', async t => {
    const { app, issuer, callers } = await setup(t)
    for (const [title, make] of accepted) {
      assert.equal((await send(app, make(issuer.url))).statusCode, 200, title)
    }
    assert.equal(issuer.requests.filter(path => path.includes('openid')).length, 1)
    assert.ok(callers.every(caller => caller?.principal.name === 'ada' && caller.method === 'oidc'))
    assert.ok(callers.every(caller => caller?.scopes.has('admin') === false))
  })

  test(`${refused.length} bad ones get the same 401 and cause no request but the allowed look`, async t => {
    const { app, issuer, log } = await setup(t)
    for (const [, make] of accepted) await send(app, make(issuer.url))
    let looks = 0
    for (const [title, make, look] of refused) {
      const before = issuer.requests.length
      const answer = await send(app, make(issuer.url))
      assert.equal(answer.statusCode, 401, title)
      assert.deepEqual(
        answer.json(),
        { jsonrpc: '2.0', error: { code: -32000, message: 'Unauthorized' }, id: null },
        title
      )
      assert.match(
        String(answer.headers['www-authenticate']),
        /^Bearer realm="erp-bridge", error="invalid_token"/,
        title
      )
      const asked = issuer.requests.slice(before).filter(path => path === '/keys').length
      looks += asked
      if (look === undefined) assert.equal(asked, 0, title)
    }
    assert.ok(issuer.requests.every(path => path === '/keys' || path.startsWith('/.well-known/')))
    assert.equal(looks, 1, 'one look, then the cooldown')
    assert.ok(!log().includes('"statusCode":500'))
    assert.equal((await send(app, good(issuer.url))).statusCode, 200, 'good ones go on')
  })

  test('a good token without an expiry gets an error about that', async t => {
    const { app, issuer } = await setup(t)
    const answer = await send(app, without('exp')(issuer.url))
    assert.equal(answer.statusCode, 401)
    assert.equal(
      answer.json<{ error: { message: string } }>().error.message,
      'Token has no expiration time'
    )
    const { exp: _exp, ...rest } = claims(issuer.url)
    assert.equal(
      (await send(app, makeToken(keys.foreign.privateKey, rs(), rest))).json<{
        error: { message: string }
      }>().error.message,
      'Unauthorized',
      'only with a good signature'
    )
  })

  test('1,000 changed tokens: none lets in, none is a fault of ours', async t => {
    const { app, issuer } = await setup(t)
    const token = good(issuer.url)
    assert.equal((await send(app, token)).statusCode, 200, 'and is known from here on')
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 1000; round++) {
      const at = random(token.length)
      const character = String.fromCharCode(33 + random(94)).replace(/[",]/, '~')
      const changed =
        [
          token.slice(0, at) + character + token.slice(at + 1),
          token.slice(0, at) + token.slice(at + 1),
          token.slice(0, at) + character + token.slice(at)
        ][round % 3] ?? ''
      if (changed === token) continue
      const { statusCode } = await send(app, changed)
      assert.equal(statusCode, 401, changed)
    }
    assert.ok(issuer.requests.length <= 5, String(issuer.requests.length))
  })
})

describe('who it is', () => {
  test('name, client, expiry and fingerprint come from the token', async t => {
    const { app, issuer, callers } = await setup(t, { oidcUsernameClaim: 'upn' })
    const exp = now() + 120
    await send(app, good(issuer.url, { upn: 'ADA@EXAMPLE.COM', azp: 'inspector', exp }))
    const [caller] = callers
    assert.deepEqual(caller?.principal, {
      name: 'ADA@EXAMPLE.COM',
      kind: 'user',
      id: `oidc ${issuer.url} sub s-1`,
      login: 'ADA@EXAMPLE.COM'
    })
    assert.equal(caller?.client, 'inspector')
    assert.equal(caller?.expiresAt, exp)
    assert.match(caller?.tokenId ?? '', /^[0-9a-f]{8}$/)
  })

  test('without the claim it is the subject, who has no name to propagate; without both the token is refused', async t => {
    const { app, issuer, callers } = await setup(t)
    await send(app, without('preferred_username')(issuer.url))
    assert.deepEqual(callers[0]?.principal, {
      name: 's-1',
      kind: 'user',
      id: `oidc ${issuer.url} sub s-1`
    })
    const { sub: _sub, preferred_username: _name, ...rest } = claims(issuer.url)
    assert.equal((await send(app, makeToken(keys.rsa.privateKey, rs(), rest))).statusCode, 401)
    await send(app, without('sub')(issuer.url))
    assert.equal(callers[2]?.principal.id, `oidc ${issuer.url} name ada`)
  })
})

describe('scopes as providers send them', () => {
  const cases: readonly (readonly [string, BridgeOptions, Json, readonly string[]])[] = [
    ['scope as a text', {}, { scope: 'openid read admin' }, ['read', 'admin']],
    ['scp as a list', {}, { scope: undefined, scp: ['write'] }, ['write']],
    ['none of ours', {}, { scope: 'openid profile' }, ['read']],
    ['no claim', { oidcDefaultScopes: ['read', 'write'] }, { scope: undefined }, ['read', 'write']],
    [
      'no claim, and nothing in its place',
      { oidcDefaultScopes: ['none'] },
      { scope: undefined },
      []
    ],
    ['no substring counts', {}, { scope: 'readers write-all xwrite' }, ['read']],
    [
      'a prefix, and bare names beside it',
      { oidcScopePrefix: 'api://erp/' },
      { scope: 'api://erp/write admin api://other/read' },
      ['write', 'admin']
    ],
    [
      "a claim of the operator's choice",
      { oidcScopeClaim: 'https://example.com/perm' },
      { 'https://example.com/perm': ['write'], scope: 'admin' },
      ['write']
    ],
    [
      'a path into the token',
      { oidcScopeClaim: 'realm_access.roles', oidcScopeMap: '{"developer":["read","write"]}' },
      { realm_access: { roles: ['developer', 'x'] } },
      ['read', 'write']
    ],
    [
      'groups by the map',
      { oidcScopeMap: '{"sap-dev":["write"],"sap-all":"read, admin"}' },
      { scope: 'openid', groups: ['sap-dev', 'sap-all'] },
      ['write', 'read', 'admin']
    ],
    ['a claim of another kind', {}, { scope: { read: true } }, ['read']]
  ]
  for (const [title, options, more, expected] of cases) {
    test(title, async t => {
      const { app, issuer, callers } = await setup(t, options)
      await send(app, good(issuer.url, more))
      assert.deepEqual([...(callers[0]?.scopes ?? [])].sort(), [...expected].sort())
    })
  }

  const bad: readonly (readonly [string, RegExp])[] = [
    ['{not json', /scope map is not valid JSON/],
    ['{"a":["root"]}', /gives "a" something else/],
    ['{"a":[]}', /gives "a"/],
    ['{"a":["read"],"a":["admin"]}', /has the member "a" twice/],
    ['/no/such/map.json', /ENOENT/]
  ]
  for (const [map, words] of bad) {
    test(`the map ${map} stops the start`, async t => {
      await assert.rejects(setup(t, { oidcScopeMap: map }), words)
    })
  }

  test('a challenge requests the scopes that the provider has', async t => {
    const scopeOf = async (options: BridgeOptions) => {
      const { app } = await setup(t, options)
      return /scope="([^"]*)"/.exec(
        String((await app.inject(list)).headers['www-authenticate'])
      )?.[1]
    }
    assert.equal(await scopeOf({}), 'read write admin')
    assert.equal(
      await scopeOf({ oidcScopePrefix: 'api://erp/' }),
      'api://erp/read api://erp/write api://erp/admin'
    )
    assert.equal(await scopeOf({ oidcScopeMap: '{"dev":["read"]}' }), undefined)
  })

  test("the 403 names the missing scope in the provider's words", async t => {
    const { app, issuer } = await setup(t, { oidcScopePrefix: 'api://erp/' })
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${good(issuer.url, { scope: 'read' })}` },
      payload: {
        jsonrpc: '2.0',
        id: 5,
        method: 'tools/call',
        params: { name: 'Change', arguments: {} }
      }
    })
    assert.equal(answer.statusCode, 403)
    assert.match(answer.json<{ error: { message: string } }>().error.message, /^Insufficient scope/)
    assert.match(
      String(answer.headers['www-authenticate']),
      /^Bearer error="insufficient_scope", scope="api:\/\/erp\/write", resource_metadata="http:\/\/localhost(:80)?\/\.well-known\/oauth-protected-resource\/mcp"$/
    )
  })
})

describe('beside the API key', () => {
  test('alone, the log names the issuer of a token that is from elsewhere, and none of what is no token', async t => {
    const { app, issuer, log } = await setup(t)
    for (const token of [good(`${issuer.url}//`), 'no-token']) {
      assert.equal((await send(app, token)).statusCode, 401)
    }
    assert.match(
      log(),
      /no method knows such a token: its issuer \\"http:[^"]+\/\\" is not a configured one"/
    )
    assert.match(log(), /no method knows such a token"/)
  })

  test('both work; a bad token of the issuer gets no second chance', async t => {
    const { app, issuer } = await setup(t, { apiKey: 'key.with.dots' })
    assert.equal((await send(app, 'key.with.dots')).statusCode, 200)
    assert.equal((await send(app, good(issuer.url))).statusCode, 200)
    assert.equal((await send(app, good(issuer.url, { exp: 1 }))).statusCode, 401)
  })
})

describe('one slash at the end of the issuer', () => {
  for (const [title, configured, stated] of [
    ['only in the setting', '/', ''],
    ['only in the discovery document', '', '/'],
    ['in both', '/', '/']
  ] as const) {
    test(`${title}: tokens are compared with the form of the document`, async t => {
      const issuer = await createIssuer(t, Object.values(published))
      const form = `${issuer.url}${stated}`
      issuer.behave = (request, response) => {
        if (request.url !== '/.well-known/openid-configuration') return false
        response.end(JSON.stringify({ issuer: form, jwks_uri: `${issuer.url}/keys` }))
        return true
      }
      const app = fastify()
      t.after(() => app.close())
      let learned: string | undefined
      const options: BridgeOptions = {
        ...erp,
        loopback: true,
        tools: createFixtures().tools,
        oidcIssuer: `${issuer.url}${configured}`,
        oidcAudience: audience,
        onIssuer: found => {
          learned = found
        },
        statedIssuer: () => learned
      }
      await app.register(discovery, options)
      await app.register(bridge, options)
      await app.ready()
      assert.equal((await send(app, good(form))).statusCode, 200)
      for (const foreignForm of [
        stated === '/' ? issuer.url : `${issuer.url}/`,
        `${issuer.url}//`,
        `${issuer.url}/x`,
        `${issuer.url}?`
      ]) {
        assert.equal((await send(app, good(foreignForm))).statusCode, 401, foreignForm)
      }
      const document = (await app.inject({ url: '/.well-known/oauth-protected-resource' })).json<{
        authorization_servers: string[]
      }>()
      assert.deepEqual(document.authorization_servers, [form])
    })
  }
})
