import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClass, lock, logOn, openRequest, startSandbox, users } from './fixture.ts'

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const lockType =
  'application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.lock.result;q=0.8, application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.lock.result2;q=0.9'

test('the lock result has the content type and the fields that clients demand', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const local = await createClass(client, 'ZCL_L')
  const reply = await client.post(`${local}?_action=LOCK&accessMode=MODIFY`, '', {
    ...stateful,
    accept: lockType
  })
  assert.equal(reply.status, 200)
  assert.match(
    reply.headers['content-type'] ?? '',
    /^application\/vnd\.sap\.as\+xml; charset=utf-8; dataname=com\.sap\.adt\.lock\.Result/
  )
  assert.match(
    reply.text,
    /^<\?xml version="1\.0" encoding="utf-8"\?><asx:abap xmlns:asx="http:\/\/www\.sap\.com\/abapxml" version="1\.0"><asx:values><DATA><LOCK_HANDLE>/
  )
  assert.match(reply.text, /<IS_LOCAL>X<\/IS_LOCAL>/)
  assert.match(reply.text, /<MODIFICATION_SUPPORT>NoModification<\/MODIFICATION_SUPPORT>/)
  const number = await openRequest(client, 'For the lock')
  const transportable = await createClass(client, 'ZCL_T', 'ZBOX', number)
  const answer = await client.post(`${transportable}?_action=LOCK&accessMode=MODIFY`, '', stateful)
  assert.match(
    answer.text,
    new RegExp(
      `<CORRNR>${number}</CORRNR><CORRUSER>ALICE</CORRUSER><CORRTEXT>For the lock</CORRTEXT><IS_LOCAL/>`
    )
  )
})

test('a handle never looks like a number, and the same session gets the same again', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_L')
  const handle = await lock(client, uri)
  assert.match(handle, /^[A-F0-9]{40}$/)
  assert.ok(Number.isNaN(Number(handle)) && /[ABCDF]/.test(handle))
  assert.equal(await lock(client, uri), handle)
  assert.equal(sandbox.counters.locks, 1)
})

test('two users and two sessions of one user exclude each other, with user and object named', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const uri = await createClass(alice, 'ZCL_L')
  await lock(alice, uri)
  for (const rival of [await logOn(sandbox, users[1]), await logOn(sandbox)]) {
    const reply = await rival.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', stateful)
    assert.equal(reply.status, 403)
    assert.match(
      reply.text,
      /<type id="ExceptionResourceNoAccess"\/><message lang="EN">User ALICE is currently editing ZCL_L<\/message>/
    )
    assert.match(
      reply.text,
      /<entry key="T100KEY-ID">EU<\/entry><entry key="T100KEY-NO">510<\/entry><entry key="T100KEY-V1">ALICE<\/entry><entry key="T100KEY-V2">ZCL_L<\/entry>/
    )
  }
})

test('one session of a user may open two ABAP sessions, and they exclude each other too', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_L')
  await lock(client, uri)
  client.cookies.delete('sap-contextid')
  assert.equal(
    (await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', stateful)).status,
    403
  )
})

test('unlock accepts the handle encoded up to twice and always answers 200', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_L')
  const handle = await lock(client, uri)
  const encoded = [...handle].map(each => '%25' + each.charCodeAt(0).toString(16)).join('')
  const reply = await client.post(`${uri}?_action=UNLOCK&lockHandle=${encoded}`, '', stateful)
  assert.deepEqual([reply.status, reply.text], [200, ''])
  assert.equal(sandbox.counters.openLocks, 0)
  assert.equal(
    (await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)).status,
    200
  )
  assert.equal(
    (await client.post('/sap/bc/adt/oo/classes/zcl_gone?_action=UNLOCK&lockHandle=X', '', stateful))
      .status,
    200
  )
})

