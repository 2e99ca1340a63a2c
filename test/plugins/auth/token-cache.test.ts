/**
 * A token that was good once is not believed for ever: its end, the published keys and the denials
 * count for each of its requests.
 */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import bridge, { type BridgeOptions } from '../../../app.ts'
import { createJwtVerifier } from '../../../plugins/auth/jwt.ts'
import { readJwt } from '../../../cloud/jwt-parts.ts'
import type { Unverified } from '../../../cloud/jwt-parts.ts'
import { createTokenCache } from '../../../plugins/auth/token-cache.ts'
import { createKeySource, usualTiming } from '../../../plugins/auth/keys.ts'
import { createLocator } from '../../../plugins/auth/oidc.ts'
import { createOutbound } from '../../../cloud/outbound.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { createFixtures } from '../../helpers/fixture-tools.ts'
import { createIssuer, ecKey, makeToken, now, rsaKey } from '../../helpers/identity-provider.ts'
import type { Json } from '../../helpers/identity-provider.ts'

const audience = 'erp-bridge'
const [key, other] = [rsaKey('one'), rsaKey('one')]
const skewMs = 30_000
const claims = (issuer: string, more: Json = {}): Json => ({
  iss: issuer,
  aud: audience,
  sub: 's-1',
  preferred_username: 'ada',
  scope: 'read',
  exp: now() + 300,
  ...more
})
const tokenOf = (issuer: string, more: Json = {}, by = key) =>
  makeToken(by.privateKey, { alg: 'RS256', kid: 'one' }, claims(issuer, more))

async function verifier(t: TestContext) {
  const issuer = await createIssuer(t, [key])
  const outbound = createOutbound({ timeoutMs: 5000 })
  t.after(() => outbound.close())
  // The key set is read again for each look.
  const keys = createKeySource({
    locate: createLocator(issuer.url, outbound),
    outbound,
    timing: { ...usualTiming, ttlMs: -1 }
  })
  return {
    issuer,
    verify: createJwtVerifier({ keys, issuer: issuer.url, audience, skewS: skewMs / 1000 })
  }
}

const read = (token: string): Unverified => {
  const parts = readJwt(token)
  assert.ok(parts !== undefined)
  return parts
}

describe('a token that is met again', () => {
  test('has its signature checked once', async t => {
    const { issuer, verify } = await verifier(t)
    const token = tokenOf(issuer.url)
    const known = read(token)
    const first = await verify(token, known)
    assert.equal(await verify(token, known), first, 'the very claims')
    assert.notEqual(await verify(token, read(token)), first, 'read anew, it is verified anew')
  })

  test('ends when it ends', async t => {
    const { issuer, verify } = await verifier(t)
    const token = tokenOf(issuer.url)
    const known = read(token)
    await verify(token, known)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 300_000 + skewMs - 5000 })
    await verify(token, known)
    t.mock.timers.tick(10_000)
    await assert.rejects(verify(token, known), /the token has ended/)
  })

  test('does not begin before it begins, whatever the clock does', async t => {
    const { issuer, verify } = await verifier(t)
    const token = tokenOf(issuer.url, { nbf: now() })
    const known = read(token)
    await verify(token, known)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 60_000 })
    await assert.rejects(verify(token, known), /not valid yet/)
  })

  test('falls with its key, and with another key under the same id', async t => {
    const { issuer, verify } = await verifier(t)
    const token = tokenOf(issuer.url)
    const known = read(token)
    await verify(token, known)
    issuer.keys = []
    await assert.rejects(verify(token, known), /no such key is published/)
    issuer.keys = [other.jwk]
    await assert.rejects(verify(token, known), /signature/)
    issuer.keys = [key.jwk]
    assert.equal((await verify(token, known))['sub'], 's-1', 'the same key again')
  })

  test('keys may change as often as they like', async () => {
    const pairs = Array.from({ length: 205 }, (_, index) => ecKey(String(index), 'prime256v1'))
    const pem = (kid: string) =>
      createPublicKey({ key: pairs[Number(kid)]?.jwk as JsonWebKey, format: 'jwk' })
        .export({ type: 'spki', format: 'pem' })
        .toString()
    const verify = createJwtVerifier({
      keys: { find: async (_alg, kid) => pem(kid), warm: async () => true },
      issuer: 'https://issuer.example',
      audience,
      skewS: 30
    })
    for (const [index, { privateKey }] of [...pairs.entries(), ...pairs.slice(0, 1).entries()]) {
      const token = makeToken(
        privateKey,
        { alg: 'ES256', kid: String(index) },
        claims('https://issuer.example')
      )
      assert.equal((await verify(token, read(token)))['sub'], 's-1')
    }
  })
})

