import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { OAuth2Server } from 'oauth2-mock-server'
import bridge from '../../../app.ts'
import type { BridgeOptions } from '../../../app.ts'
import { makeKey } from '../../../plugins/auth/named-keys.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { call } from '../../helpers/bridge-app.ts'
import { createCertificateErp } from '../../helpers/certificate-erp.ts'
import type { CertificateErp } from '../../helpers/certificate-erp.ts'
import { createClient } from '../../../sandbox/test/http/client.ts'
import { startSandbox, users } from '../../../sandbox/test/http/fixture.ts'

interface Files {
  readonly ppCaKey: string
  readonly ppCaCert: string
  readonly clientCa: string
  readonly keyText: string
  write(name: string, text: string): Promise<string>
}

async function files(t: TestContext): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'erp-principal-'))
  t.after(() => rm(folder, { recursive: true }))
  const ca = await createAuthority()
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  return {
    ppCaKey: await write('ca.key', ca.key),
    ppCaCert: await write('ca.pem', ca.certificate),
    clientCa: ca.certificate,
    keyText: ca.key,
    write
  }
}

interface Setup {
  readonly app: FastifyInstance
  readonly log: () => string
  token(claims: Record<string, unknown>): Promise<string>
  ask(
    token: string,
    message?: object
  ): Promise<{ status: number; headers: Record<string, unknown>; body: Answer }>
}
interface Answer {
  readonly error?: { readonly message: string }
  readonly result?: {
    readonly isError?: boolean
    readonly content: readonly { readonly text: string }[]
  }
}

async function setup(t: TestContext, options: BridgeOptions): Promise<Setup> {
  const provider = new OAuth2Server()
  await provider.issuer.keys.generate('ES256')
  await provider.start(0, '127.0.0.1')
  t.after(() => provider.stop())
  let log = ''
  const app = fastify({
    logger: {
      level: 'trace',
      stream: new Writable({
        write(chunk, _encoding, done) {
          log += String(chunk)
          done()
        }
      })
    }
  })
  t.after(() => app.close())
  await app.register(bridge, {
    loopback: true,
    oidcIssuer: provider.issuer.url ?? '',
    oidcAudience: 'erp-bridge',
    drainMs: 200,
    ...options
  })
  await app.ready()
  return {
    app,
    log: () => log,
    token: claims =>
      provider.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          Object.assign(
            payload,
            { aud: 'erp-bridge', scope: 'read write', exp: Math.floor(Date.now() / 1000) + 300 },
            claims
          )
        }
      }),
    async ask(token, message = call('ERPRead', { type: 'CLAS', name: 'ZCL_NONE' })) {
      const answer = await app.inject({
        method: 'POST',
        url: '/mcp',
        payload: message,
        headers: { authorization: `Bearer ${token}` }
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    }
  }
}

