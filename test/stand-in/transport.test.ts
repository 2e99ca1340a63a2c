/**
 * ERPTransport against documented bytes of old and new releases; the expected values are written by
 * hand.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const requests = `${adt}/cts/transportrequests`
const organizer = 'application/vnd.sap.adt.transportorganizer.v1+xml'
const tree = 'application/vnd.sap.adt.transportorganizertree.v1+xml'
const tm = 'xmlns:tm="http://www.sap.com/cts/adt/tm" xmlns:adtcore="http://www.sap.com/adt/core"'
const checkData =
  'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.transport.service.checkData'
const classicCreate =
  'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.CreateCorrectionRequest'
const gone = (path: string): Partial<Exchange> => ({
  status: 404,
  answer: `<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceNotFound"/><message lang="EN">Resource ${path} does not exist.</message></exc:exception>`
})

async function benchOn(t: TestContext, exchanges: readonly Exchange[]) {
  const { erp } = await standIn(t, exchanges)
  return toolBench(erp, { policy: { enableTransports: true, allowTransportableEdits: true } })
}

/**
 * 7.50: the whole tree of the caller whatever number is asked for, without parents, targets, lock
 * states and positions.
 */
const oldTree = `<tm:root ${tm} adtcore:name="DEVELOPER"><tm:workbench tm:category="Workbench"><tm:modifiable tm:status="Modifiable">
<tm:request tm:number="A4HK900123" tm:owner="DEVELOPER" tm:desc="Demo request" tm:type="K" tm:status="D" tm:uri="/sap/bc/adt/vit/wb/object_type/%20%20%20%20rq/object_name/A4HK900123"><tm:task tm:number="A4HK900124" tm:owner="DEVELOPER" tm:desc="Demo request" tm:type="Development/Correction" tm:status="D"><tm:abap_object tm:pgmid="R3TR" tm:type="CLAS" tm:name="ZCL_DEMO" tm:wbtype="CLAS/OC" tm:obj_desc="Demo class"/></tm:task></tm:request>
<tm:request tm:number="A4HK900130" tm:owner="DEVELOPER" tm:desc="Another" tm:type="K" tm:status="D"/>
</tm:modifiable></tm:workbench></tm:root>`

test('7.50 answers with all requests of the caller: the one that was asked for is found in them, a foreign one is not', async t => {
  const asked = (number: string): Exchange => ({
    method: 'GET',
    path: `${requests}/${number}`,
    accept: organizer,
    answer: oldTree
  })
  const { data, call } = await benchOn(t, [
    asked('A4HK900123'),
    asked('A4HK900124'),
    asked('A4HK999999')
  ])
  const found = await data('ERPTransport', { action: 'get', transport: 'A4HK900123' })
  assert.deepEqual(
    [found['number'], found['status'], found['target'], found['tasks']],
    [
      'A4HK900123',
      'D',
      undefined,
      [
        {
          number: 'A4HK900124',
          owner: 'DEVELOPER',
          description: 'Demo request',
          type: 'Development/Correction',
          status: 'D',
          entries: [{ pgmid: 'R3TR', type: 'CLAS', name: 'ZCL_DEMO', description: 'Demo class' }]
        }
      ]
    ]
  )
  assert.equal(
    (await data('ERPTransport', { action: 'get', transport: 'A4HK900124' }))['number'],
    'A4HK900123'
  )
  const missing = await call('ERPTransport', { action: 'get', transport: 'A4HK999999' })
  assert.equal(missing.kind === 'error' ? missing.code : missing.text, 'ERP_NOT_FOUND')
  assert.match(missing.text, /this release shows no others[^]*E070/)
})

test('7.50 lists without targets', async t => {
  const { data } = await benchOn(t, [
    {
      method: 'GET',
      path: requests,
      query: { user: 'DEVELOPER', target: 'true', requestType: 'KWT', requestStatus: 'D' },
      accept: tree,
      answer: oldTree
    }
  ])
  const found = await data('ERPTransport', { action: 'list', user: 'DEVELOPER' })
  assert.deepEqual(
    (found['requests'] as { number: string }[]).map(({ number }) => number),
    ['A4HK900123', 'A4HK900130']
  )
})

