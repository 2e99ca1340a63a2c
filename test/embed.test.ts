import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge, { discovery, type BridgeOptions } from '../index.ts'
import type { ToolEvent } from '../tools/index.ts'
import { call, erp } from './helpers/bridge-app.ts'
import { createFixtures } from './helpers/fixture-tools.ts'

const { tools } = createFixtures()
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

function host(t: TestContext): FastifyInstance {
  const app = fastify()
  t.after(() => app.close())
  return app
}

describe('in the server of another application', () => {
  test('two bridges live side by side, each with its own tools, key and observers', async t => {
    const app = host(t)
    const seen: { a: ToolEvent[]; b: ToolEvent[] } = { a: [], b: [] }
    await app.register(bridge, {
      ...erp,
      tools,
      prefix: '/a',
      apiKey: 'key-a',
      observers: [event => seen.a.push(event)]
    } satisfies BridgeOptions)
    await app.register(bridge, {
      ...erp,
      url: 'http://127.0.0.1:10',
      tools: tools.slice(0, 1),
      prefix: '/b',
      apiKey: 'key-b',
      observers: [event => seen.b.push(event)]
    } satisfies BridgeOptions)
    const ask = async (prefix: string, key: string, payload: object) =>
      await app.inject({
        method: 'POST',
        url: `${prefix}/mcp`,
        headers: { authorization: `Bearer ${key}` },
        payload
      })
    assert.equal(
      (await ask('/a', 'key-a', list)).json<{ result: { tools: unknown[] } }>().result.tools.length,
      tools.length
    )
    assert.equal(
      (await ask('/b', 'key-b', list)).json<{ result: { tools: unknown[] } }>().result.tools.length,
      1
    )
    assert.equal((await ask('/a', 'key-b', list)).statusCode, 401)
    assert.equal((await ask('/b', 'key-a', list)).statusCode, 401)
    await ask('/a', 'key-a', call('Echo', { source: 'x' }))
    assert.deepEqual([seen.a.length, seen.b.length], [1, 0])
  })

  test('nothing leaks into the host', async t => {
    const app = host(t)
    app.setErrorHandler(async (_error, _request, reply) => reply.code(418).send({ teapot: true }))
    const own = new Map()
    app.decorate('systems', own as never)
    await app.register(bridge, { ...erp, tools, loopback: true, prefix: '/erp' })
    app.get('/boom', async () => {
      throw new Error('boom')
    })
    app.get('/bridge', async request => ({
      bridge: 'bridge' in request && request.bridge !== undefined
    }))
    app.post('/parse', async request => ({ body: request.body }))
    assert.equal((await app.inject('/boom')).statusCode, 418)
    assert.equal(app.systems, own)
    assert.deepEqual((await app.inject('/bridge')).json(), { bridge: false })
    assert.equal(
      (await app.inject({ url: '/boom', headers: { host: 'evil.example.com' } })).statusCode,
      418,
      'the Host check stays inside'
    )
    assert.equal(
      (
        await app.inject({
          method: 'POST',
          url: '/parse',
          headers: { 'content-type': 'text/plain' },
          payload: 'x'
        })
      ).statusCode,
      200,
      'the parsers stay inside'
    )
    for (const name of ['metrics', 'principals', 'authenticate']) {
      assert.equal(app.hasDecorator(name), false, name)
    }
    assert.equal(app.hasRequestDecorator('bridge'), false)
    assert.equal(app.hasPlugin('erp-bridge'), true)
  })

  test("the host's hooks and headers reach the bridge's answers", async t => {
    const app = host(t)
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-host', 'yes')
    })
    await app.register(bridge, { ...erp, tools })
    const answer = await app.inject({ method: 'POST', url: '/mcp', payload: list })
    assert.deepEqual([answer.statusCode, answer.headers['x-host']], [200, 'yes'])
  })

  test('a host that strips unknown properties does not harm the protocol', async t => {
    const app = fastify({ ajv: { customOptions: { removeAdditional: 'all' } } })
    t.after(() => app.close())
    await app.register(bridge, { ...erp, tools })
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      payload: call('Echo', { source: 'kept' })
    })
    assert.match(answer.body, /kept/)
  })

  test('decorators and parsers of the host meet those of the bridge in one name alone', async t => {
    const app = fastify({ bodyLimit: 10 })
    t.after(() => app.close())
    for (const name of ['systems', 'principals', 'authenticate', 'shared', 'metrics']) {
      app.decorate(name, "the host's")
    }
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    await app.register(bridge, { ...erp, tools })
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(call('Echo', { source: 'heard' }))
    })
    assert.match(answer.body, /heard/)
    const taken = fastify()
    taken.decorateRequest('bridge', null)
    await assert.rejects(
      async () => {
        await taken.register(bridge, { ...erp, tools })
      },
      { code: 'FST_ERR_DEC_ALREADY_PRESENT' }
    )
  })

  test('bad options stop the registration and name the option', async () => {
    const app = fastify()
    await assert.rejects(
      async () => await app.register(bridge, { url: 'http://e:1', user: 'U', tools }),
      /option user is given without option password/
    )
    await app.close()
  })

  test('discovery is registered at the root and adds no URL as long as nothing has metadata', async t => {
    const app = host(t)
    await app.register(discovery, { ...erp })
    await app.register(bridge, { ...erp, tools, apiKey: 'k', prefix: '/erp' })
    for (const url of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/erp/.well-known/oauth-protected-resource',
      '/authorize',
      '/token'
    ]) {
      assert.equal((await app.inject(url)).statusCode, 404, url)
    }
  })
})