test("two users edit at once, and the ERP's history names each of them", async t => {
  const { ppCaKey, ppCaCert, clientCa, keyText } = await files(t)
  const sandbox = await startSandbox(t, { clientCa })
  const { ask, token, log } = await setup(t, {
    url: sandbox.url,
    caFile: sandbox.caFile,
    ppCaKey,
    ppCaCert,
    ppCertTtl: '10s',
    oidcUserMapping: '{"alice@example.com":"ALICE","bob@example.com":"BOB"}'
  })
  const source = (name: string, text: string) =>
    `CLASS ${name} DEFINITION PUBLIC.\n* ${text}\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
  const write = async (who: string, args: object) => {
    const { body, status } = await ask(who, call('ERPWrite', args))
    assert.equal(status, 200)
    assert.notEqual(body.result?.isError, true, JSON.stringify(body))
  }
  await Promise.all(
    ['alice', 'bob'].map(async user => {
      const name = `zcl_${user}`
      const who = await token({ sub: user, preferred_username: `${user}@example.com` })
      await write(who, {
        action: 'create',
        type: 'CLAS',
        name,
        package: '$TMP',
        description: 'Own',
        source: source(name, 'first'),
        activate: true
      })
      for (let round = 0; round < 5; round++) {
        await write(who, {
          action: 'update',
          type: 'CLAS',
          name,
          source: source(name, `round ${round}`),
          overwrite: true,
          activate: true
        })
      }
    })
  )
  const witness = createClient(sandbox.url, users[0], { ca: sandbox.ca })
  for (const user of ['alice', 'bob']) {
    const { text } = await witness.get(`/sap/bc/adt/oo/classes/zcl_${user}/includes/main/versions`)
    const authors = Array.from(text.matchAll(/<atom:author><atom:name>(\w+)</g), ([, name]) => name)
    assert.ok(authors.length > 0, text)
    assert.deepEqual([...new Set(authors)], [user.toUpperCase()])
  }
  assert.doesNotMatch(log(), /PRIVATE KEY/)
  assert.ok(!log().includes(keyText.split('\n')[1] ?? 'missing'))
})

async function standIn(
  t: TestContext,
  options: BridgeOptions = {}
): Promise<Setup & { erp: CertificateErp; own: Files }> {
  const own = await files(t)
  const erp = await createCertificateErp(t, { clientCa: own.clientCa })
  const caFile = await own.write('erp.pem', erp.ca)
  return {
    erp,
    own,
    ...(await setup(t, {
      url: erp.url,
      caFile,
      ppCaKey: own.ppCaKey,
      ppCaCert: own.ppCaCert,
      ...options
    }))
  }
}

test('the metrics count users and certificates, and contain no names', async t => {
  const register = new Registry()
  const { app, ask, token } = await standIn(t, {
    metrics: { register },
    oidcUserMapping: '{"ada@example.com":"ADALOVELACE","*":"identity"}'
  })
  for (const name of ['ada@example.com', 'GRACEHOPPER', 'GRACEHOPPER']) {
    assert.equal((await ask(await token({ sub: name, preferred_username: name }))).status, 200)
  }
  const text = await register.metrics()
  assert.match(text, /erp_bridge_erp_identities\{bridge="erp-bridge",system="default"\} 2\n/)
  assert.match(text, /erp_bridge_certificates_total\{bridge="erp-bridge",system="default"\} 2\n/)
  assert.match(text, /erp_bridge_cache_entries\{bridge="erp-bridge",system="default"\} \d/)
  assert.doesNotMatch(text, /lovelace|hopper|example\.com/i)
  await app.close()
  assert.doesNotMatch(await register.metrics(), /erp_identities\{/)
})

describe('a caller without an ERP user is refused, and the ERP is not asked', () => {
  test('keys without an ERP user, tokens without a name, unmapped and impossible users', async t => {
    const { key, hash } = makeKey()
    const keyed = makeKey()
    const spoilt = makeKey()
    const keys = [
      { name: 'plain', hash, scopes: ['read'] },
      { name: 'robot', hash: keyed.hash, scopes: ['read'], erpUser: 'ROBOT' },
      { name: 'spoilt', hash: spoilt.hash, scopes: ['read'], erpUser: 'X,CN=ADMIN' }
    ]
    const own = await files(t)
    const apiKeysFile = await own.write('keys.json', JSON.stringify({ keys }))
    const { erp, ask, token, log } = await standIn(t, {
      apiKey: 'static-key-of-the-bridge',
      apiKeysFile,
      oidcUserMapping: '{"ada":"ADA","*":"identity"}'
    })
    const refused: [string, string, RegExp][] = [
      ['the static key', 'static-key-of-the-bridge', /names no user/],
      ['a named key', key, /names no user/],
      ['a named key with an impossible user', spoilt.key, /cannot be propagated/],
      ['a token without the user name', await token({ sub: 'ADA' }), /names no user/],
      [
        'a name that would become another subject',
        await token({ sub: 'x', preferred_username: 'x,CN=ADMIN' }),
        /cannot be propagated/
      ],
      [
        "a name that is another's ERP user",
        await token({ sub: 'y', preferred_username: 'ADA' }),
        /mapped to another user/
      ]
    ]
    for (const [what, credential, message] of refused) {
      const { status, body } = await ask(credential)
      assert.equal(status, 403, what)
      assert.match(body.error?.message ?? '', message, what)
    }
    assert.equal(erp.requests, 0)
    assert.match(log(), /a caller has no ERP user/)
    assert.equal((await ask(keyed.key)).status, 200)
    assert.equal((await ask(await token({ sub: 'z', preferred_username: 'ada' }))).status, 200)
    assert.deepEqual([...new Set(erp.users)], ['ROBOT', 'ADA'])
  })

  test('a mapping file is followed: who is no longer mapped is logged off and refused', async t => {
    const own = await files(t)
    const mapping = await own.write('users.json', '{"ada":"ADA","bob":"BOB"}')
    const { erp, ask, token } = await standIn(t, { oidcUserMapping: mapping })
    const [ada, bob] = await Promise.all(
      ['ada', 'bob'].map(name => token({ sub: name, preferred_username: name }))
    )
    assert.deepEqual([(await ask(ada ?? '')).status, (await ask(bob ?? '')).status], [200, 200])
    await writeFile(mapping, '{"bob":"BOB"}')
    for (let tries = 0; erp.logOffs.length === 0 && tries < 100; tries++) await sleep(50)
    assert.deepEqual(erp.logOffs, ['ADA'])
    assert.deepEqual([(await ask(ada ?? '')).status, (await ask(bob ?? '')).status], [403, 200])
    assert.match(await readFile(mapping, 'utf8'), /bob/)
  })
})

test('a denial ends the sessions of that identity at the ERP, and of no other identity', async t => {
  const own = await files(t)
  const apiKeysFile = await own.write('keys.json', '{"keys":[],"denied":[]}')
  const { erp, ask, token } = await standIn(t, { apiKeysFile })
  const [ada = '', bob = ''] = await Promise.all(
    ['ADA', 'BOB'].map(name => token({ sub: name, preferred_username: name }))
  )
  assert.deepEqual([(await ask(ada)).status, (await ask(bob)).status], [200, 200])
  await writeFile(apiKeysFile, '{"keys":[],"denied":["ADA"]}')
  for (let tries = 0; erp.logOffs.length === 0 && tries < 100; tries++) await sleep(50)
  assert.deepEqual(erp.logOffs, ['ADA'])
  assert.deepEqual([(await ask(ada)).status, (await ask(bob)).status], [401, 200])
  assert.deepEqual(erp.logOffs, ['ADA'])
})

describe('user names are compared as the ERP compares them', () => {
  const login = (name: string, sub = name) => ({ sub, preferred_username: name })

  test('no spelling of a mapped user, or of its ERP user, works under that ERP user', async t => {
    const mapping = '{"ada@example.com":"ADA","*":"identity"}'
    const { erp, ask, token } = await standIn(t, { oidcUserMapping: mapping })
    for (const name of ['ADA', 'Ada', 'ada', 'aDA', 'ADA@example.com', 'Ada@Example.com']) {
      const { status, body } = await ask(await token(login(name)))
      assert.equal(status, 403, name)
      assert.match(body.error?.message ?? '', /another spelling|mapped to another user/, name)
    }
    assert.equal(erp.requests, 0)
    assert.equal((await ask(await token(login('ada@example.com')))).status, 200)
    assert.deepEqual([...new Set(erp.users)], ['ADA'])
  })

  test('a mapping of two names to one ERP user in two spellings does not start', async t => {
    const start = standIn(t, { oidcUserMapping: '{"a":"BOB","b":"Bob"}' })
    await assert.rejects(start, /"a" and "b" the same ERP user/)
  })

  test('without a mapping names stay as they are; one subject is one identity in any spelling', async t => {
    const register = new Registry()
    const { app, erp, ask, token } = await standIn(t, { metrics: { register } })
    for (const name of ['bob', 'Bob', 'BOB']) {
      assert.equal((await ask(await token(login(name, 'one')))).status, 200, name)
    }
    assert.match(await register.metrics(), /erp_identities\{[^}]*\} 1\n/)
    assert.deepEqual([...new Set(erp.users)], ['bob'])
    assert.equal((await ask(await token(login('BOB', 'two')))).status, 200)
    assert.match(await register.metrics(), /erp_identities\{[^}]*\} 2\n/)
    assert.deepEqual([...new Set(erp.users)], ['bob', 'BOB'])
    assert.deepEqual(erp.mixUps, [])
    await app.close()
  })

  test('a denied ERP user is denied in every spelling, and where it is mapped', async t => {
    const own = await files(t)
    const apiKeysFile = await own.write('keys.json', '{"keys":[],"denied":["Ada","BOB"]}')
    const oidcUserMapping = '{"ada@example.com":"ADA","*":"identity"}'
    const { erp, ask, token } = await standIn(t, { apiKeysFile, oidcUserMapping })
    const mapped = await ask(await token(login('ada@example.com')))
    assert.deepEqual(
      [mapped.status, mapped.body.error?.message],
      [403, 'Forbidden: your ERP user is denied here']
    )
    for (const name of ['BOB', 'bob']) {
      assert.equal((await ask(await token(login(name)))).status, 401, name)
    }
    assert.equal(erp.requests, 0)
    assert.equal((await ask(await token(login('CAROL')))).status, 200)
  })
})

test('closing logs off every user', async t => {
  const { app, erp, ask, token } = await standIn(t)
  for (const name of ['ADA', 'BOB']) await ask(await token({ sub: name, preferred_username: name }))
  await app.close()
  assert.deepEqual(erp.logOffs.toSorted(), ['ADA', 'BOB'])
})

test('the refusals of the ERP have different codes', async t => {
  const { erp, ask, token } = await standIn(t)
  const codes: Record<string, string> = {}
  for (const fault of ['401', 'page', 'forbidden'] as const) {
    erp.fault = () => fault
    const { body } = await ask(await token({ sub: fault, preferred_username: `U${fault}` }))
    codes[fault] = body.result?.content[0]?.text ?? ''
  }
  assert.match(codes['401'] ?? '', /^ERP_USER_NOT_MAPPED: .*U401 \(401\)\n.*CERTRULE/)
  assert.match(codes['page'] ?? '', /^ERP_USER_NOT_MAPPED: .*log-on page/)
  assert.match(
    codes['forbidden'] ?? '',
    /^ERP_FORBIDDEN: No authorization\nThe ERP ran the request as Uforbidden/
  )
})

test('a CA that the ERP does not trust is named as such', async t => {
  const own = await files(t)
  const other = await createAuthority()
  const erp = await createCertificateErp(t, { clientCa: other.certificate })
  const { ask, token } = await setup(t, {
    url: erp.url,
    caFile: await own.write('erp.pem', erp.ca),
    ppCaKey: own.ppCaKey,
    ppCaCert: own.ppCaCert
  })
  const { body } = await ask(await token({ sub: 'a', preferred_username: 'ADA' }))
  assert.match(
    body.result?.content[0]?.text ?? '',
    /^ERP_CERTIFICATE_REFUSED: .* certificate of ADA \(valid from .*\n.*STRUST/
  )
  assert.equal(erp.requests, 0)
})

describe('a start that cannot be meant is refused', () => {
  const start = async (t: TestContext, change: (own: Files) => Promise<BridgeOptions>) => {
    const own = await files(t)
    const app = fastify()
    t.after(() => app.close())
    await app.register(bridge, {
      url: 'https://127.0.0.1:9',
      ppCaKey: own.ppCaKey,
      ppCaCert: own.ppCaCert,
      ...(await change(own))
    })
  }
  test('the key of another CA', async t => {
    await assert.rejects(
      start(t, async own => ({
        ppCaKey: await own.write('other.key', (await createAuthority()).key)
      })),
      /principal propagation: the CA key does not belong to the CA certificate \(key .*other.key.*\)\. Check/
    )
  })
  test('a mapping of two to one', async t => {
    await assert.rejects(
      start(t, async () => ({ oidcUserMapping: '{"a":"X","b":"X"}' })),
      /same ERP user/
    )
    await assert.rejects(
      start(t, async own => ({ oidcUserMapping: await own.write('m.json', '[]') })),
      /the file .*m\.json is not a JSON object/
    )
  })
  test('a mapping that gives one user two entries', async t => {
    const twice = '{"ada":"ADA","\\u0061da":"EVE"}'
    await assert.rejects(
      start(t, async () => ({ oidcUserMapping: twice })),
      /the user mapping has the member "ada" twice/
    )
    const inFile = start(t, async own => ({ oidcUserMapping: await own.write('m.json', twice) }))
    await assert.rejects(
      inFile,
      /the file .*m\.json has the member "ada" twice; give each user one entry/
    )
  })
})
