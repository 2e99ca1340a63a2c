/** The log-on by authorization code: once in the browser, then sessions follow without the user. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createOAuthClient } from '../../cloud/oauth-client.ts'
import { run as login } from '../../commands/login.ts'
import { run as logout } from '../../commands/logout.ts'
import { createKeptSessions, grantName, sessionName } from '../../logon/kept-sessions.ts'
import { logonsByAddress } from '../../logon/logons-by-address.ts'
import type { Grant } from '../../logon/oauth/kept-grant.ts'
import { browserOf, client, ground, keySecret, read } from './oauth-ground.ts'

const user = 'ada@example.com'

for (const mutual of [false, true]) {
  test(`a service key ${mutual ? 'with a certificate' : 'with a secret'}: logged on, used, shown, ended`, async t => {
    const at = await ground(t, { mutual })
    const bridge = at.bridge()
    await assert.rejects(read(bridge), { code: 'ERP_LOGON_NEEDED', remedy: /run erp-bridge login/ })
    assert.match((await at.command(login, ['--status'])).text, /^Not logged on/)
    const first = await at.command(login, ['--no-browser'])
    assert.equal(first.code, 0, first.text)
    assert.match(first.text, /Logged on as ada@example.com .*\n.*refresh token are kept, sealed/)
    const echoes = await Promise.all(Array.from({ length: 64 }, () => read(bridge)))
    assert.deepEqual([...new Set(echoes.map(echo => echo.user))], [user])
    assert.equal(new Set(echoes.map(({ session }) => session)).size, 1)
    assert.match((await at.command(login, ['--status'])).text, /^Logged on as ada@example.com/)
    const grants = at.service.requests.map(({ form }) => form.get('grant_type'))
    assert.deepEqual(grants, ['authorization_code'])
    const [{ form } = { form: new URLSearchParams() }] = at.service.requests
    assert.equal(form.has('client_secret'), !mutual)
    assert.doesNotMatch(at.files(), /eyJ|SAP_SESSIONID|ada@|canary/)
    // A refresh token goes to the service that has issued it, and to no other one.
    at.page.revocation = `${mutual ? 'https://other.example' : at.service.url}/oauth/revoke`
    const ended = await at.command(logout)
    assert.match(ended.text, mutual ? /announces no revocation/ : /refresh token is revoked/)
    assert.equal(at.service.revoked.length, mutual ? 0 : 1)
    await assert.rejects(read(bridge), { code: 'ERP_LOGON_NEEDED' })
    assert.match((await at.command(logout)).text, /^Not logged on/)
    assert.equal(at.erp.logOffs.length, 1)
  })
}

test('a session that has ended is followed by one, with the access token while it lives', async t => {
  const at = await ground(t)
  await at.command(login, ['--no-browser'])
  const bridge = at.bridge()
  const before = await read(bridge)
  at.erp.forget()
  const echoes = await Promise.all(Array.from({ length: 64 }, () => read(bridge)))
  assert.deepEqual([...new Set(echoes.map(echo => echo.user))], [user])
  assert.notEqual(echoes[0]?.session, before.session)
  assert.equal(at.erp.logOns.length, 2)
  assert.equal(at.service.requests.length, 1, 'the access token is good for an hour')
})

test('a new program with many calls, whose kept session has ended', async t => {
  const at = await ground(t)
  await at.command(login, ['--no-browser'])
  at.erp.forget()
  const bridge = at.bridge()
  const echoes = await Promise.all(Array.from({ length: 64 }, () => read(bridge)))
  assert.deepEqual([...new Set(echoes.map(echo => echo.user))], [user])
  assert.equal(at.erp.logOns.length, 2)
})

test('an access token that is about to end is refreshed once, by one of all programs', async t => {
  const at = await ground(t)
  at.service.life = 30
  await at.command(login, ['--no-browser'])
  const bridges = Array.from({ length: 3 }, () => at.bridge())
  await Promise.all(bridges.map(read))
  for (let round = 1; round <= 3; round++) {
    at.erp.forget()
    const calls = bridges.flatMap(bridge => Array.from({ length: 20 }, () => read(bridge)))
    const echoes = await Promise.all(calls)
    assert.deepEqual([...new Set(echoes.map(echo => echo.user))], [user])
    // Each refresh token is good once, and the stand-in ends all tokens where one comes again.
    assert.equal(at.service.requests.length, 1 + round)
    assert.equal(at.erp.logOns.length, 1 + round)
  }
  const [token = ''] = at.service.requests.flatMap(({ form }) => form.get('refresh_token') ?? [])
  assert.ok(at.learned.has(token))
  assert.match((await at.command(login, ['--status'])).text, /^Logged on as ada@example.com/)
})

test('a refused refresh token: the user is asked to log on, and nothing is tried again', async t => {
  const at = await ground(t)
  at.service.life = 30
  await at.command(login, ['--no-browser'])
  const bridge = at.bridge()
  await read(bridge)
  at.erp.forget()
  at.service.endRefreshTokens()
  const needed = {
    code: 'ERP_LOGON_NEEDED',
    message: /no longer accepted/,
    remedy: /erp-bridge login/
  }
  for (let call = 0; call < 3; call++) await assert.rejects(read(bridge), needed)
  assert.equal(at.service.requests.length, 2)
  const status = await at.command(login, ['--status'])
  assert.deepEqual([status.code, /has ended\.$/.test(status.text)], [1, true])
  await at.command(login, ['--no-browser'])
  assert.equal((await read(bridge)).user, user, 'the next call uses the new log-on')
})

test('what the token service sends in place of a token of the user opens no session', async t => {
  const at = await ground(t)
  at.service.life = 30
  await at.command(login, ['--no-browser'])
  const answers: (readonly [number, unknown])[] = [
    [200, { access_token: at.service.issue('bob@example.com', client) }],
    [200, { access_token: at.service.issue('', client) }],
    [200, { access_token: 'a\r\nx: y' }],
    [200, '<html>'],
    [503, {}]
  ]
  for (const answer of answers) {
    at.erp.forget()
    at.service.behave = () => answer
    const { requests } = at.erp
    await assert.rejects(read(at.bridge()), { code: /ERP_(LOGON_FAILED|UNREACHABLE)/ })
    assert.ok(at.erp.requests - requests <= 1, 'nothing but the request in the former session')
  }
  at.service.behave = undefined
  assert.equal((await read(at.bridge())).user, user)
})

test('an ERP that names another user for the token: its session is not used', async t => {
  const at = await ground(t)
  await at.command(login, ['--no-browser'])
  const store = at.store()
  const grant = (await store.read(grantName(at.place))) as Grant
  await store.write(grantName(at.place), { ...grant, user: 'BOB' })
  at.erp.forget()
  await assert.rejects(read(at.bridge()), { code: 'ERP_LOGON_NEEDED', message: /another user/ })
  assert.equal(at.erp.logOffs.length, 1)
})

test('tokens of another service key, or of none, are not used', async t => {
  const at = await ground(t)
  at.service.life = 30
  await at.command(login, ['--no-browser'])
  at.erp.forget()
  const uaa = { clientid: 'sb-other', clientsecret: keySecret, url: at.service.url }
  writeFileSync(at.key, JSON.stringify({ url: at.erp.url, uaa }))
  const needed = { code: 'ERP_LOGON_NEEDED', message: /not made with this service key/ }
  await assert.rejects(read(at.bridge()), needed)
  assert.equal(at.service.requests.length, 1)
})

test('the session ends under a lock: reported, followed after it, and no lock remains', async t => {
  const at = await ground(t)
  await at.command(login, ['--no-browser'])
  const bridge = at.bridge()
  const step = (name: string) => ({
    operation: 'source.write' as const,
    effect: 'change' as const,
    method: 'POST' as const,
    path: `/sap/bc/adt/echo/${name}`
  })
  await bridge.writer.session(async session => {
    await session.request(step('lock'))
    session.holding = true
    at.erp.forget()
    at.erp.locks.clear()
    const lost = { code: 'ERP_SESSION_LOST', outcome: 'failed' }
    await assert.rejects(read(bridge), lost)
    await assert.rejects(session.request(step('write')), { ...lost, message: /while a lock/ })
    assert.equal((await at.command(login, ['--no-browser'])).code, 1)
    session.holding = false
    session.discard()
  })
  assert.equal((await read(bridge)).user, user)
  assert.deepEqual([at.erp.locks.size, at.erp.logOns.length], [0, 2])
})

test('a log-on of another user, and one without refresh tokens', async t => {
  const at = await ground(t)
  await at.command(login, ['--no-browser'])
  at.page.user = 'bob@example.com'
  assert.match((await at.command(login, ['--no-browser'])).text, /Before it was ada@example.com/)
  const bridge = at.bridge()
  assert.equal((await read(bridge)).user, 'bob@example.com')
  at.service.life = 30
  at.service.behave = ({ form }) =>
    form.get('grant_type') === 'authorization_code'
      ? [200, { access_token: at.service.issue(user, client), expires_in: 30 }]
      : undefined
  assert.match((await at.command(login, ['--no-browser'])).text, /session is kept/)
  assert.equal((await read(bridge)).user, user)
  at.erp.forget()
  await assert.rejects(read(bridge), { code: 'ERP_LOGON_NEEDED', message: /no refresh token/ })
})

test('refused in the browser, by the service, and by the ERP: nothing is kept', async t => {
  const at = await ground(t)
  const refused = async (expected: RegExp) => {
    const { code, text } = await at.command(login, ['--no-browser', '--wait=20'])
    assert.equal(code, 1)
    assert.match(text, expected)
    const store = at.store()
    assert.deepEqual(
      [grantName, sessionName].map(name => store.mark(name(at.place))),
      [undefined, undefined]
    )
  }
  at.page.error = 'access_denied'
  await refused(/refused the log-on \(access_denied\)\n→ Log on again, as a user/)
  at.page.error = '<script>'
  await refused(/refused the log-on \(no usable code\)/)
  at.page.error = undefined
  at.service.behave = () => [400, { error: 'invalid_grant', error_description: 'eyJ canary' }]
  await refused(/\(400, invalid_grant\)\n→ A code is good once/)
  at.service.behave = () => [401, { error: 'invalid_client' }]
  await refused(/\(401, invalid_client\)\n→ .*create a new service key/)
  at.service.behave = () => [200, { access_token: at.service.issue('', client) }]
  await refused(/of a program and of no user/)
  at.service.behave = undefined
  at.erp.fault = () => '401'
  await refused(/opened no session for the token \(401\)\n→ .*SAP_BR_DEVELOPER/)
})

test('by an address that a client shows: the same log-on, whose tokens are kept', async t => {
  const at = await ground(t)
  const target = {
    ...{ baseUrl: at.erp.url, client: '001', language: 'EN' },
    caFile: join(at.folder, 'ca.pem')
  }
  const secrets = {
    redact: (text: string) => text,
    source: () => (found: readonly string[]) => {
      for (const one of found) at.learned.add(one)
    }
  }
  const kept = createKeptSessions(at.store(), 1, logonsByAddress({ secrets, isAlive: () => true }))
  const { byAddress } = kept({ place: at.place, target, serviceKey: at.key })
  const { id, url } = (await byAddress?.begin()) ?? { id: '', url: '' }
  await browserOf(target.caFile, at.service.url)(url)
  assert.equal(await byAddress?.wait(id, new AbortController().signal), user)
  at.erp.forget()
  assert.equal((await read(at.bridge())).user, user)
})

test('codes, verifiers and redirects of others are refused by the service', async t => {
  const at = await ground(t)
  const { service } = at
  const oauth = createOAuthClient(
    { clientId: client, secret: keySecret, tokenUrl: new URL('/oauth/token', service.url) },
    { title: 'the service key', caFile: join(at.folder, 'ca.pem') }
  )
  t.after(() => oauth.close())
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const redirect = 'http://localhost:4711/adt/redirect'
  const form = (more: Readonly<Record<string, string>>, of = client) => ({
    grant_type: 'authorization_code',
    code: service.code(user, challenge, redirect, of),
    redirect_uri: redirect,
    code_verifier: verifier,
    ...more
  })
  const good = form({})
  await oauth.grant(good)
  const forged = [
    good,
    form({ code_verifier: challenge }),
    form({ code_verifier: '' }),
    form({ redirect_uri: 'http://127.0.0.1:4711/adt/redirect' }),
    form({ code: 'guessed' }),
    form({}, 'sb-other')
  ]
  for (const one of forged) await assert.rejects(oauth.grant(one), { code: 'ERP_LOGON_FAILED' })
})

test('a system that announces OAuth: its service logs on, and the session is renewed', async t => {
  const at = await ground(t, { announced: true })
  at.service.life = 30
  at.erp.announced = {
    resource: { service_endpoint: `${at.erp.url}/sap/bc/adt` },
    oauth: {
      authorization_endpoint: `${at.service.url}/oauth/authorize`,
      token_endpoint: `${at.service.url}/oauth/token`,
      client_id: client,
      scope: 'SAP_ADT'
    }
  }
  assert.match((await at.command(login, ['--no-browser'])).text, /Logged on as ada@example.com/)
  const bridge = at.bridge()
  await read(bridge)
  at.erp.forget()
  assert.equal((await read(bridge)).user, user)
  const grants = at.service.requests.map(({ form }) => form.get('grant_type'))
  assert.deepEqual(grants, ['authorization_code', 'refresh_token'])
  assert.match((await at.command(logout)).text, /^Logged off/)
})

/** Documents that are no announcement, and what happens then: the next step of the order. */
const documents: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing about OAuth', { resource: {} }, /came back without|not completed/],
  ['a list', [], /not completed/],
  [
    'no client',
    { authorization_endpoint: 'https://x.example', token_endpoint: 'https://x.example' },
    /not completed/
  ],
  [
    'an address without TLS',
    {
      authorization_endpoint: 'http://x.example',
      token_endpoint: 'https://x.example',
      client_id: 'x'
    },
    /not completed/
  ],
  [
    'another API',
    { resource: { service_endpoint: 'https://api.example/sap/bc/adt' } },
    /has the address https:\/\/api\.example/
  ]
]
for (const [what, document, message] of documents) {
  test(`announced: ${what}`, async t => {
    const at = await ground(t, { announced: true })
    at.erp.announced = document
    const { code, text } = await at.command(login, ['--no-browser', '--wait=1'], async () => {})
    assert.equal(code, 1)
    assert.match(text, message)
    assert.equal(at.service.requests.length, 0)
  })
}
