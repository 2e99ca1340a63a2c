import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge, { discovery, type BridgeOptions } from '../../app.ts'
import { erp, listen } from '../helpers/bridge-app.ts'
import { discoveryFor } from '../helpers/discovery.ts'
import { createIssuer, makeToken, now, rsaKey } from '../helpers/identity-provider.ts'
import { createPlatform } from '../helpers/platform.ts'

const oidc = { oidcIssuer: 'https://login.example.com/realms/dev', oidcAudience: 'a' }
const resourceUrl = '/.well-known/oauth-protected-resource'
const serverUrl = '/.well-known/oauth-authorization-server'

async function host(
  t: TestContext,
  options: BridgeOptions,
  server: { trustProxy?: boolean } = {}
): Promise<FastifyInstance> {
  const app = fastify(server)
  t.after(() => app.close())
  await app.register(discovery, { ...erp, ...options })
  return app
}

type Document = Record<string, unknown>
const read = async (app: FastifyInstance, url: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url, headers })).json<Document>()

describe('the document about the bridge (RFC 9728)', () => {
  test('at both places, with what clients need', async t => {
    const app = await host(t, { ...oidc, publicUrl: 'https://bridge.example.com' })
    const expected = {
      resource: 'https://bridge.example.com/mcp',
      authorization_servers: ['https://login.example.com/realms/dev'],
      bearer_methods_supported: ['header'],
      scopes_supported: ['read', 'write', 'admin'],
      resource_name: 'ERP bridge'
    }
    for (const url of [resourceUrl, `${resourceUrl}/mcp`]) {
      assert.deepEqual(await read(app, url), expected)
    }
  })

  test('pages of other hosts may read it', async t => {
    const app = await host(t, oidc)
    const { headers, statusCode } = await app.inject({
      method: 'OPTIONS',
      url: resourceUrl,
      headers: {
        origin: 'https://inspector.example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'mcp-protocol-version'
      }
    })
    assert.deepEqual(
      [statusCode, headers['access-control-allow-origin'], headers['access-control-allow-methods']],
      [204, '*', 'GET']
    )
    assert.match(String(headers['access-control-allow-headers']), /mcp-protocol-version/)
    assert.equal(
      (await app.inject({ url: resourceUrl, headers: { origin: 'https://inspector.example.com' } }))
        .headers['access-control-allow-origin'],
      '*'
    )
  })

  const scopes: readonly (readonly [BridgeOptions, readonly string[] | undefined])[] = [
    [{}, ['read', 'write', 'admin']],
    [{ oidcScopePrefix: 'api://x/' }, ['api://x/read', 'api://x/write', 'api://x/admin']],
    [{ oidcScopeMap: '{"dev":["read"]}' }, undefined],
    [{ oidcScopeClaim: 'groups' }, undefined],
    [{ oidcScopeClaim: 'scp' }, ['read', 'write', 'admin']]
  ]
  for (const [options, expected] of scopes) {
    test(`scopes with ${JSON.stringify(options)}`, async t => {
      assert.deepEqual(
        (await read(await host(t, { ...oidc, ...options }), resourceUrl))['scopes_supported'],
        expected
      )
    })
  }

  test('a key alone needs none', async t => {
    const app = await host(t, { apiKey: 'k' })
    assert.equal((await app.inject(resourceUrl)).statusCode, 404)
  })
})