describe('over HTTP', () => {
  async function setup(t: TestContext, options: BridgeOptions = {}) {
    const issuer = await createIssuer(t, [key])
    const app = fastify()
    t.after(() => app.close())
    await app.register(bridge, {
      ...erp,
      loopback: true,
      tools: createFixtures().tools,
      oidcIssuer: issuer.url,
      oidcAudience: audience,
      ...options
    })
    const list = async (token: string) =>
      await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${token}` },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      })
    return {
      issuer,
      status: async (token: string) => (await list(token)).statusCode,
      names: async (token: string) => (await list(token)).body
    }
  }

  test('a known token ends, and no change of it is known', async t => {
    const { issuer, status } = await setup(t)
    const token = tokenOf(issuer.url)
    assert.deepEqual([await status(token), await status(token)], [200, 200])
    const [head = '', body = '', signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify(claims(issuer.url, { scope: 'admin' }))).toString(
      'base64url'
    )
    for (const changed of [
      `${head}.${forged}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      tokenOf(issuer.url, {}, other)
    ]) {
      assert.equal(await status(changed), 401, changed)
    }
    assert.equal(await status(token), 200)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 300_000 + skewMs + 1000 })
    assert.equal(await status(token), 401)
  })

  test('a scope map that changes counts for a known token', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'known-'))
    t.after(() => {
      rmSync(folder, { recursive: true })
    })
    const file = join(folder, 'scopes.json')
    writeFileSync(file, '{"crew":["read"]}')
    const { issuer, names } = await setup(t, { oidcScopeMap: file })
    const token = tokenOf(issuer.url, { scope: undefined, roles: ['crew'] })
    const before = await names(token)
    assert.equal(await names(token), before)
    writeFileSync(file, '{"crew":["read","write","admin"]}')
    for (let left = 100; left > 0 && (await names(token)) === before; left--) await sleep(100)
    assert.notEqual(await names(token), before)
  })

  test('a denial counts for a known token', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'known-'))
    t.after(() => {
      rmSync(folder, { recursive: true })
    })
    const file = join(folder, 'keys.json')
    writeFileSync(file, '{"keys":[]}')
    const { issuer, status } = await setup(t, { apiKeysFile: file })
    const token = tokenOf(issuer.url)
    assert.equal(await status(token), 200)
    writeFileSync(file, JSON.stringify({ keys: [], denied: ['ada'] }))
    for (let left = 100; left > 0 && (await status(token)) === 200; left--) await sleep(100)
    assert.equal(await status(token), 401)
  })
})

describe('what is kept', () => {
  const some = { header: {}, payload: {} }

  test('is bounded, and what was used last stays', () => {
    const tokens = createTokenCache(30)
    for (const name of ['a', 'b', 'c']) tokens.accepted(name, 'x'.repeat(10), some)
    tokens.accepted('a', 'x'.repeat(10), some)
    tokens.accepted('d', 'x'.repeat(10), some)
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].filter(name => tokens.read(name) !== undefined),
      ['a', 'c', 'd']
    )
    tokens.accepted('e', 'x'.repeat(31), some)
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'e'].filter(name => tokens.read(name) !== undefined),
      [],
      'larger than all of it'
    )
  })

  test('is what was read, and nothing for others', () => {
    const tokens = createTokenCache()
    tokens.accepted('a', 'token', some)
    assert.equal(tokens.read('a'), some)
    assert.equal(tokens.read('b'), undefined)
  })
})
