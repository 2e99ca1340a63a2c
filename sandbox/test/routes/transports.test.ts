import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { ADTClient, session_types as sessionTypes } from 'abap-adt-api'
import type { Sandbox } from '../../server.ts'
import {
  createClass,
  lock,
  logOn,
  openRequest,
  randomName,
  startSandbox,
  users
} from '../http/fixture.ts'
import type { Client } from '../http/client.ts'

const adt = '/sap/bc/adt'
const requests = `${adt}/cts/transportrequests`
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const organizer = 'application/vnd.sap.adt.transportorganizer.v1+xml'
const tree = 'application/vnd.sap.adt.transportorganizertree.v1+xml'

interface Box {
  readonly sandbox: Sandbox
  readonly alice: ADTClient
  readonly bob: ADTClient
  readonly raw: Client
}

async function start(t: TestContext): Promise<Box> {
  const sandbox = await startSandbox(t)
  const connect = async (user: (typeof users)[number]) => {
    const client = new ADTClient(sandbox.url, user.name, user.password)
    await client.login()
    client.stateful = sessionTypes.stateful
    return client
  }
  return {
    sandbox,
    alice: await connect(users[0]),
    bob: await connect(users[1]),
    raw: await logOn(sandbox)
  }
}

async function save(client: ADTClient, name: string, corrNr?: string): Promise<void> {
  const uri = `${adt}/oo/classes/${name.toLowerCase()}`
  const { LOCK_HANDLE } = await client.lock(uri)
  try {
    await client.setObjectSource(
      `${uri}/source/main`,
      `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n* ${Math.random()}\nENDCLASS.\n`,
      LOCK_HANDLE,
      corrNr
    )
  } finally {
    await client.unLock(uri, LOCK_HANDLE)
  }
}

function taskOf(text: string): string {
  return [...text.matchAll(/<tm:task tm:number="([^"]+)"/g)].map(each => each[1] ?? '')[0] ?? ''
}

test('a request is made in the classic way and in the explicit one', async t => {
  const { alice, raw } = await start(t)
  const text = randomName('Text')
  const number = await alice.createTransport(`${adt}/oo/classes/zcl_new`, text, 'ZBOX')
  assert.match(number, /^SBXK9\d{5}$/)
  const details = await alice.transportDetails(number)
  assert.deepEqual(
    [
      details['tm:number'],
      details['tm:desc'],
      details['tm:owner'],
      details['tm:status'],
      details.tasks.length
    ],
    [number, text, 'ALICE', 'D', 1]
  )
  assert.match(
    (await raw.get(`${requests}/${number}`)).text,
    /tm:type="K" tm:status="D" tm:target="VRT" tm:target_desc="Virtual system/
  )
  const local = await alice.createTransport(`${adt}/oo/classes/zcl_new`, text, '$TMP')
  assert.match(
    (await raw.get(`${requests}/${local}`)).text,
    /tm:type="K" tm:status="D" tm:target="" /
  )
  const classic = (fields: string) =>
    raw.post(
      `${adt}/cts/transports`,
      `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${fields}</DATA></asx:values></asx:abap>`,
      {
        accept: 'text/plain',
        'content-type':
          'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.CreateCorrectionRequest'
      }
    )
  const made = await classic('<DEVCLASS>ZBOX</DEVCLASS><REQUEST_TEXT>x</REQUEST_TEXT><REF/>')
  assert.match(made.text, /^\/com\.sap\.cts\/object_record\/SBXK9\d{5}$/)
  assert.match(String(made.headers['content-type']), /^text\/plain/)
  assert.equal((await classic('<DEVCLASS/><REQUEST_TEXT>x</REQUEST_TEXT><REF/>')).status, 500)
  const explicit = (attributes: string, inner = '', type = 'text/plain') =>
    raw.post(
      requests,
      `<t:root xmlns:t="http://www.sap.com/cts/adt/tm" t:useraction="newrequest"><t:request ${attributes}>${inner}</t:request></t:root>`,
      { accept: organizer, 'content-type': type }
    )
  const copies = await explicit(
    't:desc="Two tasks &amp; more" t:type="W" t:target="LOCAL"',
    '<t:task t:owner="alice"/><t:task t:owner="BOB"/>',
    organizer
  )
  assert.deepEqual([copies.status, copies.headers['content-type']], [201, organizer])
  assert.match(
    copies.text,
    /^<\?xml version="1\.0" encoding="utf-8"\?><tm:root xmlns:tm="http:\/\/www\.sap\.com\/cts\/adt\/tm" tm:useraction="newrequest"><tm:request tm:number="(SBXK9\d{5})" tm:parent="" tm:desc="Two tasks &amp; more" tm:type="W" tm:target="LOCAL" tm:target_desc="" tm:cts_project="" tm:cts_project_desc="" tm:uri="\/sap\/bc\/adt\/cts\/transportrequests\/\1">\n<tm:task tm:number="SBXK9\d{5}" tm:parent="\1" tm:desc="Two tasks &amp; more" tm:owner="ALICE" tm:uri="[^"]+"\/>\n<tm:task [^>]*tm:owner="BOB"[^>]*\/><\/tm:request><\/tm:root>$/
  )
  const unknown = await explicit('t:desc="x" t:type="K" t:target="XYZ"')
  assert.deepEqual(
    [unknown.status, /<message lang="EN">([^<]+)/.exec(unknown.text)?.[1]],
    [400, "Target 'XYZ' does not exist"]
  )
  assert.equal((await explicit('t:desc="x" t:type="K"', '<t:task t:owner="UNKNOWN"/>')).status, 400)
  assert.equal((await explicit('t:desc="x" t:type="S"')).status, 400)
  assert.equal((await explicit(`t:desc="${'x'.repeat(61)}"`)).status, 400)
  assert.equal(
    (
      await raw.post(requests, '<t:root xmlns:t="x" t:useraction="what"/>', {
        'content-type': 'text/plain'
      })
    ).status,
    400
  )
  assert.equal((await raw.get(`${requests}/SBXK999999`)).status, 404)
})

