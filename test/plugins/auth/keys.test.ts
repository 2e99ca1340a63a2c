import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import buildGetJwks from 'get-jwks'
import bridge from '../../../app.ts'
import { createKeySource, usualTiming } from '../../../plugins/auth/keys.ts'
import type { KeySource, KeyTiming } from '../../../plugins/auth/keys.ts'
import { Unavailable } from '../../../plugins/auth/method.ts'
import { createLocator, discover } from '../../../plugins/auth/oidc.ts'
import { createOutbound } from '../../../cloud/outbound.ts'
import type { OutboundOptions } from '../../../cloud/outbound.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { createIssuer, makeToken, now, rsaKey } from '../../helpers/identity-provider.ts'
import type { TestIssuer } from '../../helpers/identity-provider.ts'
import { temporaryFolder } from '../../helpers/process.ts'

const [one, two, three] = [rsaKey('one'), rsaKey('two'), rsaKey('three')]

async function setup(
  t: TestContext,
  timing: Partial<KeyTiming> = {},
  options: OutboundOptions = {}
): Promise<{ issuer: TestIssuer; keys: KeySource; reads: () => number }> {
  const issuer = await createIssuer(t, [one, two])
  const outbound = createOutbound({ timeoutMs: 300, ...options })
  t.after(() => outbound.close())
  const keys = createKeySource({
    locate: createLocator(issuer.url, outbound),
    outbound,
    timing: { ...usualTiming, ...timing }
  })
  return { issuer, keys, reads: () => issuer.requests.filter(path => path === '/keys').length }
}

const isUnavailable = (error: unknown) => error instanceof Unavailable
const unknown = /no such key/

describe('keys', () => {
  test('200 that want the same key at once cause one read', async t => {
    const { keys, issuer } = await setup(t)
    const found = await Promise.all(Array.from({ length: 200 }, () => keys.find('RS256', 'one')))
    assert.match(found[0] ?? '', /^-----BEGIN PUBLIC KEY-----/)
    assert.deepEqual(issuer.requests, ['/.well-known/openid-configuration', '/keys'])
  })

  test('F1: a removed key is refused once the set is read again, and a new one is known', async t => {
    const { keys, issuer } = await setup(t, { ttlMs: 60 })
    await keys.find('RS256', 'one')
    issuer.keys = [two.jwk, three.jwk]
    await sleep(80)
    await assert.rejects(keys.find('RS256', 'one'), unknown)
    await assert.rejects(keys.find('RS256', 'one'), unknown, 'again')
    await keys.find('RS256', 'three')
  })

  test('a removed key falls at once when anything else makes the set be read', async t => {
    const { keys, issuer } = await setup(t)
    await keys.find('RS256', 'one')
    issuer.keys = [three.jwk]
    await keys.find('RS256', 'three')
    await assert.rejects(keys.find('RS256', 'one'), unknown)
  })

  test('an emptied set refuses every token', async t => {
    const { keys, issuer } = await setup(t, { ttlMs: 30 })
    await keys.find('RS256', 'one')
    issuer.keys = []
    await sleep(40)
    await assert.rejects(keys.find('RS256', 'one'), unknown)
  })

  test('another key under the same id replaces the old one', async t => {
    const { keys, issuer } = await setup(t, { ttlMs: 30 })
    const before = await keys.find('RS256', 'one')
    issuer.keys = [{ ...two.jwk, kid: 'one' }]
    await sleep(40)
    assert.notEqual(await keys.find('RS256', 'one'), before)
  })

  test('F3: 10,000 unknown ids cause one look, and the cooldown does not keep a new key out for longer', async t => {
    const { keys, issuer, reads } = await setup(t, { cooldownMs: 2000 })
    await keys.find('RS256', 'one')
    const before = issuer.requests.length
    const results = await Promise.allSettled(
      Array.from({ length: 10_000 }, (_, index) => keys.find('RS256', `random-${index}`))
    )
    assert.ok(results.every(({ status }) => status === 'rejected'))
    assert.equal(issuer.requests.length - before, 1)
    issuer.keys = [one.jwk, three.jwk]
    await assert.rejects(keys.find('RS256', 'three'), unknown, 'within the cooldown')
    await sleep(2100)
    // The first request after the cooldown reads the whole set, also for an unknown key.
    await assert.rejects(keys.find('RS256', 'random-again'), unknown)
    await keys.find('RS256', 'three')
    assert.equal(reads(), 3)
  })

  test('a key that waits while the set is being read is found in it', async t => {
    const { keys, issuer } = await setup(t)
    await keys.find('RS256', 'one')
    issuer.keys = [one.jwk, three.jwk]
    const [random, wanted] = await Promise.allSettled([
      keys.find('RS256', 'random'),
      keys.find('RS256', 'three')
    ])
    assert.deepEqual([random.status, wanted.status], ['rejected', 'fulfilled'])
  })
})

