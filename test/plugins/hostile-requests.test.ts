/**
 * Requests before any log-on: malformed ones, bombs, limits, slow clients, trusted proxies.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge, { type BridgeOptions } from '../../app.ts'
import { jsonFault } from '../../config/json-text.ts'
import type { Caller } from '../../tools/index.ts'
import { erp, listen } from '../helpers/bridge-app.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const usual = [
  'Host: localhost',
  'Content-Type: application/json',
  'Authorization: Bearer key',
  `Content-Length: ${body.length}`
]

async function raw(
  url: URL,
  head: readonly string[],
  start = 'POST /mcp HTTP/1.1'
): Promise<string> {
  const socket = connect(Number(url.port), '127.0.0.1')
  socket.write(`${[start, ...head, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  await once(socket, 'close')
  return text
}

describe('odd requests', () => {
  test('a usual one passes', async t => {
    const { url } = await listen(t, { apiKey: 'key' })
    assert.match(await raw(url, usual), /^HTTP\/1\.1 200 /)
  })

  const twice = [
    'Authorization: Bearer other',
    'Host: evil.example.com',
    'Content-Type: text/plain',
    'Origin: http://localhost',
    'Mcp-Session-Id: a',
    'Mcp-Method: x',
    'Mcp-Protocol-Version: 2025-06-18'
  ]
  for (const header of twice) {
    test(`${header.split(':')[0]} given twice is refused`, async t => {
      const { url } = await listen(t, { apiKey: 'key' })
      const answer = await raw(url, [
        ...usual,
        header,
        ...(usual.some(line => line.startsWith(header.split(':')[0] ?? ''))
          ? []
          : [header.toLowerCase()])
      ])
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.match(answer, /given twice|not valid HTTP/)
    })
  }

  test('a target with a host of its own is refused', async t => {
    const { url } = await listen(t, { apiKey: 'key' })
    assert.match(
      await raw(url, usual, 'POST http://evil.example.com/mcp HTTP/1.1'),
      /^HTTP\/1\.1 40[04] /
    )
  })

  test('two tokens in one header, and a token in the address, are no credential', async t => {
    const { url } = await listen(t, { apiKey: 'key' })
    assert.match(
      await raw(
        url,
        usual.map(line =>
          line.startsWith('Auth') ? 'Authorization: Bearer key, Bearer other' : line
        )
      ),
      /^HTTP\/1\.1 401 /
    )
    assert.match(
      await raw(
        url,
        usual.filter(line => !line.startsWith('Auth')),
        'POST /mcp?access_token=key HTTP/1.1'
      ),
      /^HTTP\/1\.1 401 /
    )
  })

  const smuggling = [
    ['a length and chunks', ['Transfer-Encoding: chunked']],
    ['two lengths', ['Content-Length: 5']],
    ['a blank before the colon', ['X-A : b']],
    ['a folded header', ['X-A: b\r\n c']]
  ] as const
  for (const [title, extra] of smuggling) {
    test(`${title}: one answer, and it is a 400`, async t => {
      const { url } = await listen(t, { apiKey: 'key' })
      const answer = await raw(url, [...usual, ...extra])
      assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1)
      assert.match(answer, /^HTTP\/1\.1 400 /)
    })
  }
})

describe('JSON bombs', () => {
  const post = async (t: TestContext, payload: string) => {
    const { app } = await listen(t, { apiKey: 'key' })
    return await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      payload
    })
  }
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Echo","arguments":${args}}}`
  const bombs: readonly (readonly [string, string, RegExp])[] = [
    ['a million brackets', '['.repeat(1_000_000), /deeper than 64/],
    [
      'a deep argument',
      call(`{"text":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`),
      /deeper than 64/
    ],
    ['__proto__', call('{"__proto__":{"x":1},"text":"y"}'), /not valid JSON/],
    ['a constructor', call('{"constructor":{"prototype":{"x":1}},"text":"y"}'), /not valid JSON/]
  ]
  for (const [title, payload, words] of bombs) {
    test(title, async t => {
      const answer = await post(t, payload)
      assert.equal(answer.statusCode, 400)
      assert.match(answer.body, words)
    })
  }
  test('brackets in texts are no depth', async t => {
    assert.equal((await post(t, call(JSON.stringify({ text: '[{"'.repeat(200) })))).statusCode, 200)
  })

  test('the scanner finds strings, names and damage', () => {
    const look = (text: string) => jsonFault(text, { depth: 3, unique: true })
    assert.equal(look('{"a":[{"b":"}{\\"[["}]}'), undefined)
    assert.equal(look('{"a":1,"b":{"a":1}}'), undefined)
    assert.equal(look('{"a":1 , "\\u0061" : 2}'), 'duplicate')
    assert.equal(look('[[[["a"]]]]'), 'deep')
    assert.equal(look(String.raw`{"a":"\\\\","b":[[[["c"]]]]}`), 'deep')
    assert.equal(look(String.raw`{"a":"\\\"[[[[","a":1}`), 'duplicate')
    assert.equal(look('{"a":"unfinished'), undefined)
    assert.equal(look(String.raw`{"a":"unfinished\"`), undefined)
    assert.equal(look('"\\x":1'), undefined)
    assert.equal(look('"a":1'), 'duplicate')
    for (const blank of [' ', '\t', '\n', '\r', ' \r\n\t']) {
      for (const length of [1, 18, 19, 20, 100_000]) {
        const text = `{"a":1,"b":2,"a"${blank.repeat(length)}:3}`
        assert.equal(look(text), 'duplicate', JSON.stringify([blank, length]))
        assert.equal(look(text.replace('"a"', '"c"')), undefined)
      }
    }
    assert.equal(look('{"a":1,"a"\u00a0:2}'), undefined, 'no JSON, which the parser reports')
  })
})

describe('limits', () => {
  const app = async (
    t: TestContext,
    options: BridgeOptions,
    server: { trustProxy?: string } = {}
  ): Promise<FastifyInstance> => {
    const instance = fastify(server)
    t.after(() => instance.close())
    await instance.register(bridge, {
      ...erp,
      loopback: true,
      tools: createFixtures().tools,
      ...options
    })
    return instance
  }
  const ask = async (
    instance: FastifyInstance,
    key: string,
    {
      address = '10.0.0.1',
      headers = {}
    }: { address?: string; headers?: Record<string, string> } = {}
  ) =>
    await instance.inject({
      method: 'POST',
      url: '/mcp',
      remoteAddress: address,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      payload: body
    })

  test('1,000 guesses: after 30 the address waits; a good key goes on from elsewhere, and where it was good before', async t => {
    const instance = await app(t, { apiKey: 'good-key' })
    assert.equal((await ask(instance, 'good-key', { address: '10.0.0.2' })).statusCode, 200)
    const statuses: number[] = []
    for (let round = 0; round < 1000; round++) {
      statuses.push((await ask(instance, `wrong-${round}`)).statusCode)
    }
    assert.deepEqual([statuses.indexOf(429), new Set(statuses.slice(30)).size], [30, 1])
    const refusal = await ask(instance, 'wrong')
    assert.match(String(refusal.headers['retry-after']), /^\d+$/)
    assert.match(refusal.body, /too many failed log-ons/)
    assert.equal((await ask(instance, 'good-key')).statusCode, 200, 'known to be good')
    assert.equal((await ask(instance, 'good-key', { address: '10.0.0.3' })).statusCode, 200)
    assert.equal(
      (await ask(instance, 'wrong-x', { headers: { 'x-forwarded-for': '1.2.3.4' } })).statusCode,
      429,
      'a header of the client changes nothing'
    )
  })

  test('a client that repeats one bad key is stopped alone', async t => {
    const instance = await app(t, { apiKey: 'good-key' })
    const statuses: number[] = []
    for (let round = 0; round < 70; round++) {
      statuses.push((await ask(instance, 'outdated')).statusCode)
    }
    assert.equal(statuses.indexOf(429), 60)
    assert.equal((await ask(instance, 'other')).statusCode, 401)
  })

  test("behind a trusted proxy the address is the client's", async t => {
    const instance = await app(t, { apiKey: 'good-key' }, { trustProxy: '10.0.0.1' })
    for (let round = 0; round < 31; round++) {
      await ask(instance, `wrong-${round}`, { headers: { 'x-forwarded-for': '1.2.3.4' } })
    }
    assert.equal(
      (await ask(instance, 'wrong', { headers: { 'x-forwarded-for': '1.2.3.4' } })).statusCode,
      429
    )
    assert.equal(
      (await ask(instance, 'wrong', { headers: { 'x-forwarded-for': '1.2.3.5' } })).statusCode,
      401
    )
  })

  test('each identity has its own share of requests', async t => {
    const caller = (name: string): Caller => ({
      principal: { name, kind: 'user' },
      scopes: new Set(['read']),
      method: 'host'
    })
    const instance = await app(t, {
      rateLimit: 3,
      auth: { caller: request => caller(String(request.headers['x-user'])) }
    })
    const status = async (user: string) =>
      (await ask(instance, 'x', { headers: { 'x-user': user } })).statusCode
    const ada = [await status('ada'), await status('ada'), await status('ada'), await status('ada')]
    assert.deepEqual(ada, [200, 200, 200, 429])
    assert.equal(await status('bob'), 200)
  })

  test('without authentication all share one', async t => {
    const instance = await app(t, { rateLimit: 1 })
    assert.deepEqual(
      [(await ask(instance, 'x')).statusCode, (await ask(instance, 'y')).statusCode],
      [200, 429]
    )
  })
})

describe('slow clients', () => {
  const launch = async (t: TestContext): Promise<FastifyInstance> => {
    const { buildServer } = await import('../../server.ts')
    const { loadConfig } = await import('../../config/config.ts')
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
        'silent'
      ],
      {}
    )
    const server = await buildServer({ config, version: 'test', sandbox: false })
    t.after(() => server.close())
    await server.listen({ host: '127.0.0.1', port: 0 })
    return server
  }

  test(
    'a body that does not end is cut off, and more headers than there may be are refused',
    { timeout: 60_000 },
    async t => {
      const server = await launch(t)
      // The bound itself is two minutes; that clients are looked after in between is what could be
      // missing.
      server.server.requestTimeout = 500
      server.server.headersTimeout = 500
      const { port } = server.server.address() as { port: number }
      const slow = connect(port, '127.0.0.1')
      slow.write(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer k\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
      )
      let text = ''
      slow
        .on('error', () => {})
        .on('data', chunk => {
          text += String(chunk)
        })
      await once(slow, 'close')
      assert.match(text, /^HTTP\/1\.1 408 /)
      const large = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: { 'x-large': 'x'.repeat(40_000) }
      })
      assert.equal(large.status, 431)
      assert.equal(
        (
          await fetch(`http://127.0.0.1:${port}/mcp`, {
            method: 'POST',
            headers: { authorization: `Bearer ${'x'.repeat(20_000)}` }
          })
        ).status,
        401,
        'a token of the largest size still gets its answer'
      )
    }
  )

  test('headers that do not end are cut off', { timeout: 30_000 }, async t => {
    const server = await launch(t)
    const { headersTimeout, requestTimeout, maxHeadersCount } = server.server
    assert.ok(headersTimeout <= 15_000 && requestTimeout <= 120_000 && maxHeadersCount !== 0)
    const socket = connect((server.server.address() as { port: number }).port, '127.0.0.1')
    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    let text = ''
    socket.on('data', chunk => {
      text += String(chunk)
    })
    await once(socket, 'close')
    assert.match(text, /^HTTP\/1\.1 408 /)
  })
})