test('lists: by user, type, status, with targets and without; an unknown user has an empty one', async t => {
  const { alice, bob, raw } = await start(t)
  const [open, other] = [
    await alice.createTransport(`${adt}/oo/classes/zcl_x`, 'Open one', 'ZBOX'),
    await bob.createTransport(`${adt}/oo/classes/zcl_x`, 'Of Bob', '$TMP')
  ]
  const mine = await alice.userTransports('ALICE')
  assert.deepEqual(
    mine.workbench.map(each => [
      each['tm:name'],
      each.modifiable.map(request => request['tm:number'])
    ]),
    [['VRT', [open]]]
  )
  await alice.transportAddUser(other, 'ALICE')
  const both = await alice.userTransports('ALICE')
  assert.deepEqual(both.workbench.map(each => each['tm:name']).sort(), [
    'Local Change Requests',
    'VRT'
  ])
  const plain = await raw.get(`${requests}?user=ALICE`, { accept: `${tree}, ${organizer}` })
  assert.equal(plain.headers['content-type'], tree)
  assert.match(
    plain.text,
    /<tm:workbench tm:category="Workbench"><tm:modifiable tm:status="Modifiable"><tm:request tm:number="[^"]+" tm:parent="" tm:owner="[^"]+" tm:desc="[^"]*" tm:type="K" tm:status="D" tm:target="[^"]*" tm:target_desc="[^"]*" tm:cts_project="" tm:cts_project_desc="" tm:lastchanged_timestamp="\d{14}" tm:uri="[^"]+"><tm:long_desc\/><atom:link /
  )
  assert.match(
    plain.text,
    /<tm:task tm:number="[^"]+" tm:parent="[^"]+" tm:owner="ALICE" tm:desc="[^"]*" tm:type="Unclassified" tm:status="D"/
  )
  const numbers = async (query: string) =>
    [
      ...(await raw.get(`${requests}?${query}`)).text.matchAll(/<tm:request tm:number="([^"]+)"/g)
    ].map(each => each[1])
  assert.deepEqual(await numbers(''), [open, other])
  assert.deepEqual(await numbers('user=ALICE&target=true&requestType=W'), [])
  assert.deepEqual(await numbers('user=ALICE&requestType=KT&requestStatus=R'), [])
  assert.deepEqual(await numbers('user=ALICE&requestStatus=D'), [open, other])
  assert.match(
    (await raw.get(`${requests}?user=__PROBE__`)).text,
    /^<\?xml[^>]*><tm:root [^>]*\/>$/
  )
})