const system: Exchange = {
  method: 'GET',
  path: `${adt}/core/http/systeminformation`,
  ...gone(`${adt}/core/http/systeminformation`)
}
const oldRefusal = {
  status: 400,
  answer:
    '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceBadRequest"/><message lang="EN">user action  is not supported</message></exc:exception>'
}
const newRequest =
  /^<\?xml[^>]*><tm:root xmlns:tm="http:\/\/www\.sap\.com\/cts\/adt\/tm" tm:useraction="newrequest"><tm:request tm:desc="Demo request" tm:type="K" tm:target="" tm:cts_project=""><tm:task tm:owner="\w*"\/><\/tm:request><\/tm:root>$/
const classicBody =
  '<?xml version="1.0" encoding="UTF-8"?><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><DEVCLASS>ZDEMO_PKG</DEVCLASS><REQUEST_TEXT>Demo request</REQUEST_TEXT><REF/><OPERATION>I</OPERATION></DATA></asx:values></asx:abap>'
const classic: Exchange = {
  method: 'POST',
  path: `${adt}/cts/transports`,
  contentType: classicCreate,
  accept: 'text/plain',
  body: classicBody,
  type: 'text/plain',
  answer: '/com.sap.cts/object_record/A4HK900126'
}

function asUser(exchanges: readonly Exchange[]): readonly Exchange[] {
  const answer =
    '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>750;SAPK-75001INSAPBASIS;0001;Basis</atom:title></atom:entry></atom:feed>'
  return [
    system,
    { method: 'GET', path: `${adt}/system/components`, answer, type: 'application/atom+xml' },
    { method: 'GET', path: `${adt}/system/information`, ...gone(`${adt}/system/information`) },
    ...exchanges
  ]
}

test('7.50 creates by the classic service, for a package', async t => {
  const { data, code } = await benchOn(
    t,
    asUser([
      {
        method: 'POST',
        path: requests,
        contentType: 'text/plain',
        accept: organizer,
        body: newRequest,
        ...oldRefusal
      },
      {
        method: 'GET',
        path: `${adt}/packages/zdemo_pkg`,
        answer: '<pak:package xmlns:pak="http://www.sap.com/adt/packages"/>'
      },
      classic
    ])
  )
  const made = await data('ERPTransport', {
    action: 'create',
    description: 'Demo request',
    package: 'ZDEMO_PKG'
  })
  assert.deepEqual([made['transport'], made['tasks']], ['A4HK900126', []])
  assert.match(
    await code('ERPTransport', { action: 'create', description: 'Demo request' }),
    /UNSUPPORTED|NOT_SUPPORTED_BY_RELEASE/
  )
})

test('7.40 has the services outside of the development interface', async t => {
  const outside = classic.path.replace('/adt', '')
  const { data } = await benchOn(
    t,
    asUser([
      {
        method: 'POST',
        path: requests,
        contentType: 'text/plain',
        body: newRequest,
        ...gone(requests)
      },
      {
        method: 'POST',
        path: requests.replace('/adt', ''),
        contentType: 'text/plain',
        body: newRequest,
        ...gone(requests.replace('/adt', ''))
      },
      {
        method: 'GET',
        path: `${adt}/packages/zdemo_pkg`,
        ...gone(`${adt}/packages/zdemo_pkg`)
      },
      { ...classic, ...gone(classic.path) },
      { ...classic, path: outside }
    ])
  )
  assert.equal(
    (
      await data('ERPTransport', {
        action: 'create',
        description: 'Demo request',
        package: 'ZDEMO_PKG'
      })
    )['transport'],
    'A4HK900126'
  )
})

const modern = (status: string) =>
  `<tm:root ${tm} tm:object_type="R" adtcore:name="A4HK900123"><tm:request tm:number="A4HK900123" tm:parent="" tm:owner="DEVELOPER" tm:desc="Demo request" tm:type="K" tm:status="${status}" tm:target="/ZTGT/" tm:target_desc="Demo target group" tm:lastchanged_timestamp="20260501101112"><tm:long_desc/><tm:task tm:number="A4HK900124" tm:parent="A4HK900123" tm:owner="DEVELOPER" tm:desc="Demo request" tm:type="Development/Correction" tm:status="R"/></tm:request></tm:root>`
