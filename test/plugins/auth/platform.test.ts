import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge, { type BridgeOptions } from '../../../app.ts'
import { callerOf } from '../../../plugins/context.ts'
import { loadBinding } from '../../../plugins/auth/platform-binding.ts'
import type { Caller } from '../../../tools/index.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { createFixtures } from '../../helpers/fixture-tools.ts'
import { makeToken, now, rsaKey } from '../../helpers/identity-provider.ts'
import { app as bound, createPlatform, noSources, signing } from '../../helpers/platform.ts'
import type { Platform } from '../../helpers/platform.ts'
import { temporaryFolder } from '../../helpers/process.ts'

async function setup(
  t: TestContext,
  { platform, ...options }: { platform?: Platform } & BridgeOptions = {}
): Promise<{ app: FastifyInstance; platform: Platform; callers: (Caller | null)[] }> {
  const service = platform ?? (await createPlatform(t))
  const app = fastify()
  t.after(() => app.close())
  const callers: (Caller | null)[] = []
  await app.register(bridge, {
    ...erp,
    loopback: true,
    tools: createFixtures().tools,
    platformAuth: true,
    bindings: service.sources,
    caFile: service.caFile,
    ...options
  })
  app.addHook('onResponse', async request => {
    callers.push(callerOf(request))
  })
  await app.ready()
  return { app, platform: service, callers }
}

const call = (app: FastifyInstance, token: string, tool = 'Echo') =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: tool === 'Echo' ? { text: 'x' } : {} }
    }
  })