describe('the order of registration', () => {
  test('a plugin whose ground is missing stops the start and names it', async () => {
    const { default: mcp } = await import('../routes/mcp.ts')
    await assert.rejects(
      async () =>
        await fastify().register(mcp, {
          identity: { name: 'x', title: 'x', version: '1' },
          bodyLimit: 1024,
          drainMs: 0
        }),
      /'systems'/
    )
  })
})

describe('public routes', () => {
  /** A new URL without authentication has to be written down here: that is meant to be felt. */
  const always = ['/health', '/ready']
  const resource = ['', '/mcp'].map(path => `/.well-known/oauth-protected-resource${path}`)
  /** A preflight has no credentials; nothing is served there. */
  const preflight = ['OPTIONS /mcp']
  const platform = ['/.well-known/oauth-authorization-server', '/authorize', '/token']

  async function publicRoutes(
    t: TestContext,
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {}
  ): Promise<string[]> {
    const { buildServer } = await import('../server.ts')
    const { loadConfig } = await import('../config/config.ts')
    const { config } = loadConfig(
      [
        '--url',
        erp.url,
        '--user',
        'U',
        '--password',
        'P',
        '--api-key',
        'k',
        '--transport',
        'http-streamable',
        '--log-level',
        'silent',
        ...argv
      ],
      env
    )
    const routes: { method: string; url: string }[] = []
    const app = await buildServer(
      { config, version: 'test', sandbox: false },
      {
        onRoute: route => {
          for (const method of [route.method].flat()) routes.push({ method, url: route.url })
        }
      }
    )
    t.after(() => app.close())
    await app.ready()
    const found = new Set<string>()
    // A trailing slash is the same place.
    for (const { method, url } of routes.map(route => ({
      ...route,
      url: route.url.replace(/\/$/, '')
    }))) {
      const { statusCode } = await app.inject({ method: method as 'GET', url })
      if (statusCode === 405 && method === 'OPTIONS') found.add(`${method} ${url}`)
      else if (statusCode !== 401) found.add(url)
    }
    assert.ok(routes.some(({ url }) => url === '/mcp'))
    return [...found].sort()
  }

  test('with a key there are the two of the launcher', async t => {
    assert.deepEqual(await publicRoutes(t, []), [...always, ...preflight].sort())
  })

  test('changes that wait add the page of approvers, which has no data', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'approvals-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const held = ['--approval', 'ops=D', '--state-key', 'k'.repeat(16), '--journal-dir', folder]
    assert.deepEqual(await publicRoutes(t, held), [...always, ...preflight, '/approvals'].sort())
  })

  test('an OIDC provider adds the document about the bridge', async t => {
    assert.deepEqual(
      await publicRoutes(t, ['--oidc-issuer', 'http://127.0.0.1:9', '--oidc-audience', 'a']),
      [...resource, ...always, ...preflight].sort()
    )
  })

  test('the platform adds its log-on', async t => {
    const { createPlatform } = await import('./helpers/platform.ts')
    const { sources, caFile } = await createPlatform(t)
    assert.deepEqual(
      await publicRoutes(t, ['--ca-file', caFile], {
        ERP_PLATFORM_AUTH: 'true',
        VCAP_SERVICES: sources.vcapServices
      }),
      [...resource, ...platform, ...always, ...preflight].sort()
    )
  })
})
