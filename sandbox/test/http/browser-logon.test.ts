/** The log-on in a browser: forms, tickets that are taken once, and sessions that end. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createClient } from './client.ts'
import { startSandbox, users } from './fixture.ts'
import type { LogonPage } from '../../http/logon/browser-logon.ts'
import { createTickets } from '../../http/logon/tickets.ts'

const exchange = '/sap/bc/adt/core/http/sessions'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const good = new URLSearchParams({ 'sap-user': 'alice', 'sap-password': users[0].password })
const redirect = 'http://127.0.0.1:4711/adt/redirect?nonce=n'
const forms = ['/sap/bc/sec/reentrance?scenario=FTO1&', '/sap/bc/adt/core/http/reentranceticket?']

async function start(t: TestContext, page?: LogonPage) {
  const clock = { now: Date.now() }
  const sandbox = await startSandbox(t, {
    ...(page === undefined ? {} : { logonPage: page }),
    securitySessionMinutes: 30,
    now: () => clock.now
  })
  const open = () => createClient(sandbox.url)
  const pathOf = (start = forms[0], to = redirect) =>
    `${start ?? ''}redirect-url=${encodeURIComponent(to)}`
  const ticket = async (start?: string) => {
    const answer = await open().post(pathOf(start), good.toString(), form)
    assert.equal(answer.status, 303)
    return String(answer.headers.location)
  }
  const take = (value: string, headers: Record<string, string> = {}) =>
    open().get(exchange, { mysapsso2: value, 'x-sap-security-session': 'create', ...headers })
  return { clock, sandbox, open, pathOf, ticket, take }
}

const ticketIn = (location: string) =>
  decodeURIComponent(/reentrance-ticket=([^&]*)/.exec(location)?.[1] ?? '')

test('a ticket of either form opens a session, whose token is its own, until it is idle', async t => {
  const { clock, open, pathOf, ticket, take } = await start(t, 'form')
  const asked = await open().get(pathOf())
  assert.match(asked.text, /<form name="loginForm" method="post"/)
  for (const [form, mark] of [
    [forms[0], '&'],
    [forms[1], '?']
  ] as const) {
    const location = await ticket(form)
    assert.ok(location.startsWith(`${redirect}${mark}reentrance-ticket=`))
    const answer = await take(ticketIn(location))
    assert.equal(answer.status, 200)
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    assert.match(cookie, /^SAP_SESSIONID_SBX_001=/)
    const use = { cookie, 'x-sap-security-session': 'use' }
    const who = '/sap/bc/adt/core/http/systeminformation'
    assert.match((await open().get(who, use)).text, /"ALICE"/)
    const change = '/sap/bc/adt/oo/classes?sap-client=001'
    const foreign = { ...use, 'x-csrf-token': 'foreign' }
    assert.equal((await open().post(change, '<x/>', foreign)).status, 403)
    clock.now += 31 * 60_000
    const late = await open().get(who, use)
    assert.deepEqual([late.status, /sap-system-login/.test(late.text)], [200, true])
  }
})

test('a session with a lock ends as well, and the lock with it', async t => {
  const { clock, sandbox, ticket, take, open } = await start(t, 'form')
  const answer = await take(ticketIn(await ticket()))
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const stateful = { cookie, 'x-sap-adt-sessiontype': 'stateful' }
  await open().get('/sap/bc/adt/core/discovery', stateful)
  assert.equal(sandbox.counters.openStatefulSessions, 1)
  clock.now += 31 * 60_000
  await open().get('/sap/bc/adt/core/discovery', { cookie })
  assert.deepEqual([sandbox.counters.openStatefulSessions, sandbox.counters.openSessions], [0, 0])
})

/** 250 of them: forged, altered, of another system or client, expired, replayed. */
function wrongTickets(valid: string): string[] {
  const [content = '', signature = ''] = valid.split('.')
  const turn = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  const other = (id: string, client: string) =>
    createTickets({ identity: { id, client }, lifetimeMilliseconds: 60_000, now: Date.now })
  const forge = (facts: unknown, key: string) => {
    const text = Buffer.from(JSON.stringify(facts)).toString('base64url')
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const far = Date.now() + 1e9
  return [
    ...Array.from(content, (_letter, at) => `${turn(content, at)}.${signature}`),
    // The last letter of a digest has bits that mean nothing.
    ...Array.from(signature.slice(0, -1), (_letter, at) => `${content}.${turn(signature, at)}`),
    ...['SBX', 'PRD', 'sbx'].flatMap(id =>
      ['001', '000', '100'].map(client => other(id, client).issue('ALICE'))
    ),
    ...['', 'key', '0'.repeat(32), 'SBX'].map(key => forge(['SBX/001', 'ALICE', far, 'x'], key)),
    ...[content, `${content}.`, `.${signature}`, `${valid}.`, `${valid}.x`, `${valid}=`],
    ...['x', '.', '..', 'null', '{}', 'AjExMDAgAA5wb3J0YWw6TUFSWQ==', 'A'.repeat(8000)],
    ...Array.from(content, (_letter, at) => `${content.slice(0, at)}.${signature}`)
  ]
}

test('wrong tickets: none opens a session', async t => {
  const { clock, sandbox, ticket, take, open } = await start(t, 'form')
  const [valid, used, late] = [await ticket(), await ticket(), await ticket()].map(ticketIn)
  assert.equal((await take(used ?? '')).status, 200)
  const before = sandbox.counters.sessions
  const all = [...wrongTickets(valid ?? ''), used ?? '']
  assert.ok(all.length >= 200, `${all.length} tickets`)
  for (const one of all) assert.equal((await take(one)).status, 401, one)
  const elsewhere = { mysapsso2: valid ?? '', 'x-sap-security-session': 'create' }
  assert.equal((await open().get('/sap/bc/adt/discovery', elsewhere)).status, 401)
  assert.equal((await take(valid ?? '', { 'x-sap-security-session': 'use' })).status, 401)
  const twice = await Promise.all([take(valid ?? ''), take(valid ?? '')])
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [200, 401])
  clock.now += 121_000
  assert.equal((await take(late ?? '')).status, 401)
  assert.equal(sandbox.counters.sessions, before + 1)
})