describe('tokens of the platform', () => {
  const x = bound.xsappname
  const foreign = rsaKey('default-jwt-key-1')
  const cases: readonly (readonly [string, number, (platform: Platform) => string])[] = [
    ['a good one', 200, p => p.token()],
    ['no audience, scopes only', 200, p => p.token({ aud: [] })],
    [
      'audience and client of another application',
      401,
      p => p.token({ aud: ['other!t1'], cid: 'sb-other!t1' })
    ],
    ['another audience, our client', 200, p => p.token({ aud: ['other!t1'] })],
    [
      'an application whose name begins like ours',
      401,
      p => p.token({ aud: [`${x}1`], cid: `sb-${x}1` })
    ],
    ['an audience as a text', 200, p => p.token({ aud: x, cid: 'x' })],
    ['our client as a text', 200, p => p.token({ aud: `sb-${x}`, cid: 'x' })],
    ['two audiences in one text', 401, p => p.token({ aud: `other!t1 ${x}`, cid: 'x' })],
    ['ours first of two in one text', 401, p => p.token({ aud: `${x} other!t1`, cid: 'x' })],
    ['an audience with a blank around it', 401, p => p.token({ aud: ` ${x} `, cid: 'x' })],
    ['an empty text as audience', 401, p => p.token({ aud: '', cid: 'x' })],
    ['an audience below ours', 200, p => p.token({ aud: [`${x}.read`], cid: 'x' })],
    ['another zone', 401, p => p.token({ zid: 'zone-2' })],
    ['an issuer elsewhere', 401, p => p.token({ iss: 'https://evil.example.com/oauth/token' })],
    [
      'an issuer that ends like ours',
      401,
      p => p.token({ iss: `https://evil${p.uaaDomain}/oauth/token` })
    ],
    ['an issuer below ours', 200, p => p.token({ iss: `https://sub.${p.uaaDomain}/oauth/token` })],
    ['another path of the issuer', 401, p => p.token({ iss: `${p.url}/oauth/other` })],
    ['an issuer without TLS', 401, p => p.token({ iss: `http://${p.uaaDomain}/oauth/token` })],
    ['keys elsewhere', 401, p => p.token({}, { jku: 'https://evil.example.com/token_keys' })],
    ['an unknown key', 401, p => p.token({}, { kid: 'other' })],
    [
      'a foreign key',
      401,
      p =>
        makeToken(
          foreign.privateKey,
          { alg: 'RS256', kid: 'default-jwt-key-1' },
          {
            iss: `${p.url}/oauth/token`,
            zid: bound.zone,
            aud: [x],
            scope: [`${x}.read`],
            user_name: 'a',
            exp: now() + 60
          }
        )
    ],
    ['ended 30 s ago', 200, p => p.token({ iat: now() - 100, exp: now() - 30 })],
    ['ended 90 s ago', 401, p => p.token({ iat: now() - 300, exp: now() - 90 })],
    ['no end', 401, p => p.token({ exp: undefined })],
    [
      'a program instead of a user',
      200,
      p => p.token({ grant_type: 'client_credentials', user_name: undefined })
    ],
    ['scopes of another application', 403, p => p.token({ scope: ['other!t1.read', 'openid'] })],
    [
      'a scope that only ends like ours',
      403,
      p => p.token({ scope: [`evil.${x}.read`, `${x}x.read`] })
    ],
    ['scopes as a text', 200, p => p.token({ scope: `openid ${x}.read` })],
    ['a text that contains our scope', 403, p => p.token({ scope: `x${x}.read` })]
  ]
  test(`${cases.length} cases, one read of the keys and one look`, async t => {
    const { app, platform } = await setup(t)
    for (const [title, status, make] of cases) {
      assert.equal((await call(app, make(platform))).statusCode, status, title)
    }
    assert.deepEqual(
      platform.requests.map(({ path }) => path),
      [`/token_keys?zid=${bound.zone}`, `/token_keys?zid=${bound.zone}`]
    )
  })

  test('without an expiry the error names it', async t => {
    const { app, platform } = await setup(t)
    assert.equal(
      (await call(app, platform.token({ exp: undefined }))).json<{ error: { message: string } }>()
        .error.message,
      'Token has no expiration time'
    )
  })

  test('the user is zone, provider and name; a program has no name to propagate', async t => {
    const { app, platform, callers } = await setup(t)
    await call(app, platform.token())
    await call(app, platform.token({ origin: 'other-idp' }))
    await call(
      app,
      platform.token({ grant_type: 'client_credentials', user_name: 'spoofed', sub: undefined })
    )
    assert.deepEqual(callers[0]?.principal, {
      name: 'ada@example.com',
      kind: 'user',
      id: 'platform zone-1 user sap.default ada@example.com',
      login: 'ada@example.com'
    })
    assert.notEqual(callers[1]?.principal.id, callers[0].principal.id)
    assert.deepEqual(callers[2]?.principal, {
      name: bound.clientid,
      kind: 'user',
      id: `platform zone-1 client ${bound.clientid}`
    })
    assert.deepEqual([callers[0].client, callers[0].method], [bound.clientid, 'platform'])
  })

  test('a token that names neither a user nor a client is refused', async t => {
    const { app, platform } = await setup(t)
    assert.equal(
      (
        await call(
          app,
          platform.token({
            user_name: undefined,
            sub: undefined,
            azp: undefined,
            client_id: undefined,
            cid: undefined
          })
        )
      ).statusCode,
      401
    )
  })

  test('the platform may go down after the start', async t => {
    const { app, platform } = await setup(t)
    await platform.close()
    assert.equal((await call(app, platform.token())).statusCode, 200)
  })

  test('down from the start: the key of the binding counts, and only for RS256', async t => {
    const platform = await createPlatform(t)
    const pem = String(signing.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const { createPublicKey } = await import('node:crypto')
    const verificationkey = createPublicKey(pem)
      .export({ type: 'spki', format: 'pem' })
      .toString()
      .replaceAll('\n', '')
    platform.behave = (_request, response) => {
      response.writeHead(503).end()
      return true
    }
    const without = await setup(t, { platform })
    assert.equal((await call(without.app, platform.token())).statusCode, 503)
    const { app } = await setup(t, {
      platform,
      bindings: platform.vcap(platform.credentials({ verificationkey }))
    })
    assert.equal((await call(app, platform.token())).statusCode, 200)
    assert.equal(
      (
        await call(
          app,
          makeToken(
            signing.privateKey,
            { alg: 'RS512', kid: 'default-jwt-key-1' },
            {
              iss: `${platform.url}/oauth/token`,
              zid: bound.zone,
              aud: [bound.xsappname],
              user_name: 'a',
              exp: now() + 60
            }
          )
        )
      ).statusCode,
      503
    )
    platform.behave = undefined
    const { app: up } = await setup(t, {
      platform,
      bindings: platform.vcap(platform.credentials({ verificationkey }))
    })
    assert.equal((await call(up, platform.token())).statusCode, 200)
    assert.equal(
      (await call(up, platform.token({}, { kid: 'other' }))).statusCode,
      401,
      'while the service answers, its word counts'
    )
  })

  test('a weak key of the binding protects nothing and counts for nothing', async t => {
    const platform = await createPlatform(t)
    platform.behave = (_request, response) => {
      response.writeHead(503).end()
      return true
    }
    const { generateKeyPairSync } = await import('node:crypto')
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicExponent: 3
    })
    const verificationkey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const { app } = await setup(t, {
      platform,
      bindings: platform.vcap(platform.credentials({ verificationkey }))
    })
    const [header = '', payload = ''] = platform
      .token()
      .split('.')
      .map(part => Buffer.from(part, 'base64url').toString())
    assert.equal(
      (await call(app, makeToken(privateKey, header, JSON.parse(payload)))).statusCode,
      401
    )
  })

  test('platform, OIDC and API key work on one endpoint', async t => {
    const { createIssuer } = await import('../../helpers/identity-provider.ts')
    const key = rsaKey('k')
    const issuer = await createIssuer(t, [key])
    const { app, platform } = await setup(t, {
      oidcIssuer: issuer.url,
      oidcAudience: 'a',
      apiKey: 'api-key-value'
    })
    const oidc = makeToken(
      key.privateKey,
      { alg: 'RS256', kid: 'k' },
      { iss: issuer.url, aud: 'a', sub: 's', exp: now() + 60 }
    )
    for (const token of [platform.token(), oidc, 'api-key-value']) {
      assert.equal((await call(app, token)).statusCode, 200)
    }
    assert.equal((await call(app, platform.token({ zid: 'other' }))).statusCode, 401)
  })
})

