/**
 * A server without client authentication: what it says of itself, which names it takes, and what
 * forbids it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import bridge from '../app.ts'
import { loadConfig } from '../config/config.ts'
import { createLog } from '../log.ts'
import { buildAdmin, buildServer } from '../server.ts'
import { erp } from './helpers/bridge-app.ts'

const base = [
  '--url',
  'http://127.0.0.1:9',
  '--user',
  'U',
  '--password',
  'P',
  '--transport',
  'http-streamable'
]
const everywhere = ['--http-addr', '0.0.0.0:8080']
const key = ['--api-key', 'a-key-of-some-length']
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function server(t: TestContext, args: readonly string[], sandbox = false) {
  const { config } = loadConfig([...base, ...args], {})
  let logged = ''
  const log = createLog(config, {
    write: line => {
      logged += line
    }
  })
  const app = await buildServer({ config, version: '1', sandbox }, { log })
  t.after(() => app.close())
  await app.ready()
  const status = async (headers: Record<string, string>, url = '/mcp') =>
    (
      await app.inject({
        ...(url === '/mcp' ? { method: 'POST', payload: list } : {}),
        url,
        headers
      })
    ).statusCode
  return { config, app, log, status, logged: () => logged }
}

describe('an open server that others reach', () => {
  test('is reported at the start and with the readiness, and is ready', async t => {
    const { app, logged } = await server(t, everywhere)
    const { statusCode, body } = await app.inject('/ready')
    assert.equal(statusCode, 200)
    const { status, warnings } = JSON.parse(body) as { status: string; warnings: string[] }
    assert.equal(status, 'ready')
    assert.match(
      warnings.join(),
      /no client authentication is configured.*not a loopback one.*SVC_API_KEY/
    )
    assert.match(logged(), /NO CLIENT AUTHENTICATION.*ERP_REQUIRE_AUTH/)
  })

  test('warns of a sandbox as well, unless this machine alone reaches it', async t => {
    const warning = /"level":40.*NO CLIENT AUTHENTICATION/
    assert.match((await server(t, everywhere, true)).logged(), warning)
    assert.match((await server(t, [], false)).logged(), warning)
    const local = (await server(t, [], true)).logged()
    assert.doesNotMatch(local, /"level":40/)
    assert.match(local, /"level":30.*Clients need no log-on.*the built-in sandbox.*SVC_API_KEY/)
  })

  test('is reported on the status page', async t => {
    const page = async (args: readonly string[]) => {
      const { config, log } = await server(t, args)
      const admin = await buildAdmin(
        { config, version: '1', sandbox: false },
        { register: new Registry(), log, url: 'u' }
      )
      t.after(() => admin.close())
      return (await admin.inject({ url: '/', headers: { host: 'localhost' } })).body
    }
    assert.match(
      await page(everywhere),
      /without a log-on.*every program that reaches it uses the ERP/
    )
    const local = await page([])
    assert.match(local, /without a log-on/)
    assert.doesNotMatch(local, /every program that reaches it/)
    assert.doesNotMatch(await page([...everywhere, ...key]), /without a log-on/)
  })

  test('is not reported where it is closed or reachable from this machine only', async t => {
    for (const args of [[], [...everywhere, ...key]]) {
      const { app } = await server(t, args)
      assert.deepEqual(JSON.parse((await app.inject('/ready')).body), { status: 'ready' })
    }
  })
})

describe('Host and Origin at an open server that others reach', () => {
  const named = [...everywhere, '--public-url', 'https://bridge.example.com/erp']
  const cases: [
    title: string,
    args: readonly string[],
    headers: Record<string, string>,
    status: number
  ][] = [
    ['the name of the public address', named, { host: 'bridge.example.com' }, 200],
    ['the same with a port', named, { host: 'bridge.example.com:8080' }, 200],
    ['another name', named, { host: 'evil.example' }, 403],
    ['an address', named, { host: '192.0.2.2:8080' }, 403],
    ['no name', named, { host: '' }, 403],
    [
      'the origin of the public address',
      named,
      { host: 'bridge.example.com', origin: 'https://bridge.example.com' },
      200
    ],
    ['another origin', named, { host: 'bridge.example.com', origin: 'https://evil.example' }, 403],
    [
      'allowed hosts go before it',
      [...named, '--allowed-hosts', 'inside.example'],
      { host: 'bridge.example.com' },
      403
    ],
    [
      'an allowed host',
      [...named, '--allowed-hosts', 'inside.example'],
      { host: 'inside.example' },
      200
    ],
    [
      'an allowed origin beside it',
      [...named, '--allowed-origins', 'https://i.example'],
      { host: 'bridge.example.com', origin: 'https://i.example' },
      200
    ],
    ['nothing is known, any name', everywhere, { host: 'evil.example' }, 200],
    [
      'with a key a proxy may use a name of its own',
      [...named, ...key],
      { host: '10.0.0.7:8080', authorization: 'Bearer a-key-of-some-length' },
      200
    ],
    [
      'on a loopback address the loopback names alone',
      ['--public-url', 'https://bridge.example.com'],
      { host: 'bridge.example.com' },
      403
    ]
  ]
  for (const [title, args, headers, expected] of cases) {
    test(`${title}: ${expected}`, async t =>
      assert.equal(await (await server(t, args)).status(headers), expected))
  }

  test('probes use the address of a pod', async t => {
    const { status } = await server(t, named)
    for (const url of ['/health', '/ready']) {
      assert.equal(await status({ host: '10.1.2.3:8080' }, url), 200, url)
    }
  })
})

describe('a host program that requires authentication', () => {
  const start = async (t: TestContext, options: object) => {
    const app = fastify()
    t.after(() => app.close())
    await app.register(bridge, { ...erp, requireAuth: true, ...options })
    await app.ready()
  }

  test('is refused a bridge without one', async t => {
    await assert.rejects(
      start(t, {}),
      /option requireAuth: no client authentication is configured; give apiKey/
    )
    await start(t, { apiKey: 'a-key-of-some-length' })
    await start(t, { auth: { caller: () => undefined } })
  })
})
