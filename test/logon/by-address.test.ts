/** A log-on by an address: joined by calls at the same time, completed once, kept, or given up. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Drive } from '../../logon/by-address.ts'
import { createKeptSessions, readSession, sessionName } from '../../logon/kept-sessions.ts'
import { logonsByAddress } from '../../logon/logons-by-address.ts'
import { createLogonStore } from '../../logon/store/logon-store.ts'
import { ask, complete, createSmallErp, writeStandIn } from './small-erp.ts'

const never = new AbortController().signal

async function ground(t: TestContext, tickets = 200, drive?: (folder: string) => Drive) {
  const erp = await createSmallErp(t)
  erp.tickets = tickets
  const folder = mkdtempSync(join(tmpdir(), 'by-address-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const store = createLogonStore({ folder, place: 'file', keyStore: undefined })
  const learned: string[] = []
  const secrets = {
    redact: (text: string) => text,
    source: () => (v: readonly string[]) => learned.push(...v)
  }
  const at = { place: 'here', target: { baseUrl: erp.url, client: '001', language: 'EN' } }
  const kept = createKeptSessions(
    store,
    7,
    logonsByAddress({ secrets, isAlive: pid => pid === 7, drive: drive?.(folder) })
  )
  const { byAddress } = kept(at)
  assert.ok(byAddress !== undefined && byAddress === kept(at).byAddress)
  return { erp, store, folder, learned, at, byAddress }
}

test('calls at the same time join one log-on, whose session is kept', async t => {
  const { erp, store, learned, byAddress } = await ground(t)
  const begun = await Promise.all(Array.from({ length: 5 }, () => byAddress.begin()))
  for (const part of ['id', 'url'] as const) {
    assert.equal(new Set(begun.map(one => one[part])).size, 5, part)
  }
  const [{ id, url } = { id: '', url: '' }, second] = begun
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/)
  const waiting = begun.map(one => byAddress.wait(one.id, never))
  await complete(url)
  assert.deepEqual([...new Set(await Promise.all(waiting))], ['ADA'])
  assert.equal(erp.seen.filter(line => line.includes('/core/http/sessions')).length, 1)
  const record = await readSession(store, 'here')
  assert.deepEqual(record?.cookies, [['SAP_SESSIONID_TST_001', 'canary-exchanged']])
  assert.ok(['canary/ticket', 'canary-exchanged'].every(secret => learned.includes(secret)))
  // The outcome can be asked for later; the listener is gone, and the next log-on is another one.
  assert.equal(await byAddress.wait(id, never), 'ADA')
  await assert.rejects(ask(second?.url ?? ''), { code: 'ECONNREFUSED' })
  const next = await byAddress.begin()
  assert.notEqual(next.id, id)
  byAddress.leave(next.id)
})

test('a wait may end before the log-on; the last one that leaves ends it', async t => {
  const { store, byAddress } = await ground(t)
  const [one, other] = [await byAddress.begin(), await byAddress.begin()]
  const needed = { code: 'ERP_LOGON_NEEDED' }
  await assert.rejects(byAddress.wait(one.id, AbortSignal.abort()), {
    ...needed,
    message: /not complete yet/
  })
  await assert.rejects(byAddress.wait('another', never), { ...needed, message: /not known/ })
  const waiting = assert.rejects(byAddress.wait(one.id, never), { message: /cancelled/ })
  byAddress.leave(one.id)
  byAddress.leave(one.id)
  assert.equal((await ask(other.url)).status, 303)
  byAddress.leave(other.id)
  byAddress.leave('another')
  // One that begins at once is another one.
  const next = await byAddress.begin()
  assert.notEqual(next.id, one.id)
  assert.equal((await ask(next.url)).status, 303)
  byAddress.leave(next.id)
  await waiting
  assert.equal(await readSession(store, 'here'), undefined)
})

test('a ticket that the ERP refuses, and a system without tickets', async t => {
  const { byAddress, store } = await ground(t)
  const { id, url } = await byAddress.begin()
  const waiting = byAddress.wait(id, never).catch((error: Error) => error.message)
  await complete(url, 'canary-forged')
  const message = await waiting
  assert.match(message, /opened no session for the ticket/)
  assert.doesNotMatch(message, /canary/)
  assert.equal(await readSession(store, 'here'), undefined)
  const without = await ground(t, 404)
  for (let tries = 0; tries < 2; tries++) {
    await assert.rejects(without.byAddress.begin(), { message: /gives no log-on tickets/ })
  }
})

test('none while a change runs, and none is kept where one has begun meanwhile', async t => {
  const { store, byAddress, erp } = await ground(t)
  const locked = { code: 'ERP_LOCKED' }
  const end = store.begin(sessionName('here'), 7)
  await assert.rejects(byAddress.begin(), locked)
  end()
  const { id, url } = await byAddress.begin()
  const waiting = assert.rejects(byAddress.wait(id, never), locked)
  store.begin(sessionName('here'), 7)
  await complete(url)
  await waiting
  assert.equal(await readSession(store, 'here'), undefined)
  assert.ok(erp.seen.some(line => line.startsWith('/sap/public/bc/icf/logoff SAP_SESSIONID')))
})

test('a system without tickets: the address starts a browser that is driven', async t => {
  const said: string[] = []
  const drive = (folder: string): Drive => ({
    ...{ folder: join(folder, 'profiles'), env: { PATH: folder } },
    processes: { own: 7, isAlive: () => true },
    say: line => said.push(line)
  })
  const { byAddress, store, folder } = await ground(t, 404, drive)
  await assert.rejects(byAddress.begin(), { message: /No browser was found/ })
  const cookies = [{ name: 'SAP_SESSIONID_TST_001', value: 'canary-SAP_SESSIONID', path: '/' }]
  writeStandIn(join(folder, 'chromium'), 'works', cookies)
  const { id, url } = await byAddress.begin()
  assert.deepEqual(said, [], 'nothing starts before the address is opened')
  const { status, location } = await ask(url)
  assert.equal(status, 303)
  assert.equal((await ask(location)).location, '/adt/done')
  assert.equal(await byAddress.wait(id, never), 'ADA')
  assert.match(said.join(), /Log on in the browser that opens/)
  assert.equal((await readSession(store, 'here'))?.user, 'ADA')
  assert.deepEqual(readdirSync(join(folder, 'profiles')), [])
})