describe('the binding', () => {
  const credentials = {
    clientid: 'sb-x!t1',
    clientsecret: 's',
    xsappname: 'x!t1',
    url: 'https://sub.auth.example.com',
    uaadomain: 'auth.example.com'
  }
  const root = (files: Readonly<Record<string, string>>) => {
    const directory = temporaryFolder('binding')
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true })
      writeFileSync(join(directory, name), text)
    }
    return directory
  }
  const each = Object.fromEntries(
    Object.entries(credentials).map(([name, text]) => [`auth/${name}`, `${text}\n`])
  )
  const described = JSON.stringify({
    metaDataProperties: [
      { name: 'type', format: 'text' },
      { name: 'plan', format: 'text' },
      { name: 'gone', format: 'text' }
    ],
    credentialProperties: [
      { name: 'credentials', format: 'json', container: true },
      { name: 'tags', format: 'json' }
    ]
  })
  const vcap = (services: object) => ({ ...noSources, vcapServices: JSON.stringify(services) })
  const service = { label: 'xsuaa', plan: 'application', credentials }

  const layouts: readonly (readonly [string, () => Parameters<typeof loadBinding>[0]])[] = [
    ['VCAP_SERVICES by label', () => vcap({ xsuaa: [service], other: [{ credentials: {} }] })],
    [
      'VCAP_SERVICES by tag',
      () => vcap({ 'user-provided': [{ label: 'user-provided', tags: ['xsuaa'], credentials }] })
    ],
    [
      'two plans, one of them for applications',
      () => vcap({ xsuaa: [{ ...service, plan: 'apiaccess', credentials: {} }, service] })
    ],
    [
      'a file with the same',
      () => ({
        ...noSources,
        vcapServices: 'not looked at',
        vcapServicesFile: join(root({ 'v.json': JSON.stringify({ xsuaa: [service] }) }), 'v.json')
      })
    ],
    [
      'a file for each member',
      () => ({
        ...noSources,
        serviceBindingRoot: root({
          ...each,
          'auth/type': 'xsuaa',
          'auth/..data': 'skipped',
          'db/type': 'hana',
          'db/url': 'x'
        })
      })
    ],
    [
      'a file for each member, by tag',
      () => ({
        ...noSources,
        serviceBindingRoot: root({ ...each, 'auth/type': 'managed', 'auth/tags': '["xsuaa"]' })
      })
    ],
    [
      'one file with the credentials',
      () => ({
        ...noSources,
        serviceBindingRoot: root({
          'auth/type': 'xsuaa',
          'auth/credentials': JSON.stringify(credentials),
          'auth/plan': 'application'
        })
      })
    ],
    [
      'one file with everything',
      () => ({
        ...noSources,
        serviceBindingRoot: root({
          'auth/whole': JSON.stringify({ type: 'xsuaa', plan: 'application', credentials })
        })
      })
    ],
    [
      'one flat file with everything',
      () => ({
        ...noSources,
        serviceBindingRoot: root({
          'auth/whole': JSON.stringify({ type: 'xsuaa', ...credentials })
        })
      })
    ],
    [
      'a description of the files',
      () => ({
        ...noSources,
        serviceBindingRoot: root({
          'auth/.metadata': described,
          'auth/type': 'xsuaa',
          'auth/plan': 'application',
          'auth/credentials': JSON.stringify(credentials),
          'auth/tags': '["xsuaa"]'
        })
      })
    ]
  ]
  for (const [title, sources] of layouts) {
    test(title, () => {
      const binding = loadBinding(sources())
      assert.deepEqual(
        [
          binding.clientId,
          binding.clientSecret,
          binding.xsappname,
          binding.url.host,
          binding.uaaDomain
        ],
        ['sb-x!t1', 's', 'x!t1', 'sub.auth.example.com', 'auth.example.com']
      )
    })
  }

  test('a certificate instead of a secret', async () => {
    const { key, certificate } = await createAuthority()
    const { clientsecret: _secret, ...rest } = credentials
    const x509 = {
      ...rest,
      'credential-type': 'x509',
      certificate,
      key: key.replaceAll('\n', '\\n'),
      certurl: 'https://sub.authentication.cert.example.com'
    }
    const binding = loadBinding(vcap({ xsuaa: [{ ...service, credentials: x509 }] }))
    assert.equal(binding.clientSecret, undefined)
    assert.match(binding.identity?.key ?? '', /^-----BEGIN PRIVATE KEY-----\n/)
    assert.equal(binding.certUrl?.host, 'sub.authentication.cert.example.com')
  })

  const { uaadomain: _domain, ...noDomain } = credentials
  const { clientsecret: _secret, ...noSecret } = credentials
  const faults: readonly (readonly [string, () => Parameters<typeof loadBinding>[0], RegExp])[] = [
    [
      'nothing',
      () => noSources,
      /^platform credentials not found: .*VCAP_SERVICES or the directories below SERVICE_BINDING_ROOT; bind the service/
    ],
    [
      'nothing at the usual root',
      () => ({ ...noSources, serviceBindingRoot: '' }),
      /\/etc\/secrets\/sapcp\/xsuaa/
    ],
    [
      'other services',
      () => vcap({ hana: [{ label: 'hana', credentials }] }),
      /platform credentials not found/
    ],
    [
      'no JSON',
      () => ({ ...noSources, vcapServices: '{s3cret' }),
      /platform credentials not found: VCAP_SERVICES holds no JSON/
    ],
    [
      'a file that is gone',
      () => ({ ...noSources, vcapServicesFile: '/no/such' }),
      /cannot read \/no\/such \(ENOENT\)/
    ],
    [
      'a missing member',
      () => vcap({ xsuaa: [{ ...service, credentials: noDomain }] }),
      /platform credentials not found: the binding in VCAP_SERVICES has no uaadomain/
    ],
    [
      'no secret',
      () => vcap({ xsuaa: [{ ...service, credentials: noSecret }] }),
      /has no clientsecret/
    ],
    [
      'no credentials',
      () => vcap({ xsuaa: [{ ...service, credentials: 'x' }] }),
      /has no clientsecret/
    ],
    ['two bindings', () => vcap({ xsuaa: [service, service] }), /ambiguous: 2 bindings/],
    [
      'no TLS',
      () => vcap({ xsuaa: [{ ...service, credentials: { ...credentials, url: 'http://x' } }] }),
      /https:/
    ]
  ]
  for (const [title, sources, words] of faults) {
    test(`${title}: said without a value`, () => {
      assert.throws(
        () => loadBinding(sources()),
        (error: Error) => words.test(error.message) && !/s3cret|sb-x/.test(error.message)
      )
    })
  }

  test('the start stops without one', async t => {
    await assert.rejects(setup(t, { bindings: noSources }), /platform credentials not found/)
  })
})