test('a creation that names no request is recorded in one that the ERP makes', async t => {
  const { sandbox, alice, raw } = await start(t)
  const name = randomName('ZCL')
  const uri = `${adt}/oo/classes/${name.toLowerCase()}`
  const create = (type: 'CLAS/OC' | 'DTEL/DE', object: string) =>
    alice.createObject(type, object, 'ZBOX', 'Recorded', `${adt}/packages/zbox`, 'ALICE')
  await create('CLAS/OC', name)
  const held = await alice.lock(uri)
  assert.deepEqual(
    [held.CORRUSER, held.CORRTEXT, held.IS_LOCAL],
    ['ALICE', 'Generated Request for Change Recording', '']
  )
  await alice.unLock(uri, held.LOCK_HANDLE)
  const other = await alice.createTransport(uri, 'Other', 'ZBOX')
  await assert.rejects(save(alice, name, other), (error: Error & Record<string, unknown>) => {
    assert.equal(
      error.message,
      `Object R3TR CLAS ${name} is already locked in request ${held.CORRNR} of user ALICE`
    )
    assert.equal(error['type'], 'ExceptionResourceSaveFailure')
    return true
  })
  const before = sandbox.store.transports.requests().length
  await assert.rejects(create('CLAS/OC', name), /already exist/)
  assert.equal(sandbox.store.transports.requests().length, before, 'a refusal leaves no request')
  const { text } = await raw.get(`${requests}/${held.CORRNR}`)
  assert.match(text, new RegExp(`tm:name="${name}"`))
})

test('changes of transportable objects are recorded in the request of the client, or refused', async t => {
  const { sandbox, alice, bob, raw } = await start(t)
  const name = randomName('ZCL')
  const uri = `${adt}/oo/classes/${name.toLowerCase()}`
  const create = (corrNr?: string) =>
    alice.createObject('CLAS/OC', name, 'ZBOX', 'Recorded', `${adt}/packages/zbox`, 'ALICE', corrNr)
  const first = await alice.createTransport(uri, 'First', 'ZBOX')
  const second = await alice.createTransport(uri, 'Second', 'ZBOX')
  const bobs = await bob.createTransport(uri, 'Of Bob', 'ZBOX')
  await assert.rejects(create('SBXK999999'), /does not exist/)
  await assert.rejects(create(bobs), /has no task in it/)
  assert.equal(sandbox.store.get({ type: 'CLAS', name }), undefined)
  await create(first)
  const held = await alice.lock(uri)
  assert.deepEqual(
    [held.CORRNR, held.CORRUSER, held.CORRTEXT, held.IS_LOCAL],
    [first, 'ALICE', 'First', '']
  )
  await alice.unLock(uri, held.LOCK_HANDLE)
  await save(alice, name, first)
  await save(alice, name)
  await assert.rejects(
    save(alice, name, second),
    new RegExp(`already locked in request ${first} of user ALICE`)
  )
  await assert.rejects(
    save(bob, name, bobs),
    new RegExp(`already locked in request ${first} of user ALICE`)
  )
  await assert.rejects(save(bob, name, first), /user BOB has no task in it/)
  const task = (await alice.transportAddUser(first, 'BOB'))['tm:number']
  await save(bob, name, task)
  const details = await alice.transportDetails(first)
  assert.deepEqual(
    details.tasks.map(each => [
      each['tm:owner'],
      each.objects.map(object => `${object['tm:pgmid']} ${object['tm:type']} ${object['tm:name']}`)
    ]),
    [
      ['ALICE', [`R3TR CLAS ${name}`]],
      ['BOB', [`R3TR CLAS ${name}`]]
    ]
  )
  const check = await alice.transportInfo(`${uri}/source/main`)
  assert.deepEqual(
    [
      check.RECORDING,
      check.LOCKS?.HEADER.TRKORR,
      check.LOCKS?.OBJECT_KEY.OBJ_NAME,
      check.TRANSPORTS.length
    ],
    ['', first, name, 0]
  )
  const fresh = await alice.transportInfo(`${adt}/oo/classes/zcl_fresh`, 'ZBOX')
  assert.deepEqual(
    [fresh.RECORDING, fresh.TRANSPORTS.map(each => each.TRKORR)],
    ['X', [second, first]]
  )
  const bytes = await raw.post(
    `${adt}/cts/transportchecks`,
    `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><URI>${uri}</URI></DATA></asx:values></asx:abap>`
  )
  assert.match(
    bytes.text,
    new RegExp(
      `<LOCKS><CTS_OBJECT_LOCK><OBJECT_KEY><PGMID>R3TR</PGMID><OBJECT>CLAS</OBJECT><OBJ_NAME>${name}</OBJ_NAME></OBJECT_KEY><LOCK_HOLDER><REQ_HEADER><TRKORR>${first}</TRKORR><TRFUNCTION>K</TRFUNCTION><TRSTATUS>D</TRSTATUS><TARSYSTEM>VRT</TARSYSTEM><AS4USER>ALICE</AS4USER><AS4DATE>\\d{4}-\\d\\d-\\d\\d</AS4DATE><AS4TIME>\\d\\d:\\d\\d:\\d\\d</AS4TIME>`
    )
  )
  assert.equal(await alice.transportReference('R3TR', 'CLAS', name), uri)
  const object = await raw.get(`${uri}/transports`, { accept: 'application/vnd.sap.as+xml' })
  assert.match(
    object.text,
    new RegExp(`<LOCK_HANDLE/><CORRNR>${first}</CORRNR><CORRUSER>ALICE</CORRUSER>`)
  )
})