describe('the faults are real: get-jwks alone', () => {
  test('F1: hands out a removed key', async t => {
    const issuer = await createIssuer(t, [one])
    // It keeps what it threw away for as long again: the read that follows must be quicker, on a
    // busy machine too.
    const jwks = buildGetJwks({ jwksPath: '/keys', ttl: 1000 })
    const wanted = { domain: issuer.url, alg: 'RS256', kid: 'one' }
    await jwks.getJwk(wanted)
    issuer.keys = [two.jwk]
    await sleep(1050)
    assert.ok(await jwks.getJwk(wanted))
  })

  test('F2: has no timeout', async t => {
    const issuer = await createIssuer(t, [one])
    issuer.behave = () => true
    const jwks = buildGetJwks({ jwksPath: '/keys', fetchOptions: { timeout: 50 } as object })
    const asked = jwks.getJwk({ domain: issuer.url, alg: 'RS256', kid: 'one' }).then(
      () => 'answered',
      () => 'ended'
    )
    assert.equal(await Promise.race([asked, sleep(500, 'waits')]), 'waits')
  })

  test('F3: requests every unknown key id', async t => {
    const issuer = await createIssuer(t, [one])
    const jwks = buildGetJwks({ jwksPath: '/keys' })
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        jwks.getJwk({ domain: issuer.url, alg: 'RS256', kid: `random-${index}` })
      )
    )
    assert.equal(issuer.requests.length, 50)
  })
})

describe('an issuer that is down', () => {
  test('known keys go on, and it is asked seldom', async t => {
    const { keys, issuer } = await setup(t, { ttlMs: 30 })
    await keys.find('RS256', 'one')
    const before = issuer.requests.length
    issuer.behave = (_request, response) => {
      response.writeHead(503).end('{}')
      return true
    }
    await sleep(40)
    for (let round = 0; round < 50; round++) await keys.find('RS256', 'one')
    await keys.find('RS256', 'two')
    await assert.rejects(keys.find('RS256', 'random'), unknown)
    assert.equal(issuer.requests.length - before, 1)
  })

  test('but not for ever', async t => {
    const { keys, issuer } = await setup(t, { ttlMs: 20, outageMs: 100 })
    await keys.find('RS256', 'one')
    await issuer.close()
    await sleep(40)
    await keys.find('RS256', 'one')
    await sleep(100)
    await assert.rejects(keys.find('RS256', 'one'), isUnavailable)
  })

  test('it may come up later than the bridge', async t => {
    const { keys, issuer } = await setup(t, { firstRetryMs: 20 })
    issuer.behave = (_request, response) => {
      response.writeHead(500).end()
      return true
    }
    await keys.warm()
    await assert.rejects(keys.find('RS256', 'one'), isUnavailable)
    issuer.behave = undefined
    await sleep(30)
    await keys.find('RS256', 'one')
  })
})

describe('an issuer that lies', () => {
  const lies: readonly (readonly [string, (issuer: TestIssuer) => TestIssuer['behave']])[] = [
    ['hangs', () => () => true],
    [
      'drips',
      () => (_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(' '), 50)
        response.once('close', () => clearInterval(timer))
        return true
      }
    ],
    [
      'sends 5 MB',
      () => (_request, response) => {
        response.end(JSON.stringify({ keys: [one.jwk], filler: 'x'.repeat(5_000_000) }))
        return true
      }
    ],
    [
      'sends HTML',
      () => (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log on</h1>')
        return true
      }
    ],
    [
      'sends HTML instead of keys',
      () => (request, response) =>
        request.url === '/keys' && (response.writeHead(200).end('<h1>Log on</h1>'), true)
    ],
    [
      'redirects',
      () => (request, response) =>
        request.url === '/elsewhere'
          ? false
          : (response.writeHead(302, { location: '/elsewhere' }).end(), true)
    ],
    [
      'resets',
      () => request => {
        request.socket.destroy()
        return true
      }
    ],
    [
      'has a thousand keys',
      () => (request, response) =>
        request.url === '/keys' &&
        (response.end(
          JSON.stringify({
            keys: Array.from({ length: 1000 }, (_, index) => ({ ...one.jwk, kid: `k${index}` }))
          })
        ),
        true)
    ],
    [
      'has no list of keys',
      () => (request, response) => request.url === '/keys' && (response.end('{"keys":{}}'), true)
    ]
  ]
  for (const [title, behaviour] of lies) {
    test(`that ${title} is unavailable within the bound`, async t => {
      const { keys, issuer } = await setup(t)
      issuer.behave = behaviour(issuer)
      await assert.rejects(keys.find('RS256', 'one'), isUnavailable)
      assert.ok(!issuer.requests.includes('/elsewhere'))
    })
  }

  test('F2: a key request that hangs ends, although get-jwks has no timeout that works', async t => {
    const { keys, issuer } = await setup(t)
    issuer.behave = request => request.url === '/keys'
    await assert.rejects(keys.find('RS256', 'one'), isUnavailable)
  })

  const documents: readonly (readonly [string, (url: string) => unknown, RegExp])[] = [
    [
      'calls itself otherwise',
      () => ({ issuer: 'https://other.example.com', jwks_uri: 'https://other.example.com/keys' }),
      /calls itself "https:\/\/other/
    ],
    [
      'has two slashes more',
      url => ({ issuer: `${url}//`, jwks_uri: `${url}/keys` }),
      /calls itself/
    ],
    ['states a list', url => ({ issuer: [url], jwks_uri: `${url}/keys` }), /calls itself/],
    [
      'has keys without TLS',
      url => ({ issuer: url, jwks_uri: 'http://keys.example.com/' }),
      /with https/
    ],
    ['has keys in a file', url => ({ issuer: url, jwks_uri: 'file:///etc/passwd' }), /with https/],
    [
      'has keys behind a log-on',
      url => ({ issuer: url, jwks_uri: 'https://a:b@keys.example.com/' }),
      /with https/
    ],
    ['has no keys', url => ({ issuer: url }), /with https/],
    ['says null', () => null, /calls itself/]
  ]
  for (const [title, document, words] of documents) {
    test(`a document that ${title} is refused`, async t => {
      const issuer = await createIssuer(t, [])
      issuer.behave = (_request, response) => {
        response.end(JSON.stringify(document(issuer.url)))
        return true
      }
      const outbound = createOutbound({})
      t.after(() => outbound.close())
      await assert.rejects(discover(issuer.url, outbound), words)
    })
  }

  test('the document is asked for once a day, and the last good one is kept', async t => {
    const issuer = await createIssuer(t, [one])
    const outbound = createOutbound({})
    t.after(() => outbound.close())
    const locate = createLocator(issuer.url, outbound)
    assert.equal((await locate()).href, `${issuer.url}/keys`)
    await locate()
    assert.equal(issuer.requests.length, 1)
    t.mock.method(performance, 'now', () => 100_000_000)
    issuer.behave = (_request, response) => {
      response.writeHead(500).end()
      return true
    }
    assert.equal((await locate()).href, `${issuer.url}/keys`)
    assert.equal(issuer.requests.length, 2)
  })
})

