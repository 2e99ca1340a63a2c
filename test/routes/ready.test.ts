/** Readiness: booted, keys reachable once, not closing; the ERP has no say in it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { loadConfig } from '../../config/config.ts'
import { createLog } from '../../log.ts'
import { buildServer } from '../../server.ts'
import { rsaKey } from '../helpers/identity-provider.ts'

const erp = [
  '--url',
  'http://127.0.0.1:9',
  '--user',
  'U',
  '--password',
  'P',
  '--transport',
  'http-streamable',
  '--log-level',
  'silent'
]

async function readinessOf(t: TestContext, args: readonly string[]) {
  const { config } = loadConfig([...erp, ...args], {})
  const app = await buildServer(
    { config, version: '1', sandbox: false },
    { log: createLog(config) }
  )
  t.after(() => app.close())
  await app.ready()
  return async () => {
    const { statusCode, body } = await app.inject('/ready')
    return { statusCode, status: (JSON.parse(body) as { status: string }).status }
  }
}

/** An issuer that answers nothing but 503 until it is up. */
async function issuer(t: TestContext): Promise<{ url: string; up(): void }> {
  const { jwk } = rsaKey('one')
  let isUp = false
  const server = createServer((request, response) => {
    if (!isUp) {
      response.writeHead(503).end()
      return
    }
    response
      .setHeader('content-type', 'application/json')
      .end(
        JSON.stringify(
          request.url === '/keys' ? { keys: [jwk] } : { issuer: url, jwks_uri: `${url}/keys` }
        )
      )
  }).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    up() {
      isUp = true
    }
  }
}

test('an ERP that does not answer does not keep the bridge from being ready', async t => {
  const ready = await readinessOf(t, ['--api-key', 'a-key-of-some-length'])
  assert.deepEqual(await ready(), { statusCode: 200, status: 'ready' })
})

test('with an identity provider it waits for the keys, once', { timeout: 30_000 }, async t => {
  const provider = await issuer(t)
  const ready = await readinessOf(t, [
    '--oidc-issuer',
    provider.url,
    '--oidc-audience',
    'erp-bridge'
  ])
  assert.deepEqual(await ready(), {
    statusCode: 503,
    status: 'waiting for the keys of the identity provider'
  })
  provider.up()
  while ((await ready()).statusCode !== 200) await new Promise(resolve => setTimeout(resolve, 50))
})