test('a refused write leaves no entry behind; deletions are recorded', async t => {
  const { sandbox, alice, raw } = await start(t)
  const name = randomName('ZCL')
  const number = await openRequest(raw)
  const uri = await createClass(raw, name, 'ZBOX', number)
  const other = await createClass(raw, randomName('ZCL'), '$TMP')
  await alice.transportDetails(number)
  const entries = () => sandbox.store.transports.entriesOf({ type: 'CLAS', name }).length
  assert.equal(entries(), 1)
  const again = await raw.post(
    `${adt}/oo/classes?corrNr=${number}`,
    `<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${randomName('ZCL')}" adtcore:responsible="UNKNOWN"><adtcore:packageRef adtcore:name="ZBOX"/></class:abapClass>`
  )
  assert.equal(again.status, 400)
  assert.equal(
    sandbox.store.transports
      .requests()
      .flatMap(each => sandbox.store.transports.entries(each.number)).length,
    1
  )
  const handle = await lock(raw, uri)
  assert.equal(
    (await raw.del(`${uri}?lockHandle=${handle}&corrNr=${number}`, stateful)).status,
    200
  )
  assert.equal(entries(), 1)
  const local = await lock(raw, other)
  assert.equal((await raw.del(`${other}?lockHandle=${local}`, stateful)).status, 200)
  const second = await createClass(raw, randomName('ZCL'), 'ZBOX', number)
  const deletion = (corrNr: string) =>
    raw.post(
      `${adt}/deletion/delete`,
      `<del:deletionRequest xmlns:del="http://www.sap.com/adt/deletion" xmlns:adtcore="http://www.sap.com/adt/core"><del:object adtcore:uri="${second}"><del:transportNumber>${corrNr}</del:transportNumber></del:object></del:deletionRequest>`
    )
  assert.match((await deletion('SBXK912345')).text, /del:isDeleted="false".*does not exist/)
  assert.match((await deletion(number)).text, /del:isDeleted="true"/)
})