const report = (status: string, text: string, list: string) =>
  `<tm:root ${tm} tm:useraction="newreleasejobs" tm:number="A4HK900123"><tm:releasereports><chkrun:checkReport xmlns:chkrun="http://www.sap.com/adt/checkrun" chkrun:reporter="transportrelease" chkrun:triggeringUri="${requests}/A4HK900123" chkrun:status="${status}" chkrun:statusText="${text}"><chkrun:checkMessageList>${list}</chkrun:checkMessageList></chkrun:checkReport></tm:releasereports></tm:root>`
const shown: Exchange = {
  method: 'GET',
  path: `${requests}/A4HK900123`,
  accept: organizer,
  answer: modern('D')
}

test('a release that came with 200 and did not happen is an error with every reason', async t => {
  const blocked = report(
    'abortrelapifail',
    'Release failed',
    `<chkrun:checkMessage chkrun:uri="${requests}/A4HK900123" chkrun:type="E" chkrun:shortText="Object R3TR CLAS ZCL_DEMO is inactive"/><chkrun:checkMessage chkrun:uri="" chkrun:type="W" chkrun:shortText="ATC found 1 finding"/>`
  )
  const { call } = await benchOn(t, [
    shown,
    {
      method: 'POST',
      path: `${requests}/A4HK900123/newreleasejobs`,
      accept: organizer,
      answer: blocked
    }
  ])
  const refused = await call('ERPTransport', { action: 'release', transport: 'A4HK900123' })
  assert.equal(refused.kind === 'error' ? refused.code : refused.text, 'TRANSPORT_NOT_RELEASED')
  assert.match(
    refused.text,
    /Release failed\nE Object R3TR CLAS ZCL_DEMO is inactive\nW ATC found 1 finding/
  )
})

/** The request as it is shown before and after its release was attempted. */
function afterwards(after: Partial<Exchange>): Exchange {
  let asked = 0
  return {
    ...shown,
    reply: () => (asked++ === 0 ? { answer: modern('D') } : { answer: '', ...after })
  }
}
const preExport: Exchange = {
  method: 'POST',
  path: `${requests}/A4HK900123/newreleasejobs`,
  accept: organizer,
  answer: report(
    'abortrelapifail',
    'Release of A4HK900123 has failed',
    '<chkrun:checkMessage chkrun:type="E" chkrun:shortText="Error in pre-export methods"/>'
  )
}

test('a release that is reported as failed and has happened is done, with what the ERP reports', async t => {
  const { call } = await benchOn(t, [afterwards({ answer: modern('R') }), preExport])
  const result = await call('ERPTransport', { action: 'release', transport: 'A4HK900123' })
  assert.equal(result.kind, 'data', result.text)
  assert.match(result.text, /Released A4HK900123\n/)
  assert.match(result.text, /is released, but the ERP reports: .*Error in pre-export methods/)
})

for (const [state, after] of [
  ['is not shown any more', { answer: oldTree.replaceAll('A4HK900123', 'A4HK900131') }],
  ['cannot be read', { status: 500, answer: 'x' }]
] as const) {
  test(`a release that is reported as failed is of unknown outcome where the request ${state}`, async t => {
    const { call } = await benchOn(t, [afterwards(after), preExport])
    const result = await call('ERPTransport', { action: 'release', transport: 'A4HK900123' })
    assert.equal(result.kind === 'error' ? result.code : result.text, 'OUTCOME_UNKNOWN')
    assert.match(result.text, /E070/)
  })
}

test('a release that happened', async t => {
  const { data } = await benchOn(t, [
    shown,
    {
      method: 'POST',
      path: `${requests}/A4HK900123/newreleasejobs`,
      accept: organizer,
      answer: report('released', 'Transport request/task A4HK900123 was successfully released', '')
    }
  ])
  assert.deepEqual(
    (await data('ERPTransport', { action: 'release', transport: 'A4HK900123' }))['released'],
    ['A4HK900123']
  )
})

