import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import bridge, { type BridgeOptions } from '../../app.ts'
import { callerOf } from '../../plugins/context.ts'
import { apiKeyMethod } from '../../plugins/auth/api-key.ts'
import type { Caller } from '../../tools/index.ts'
import { erp } from '../helpers/bridge-app.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'
import { makeToken } from '../helpers/identity-provider.ts'

const key = 'k-0123456789.abc.def'

async function app(
  t: TestContext,
  options: BridgeOptions
): Promise<{ app: FastifyInstance; log: () => string }> {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    }
  })
  const instance = fastify({ logger: { level: 'debug', stream } })
  t.after(() => instance.close())
  await instance.register(bridge, {
    ...erp,
    loopback: true,
    tools: createFixtures().tools,
    ...options
  })
  return { app: instance, log: () => log }
}

const list = {
  method: 'POST',
  url: '/mcp',
  payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
} as const

describe('no method', () => {
  test('the endpoint is open, and the log warns of it', async t => {
    const { app: bridgeApp, log } = await app(t, {})
    assert.equal((await bridgeApp.inject(list)).statusCode, 200)
    assert.match(log(), /NO CLIENT AUTHENTICATION/)
  })
})

describe('API key', () => {
  const accepted = [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`]
  for (const authorization of accepted) {
    test(`"${authorization.split(' ')[0]}" lets in`, async t => {
      const { app: bridgeApp, log } = await app(t, { apiKey: key })
      assert.equal(
        (await bridgeApp.inject({ ...list, headers: { authorization } })).statusCode,
        200
      )
      assert.doesNotMatch(log(), /NO CLIENT AUTHENTICATION/)
    })
  }

  const refused: [string, string | undefined][] = [
    ['nothing', undefined],
    ['an empty header', ''],
    ['another scheme', `Basic ${key}`],
    ['no scheme', key],
    ['two blanks', `Bearer  ${key}`],
    ['a token and more', `Bearer ${key} x`],
    ['two tokens', `Bearer ${key}, Bearer x`],
    ['a wrong key', 'Bearer wrong'],
    ['a prefix of the key', `Bearer ${key.slice(0, -1)}`],
    ['the key and more', `Bearer ${key}x`],
    ['another case', `Bearer ${key.toUpperCase()}`],
    ['an unsigned token', 'Bearer eyJhbGciOiJub25lIn0.e30.']
  ]
  for (const [title, authorization] of refused) {
    test(`${title} gets the uniform 401`, async t => {
      const { app: bridgeApp } = await app(t, { apiKey: key })
      for (const request of [
        list,
        { method: 'GET', url: '/mcp' },
        { method: 'DELETE', url: '/mcp' },
        { ...list, payload: '{not json', headers: { 'content-type': 'application/json' } }
      ] as const) {
        const answer = await bridgeApp.inject({
          ...request,
          headers: {
            ...('headers' in request ? request.headers : {}),
            ...(authorization === undefined ? {} : { authorization })
          }
        })
        assert.equal(answer.statusCode, 401)
        assert.deepEqual(answer.json(), {
          jsonrpc: '2.0',
          error: { code: -32000, message: 'Unauthorized' },
          id: null
        })
        assert.match(String(answer.headers['www-authenticate']), /^Bearer realm="erp-bridge"/)
      }
    })
  }

  test('the challenge has invalid_token only where a token was sent', async t => {
    const { app: bridgeApp } = await app(t, { apiKey: key })
    const challenge = async (headers: Record<string, string>) =>
      String((await bridgeApp.inject({ ...list, headers })).headers['www-authenticate'])
    assert.doesNotMatch(await challenge({}), /error/)
    assert.match(await challenge({ authorization: 'Bearer wrong' }), /error="invalid_token"/)
  })

  test('the log has the reason and a fingerprint, never the token', async t => {
    const { app: bridgeApp, log } = await app(t, { apiKey: key })
    await bridgeApp.inject({ ...list, headers: { authorization: 'Bearer wrong-token-value' } })
    assert.match(log(), /not the API key/)
    assert.match(log(), /"token":"[0-9a-f]{8}"/)
    assert.doesNotMatch(log(), /wrong-token-value/)
    assert.ok(!log().includes(key))
  })

  test('a token of an issuer that is not configured is called so in the log', async t => {
    const { app: bridgeApp, log } = await app(t, { apiKey: key })
    for (const iss of ['https://login.example.com/', 7]) {
      const token = makeToken('secret', { alg: 'HS256' }, { iss })
      assert.equal(
        (await bridgeApp.inject({ ...list, headers: { authorization: `Bearer ${token}` } })).json<{
          error: { message: string }
        }>().error.message,
        'Unauthorized'
      )
      assert.ok(!log().includes(token))
    }
    assert.match(
      log(),
      /no API key, and its issuer \\"https:\/\/login\.example\.com\/\\" is not a configured one/
    )
    assert.match(log(), /its issuer null is not/)
  })

  test('it grants all scopes for a synthetic year', async () => {
    const { caller, expiresAt = 0 } = await apiKeyMethod({ key }).verify({
      token: key,
      jwt: undefined,
      digest: hash('sha256', key),
      fingerprint: undefined,
      request: {} as FastifyRequest
    })
    assert.deepEqual([...caller.scopes].sort(), ['admin', 'read', 'write'])
    assert.ok(Math.abs(expiresAt - Date.now() / 1000 - 365 * 86_400) < 5)
  })
})

describe('a host that has authenticated', () => {
  const caller: Caller = {
    principal: { name: 'ada', kind: 'user' },
    scopes: new Set(['read']),
    method: 'host'
  }

  test('hands the caller in, and its other requests fall to the next method', async t => {
    const names: (string | undefined)[] = []
    const { app: bridgeApp } = await app(t, {
      apiKey: key,
      auth: { caller: request => (request.headers['x-host-user'] === 'ada' ? caller : null) }
    })
    bridgeApp.addHook('onResponse', async request => {
      names.push(callerOf(request)?.principal.name)
    })
    const status = async (headers: Record<string, string>) =>
      (await bridgeApp.inject({ ...list, headers })).statusCode
    assert.equal(await status({ 'x-host-user': 'ada' }), 200)
    assert.equal(await status({}), 401)
    assert.equal(await status({ authorization: `Bearer ${key}` }), 200)
  })

  test('a caller of another shape is refused, and the log has what it needs', async t => {
    for (const [value, reason] of [
      [{ user: 'ada', scopes: [] }, /auth\.caller returned no caller: it needs \{ principal/],
      [Promise.resolve(caller), /auth\.caller returned a promise/]
    ] as const) {
      const { app: bridgeApp, log } = await app(t, { auth: { caller: () => value as never } })
      assert.equal((await bridgeApp.inject(list)).statusCode, 401)
      assert.match(log(), reason)
    }
  })

  test('a host that throws refuses, and no later method is asked', async t => {
    const { app: bridgeApp } = await app(t, {
      apiKey: key,
      auth: {
        caller: () => {
          throw new Error('no')
        }
      }
    })
    assert.equal(
      (await bridgeApp.inject({ ...list, headers: { authorization: `Bearer ${key}` } })).statusCode,
      401
    )
  })
})

test('a refusal that cannot be sent stays one: the key that was sent as well is not checked', async t => {
  let asked = 0
  const { app: bridgeApp } = await app(t, {
    apiKey: key,
    auth: {
      caller: request => {
        if (++asked === 1) {
          return {
            principal: { name: 'HOST', kind: 'user' },
            scopes: new Set(['read']),
            method: 'host'
          }
        }
        request.log.warn = () => {
          throw new Error('the log is full')
        }
        throw new Error('not this one')
      }
    }
  })
  const { statusCode } = await bridgeApp.inject({
    ...list,
    headers: { authorization: `Bearer ${key}` }
  })
  assert.equal(statusCode, 401)
  assert.equal(asked, 2)
})
