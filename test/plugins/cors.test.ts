/** HEAD, OPTIONS and the trailing slash of the endpoint; which pages may read its answers. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance, FastifyServerOptions, InjectOptions } from 'fastify'
import bridge, { type BridgeOptions } from '../../app.ts'
import { erp, listen } from '../helpers/bridge-app.ts'
import { discoveryFor } from '../helpers/discovery.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'

const page = 'https://inspector.example.com'
const key = 'key-of-sixteen-characters'
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function setup(
  t: TestContext,
  options: BridgeOptions = {},
  server: FastifyServerOptions = {}
): Promise<FastifyInstance> {
  const app = fastify(server)
  t.after(() => app.close())
  await app.register(bridge, {
    ...erp,
    loopback: true,
    tools: createFixtures().tools,
    ...options
  })
  await app.ready()
  return app
}

const asks = async (
  app: FastifyInstance,
  method: 'HEAD' | 'OPTIONS' | 'POST' | 'GET',
  more: InjectOptions = {}
) => await app.inject({ method, url: '/mcp', ...more })
const preflight = (origin: string, names = 'authorization,content-type,mcp-protocol-version') => ({
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': names
  }
})

describe('methods that the endpoint does not have', () => {
  for (const [title, options, allow] of [
    ['alone', {}, 'POST'],
    ['with sessions', { sessions: true }, 'GET, POST, DELETE']
  ] as const) {
    test(`HEAD and OPTIONS are 405 and name what there is: ${title}`, async t => {
      const app = await setup(t, options)
      for (const url of ['/mcp', '/mcp/', '/mcp?x=1']) {
        for (const method of ['HEAD', 'OPTIONS'] as const) {
          const { statusCode, headers } = await asks(app, method, { url })
          assert.deepEqual([statusCode, headers['allow']], [405, allow], `${method} ${url}`)
        }
      }
      assert.equal(
        (await asks(app, 'OPTIONS')).json<{ error: { message: string } }>().error.message,
        'Method not allowed.'
      )
    })
  }

  test('HEAD is behind the log-on, like GET; a body that comes with it changes nothing', async t => {
    const app = await setup(t, { apiKey: key })
    const authorization = `Bearer ${key}`
    assert.equal((await asks(app, 'HEAD')).statusCode, 401)
    assert.match(String((await asks(app, 'HEAD')).headers['www-authenticate']), /^Bearer/)
    assert.equal((await asks(app, 'HEAD', { headers: { authorization } })).statusCode, 405)
    assert.equal(
      (await asks(app, 'HEAD', { headers: { authorization }, payload: list })).statusCode,
      405
    )
    assert.equal(
      (await asks(app, 'OPTIONS', { headers: { authorization }, payload: list })).statusCode,
      405
    )
  })

  test('on the wire HEAD has no body, and the connection goes on', async t => {
    const { url } = await listen(t)
    const socket = connect(Number(url.port), '127.0.0.1')
    t.after(() => socket.destroy())
    let text = ''
    socket.on('data', chunk => {
      text += String(chunk)
    })
    const request = (method: string, more = '') =>
      `${method} /mcp HTTP/1.1\r\nHost: ${url.host}\r\n${more}\r\n`
    socket.write(request('HEAD') + request('OPTIONS', 'Connection: close\r\n'))
    await new Promise(resolve => {
      socket.once('close', resolve)
    })
    const [head = '', options = ''] = text.split(/(?=HTTP\/1\.1 )/)
    assert.match(head, /^HTTP\/1\.1 405 [^]*\r\n\r\n$/)
    assert.match(options, /^HTTP\/1\.1 405 [^]*\r\n\r\n\{.*Method not allowed/)
  })
})

describe('/mcp/ is /mcp', () => {
  test('for calls, refusals and metadata, also where the host ignores trailing slashes', async t => {
    for (const server of [{}, { routerOptions: { ignoreTrailingSlash: true } }]) {
      for (const prefix of ['', '/erp']) {
        const app = await setup(t, { apiKey: key, prefix } as BridgeOptions, server)
        const url = `${prefix}/mcp/`
        assert.equal((await asks(app, 'POST', { url, payload: list })).statusCode, 401)
        const answer = await asks(app, 'POST', {
          url,
          payload: list,
          headers: { authorization: `Bearer ${key}` }
        })
        assert.equal(answer.statusCode, 200)
        assert.deepEqual(
          answer.json(),
          (
            await asks(app, 'POST', {
              url: `${prefix}/mcp`,
              payload: list,
              headers: { authorization: `Bearer ${key}` }
            })
          ).json()
        )
        assert.equal(
          (await asks(app, 'POST', { url: `${prefix}/mcp//`, payload: list })).statusCode,
          404
        )
      }
    }
  })

  test('for the metadata', async t => {
    for (const server of [{}, { routerOptions: { ignoreTrailingSlash: true } }]) {
      const app = fastify(server)
      t.after(() => app.close())
      await discoveryFor({ oidcIssuer: 'http://127.0.0.1:9', oidcAudience: 'a' })(app)
      const place = '/.well-known/oauth-protected-resource/mcp'
      const [one, other] = [await app.inject(place), await app.inject(`${place}/`)]
      assert.deepEqual([other.statusCode, other.json()], [200, one.json()])
    }
  })
})

describe('pages of other origins', () => {
  const cors = (headers: Record<string, unknown>) =>
    Object.keys(headers).filter(name => name.startsWith('access-control-'))

  test('without --allowed-origins no answer permits any page anything', async t => {
    const settings: BridgeOptions[] = [
      {},
      { loopback: false },
      { apiKey: key },
      { loopback: false, allowedHosts: ['localhost'] }
    ]
    for (const options of settings) {
      const app = await setup(t, options)
      for (const origin of [page, 'http://localhost', 'http://localhost:3000', 'null', '*']) {
        for (const answer of [
          await asks(app, 'OPTIONS', preflight(origin)),
          await asks(app, 'POST', { payload: list, headers: { origin } })
        ]) {
          assert.deepEqual(cors(answer.headers), [], `${JSON.stringify(options)} ${origin}`)
          assert.notEqual(answer.statusCode, 204)
        }
      }
    }
  })

  test('an allowed page gets its preflight without a log-on, and may read answers and refusals', async t => {
    const app = await setup(t, { apiKey: key, allowedOrigins: [page], sessions: true })
    const { statusCode, headers, body } = await asks(
      app,
      'OPTIONS',
      preflight(page, 'Authorization, content-type,MCP-Session-Id, x-evil, cookie')
    )
    assert.deepEqual([statusCode, body], [204, ''])
    assert.deepEqual(
      ['origin', 'methods', 'headers'].map(name => headers[`access-control-allow-${name}`]),
      [page, 'GET, POST, DELETE', 'authorization, content-type, mcp-session-id']
    )
    assert.match(String(headers['vary']), /origin/i)
    assert.equal(headers['access-control-allow-credentials'], undefined)
    const refused = await asks(app, 'POST', { payload: list, headers: { origin: page } })
    assert.deepEqual(
      [refused.statusCode, refused.headers['access-control-allow-origin']],
      [401, page]
    )
    assert.match(String(refused.headers['access-control-expose-headers']), /www-authenticate/)
    const read = await asks(app, 'POST', {
      payload: list,
      headers: { origin: page, authorization: `Bearer ${key}` }
    })
    assert.deepEqual(
      [read.statusCode, read.headers['access-control-allow-origin'], read.headers['vary']],
      [200, page, 'origin']
    )
  })

  test('every other page gets nothing where one is allowed', async t => {
    const app = await setup(t, { allowedOrigins: [page] })
    for (const origin of [
      `${page}.evil.example`,
      page.replace('https', 'http'),
      `${page}:8443`,
      'null',
      'https://example.com',
      '*',
      `${page} https://evil.example`
    ]) {
      const answer = await asks(app, 'OPTIONS', preflight(origin))
      assert.deepEqual([answer.statusCode, cors(answer.headers)], [403, []], origin)
    }
    const plain = await asks(app, 'OPTIONS', { headers: { origin: page } })
    assert.equal(plain.statusCode, 405, 'no preflight')
    const own = await asks(app, 'OPTIONS', {
      headers: { host: 'localhost:8080', ...preflight('http://localhost:8080').headers }
    })
    assert.deepEqual([own.statusCode, cors(own.headers)], [405, []], 'a page of its own needs none')
  })
})
