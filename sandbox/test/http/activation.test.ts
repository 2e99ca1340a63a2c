import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from './client.ts'
import { createClass, lock, logOn, startSandbox, users, write } from './fixture.ts'

const empty = '<?xml version="1.0" encoding="utf-8"?>'
const success = `${empty}<chkl:messages xmlns:chkl="http://www.sap.com/abapxml/checklist"><chkl:properties checkExecuted="true" activationExecuted="true" generationExecuted="true"/></chkl:messages>`

function references(uris: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core">${uris.map(uri => `<adtcore:objectReference adtcore:uri="${uri}" adtcore:name="X"/>`).join('')}</adtcore:objectReferences>`
}

function activate(
  client: Client,
  uris: readonly string[],
  query = 'method=activate&preauditRequested=true'
): ReturnType<Client['post']> {
  return client.post(`/sap/bc/adt/activation?${query}`, references(uris), {
    'content-type': 'application/xml'
  })
}

function classWith(name: string, body: string, definition = ''): string {
  return `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    METHODS run.\n${definition}ENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n${body}  ENDMETHOD.\nENDCLASS.\n`
}

test('success is a document without messages, an error a message with type, line and place, and nothing becomes active', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_ACT')
  await write(client, uri, classWith('zcl_act', '    DATA(x) = unknown_thing.\n'))
  const failed = await activate(client, [uri])
  assert.equal(failed.status, 200)
  assert.ok(
    failed.text.startsWith(
      `${empty}<chkl:messages xmlns:chkl="http://www.sap.com/abapxml/checklist"><chkl:properties checkExecuted="true" activationExecuted="false" generationExecuted="false"/><msg objDescr="Class ZCL_ACT" type="E" line="7" href="/sap/bc/adt/oo/classes/zcl_act/source/main#start=7,`
    ),
    failed.text
  )
  assert.match(
    failed.text,
    /<shortText><txt>[^<]*unknown_thing[^<]*<\/txt><\/shortText><\/msg><\/chkl:messages>$/
  )
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_ACT' })?.state, 'new')
  await write(client, uri, classWith('zcl_act', '    RETURN.\n    CLEAR sy-subrc.\n'))
  const warned = await activate(client, [uri])
  assert.match(
    warned.text,
    /activationExecuted="true" generationExecuted="true"\/><msg [^>]*type="W" line="8"/
  )
  await write(client, uri, classWith('zcl_act', ''))
  const done = await activate(client, [uri])
  assert.deepEqual([done.status, done.text], [200, success])
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_ACT' })?.state, 'active')
})

test('what is active already is no failure, what does not exist is an E message', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_ACT')
  await activate(client, [uri])
  const again = await activate(client, [uri])
  assert.equal(
    again.text,
    `${empty}<chkl:messages xmlns:chkl="http://www.sap.com/abapxml/checklist"><chkl:properties checkExecuted="false" activationExecuted="false" generationExecuted="true"/></chkl:messages>`
  )
  const missing = await activate(client, ['/sap/bc/adt/oo/classes/zcl_none'])
  assert.equal(missing.status, 200)
  assert.match(
    missing.text,
    /<msg [^>]*type="E"[^>]*><shortText><txt>Object X does not exist<\/txt>/
  )
})

test('objects that need each other are activated together, in any order, all or none', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const one = await createClass(client, 'ZCL_ONE')
  const two = await createClass(client, 'ZCL_TWO')
  await write(client, one, classWith('zcl_one', '    NEW zcl_two( )->run( ).\n'))
  await write(
    client,
    two,
    classWith('zcl_two', '    DATA lo TYPE REF TO zcl_one.\n    lo->run( ).\n    lo->nowhere( ).\n')
  )
  assert.match((await activate(client, [one])).text, /type="E"/)
  const both = await activate(client, [one, two])
  assert.match(both.text, /objDescr="Class ZCL_TWO" type="E"/)
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_ONE' })?.state, 'new')
  await write(
    client,
    two,
    classWith('zcl_two', '    DATA lo TYPE REF TO zcl_one.\n    lo->run( ).\n')
  )
  assert.equal((await activate(client, [one, two])).text, success)
})

