import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'
import type { Client, Reply } from './client.ts'
import { createClass, lock, logOn, startSandbox, users } from './fixture.ts'

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const stateless = { 'x-sap-adt-sessiontype': 'stateless' }
const graph = '/sap/bc/adt/compatibility/graph'
const source = 'CLASS zcl_s DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_s IMPLEMENTATION.\nENDCLASS.\n'

function put(
  client: Client,
  uri: string,
  handle: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Reply> {
  return client.put(`${uri}/source/main?lockHandle=${handle}`, source, {
    'content-type': 'text/plain',
    ...headers
  })
}

test('a stateful request opens an ABAP session, a plain one does not', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  assert.equal(client.cookies.has('sap-contextid'), false)
  const reply = await client.get(graph, stateful)
  assert.match(
    (reply.headers['set-cookie'] ?? []).join(),
    /sap-contextid=SID%3AANON.*path=\/sap\/bc\/adt/
  )
  await client.get(graph, stateful)
  assert.equal(sandbox.counters.statefulSessions, 1)
})

test('the write runs in the session of the lock with the header, without it and with an empty one', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_S')
  const handle = await lock(client, uri)
  assert.equal((await put(client, uri, handle, stateful)).status, 200)
  assert.equal((await put(client, uri, handle)).status, 200)
  assert.equal((await put(client, uri, handle, { 'x-sap-adt-sessiontype': '' })).status, 200)
})

test('a stateless request ends the session of its cookie with all locks, and a late cookie is forgiven', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_S')
  const handle = await lock(client, uri)
  const before = client.cookies.get('sap-contextid') ?? ''
  assert.equal((await client.get(graph, stateless)).status, 200)
  assert.equal(sandbox.counters.openLocks, 0)
  assert.equal(sandbox.counters.openStatefulSessions, 0)
  client.cookies.set('sap-contextid', before)
  const late = await put(client, uri, handle)
  assert.equal(late.status, 423)
  assert.equal((await client.get(graph, stateful)).status, 200)
})

test('a write with a valid handle in a stateless request is 423', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_S')
  const handle = await lock(client, uri)
  const reply = await put(client, uri, handle, stateless)
  assert.equal(reply.status, 423)
  assert.match(reply.text, /<type id="ExceptionResourceInvalidLockHandle"\/>/)
  assert.match(
    reply.text,
    /Resource CLASS ZCL_S is not locked \(invalid lock handle: [0-9A-F]{40}\)/
  )
})

test('a lock without a stateful session succeeds and is gone with the request', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_S')
  const reply = await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '')
  const [, handle = ''] = /<LOCK_HANDLE>(\w+)</.exec(reply.text) ?? []
  assert.equal(reply.status, 200)
  assert.equal(sandbox.counters.openLocks, 0)
  assert.equal((await put(client, uri, handle)).status, 423)
})

test('an idle session times out with its locks: 400 ICMENOSESSION, then a new one', async t => {
  let now = 1_000_000
  const sandbox = await startSandbox(t, { sessionMinutes: 10, now: () => now })
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_S')
  const handle = await lock(client, uri)
  now += 9 * 60_000
  assert.equal((await client.get(graph, stateful)).status, 200)
  now += 11 * 60_000
  const cookie = client.cookies.get('sap-contextid') ?? ''
  const reply = await put(client, uri, handle, stateful)
  assert.deepEqual([reply.status, reply.reason], [400, 'Session timed out'])
  assert.deepEqual(
    [reply.headers['sap-err-id'], reply.headers['x-sap-icm-err-id']],
    ['ICMENOSESSION', 'ICMENOSESSION']
  )
  assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
  assert.match(reply.text, /Session Timed Out/)
  assert.equal(sandbox.counters.openLocks, 0)
  client.cookies.set('sap-contextid', cookie)
  assert.equal((await client.get(graph, stateless)).status, 200)
  assert.equal((await put(client, uri, await lock(client, uri))).status, 200)
})

test('sap-contextid of another log-on gives no access to its session', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const uri = await createClass(alice, 'ZCL_S')
  const handle = await lock(alice, uri)
  const thief = await logOn(sandbox, users[1])
  thief.cookies.set('sap-contextid', alice.cookies.get('sap-contextid') ?? '')
  assert.equal((await put(thief, uri, handle)).status, 400)
})

test('requests of one session run one after the other', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_S')
  const handle = await lock(client, uri)
  const writes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      client.put(`${uri}/source/main?lockHandle=${handle}`, `${source}* ${index}\n`, stateful)
    )
  )
  assert.deepEqual([...new Set(writes.map(each => each.status))], [200])
  const newest = sandbox.store.read(
    { object: { type: 'CLAS', name: 'ZCL_S' }, part: 'main' },
    'inactive'
  )
  assert.match(newest?.text ?? '', /\* \d\n$/)
})

test('a client without cookies logs on with every request and holds nothing', async t => {
  const sandbox = await startSandbox(t)
  for (let round = 0; round < 3; round++) await createClient(sandbox.url, users[0]).get(graph)
  assert.equal(sandbox.counters.logons, 3)
  assert.equal(sandbox.counters.openStatefulSessions, 0)
})

test('a log-on that is unused for 30 minutes ends with its locks: 401 without a password, a new one with it', async t => {
  let now = 1_000_000
  const sandbox = await startSandbox(t, { now: () => now, sessionMinutes: 600 })
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_UNUSED')
  const handle = await lock(client, uri)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const bare = async () => await fetch(sandbox.url + graph, { headers: { cookie } })
  now += 29 * 60_000
  assert.equal((await bare()).status, 200, 'the session alone logs on')
  now += 29 * 60_000
  assert.equal((await bare()).status, 200, 'each request begins the time anew')
  now += 31 * 60_000
  const refused = await bare()
  assert.equal(refused.status, 401)
  assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic realm=/)
  assert.equal(sandbox.counters.openLocks, 0)
  const { logons } = sandbox.counters
  const late = await put(client, uri, handle)
  assert.deepEqual([late.status, late.headers['x-csrf-token']], [403, 'Required'])
  assert.equal(sandbox.counters.logons, logons + 1, 'the password has logged on again')
})
