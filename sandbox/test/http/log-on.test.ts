import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'
import { createClass, logOn, startSandbox, users } from './fixture.ts'

const discovery = '/sap/bc/adt/core/discovery'

test('a wrong password is 401 with an HTML page and a Basic challenge, never an exception document', async t => {
  const sandbox = await startSandbox(t)
  for (const [name, password] of [
    ['ALICE', 'wrong'],
    ['UNKNOWN', 'Secret:1'],
    ['ALICE', '']
  ] as const) {
    const reply = await createClient(sandbox.url, { name, password }).get(discovery)
    assert.equal(reply.status, 401)
    assert.equal(
      reply.headers['www-authenticate'],
      'Basic realm="SAP NetWeaver Application Server [SBX/001]"'
    )
    assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
    assert.doesNotMatch(reply.text, /exc:exception/)
  }
  const anonymous = await createClient(sandbox.url).get(discovery)
  assert.equal(anonymous.status, 401)
  assert.equal(sandbox.counters.failedLogons, 3)
  assert.equal(sandbox.counters.logons, 0)
})

test('the user name is case-insensitive, the password is not, and a colon may be part of it', async t => {
  const sandbox = await startSandbox(t)
  assert.equal(
    (await createClient(sandbox.url, { name: 'alice', password: 'Secret:1' }).get(discovery))
      .status,
    200
  )
  assert.equal(
    (await createClient(sandbox.url, { name: 'alice', password: 'secret:1' }).get(discovery))
      .status,
    401
  )
})

test('another client than 001 is refused, unknown sap parameters are ignored', async t => {
  const sandbox = await startSandbox(t)
  const client = createClient(sandbox.url, users[0])
  assert.equal((await client.get(`${discovery}?sap-client=100`)).status, 401)
  assert.equal(
    (
      await client.get(
        `${discovery}?sap-client=001&sap-language=EN&saml2=disabled&sap-client=001&sap-foo=1`
      )
    ).status,
    200
  )
})

test('every answer identifies the sandbox', async t => {
  const sandbox = await startSandbox(t)
  const client = createClient(sandbox.url, users[0])
  for (const path of [discovery, '/sap/bc/adt/nothing', '/elsewhere']) {
    assert.equal((await client.get(path)).headers['x-sandbox'], '1')
  }
  assert.equal((await createClient(sandbox.url).get(discovery)).headers['x-sandbox'], '1')
})

test('the first authenticated answer sets the session cookie; later ones reuse the session, also without credentials', async t => {
  const sandbox = await startSandbox(t)
  const client = createClient(sandbox.url, users[0])
  const first = await client.get(discovery)
  const names = (first.headers['set-cookie'] ?? []).map(line => line.split('=')[0])
  assert.deepEqual(names, ['SAP_SESSIONID_SBX_001', 'sap-usercontext'])
  assert.match(first.headers['set-cookie']?.[1] ?? '', /sap-client=001/)
  assert.equal((await client.get(discovery)).headers['set-cookie'], undefined)
  const cookieOnly = createClient(sandbox.url)
  cookieOnly.cookies.set('SAP_SESSIONID_SBX_001', client.cookies.get('SAP_SESSIONID_SBX_001') ?? '')
  assert.equal((await cookieOnly.get(discovery)).status, 200)
  assert.equal(sandbox.counters.logons, 1)
})

test('a session cookie of another user does not authenticate as that user', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const bob = createClient(sandbox.url, users[1])
  bob.cookies.set('SAP_SESSIONID_SBX_001', alice.cookies.get('SAP_SESSIONID_SBX_001') ?? '')
  const reply = await bob.get('/sap/bc/adt/core/http/systeminformation')
  assert.equal(JSON.parse(reply.text).userName, 'BOB')
  assert.notEqual(
    bob.cookies.get('SAP_SESSIONID_SBX_001'),
    alice.cookies.get('SAP_SESSIONID_SBX_001')
  )
})