test('a further draft of the same group is returned for confirmation; the returned list activates', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const xmlns = 'xmlns:adtcore="http://www.sap.com/adt/core"'
  await client.post(
    '/sap/bc/adt/functions/groups',
    `<g:abapFunctionGroup xmlns:g="g" ${xmlns} adtcore:name="ZFG_ACT"><adtcore:packageRef adtcore:name="$TMP"/></g:abapFunctionGroup>`
  )
  for (const name of ['Z_ACT_ONE', 'Z_ACT_TWO']) {
    await client.post(
      '/sap/bc/adt/functions/groups/zfg_act/fmodules',
      `<f:abapFunctionModule xmlns:f="f" ${xmlns} adtcore:name="${name}"/>`
    )
  }
  const asked = await activate(client, ['/sap/bc/adt/functions/groups/zfg_act/fmodules/z_act_one'])
  assert.equal(asked.headers['content-type'], 'application/vnd.sap.adt.inactivectsobjects.v1+xml')
  assert.match(
    asked.text,
    /^<\?xml [^>]*><ioc:inactiveObjects xmlns:ioc="http:\/\/www\.sap\.com\/abapxml\/inactiveCtsObjects"><ioc:entry><ioc:object ioc:user="ALICE" ioc:deleted="false"><ioc:ref /
  )
  assert.match(
    asked.text,
    /adtcore:uri="\/sap\/bc\/adt\/functions\/groups\/zfg_act\/fmodules\/z_act_two" adtcore:type="FUGR\/FF" adtcore:name="Z_ACT_TWO" adtcore:parentUri="\/sap\/bc\/adt\/functions\/groups\/zfg_act"/
  )
  const uris = [...asked.text.matchAll(/adtcore:uri="([^"]+)"/g)].map(match => match[1] ?? '')
  const confirmed = await activate(client, uris, 'method=activate&preauditRequested=false')
  assert.equal(confirmed.text, success)
  assert.equal(sandbox.store.get({ type: 'FUGR', name: 'ZFG_ACT' })?.state, 'active')
})

test('inactive objects are those of the user, with own types for the includes of a class', async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const bob = await logOn(sandbox, users[1])
  const uri = await createClass(alice, 'ZCL_ACT')
  await createClass(bob, 'ZCL_BOB')
  await activate(alice, [uri])
  await write(alice, uri, '* macro\n', '/includes/macros')
  const accept = 'application/vnd.sap.adt.inactivectsobjects.v1+xml, application/xml;q=0.8'
  const reply = await alice.get('/sap/bc/adt/activation/inactiveobjects', { accept })
  assert.equal(reply.headers['content-type'], 'application/vnd.sap.adt.inactivectsobjects.v1+xml')
  assert.equal(
    reply.text,
    `${empty}<ioc:inactiveObjects xmlns:ioc="http://www.sap.com/abapxml/inactiveCtsObjects"><ioc:entry><ioc:object ioc:user="ALICE" ioc:deleted="false"><ioc:ref xmlns:adtcore="http://www.sap.com/adt/core" adtcore:uri="/sap/bc/adt/oo/classes/zcl_act/includes/macros" adtcore:type="CLAS/OCN/macros" adtcore:name="ZCL_ACT" adtcore:parentUri="/sap/bc/adt/oo/classes/zcl_act"/></ioc:object><ioc:transport/></ioc:entry></ioc:inactiveObjects>`
  )
})

test("a body without objects, or with another user's lock, is refused", async t => {
  const sandbox = await startSandbox(t)
  const alice = await logOn(sandbox)
  const bob = await logOn(sandbox, users[1])
  const uri = await createClass(alice, 'ZCL_ACT')
  await lock(alice, uri)
  assert.equal((await activate(bob, [uri])).status, 403)
  assert.equal((await alice.post('/sap/bc/adt/activation', 'nothing')).status, 400)
})