test('another session cannot unlock or use a handle', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const uri = await createClass(alice, 'ZCL_L')
  const handle = await lock(alice, uri)
  const bob = await logOn(sandbox, users[1])
  assert.equal(
    (await bob.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)).status,
    200
  )
  assert.equal(sandbox.counters.openLocks, 1)
  assert.equal(
    (await bob.put(`${uri}/source/main?lockHandle=${handle}`, 'x', stateful)).status,
    423
  )
  const foreign = await bob.del(`${uri}?lockHandle=${handle}`, stateful)
  assert.equal(foreign.status, 423)
  assert.match(foreign.text, />SADT_RESOURCE<.*>026<.*V1">CLASS<.*V2">ZCL_L<.*V3">(\w+)</)
})

test('the lock of a class covers its includes; group, module and include of a function group each have their own', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const bob = await logOn(sandbox, users[1])
  const uri = await createClass(alice, 'ZCL_L')
  const handle = await lock(alice, uri)
  assert.equal(
    (await alice.put(`${uri}/includes/macros?lockHandle=${handle}`, '* macros\n', stateful)).status,
    200
  )
  const xmlns = 'xmlns:adtcore="http://www.sap.com/adt/core"'
  const group = `<group:abapFunctionGroup xmlns:group="g" ${xmlns} adtcore:name="ZFG_L"><adtcore:packageRef adtcore:name="$TMP"/></group:abapFunctionGroup>`
  assert.equal((await alice.post('/sap/bc/adt/functions/groups', group)).status, 201)
  for (const name of ['Z_ONE', 'Z_TWO']) {
    const module = `<fmodule:abapFunctionModule xmlns:fmodule="f" ${xmlns} adtcore:name="${name}" adtcore:description="d"><adtcore:containerRef adtcore:name="ZFG_L"/></fmodule:abapFunctionModule>`
    const created = await alice.post('/sap/bc/adt/functions/groups/zfg_l/fmodules', module)
    assert.equal(created.status, 201, created.text)
  }
  await lock(alice, '/sap/bc/adt/functions/groups/zfg_l/fmodules/z_one')
  await lock(bob, '/sap/bc/adt/functions/groups/zfg_l/fmodules/z_two')
  await lock(bob, '/sap/bc/adt/functions/groups/zfg_l')
  assert.equal(
    (
      await bob.post(
        '/sap/bc/adt/functions/groups/zfg_l/fmodules/z_one?_action=LOCK&accessMode=MODIFY',
        '',
        stateful
      )
    ).status,
    403
  )
  assert.equal(sandbox.counters.openLocks, 4)
})

test('an object that another user edits can be neither deleted nor activated', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const bob = await logOn(sandbox, users[1])
  const uri = await createClass(alice, 'ZCL_L')
  await lock(alice, uri)
  const references = `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${uri}" adtcore:name="ZCL_L"/></adtcore:objectReferences>`
  assert.equal((await bob.post('/sap/bc/adt/activation?method=activate', references)).status, 403)
  const deletion = await bob.post(
    '/sap/bc/adt/deletion/delete',
    `<d:deletionRequest xmlns:d="x" xmlns:a="y"><d:object a:uri="${uri}"/></d:deletionRequest>`
  )
  assert.match(deletion.text, /del:isDeleted="false".*currently editing/)
})

test('a table that every system has is found and read, and neither listed nor changed', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const adt = '/sap/bc/adt'
  const found = await client.get(
    `${adt}/repository/informationsystem/search?operation=quickSearch&query=balhdr&maxResults=9`
  )
  assert.match(
    found.text,
    /adtcore:uri="\/sap\/bc\/adt\/ddic\/tables\/balhdr" adtcore:type="TABL\/DT" adtcore:name="BALHDR" adtcore:packageName="SANDBOX_KERNEL"/
  )
  const table = `${adt}/ddic/tables/balhdr`
  assert.match((await client.get(`${table}/source/main`)).text, /define table balhdr \{/)
  assert.equal((await client.get(table)).status, 200)
  const refused = await client.post(`${table}?_action=LOCK&accessMode=MODIFY`, '', stateful)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /BALHDR belongs to every system/)
  const structure = await client.get(
    `${adt}/repository/informationsystem/search?operation=quickSearch&query=SYST&maxResults=9`
  )
  assert.doesNotMatch(structure.text, /objectReference /)
})