test('a ticket goes to a program of this machine alone, and after a right password', async t => {
  const { open, pathOf, sandbox } = await start(t, 'form')
  const elsewhere = [
    ...['https://evil.example/', 'http://127.0.0.1.evil.example/', 'http://evil@127.0.0.1/'],
    ...['//evil.example', 'javascript:alert(1)', '', 'http://10.0.0.1/', 'https://127.0.0.1/']
  ]
  for (const to of elsewhere) {
    for (const start of forms) {
      const path = pathOf(start, to)
      assert.equal((await open().get(path)).status, 400, to)
      assert.equal((await open().post(path, good.toString(), form)).status, 400, to)
    }
  }
  const wrong = await open().post(pathOf(), 'sap-user=ALICE&sap-password=x', form)
  assert.deepEqual([wrong.status, /incorrect/.test(wrong.text)], [200, true])
  assert.equal(sandbox.counters.sessions, 0)
})

test('SAML-like: forms lead to the provider and back, and cookies are HttpOnly', async t => {
  const { open, sandbox } = await start(t, 'saml')
  const first = await open().get('/sap/bc/adt/discovery')
  assert.deepEqual([first.status, /name="SAMLRequest"/.test(first.text)], [200, true])
  const provider = await open().post('/sandbox/idp', 'SAMLRequest=x&RelayState=/sap/bc/adt/x', form)
  assert.match(provider.text, /action="\/sandbox\/idp".*name="sap-password"/s)
  const answered = await open().post('/sandbox/idp', `${good}&RelayState=/sap/bc/adt/x`, form)
  const response = /name="SAMLResponse" value="([^"]*)"/.exec(answered.text)?.[1] ?? ''
  const consume = (state: string) =>
    open().post('/sap/saml2/sp/acs', `SAMLResponse=${response}&RelayState=${state}`, form)
  const back = await consume('//evil.example')
  assert.deepEqual([back.status, back.headers.location], [303, '/sap/bc/adt/discovery'])
  assert.match(
    String(back.headers['set-cookie']),
    /^SAP_SESSIONID_SBX_001=[^;]+; path=\/; HttpOnly/
  )
  assert.equal((await consume('/sap/bc/adt/x')).status, 403)
  assert.equal(sandbox.counters.sessions, 1)
  for (const start of forms) assert.equal((await open().get(start)).status, 404)
})

test('without a log-on page nothing of it is there', async t => {
  const { open, sandbox } = await start(t)
  const paths = ['/sap/public/bc/icf/virtualhost', ...forms]
  for (const path of paths) assert.equal((await open().get(path)).status, 404, path)
  assert.equal((await open().get('/sap/bc/adt/discovery')).status, 401)
  assert.equal(sandbox.counters.sessions, 0)
})