test('release: tasks first, inactive and edited objects block, comments and history stay', async t => {
  const { alice, raw, sandbox } = await start(t)
  const name = randomName('ZCL')
  const uri = `${adt}/oo/classes/${name.toLowerCase()}`
  const number = await alice.createTransport(uri, 'To be released', 'ZBOX')
  await alice.createObject(
    'CLAS/OC',
    name,
    'ZBOX',
    'Recorded',
    `${adt}/packages/zbox`,
    'ALICE',
    number
  )
  const task = taskOf((await raw.get(`${requests}/${number}`)).text)
  const early = await alice.transportRelease(number)
  assert.deepEqual(
    early.map(each => each['chkrun:status']),
    ['abortrelapifail']
  )
  assert.match(
    String(early[0]?.messages[0]?.['chkrun:shortText']),
    new RegExp(`Task ${task} of user ALICE has not been released yet`)
  )
  const inactive = await raw.post(`${requests}/${task}/newreleasejobs`, '', { accept: organizer })
  assert.equal(inactive.status, 200)
  assert.match(
    inactive.text,
    new RegExp(
      `tm:useraction="newreleasejobs" tm:releasetimestamp="0 " tm:number="${task}"><tm:releasereports><chkrun:checkReport xmlns:chkrun="http://www.sap.com/adt/checkrun" chkrun:reporter="transportrelease" chkrun:triggeringUri="${requests}/${task}" chkrun:status="abortrelapifail" chkrun:statusText="[^"]+"><chkrun:checkMessageList><chkrun:checkMessage chkrun:uri="[^"]+" chkrun:type="E" chkrun:shortText="Object R3TR CLAS ${name} is inactive"/></chkrun:checkMessageList>`
    )
  )
  await alice.activate(name, uri)
  const { LOCK_HANDLE } = await alice.lock(uri)
  assert.match(
    String((await alice.transportRelease(task))[0]?.messages[0]?.['chkrun:shortText']),
    /currently editing/
  )
  assert.equal((await alice.transportRelease(task, true))[0]?.['chkrun:status'], 'released')
  await alice.unLock(uri, LOCK_HANDLE)
  assert.equal((await alice.transportRelease(task))[0]?.['chkrun:status'], 'abortrelapifail')
  const done = await raw.post(`${requests}/${number}/newreleasejobs`)
  assert.match(
    done.text,
    new RegExp(
      `tm:releasetimestamp="\\d{14} " tm:number="${number}"><tm:releasereports><chkrun:checkReport [^>]*chkrun:status="released" chkrun:statusText="Transport request/task ${number} was successfully released"><chkrun:checkMessageList/>`
    )
  )
  const details = await alice.transportDetails(number)
  assert.equal(details['tm:status'], 'R')
  assert.ok(
    details.objects.some(each => each['tm:pgmid'] === 'CORR' && each['tm:name'].startsWith(task))
  )
  assert.deepEqual(
    (await alice.userTransports('ALICE')).workbench.flatMap(each =>
      each.released.map(request => request['tm:number'])
    ),
    [number]
  )
  await assert.rejects(save(alice, name, number), /it has been released/)
  await assert.rejects(alice.transportDelete(number))
  const feed = await alice.revisions(await alice.objectStructure(uri))
  assert.deepEqual(
    feed.map(each => [each.version, each.versionTitle]),
    [
      [number, 'To be released'],
      ['', '']
    ],
    'the version of the release and the active one, by time'
  )
  const next = await alice.createTransport(uri, 'Next change', 'ZBOX')
  await save(alice, name, next)
  await alice.activate(name, uri)
  assert.deepEqual(
    (await alice.revisions(await alice.objectStructure(uri))).map(each => each.version),
    [next, number]
  )
  assert.equal(sandbox.store.transports.entriesOf({ type: 'CLAS', name }).length, 3)
})

