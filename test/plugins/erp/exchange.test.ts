/**
 * With a service key the token of each caller is exchanged for one of the ABAP environment: once
 * for all calls of an identity, for the user of the caller alone, and never in the middle of a lock.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Erp, ErpError, ErpSession } from '../../../erp-client/index.ts'
import type { BridgeError } from '../../../plugins/errors.ts'
import { createCallerConnections } from '../../../plugins/erp/caller-connections.ts'
import { createExchangeLogon } from '../../../plugins/erp/exchange-logon.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import type { ErpConnections } from '../../../systems/erp-connections.ts'
import { userToken } from '../../../tools/index.ts'
import type { Caller } from '../../../tools/index.ts'
import type { Echo } from '../../helpers/certificate-erp.ts'
import { ecKey, makeToken, now } from '../../helpers/identity-provider.ts'
import type { Json } from '../../helpers/identity-provider.ts'
import { callsOf, interleave } from '../../helpers/interleave.ts'
import { sampledRounds } from '../../helpers/sample.ts'
import { createTokenErp } from '../../stand-in/cloud/token-erp.ts'
import type { TokenErp } from '../../stand-in/cloud/token-erp.ts'
import { createTokenService } from '../../stand-in/cloud/token-service.ts'
import type { TokenService } from '../../stand-in/cloud/token-service.ts'

const client = 'sb-abap!b1|xsuaa-abapcp!b2'
const path = '/sap/bc/adt/echo'
const provider = 'https://login.example.com'
const signing = ecKey('hop-one', 'P-256', { alg: 'ES256' })

const assertion = (user: string, more: Json = {}) =>
  makeToken(
    signing.privateKey,
    { alg: 'ES256', kid: 'hop-one' },
    { iss: provider, user_name: user, aud: ['bridge'], exp: now() + 3600, ...more }
  )

const callerOf = (user: string, token: string | undefined = assertion(user)): Caller => ({
  principal: { name: user, kind: 'user', id: `platform z user ${user}`, login: user },
  scopes: new Set(['read']),
  method: 'platform',
  expiresAt: now() + 3600,
  ...(token === undefined ? {} : { [userToken]: () => token })
})

interface Ground {
  readonly erp: TokenErp
  readonly service: TokenService
  readonly connections: ErpConnections
  readonly log: string[]
  readonly learned: string[]
  readonly key: string
  client(user: string, token?: string): Erp
}

async function ground(t: TestContext, mutual = false): Promise<Ground> {
  const authority = mutual ? await createAuthority() : undefined
  const service = await createTokenService(
    t,
    authority === undefined ? {} : { clientCa: authority.certificate }
  )
  service.trusted.set(provider, signing)
  const erp = await createTokenErp(t, service, client)
  const folder = mkdtempSync(join(tmpdir(), 'erp-exchange-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [caFile, key] = ['ca.pem', 'key.json'].map(name => join(folder, name))
  if (caFile === undefined || key === undefined) throw new TypeError()
  writeFileSync(caFile, `${erp.ca}${service.ca}`)
  const pair =
    authority &&
    (await createAuthority({ ca: false, certSign: false, issuer: authority, name: 'key-client' }))
  service.clients.set(
    client,
    pair === undefined ? { secret: 's3cret-of-key' } : { commonName: 'key-client' }
  )
  const uaa =
    pair === undefined
      ? { clientid: client, clientsecret: 's3cret-of-key', url: service.url }
      : {
          clientid: client,
          ...{ certificate: pair.certificate, key: pair.key },
          ...{ certurl: service.url, url: 'https://unused.example' }
        }
  writeFileSync(key, JSON.stringify({ url: erp.url, systemid: 'H01', uaa }))
  const log: string[] = []
  const learned: string[] = []
  const tell = (facts: object, message?: string) => {
    log.push(`${message ?? ''} ${JSON.stringify(facts)}`)
  }
  const ownLog = { debug: tell, info: tell, warn: tell, error: tell }
  const target = { baseUrl: erp.url, client: '001', language: 'EN', caFile, connections: 40 }
  const connections = createCallerConnections(
    target,
    createExchangeLogon(
      { erp: target, serviceKey: key },
      { log: ownLog, learn: secrets => learned.push(...secrets) }
    ),
    { log: ownLog, accessList: { keys: () => [], isDenied: () => false, onChange: () => () => {} } }
  )
  t.after(() => connections.close())
  t.after(() => {
    assert.deepEqual([service.faults, erp.faults, erp.mixUps], [[], [], []])
    assert.doesNotMatch(log.join('\n'), /s3cret|eyJ/)
  })
  return {
    ...{ erp, service, connections, log, learned, key },
    client: (user, token) => connections.accessOf(callerOf(user, token)).erp()
  }
}

const read = async ({ reader }: Erp): Promise<Echo> =>
  JSON.parse(
    (await reader.request({ operation: 'echo', effect: 'none', method: 'GET', path })).text
  ) as Echo

const step = async (session: Pick<ErpSession, 'request'>, name: string): Promise<Echo> =>
  JSON.parse(
    (
      await session.request({
        operation: 'source.write',
        effect: 'change',
        method: 'POST',
        path: `${path}/${name}`
      })
    ).text
  ) as Echo

for (const mutual of [false, true]) {
  test(`64 calls of one identity: one exchange ${mutual ? 'by mutual TLS' : 'with a secret'}, one session`, async t => {
    const { erp, service, client: of, learned, connections } = await ground(t, mutual)
    const echoes = await Promise.all(Array.from({ length: 64 }, () => read(of('ada@example.com'))))
    assert.deepEqual([...new Set(echoes.map(({ user }) => user))], ['ada@example.com'])
    assert.equal(new Set(echoes.map(({ session }) => session)).size, 1)
    const grants = service.requests.map(({ form }) => form.get('grant_type'))
    assert.deepEqual(grants, ['urn:ietf:params:oauth:grant-type:jwt-bearer'])
    assert.deepEqual(erp.logOns, ['ada@example.com'])
    assert.equal(learned.length, 1)
    await connections.close()
    assert.deepEqual(erp.logOffs, ['ada@example.com'], 'logged off at the end')
  })
}

test('a token that ends is renewed; session, context and lock go on', async t => {
  const { erp, service, client: of } = await ground(t)
  service.life = 1
  const ada = of('ada@example.com')
  const before = await read(ada)
  await ada.writer.session(async session => {
    const { context } = await step(session, 'lock')
    session.holding = true
    await new Promise(resolve => setTimeout(resolve, 1100))
    // Nothing can be exchanged any more: what runs needs its session alone.
    service.behave = () => [503, {}]
    assert.equal((await step(session, 'write')).context, context)
    await step(session, 'unlock')
    session.holding = false
  })
  assert.equal((await read(ada)).session, before.session)
  assert.deepEqual([erp.locks.size, erp.logOns.length], [0, 1])
})

test('the session ends under a lock: reported, no other log-on meanwhile, no lock remains', async t => {
  const { erp, service, client: of } = await ground(t)
  const ada = of('ada@example.com')
  await ada.writer.session(async session => {
    await step(session, 'lock')
    session.holding = true
    erp.forget()
    erp.locks.clear()
    await assert.rejects(read(ada), { code: 'ERP_SESSION_LOST', outcome: 'failed' })
    await assert.rejects(step(session, 'write'), ({ code, outcome }: ErpError) => {
      assert.match(code, /ERP_(SESSION_LOST|LOGON_FAILED)/)
      return outcome === 'failed'
    })
    session.holding = false
    session.discard()
  })
  assert.equal((await read(ada)).user, 'ada@example.com')
  assert.deepEqual([erp.locks.size, erp.logOns.length, service.requests.length], [0, 2, 1])
})

test('a refused token: no log-on for a minute, and the next one has another token', async t => {
  const { erp, service, client: of } = await ground(t)
  const ada = of('ada@example.com')
  erp.fault = () => '401'
  await assert.rejects(read(ada), {
    code: 'ERP_LOGON_FAILED',
    status: 401,
    remedy: /SAP_BR_DEVELOPER/
  })
  const asked = erp.requests
  await assert.rejects(read(ada), { code: 'ERP_LOGON_BLOCKED' })
  assert.deepEqual([erp.requests, service.requests.length], [asked, 1])
})

test('credentials without a user are refused before anything is asked', async t => {
  const { connections, service } = await ground(t)
  const keyed: Caller = { ...callerOf('ada@example.com', ''), method: 'api-key' }
  const { [userToken]: _token, ...without } = keyed
  const { login: _login, ...nameless } = keyed.principal
  for (const caller of [without, { ...keyed, principal: nameless }]) {
    assert.throws(
      () => connections.accessOf(caller),
      ({ answer }: BridgeError) => answer.status === 403
    )
  }
  assert.equal(service.requests.length, 0)
})

/** What a token service may send that must never reach an ERP. */
const answers: readonly (readonly [
  string,
  (service: TokenService) => readonly [number, unknown]
])[] = [
  ['another user', service => [200, { access_token: service.issue('bob@example.com', client) }]],
  ['a program', service => [200, { access_token: service.issue('', client) }]],
  ['no token', () => [200, {}]],
  ['a line end', () => [200, { access_token: 'a\r\nx: y' }]],
  ['another type', () => [200, { access_token: 'abc', token_type: 'mac' }]],
  ['no JSON', () => [200, '<html>']],
  ['a number', () => [200, { access_token: 7 }]],
  ['a member twice', () => [200, '{"access_token":"a","access_token":"b"}']],
  ['a redirect', () => [302, {}]],
  [
    'a refusal that quotes',
    () => [400, { error: 'invalid_grant', error_description: 'eyJ.s3cret' }]
  ],
  ['a refusal of the client', () => [401, { error: 'invalid_client' }]],
  ['an odd error', () => [400, { error: 's3cret eyJ' }]],
  ['an outage', () => [503, {}]]
]
for (const [name, behave] of answers) {
  test(`the token service sends ${name}: nothing reaches the ERP`, async t => {
    const { erp, service, client: of } = await ground(t)
    service.behave = () => behave(service)
    await assert.rejects(
      read(of('ada@example.com')),
      ({ code, message, remedy, outcome }: ErpError) => {
        assert.match(code, /ERP_(LOGON_FAILED|UNREACHABLE)/)
        assert.doesNotMatch(`${message} ${remedy}`, /s3cret|eyJ/)
        return outcome === 'failed' && remedy !== ''
      }
    )
    assert.equal(erp.requests, 0)
    await assert.rejects(read(of('ada@example.com')))
    assert.equal(service.requests.length, 1, 'it is left in peace for a while')
  })
}