function checkList(uri: string, source: string | undefined, version = 'active'): string {
  const artifact =
    source === undefined
      ? ''
      : `<chkrun:artifacts><chkrun:artifact chkrun:contentType="text/plain; charset=utf-8" chkrun:uri="${uri}"><chkrun:content>${Buffer.from(source).toString('base64')}</chkrun:content></chkrun:artifact></chkrun:artifacts>`
  return `<?xml version="1.0" encoding="UTF-8"?><chkrun:checkObjectList xmlns:chkrun="http://www.sap.com/adt/checkrun" xmlns:adtcore="http://www.sap.com/adt/core"><chkrun:checkObject adtcore:uri="${uri}" chkrun:version="${version}">${artifact}</chkrun:checkObject></chkrun:checkObjectList>`
}

test('a check reads the source in the request and saves nothing', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_CHK')
  await activate(client, [uri])
  const main = `${uri}/source/main`
  const headers = {
    'content-type': 'application/vnd.sap.adt.checkobjects+xml',
    accept: 'application/vnd.sap.adt.checkmessages+xml'
  }
  const wrong = await client.post(
    '/sap/bc/adt/checkruns?reporters=abapCheckRun',
    checkList(main, classWith('zcl_chk', '    undeclared = 1.\n')),
    headers
  )
  assert.equal(wrong.headers['content-type'], 'application/vnd.sap.adt.checkmessages+xml')
  assert.ok(
    wrong.text.startsWith(
      `${empty}<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:triggeringUri="${main}" chkrun:status="processed" chkrun:statusText="Object ZCL_CHK has been checked"><chkrun:checkMessageList><chkrun:checkMessage chkrun:uri="${main}#start=7,4" chkrun:type="E" chkrun:shortText="`
    ),
    wrong.text
  )
  const right = await client.post(
    '/sap/bc/adt/checkruns',
    checkList(main, classWith('zcl_chk', '    DATA(x) = 1.\n')),
    headers
  )
  assert.doesNotMatch(right.text, /chkrun:type="E"/)
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_CHK' })?.state, 'active')
})

test('without a source the stored version is checked, active or inactive', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_CHK')
  await activate(client, [uri])
  await write(client, uri, classWith('zcl_chk', '    undeclared = 1.\n'))
  const run = async (version: string) =>
    (await client.post('/sap/bc/adt/checkruns', checkList(uri, undefined, version))).text
  assert.doesNotMatch(await run('active'), /chkrun:type="E"/)
  assert.match(await run('inactive'), /chkrun:type="E"/)
})

test('reporters answer their media type; an unknown reporter and invalid content are refused', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_CHK')
  const reply = await client.get('/sap/bc/adt/checkruns/reporters', {
    accept: 'application/vnd.sap.adt.reporters+xml'
  })
  assert.equal(reply.headers['content-type'], 'application/vnd.sap.adt.reporters+xml')
  assert.match(
    reply.text,
    /<chkrun:reporter chkrun:name="abapCheckRun"><chkrun:supportedType>PROG\*<\/chkrun:supportedType>/
  )
  assert.equal(
    (await client.post('/sap/bc/adt/checkruns?reporters=unknown', checkList(uri, undefined)))
      .status,
    404
  )
  const notUtf8 = checkList(uri, undefined).replace(
    '</chkrun:checkObject>',
    '<chkrun:artifacts><chkrun:artifact chkrun:uri="/sap/bc/adt/oo/classes/zcl_chk/source/main"><chkrun:content>//79</chkrun:content></chkrun:artifact></chkrun:artifacts></chkrun:checkObject>'
  )
  assert.equal((await client.post('/sap/bc/adt/checkruns', notUtf8)).status, 400)
  assert.match(
    (await client.post('/sap/bc/adt/checkruns', checkList('/sap/bc/adt/no/such', undefined))).text,
    /chkrun:status="notProcessed"/
  )
  for (const [gone, words] of [
    ['oo/classes/zcl_gone', 'CLASS ZCL_GONE'],
    ['programs/programs/zgone', 'PROGRAM ZGONE']
  ] as const) {
    const absent = checkList(`/sap/bc/adt/${gone}`, 'REPORT zgone.')
    const report = await client.post('/sap/bc/adt/checkruns', absent)
    assert.equal(report.status, 200)
    assert.match(
      report.text,
      new RegExp(`notProcessed" chkrun:statusText="Resource ${words} does not exist\\."/>`)
    )
  }
})