test('delete, reassign, add a user, remove an object, change the text', async t => {
  const { alice, raw } = await start(t)
  const name = randomName('ZCL')
  const number = await alice.createTransport(
    `${adt}/oo/classes/${name.toLowerCase()}`,
    'Old text',
    'ZBOX'
  )
  await createClass(raw, name, 'ZBOX', number)
  const task = taskOf((await raw.get(`${requests}/${number}`)).text)
  await assert.rejects(
    alice.transportDelete(number),
    new RegExp(`Request/task ${task} contains locked objects`)
  )
  const read = await raw.get(`${requests}/${task}`, { accept: organizer })
  assert.match(
    read.text,
    new RegExp(
      `tm:object_type="T" adtcore:name="${task}" adtcore:type="RQRQ".*<tm:request tm:number="${number}"[^>]*/><tm:task tm:number="${task}"`
    )
  )
  const remove = (entry: string) =>
    raw.put(
      `${requests}/${task}`,
      `<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:number="${task}" tm:useraction="removeobject"><tm:request><tm:abap_object tm:name="${entry}" tm:obj_desc="" tm:pgmid="R3TR" tm:type="CLAS" tm:position="000001"/></tm:request></tm:root>`,
      { accept: organizer }
    )
  assert.equal((await remove('ZCL_NOT_IN_IT')).status, 200)
  assert.match((await raw.get(`${requests}/${task}`)).text, new RegExp(`tm:name="${name}"`))
  assert.equal((await remove(name)).status, 200)
  assert.equal(
    (await alice.transportInfo(`${adt}/oo/classes/${name.toLowerCase()}`)).RECORDING,
    'X'
  )
  const owner = await alice.transportSetOwner(task, 'BOB')
  assert.deepEqual([owner['tm:number'], owner['tm:targetuser']], [task, 'BOB'])
  await assert.rejects(alice.transportSetOwner(task, 'UNKNOWN'))
  const added = await alice.transportAddUser(number, 'ALICE')
  assert.match(added['tm:number'], /^SBXK9/)
  await assert.rejects(alice.transportAddUser(number, 'BOB'), /already has task/)
  const document = (await raw.get(`${requests}/${number}`, { accept: organizer })).text
  const changed = await raw.put(
    `${requests}/${number}`,
    document
      .replace('tm:desc="Old text"', 'tm:desc="New &amp; better"')
      .replace('<tm:long_desc/>', '<tm:attributes tm:attribute="SAPCORR" tm:value="42"/>'),
    { 'content-type': organizer }
  )
  assert.equal(changed.status, 200)
  assert.equal((await alice.transportDetails(number))['tm:desc'], 'New & better')
  assert.match(
    changed.text,
    /<tm:attributes tm:attribute="SAPCORR" tm:description="" tm:value="42" tm:position="000001"\/>/
  )
  await alice.transportDelete(added['tm:number'])
  await alice.transportDelete(number)
  assert.equal((await raw.get(`${requests}/${number}`)).status, 404)
  assert.equal((await raw.get(`${requests}/${task}`)).status, 404)
})

test('searches are saved by user, guarded by their tag, and used by the list', async t => {
  const { alice, bob } = await start(t)
  assert.equal(await alice.hasTransportConfig(), true)
  assert.deepEqual(await alice.transportConfigurations(), [])
  const made = await alice.createTransportsConfig()
  assert.equal(made.User, 'ALICE')
  const [entry] = await alice.transportConfigurations()
  assert.ok(entry !== undefined)
  const number = await alice.createTransport(`${adt}/oo/classes/zcl_x`, 'Found by search', 'ZBOX')
  const found = async () =>
    (await alice.transportsByConfig(entry.link)).workbench.flatMap(each =>
      each.modifiable.map(request => request['tm:number'])
    )
  assert.deepEqual(await found(), [number])
  const config = await alice.getTransportConfiguration(entry.link)
  await alice.setTransportsConfig(entry.link, entry.etag, {
    ...config,
    Modifiable: false,
    DateFilter: 3,
    FromDate: Date.UTC(2020, 0, 1),
    ToDate: Date.UTC(2020, 0, 31)
  })
  assert.deepEqual(await found(), [])
  await assert.rejects(
    alice.setTransportsConfig(entry.link, entry.etag, config),
    /has been changed/
  )
  assert.deepEqual(await bob.transportConfigurations(), [])
  await assert.rejects(bob.getTransportConfiguration(entry.link))
})

test('requests survive a restart; numbers are given once', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kept-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startSandbox(t, { dataDir })
  const number = await openRequest(await logOn(first), 'Kept')
  await first.close()
  const again = await startSandbox(t, { dataDir })
  const client = await logOn(again)
  assert.match((await client.get(`${requests}/${number}`)).text, /tm:desc="Kept"/)
  assert.notEqual(await openRequest(client), number)
})