test('of a cookie sent twice the first one counts', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const id = alice.cookies.get('SAP_SESSIONID_SBX_001') ?? ''
  const bare = createClient(sandbox.url)
  const good = await bare.get(discovery, {
    cookie: `SAP_SESSIONID_SBX_001=${id}; SAP_SESSIONID_SBX_001=stale`
  })
  const bad = await bare.get(discovery, {
    cookie: `SAP_SESSIONID_SBX_001=stale; SAP_SESSIONID_SBX_001=${id}`
  })
  assert.deepEqual([good.status, bad.status], [200, 401])
})

test('a fetch gives the token on any resource, also on one that fails and on HEAD', async t => {
  const sandbox = await startSandbox(t)
  const client = createClient(sandbox.url, users[0])
  for (const [method, path, value] of [
    ['GET', discovery, 'Fetch'],
    ['HEAD', discovery, 'fetch'],
    ['GET', '/sap/bc/adt/oo/classes/zcl_none', 'FETCH'],
    ['GET', '/sap/bc/adt/compatibility/graph', 'fetch']
  ] as const) {
    const reply = await client.send(method, path, { headers: { 'x-csrf-token': value } })
    assert.match(
      String(reply.headers['x-csrf-token']),
      /^[A-Za-z0-9+/]{22}==$/,
      `${method} ${path}`
    )
    if (method === 'HEAD') assert.equal(reply.text, '')
  }
  assert.equal(sandbox.counters.csrfFetches, 4)
  assert.equal(
    (await client.get(discovery, { 'x-csrf-token': client.token })).headers['x-csrf-token'],
    undefined
  )
})

test("a change without the session's token is 403 with the header and the text that clients look for, and has no effect", async t => {
  const sandbox = await startSandbox(t)
  const other = await logOn(sandbox, users[1])
  const client = await logOn(sandbox)
  const body =
    '<class:abapClass xmlns:class="c" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_NO"><adtcore:packageRef adtcore:name="$TMP"/></class:abapClass>'
  for (const token of ['', 'Required', 'Fetch', other.token, 'x'.repeat(24)]) {
    const reply = await client.post('/sap/bc/adt/oo/classes', body, { 'x-csrf-token': token })
    assert.equal(reply.status, 403)
    assert.equal(reply.headers['x-csrf-token'], 'Required')
    assert.equal(reply.headers['content-type'], 'text/plain;charset=utf-8')
    assert.equal(reply.text, 'CSRF token validation failed')
  }
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_NO' }), undefined)
  assert.equal((await client.post('/sap/bc/adt/oo/classes', body)).status, 201)
  assert.equal(sandbox.counters.csrfRefusals, 5)
})

test('the token of an ended session is refused before the request is processed', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const token = client.token
  await client.get('/sap/public/bc/icf/logoff')
  const reply = await client.post('/sap/bc/adt/activation', '<a/>', { 'x-csrf-token': token })
  assert.deepEqual([reply.status, reply.headers['x-csrf-token']], [403, 'Required'])
})

test('logoff needs no log-on, answers HTML and ends session and locks', async t => {
  const sandbox = await startSandbox(t)
  assert.equal((await createClient(sandbox.url).get('/sap/public/bc/icf/logoff')).status, 200)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_OFF')
  await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', {
    'x-sap-adt-sessiontype': 'stateful'
  })
  assert.equal(sandbox.counters.openLocks, 1)
  const reply = await client.get('/sap/public/bc/icf/logoff')
  assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
  assert.equal(sandbox.counters.openLocks, 0)
  assert.equal(sandbox.counters.openSessions, 0)
})

test('system information names system, client, user and language', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const type = 'application/vnd.sap.adt.core.http.systeminformation.v1+json'
  const reply = await client.get('/sap/bc/adt/core/http/systeminformation?sap-language=DE', {
    accept: type
  })
  assert.equal(reply.headers['content-type'], type)
  assert.deepEqual(JSON.parse(reply.text), {
    systemID: 'SBX',
    userName: 'ALICE',
    userFullName: 'Alice Able',
    client: '001',
    language: 'DE'
  })
})