test('the key file: renewed, broken, of another system', async t => {
  const { service, client: of, key, erp, log } = await ground(t)
  const write = (change: object, url = erp.url) => {
    writeFileSync(
      key,
      JSON.stringify({
        url,
        uaa: { clientid: client, clientsecret: 'n3w-s3cret', url: service.url, ...change }
      })
    )
  }
  service.clients.set(client, { secret: 'n3w-s3cret' })
  write({})
  assert.equal((await read(of('ada@example.com'))).user, 'ada@example.com')
  write({ clientsecret: undefined })
  assert.equal((await read(of('bob@example.com'))).user, 'bob@example.com')
  write({}, 'https://other.example')
  assert.equal((await read(of('cleo@example.com'))).user, 'cleo@example.com')
  assert.deepEqual(
    log.filter(line => line.startsWith('the service key cannot be read again')).length,
    2
  )
})

/** Requests of each user. */
const many = sampledRounds(3000, 60)
test(`20 users, ${many} requests each with exchanged tokens: nothing of one meets another`, async t => {
  const { erp, service, client: of } = await ground(t)
  const names = Array.from({ length: 20 }, (_each, index) => `user${index}@example.com`)
  service.life = 2
  let served = 0
  // Sessions are lost in between, so that tokens are exchanged again.
  erp.fault = ({ path: asked }) =>
    ++served % 397 === 0 && !asked.endsWith('logoff') ? '401' : undefined
  const clients = new Map(names.map(name => [name, of(name)]))
  const wrong = await interleave(names, callsOf(clients), Math.ceil((many * 2) / 3))
  assert.deepEqual(erp.mixUps, [])
  assert.deepEqual(
    wrong.filter(line => !/ERP_/.test(line)),
    []
  )
  assert.ok(wrong.length < names.length * many * 0.05, `${wrong.length}: ${wrong[0]}`)
  assert.ok(erp.requests >= names.length * many * 0.9, String(erp.requests))
  t.diagnostic(
    `${erp.requests} requests, ${erp.logOns.length} log-ons, ${service.requests.length} exchanges, ${wrong.length} failed calls, ${erp.mixUps.length} mix-ups`
  )
  erp.fault = undefined
})