test('a task is described beside its closed request', async t => {
  const beside = `<tm:root ${tm} tm:object_type="T" adtcore:name="A4HK900124"><tm:request tm:number="A4HK900123" tm:parent="" tm:owner="DEVELOPER" tm:desc="Demo request" tm:type="K" tm:status="D"/><tm:task tm:number="A4HK900124" tm:parent="A4HK900123" tm:owner="OTHER" tm:desc="Theirs" tm:type="Development/Correction" tm:status="D"/></tm:root>`
  const { data } = await benchOn(t, [
    { method: 'GET', path: `${requests}/A4HK900124`, accept: organizer, answer: beside }
  ])
  const found = await data('ERPTransport', { action: 'get', transport: 'A4HK900124' })
  assert.deepEqual(
    [
      found['number'],
      (found['tasks'] as { number: string; owner: string }[]).map(
        ({ number, owner }) => `${number} ${owner}`
      )
    ],
    ['A4HK900123', ['A4HK900124 OTHER']]
  )
})

test('a check that the ERP refuses with 200 is an error, and a lock holder leaves no choice', async t => {
  const object: Exchange = {
    method: 'GET',
    path: `${adt}/oo/classes/zcl_demo`,
    accept: 'application/vnd.sap.adt.oo.classes.v4+xml',
    answer:
      '<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC" adtcore:version="active"><adtcore:packageRef adtcore:uri="/sap/bc/adt/packages/zdemo_pkg" adtcore:type="DEVC/K" adtcore:name="ZDEMO_PKG"/></class:abapClass>'
  }
  const asx = (data: string) =>
    `<asx:abap version="1.0" xmlns:asx="http://www.sap.com/abapxml"><asx:values><DATA><PGMID>R3TR</PGMID><OBJECT>CLAS</OBJECT><OBJECTNAME>ZCL_DEMO</OBJECTNAME><DEVCLASS>ZDEMO_PKG</DEVCLASS><DLVUNIT>HOME</DLVUNIT>${data}</DATA></asx:values></asx:abap>`
  const check = (data: string): Exchange => ({
    method: 'POST',
    path: `${adt}/cts/transportchecks`,
    contentType: checkData,
    body: /<DEVCLASS>ZDEMO_PKG<\/DEVCLASS>/,
    type: checkData,
    answer: asx(data)
  })
  const holder =
    '<MESSAGES/><RESULT>S</RESULT><RECORDING>X</RECORDING><REQUESTS/><LOCKS><CTS_OBJECT_LOCK><OBJECT_KEY><PGMID>R3TR</PGMID><OBJECT>CLAS</OBJECT><OBJ_NAME>ZCL_DEMO</OBJ_NAME></OBJECT_KEY><LOCK_HOLDER><REQ_HEADER><TRKORR>A4HK900123</TRKORR><TRFUNCTION>K</TRFUNCTION><TRSTATUS>D</TRSTATUS><AS4USER>OTHER</AS4USER><AS4TEXT>Theirs</AS4TEXT></REQ_HEADER></LOCK_HOLDER></CTS_OBJECT_LOCK></LOCKS>'
  const held = await benchOn(t, [object, check(holder)])
  assert.deepEqual(
    (await held.data('ERPTransport', { action: 'check', type: 'CLAS', name: 'ZCL_DEMO' }))[
      'recordedIn'
    ],
    { number: 'A4HK900123', owner: 'OTHER', description: 'Theirs' }
  )
  const refused = await benchOn(t, [
    object,
    check(
      '<MESSAGES><CTS_MESSAGE><SEVERITY>E</SEVERITY><TEXT>Package ZDEMO_PKG does not exist</TEXT></CTS_MESSAGE></MESSAGES><RESULT>E</RESULT>'
    )
  ])
  assert.equal(
    await refused.code('ERPTransport', { action: 'check', type: 'CLAS', name: 'ZCL_DEMO' }),
    'ERP_BAD_REQUEST'
  )
})