describe('the document about the log-on (RFC 8414)', () => {
  test('there with the platform alone, and named by the other one', async t => {
    const { sources } = await createPlatform(t)
    const app = await host(t, {
      ...oidc,
      platformAuth: true,
      bindings: sources,
      publicUrl: 'https://bridge.example.com/'
    })
    assert.deepEqual(await read(app, serverUrl), {
      issuer: 'https://bridge.example.com',
      authorization_endpoint: 'https://bridge.example.com/authorize',
      token_endpoint: 'https://bridge.example.com/token',
      scopes_supported: ['read', 'write', 'admin'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post']
    })
    assert.deepEqual((await read(app, resourceUrl))['authorization_servers'], [
      'https://bridge.example.com',
      oidc.oidcIssuer
    ])
    assert.equal((await (await host(t, oidc)).inject(serverUrl)).statusCode, 404)
  })
})

describe('the base of all addresses', () => {
  const resourceOf = async (app: FastifyInstance, headers: Record<string, string>) =>
    (await read(app, resourceUrl, headers))['resource']

  test('a checked Host header counts, another one does not', async t => {
    const app = await host(t, { ...oidc, allowedHosts: ['bridge.example.com'] })
    assert.equal(
      await resourceOf(app, { host: 'bridge.example.com:8443' }),
      'http://bridge.example.com:8443/mcp'
    )
    assert.equal(await resourceOf(app, { host: 'evil.example.com' }), 'http://localhost/mcp')
    assert.equal(
      await resourceOf(app, {
        host: 'bridge.example.com',
        'x-forwarded-host': 'evil.example.com',
        'x-forwarded-proto': 'https'
      }),
      'http://bridge.example.com/mcp',
      'no proxy is trusted'
    )
  })

  test('without a Host check it is the address that the server listens on', async t => {
    const app = await host(t, oidc)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    assert.equal(
      await resourceOf(app, { host: 'evil.example.com' }),
      `http://127.0.0.1:${port}/mcp`
    )
  })

  for (const [address, expected] of [
    ['0.0.0.0', 'localhost'],
    ['::1', '[::1]']
  ] as const) {
    test(`listening on ${address} it is ${expected}`, async t => {
      const app = await host(t, oidc)
      try {
        await app.listen({ host: address, port: 0 })
      } catch {
        return t.skip('not an address of this machine')
      }
      const { port } = app.server.address() as { port: number }
      assert.equal(await resourceOf(app, { host: 'x' }), `http://${expected}:${port}/mcp`)
    })
  }

  test('behind a trusted proxy it is what the proxy sends, if that is allowed', async t => {
    const app = await host(
      t,
      { ...oidc, allowedHosts: ['bridge.example.com'] },
      { trustProxy: true }
    )
    assert.equal(
      await resourceOf(app, {
        host: 'internal',
        'x-forwarded-host': 'bridge.example.com',
        'x-forwarded-proto': 'https'
      }),
      'https://bridge.example.com/mcp'
    )
    assert.equal(
      await resourceOf(app, { host: 'bridge.example.com', 'x-forwarded-host': 'evil.example.com' }),
      'http://localhost/mcp'
    )
  })

  test('the launcher warns where no setting gives it', async () => {
    const words: string[] = []
    const app = fastify({
      logger: {
        level: 'warn',
        stream: {
          write: (line: string) => {
            words.push(line)
          }
        }
      }
    })
    await app.register(bridge, { ...erp, ...oidc, oidcIssuer: 'http://127.0.0.1:9', tools: [] })
    assert.ok(words.some(line => line.includes('--public-url')))
    await app.close()
  })
})

describe('two bridges in one host', () => {
  test('each has its own issuer, metadata and challenge, and takes no token of the other', async t => {
    const [one, two] = [rsaKey('k'), rsaKey('k')]
    const [a, b] = [await createIssuer(t, [one]), await createIssuer(t, [two])]
    const app = fastify()
    t.after(() => app.close())
    for (const [name, issuer] of [
      ['a', a],
      ['b', b]
    ] as const) {
      const options = {
        ...erp,
        oidcIssuer: issuer.url,
        oidcAudience: 'x',
        allowedHosts: ['localhost']
      }
      await app.register(discovery, { ...options, mount: `/${name}` })
      await app.register(bridge, { ...options, tools: [], prefix: `/${name}` })
    }
    const ask = async (name: string, token?: string) =>
      await app.inject({
        method: 'POST',
        url: `/${name}/mcp`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      })
    const tokenOf = (key: typeof one, issuer: string) =>
      makeToken(
        key.privateKey,
        { alg: 'RS256', kid: 'k' },
        { iss: issuer, aud: 'x', sub: 's', exp: now() + 60 }
      )
    assert.equal((await ask('a', tokenOf(one, a.url))).statusCode, 200)
    assert.equal((await ask('b', tokenOf(two, b.url))).statusCode, 200)
    for (const [name, token] of [
      ['a', tokenOf(two, b.url)],
      ['b', tokenOf(one, a.url)],
      ['a', tokenOf(two, a.url)]
    ] as const) {
      assert.equal((await ask(name, token)).statusCode, 401)
    }
    assert.deepEqual((await read(app, `${resourceUrl}/a/mcp`))['authorization_servers'], [a.url])
    assert.deepEqual((await read(app, `${resourceUrl}/b/mcp`))['authorization_servers'], [b.url])
    assert.equal((await read(app, `${resourceUrl}/b/mcp`))['resource'], 'http://localhost/b/mcp')
    assert.match(
      String((await ask('b')).headers['www-authenticate']),
      /resource_metadata="http:\/\/localhost\/\.well-known\/oauth-protected-resource\/b\/mcp"/
    )
  })

  test('a public URL with a path is the address of the bridge', async t => {
    const app = await host(t, { ...oidc, publicUrl: 'https://gateway.example.com/erp/' })
    assert.equal(
      (await read(app, `${resourceUrl}/erp/mcp`))['resource'],
      'https://gateway.example.com/erp/mcp'
    )
  })
})

test('the launched server: documents and challenge agree', async t => {
  const issuer = await createIssuer(t, [])
  const settings = { oidcIssuer: issuer.url, oidcAudience: 'a' }
  const { url } = await listen(t, settings, discoveryFor(settings))
  const answer = await fetch(url, { method: 'POST' })
  const [, address = ''] =
    /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '') ?? []
  const document = (await (await fetch(address)).json()) as Document
  assert.deepEqual([answer.status, document['resource']], [401, url.href])
})