describe('over HTTP', () => {
  test('an issuer that hangs makes its tokens 503; the API key goes on meanwhile', async t => {
    const issuer = await createIssuer(t, [one])
    issuer.behave = () => true
    const app = fastify()
    t.after(() => app.close())
    await app.register(bridge, {
      ...erp,
      loopback: true,
      tools: [],
      apiKey: 'key',
      oidcIssuer: issuer.url,
      oidcAudience: 'a'
    })
    await app.ready()
    const list = (token: string) =>
      app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${token}` },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      })
    const token = makeToken(
      one.privateKey,
      { alg: 'RS256', kid: 'one' },
      { iss: issuer.url, aud: 'a', sub: 'x', exp: now() + 60 }
    )
    const [hanging, ...others] = await Promise.all([
      list(token),
      ...Array.from({ length: 20 }, () => list('key'))
    ])
    assert.deepEqual([hanging.statusCode, hanging.headers['retry-after']], [503, '10'])
    assert.ok(others.every(({ statusCode }) => statusCode === 200))
  })
})

describe('the way out', () => {
  const privateIssuer = async (t: TestContext) => {
    const authority = await createAuthority({ name: 'localhost', usage: false })
    const caFile = join(temporaryFolder('issuer'), 'ca.pem')
    writeFileSync(caFile, authority.certificate)
    return {
      caFile,
      issuer: await createIssuer(t, [one], { key: authority.key, cert: authority.certificate })
    }
  }

  test('a private authority is trusted by file, and by that alone', async t => {
    const { caFile, issuer } = await privateIssuer(t)
    const [trusting, plain] = [createOutbound({ caFile }), createOutbound({})]
    t.after(async () => {
      await trusting.close()
      await plain.close()
    })
    await assert.rejects(discover(issuer.url, plain))
    assert.equal((await discover(issuer.url, trusting)).keys.pathname, '/keys')
    await createKeySource({ locate: createLocator(issuer.url, trusting), outbound: trusting }).find(
      'RS256',
      'one'
    )
  })

  test('a proxy is used where one is configured, and not for the exceptions', async t => {
    const { caFile, issuer } = await privateIssuer(t)
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, client, head) => {
      asked.push(request.url ?? '')
      const upstream = connect(Number(new URL(issuer.url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.write(head)
        upstream.pipe(client)
        client.pipe(upstream)
      })
      upstream.on('error', () => client.destroy())
      client.on('error', () => upstream.destroy())
    })
    await new Promise<void>(resolve => {
      proxy.listen(0, '127.0.0.1', resolve)
    })
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const through = async (no: string) => {
      const outbound = createOutbound({ caFile, proxy: { https: address, http: address, no } })
      await createKeySource({ locate: createLocator(issuer.url, outbound), outbound }).find(
        'RS256',
        'one'
      )
      await outbound.close()
      return asked.splice(0)
    }
    t.after(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    assert.deepEqual([...new Set(await through(''))], [new URL(issuer.url).host])
    assert.deepEqual(await through('localhost'), [])
  })
})
