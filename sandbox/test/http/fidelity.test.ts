import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fullPath } from '../../http/router.ts'
import { routes } from '../../routes/index.ts'
import { createDatabase } from '../../sql/index.ts'
import {
  createClass,
  lock,
  logOn,
  openRequest,
  randomName,
  startSandbox,
  write
} from './fixture.ts'
import type { Client } from './client.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const adt = '/sap/bc/adt'
const here = 'http/fidelity.test.ts'

/** What decides whether clients of others work, and the test that looks at the bytes of it. */
const rules: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'core 1: literal prefixes': [
    'contracts.test.ts',
    'the documents of all object types have the roots of their contracts'
  ],
  'core 2: errors are one line with a literal beginning': [
    'http/wire.test.ts',
    'an exception document is one line with literal beginning, order and message'
  ],
  'core 3: lock results name lock.Result': [
    'http/locks.test.ts',
    'the lock result has the content type and the fields that clients demand'
  ],
  'core 4: the type asked for comes first': [
    here,
    'the content type of an answer starts with the requested media type'
  ],
  'core 5: CSRF refusals': [
    'http/log-on.test.ts',
    "a change without the session's token is 403 with the header and the text that clients look for, and has no effect"
  ],
  'core 6: lock handles are no numbers': [
    'http/locks.test.ts',
    'a handle never looks like a number, and the same session gets the same again'
  ],
  'core 7: names are no numbers': [
    here,
    'values that clients treat as text never consist of digits only'
  ],
  'core 8: lists of at least two links': [
    'http/sources.test.ts',
    'the metadata of a class lists its includes with two or more links each, main last'
  ],
  'core 8: one collection a workspace': [
    'http/discovery.test.ts',
    'in the core document every workspace has one collection with one category'
  ],
  'core 9: empty bodies mean success': [here, 'success without content has an empty body'],
  'core 10: names in any case and spelling': [
    'http/sources.test.ts',
    'names in a namespace are read in both cases and both spellings of the slash'
  ],
  'extended 1: any prefix on input': [
    'http/wire.test.ts',
    'prefixes, attribute order, encodings and entities of a document do not matter'
  ],
  'extended 2: liberal content types': [
    'http/wire.test.ts',
    'unusual content types are accepted, a vendor type of another resource is 415'
  ],
  'extended 2: strict where clients test it': [
    here,
    'the test cockpit is strict about methods, media types and verdicts'
  ],
  'extended 3: bare collections': [
    'http/wire.test.ts',
    'a GET of a bare collection is 400, never a list'
  ],
  'extended 3: unknown paths': [
    'http/wire.test.ts',
    'an unknown path is 404 in plain text, a known one with another method 405'
  ],
  'extended 4: release reports are 200': [here, 'a release that fails is a report, and 200'],
  'extended 4: business errors are 200 with a severity': [
    'http/create-delete.test.ts',
    'validation answers in ABAP-XML whether a name is free'
  ],
  'extended 5: two links in a service binding': [here, 'a service binding has two links or more'],
  'extended 6: locations that clients follow': [
    here,
    'the test cockpit is strict about methods, media types and verdicts'
  ],
  'extended 9: status codes of creation and deletion': [
    here,
    'requests are made and deleted with the statuses that clients compare'
  ],
  'extended 10: accepts in discovery': [
    'http/discovery.test.ts',
    'the media types that clients choose by stand in the document'
  ],
  'extended 11: stateless requests in parallel': [
    'http/users.test.ts',
    'one user may have many sessions; each has its own token and its own locks'
  ],
  'extended 12: columns of equal length': [
    'http/runs.test.ts',
    'a preview has one column element a column, and an empty element for every initial value'
  ],
  'extended 2.1: values that clients decode': [
    here,
    'numbers, dates and texts of a preview are written as clients decode them'
  ],
  'entity tags and 304': [
    'http/sources.test.ts',
    'a source has an unquoted entity tag; it is 304 while unchanged, and differs between active and inactive'
  ],
  'stateful sessions': [
    'http/sessions.test.ts',
    'the write runs in the session of the lock with the header, without it and with an empty one'
  ],
  'session time-out': [
    'http/sessions.test.ts',
    'an idle session times out with its locks: 400 ICMENOSESSION, then a new one'
  ],
  'lock conflicts between users and sessions': [
    'http/locks.test.ts',
    'two users and two sessions of one user exclude each other, with user and object named'
  ],
  'CSRF token of each session': [
    'http/users.test.ts',
    'one user may have many sessions; each has its own token and its own locks'
  ],
  'wrong passwords': [
    'http/log-on.test.ts',
    'a wrong password is 401 with an HTML page and a Basic challenge, never an exception document'
  ]
}

test('every rule has its test', () => {
  for (const [rule, [file, title]] of Object.entries(rules)) {
    assert.ok(
      [`test('${title}'`, `test("${title}"`].some(head =>
        readFileSync(join(folder, file), 'utf8').includes(head)
      ),
      `${rule}: no test "${title}" in ${file}`
    )
  }
  for (let number = 1; number <= 10; number++) {
    assert.ok(
      Object.keys(rules).some(each => each.startsWith(`core ${number}:`)),
      String(number)
    )
  }
})

test('the content type of an answer starts with the requested media type', async t => {
  const client = await logOn(await startSandbox(t))
  const name = randomName('ZCL_F')
  const uri = await createClass(client, name)
  const asked = encodeURIComponent(`${uri}/source/main`)
  const reference = `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
  const bodies: Readonly<Record<string, readonly [query: string, body: string]>> = {
    '/checkruns': [
      '?reporters=abapCheckRun',
      `<c:checkObjectList xmlns:c="http://www.sap.com/adt/checkrun" xmlns:a="http://www.sap.com/adt/core"><c:checkObject a:uri="${uri}" c:version="active"/></c:checkObjectList>`
    ],
    '/repository/informationsystem/usageReferences': [
      `?uri=${asked}`,
      '<u:usageReferenceRequest xmlns:u="http://www.sap.com/adt/ris/usageReferences"/>'
    ],
    '/repository/informationsystem/usageReferences/scope': [
      `?uri=${asked}`,
      '<u:usageScopeRequest xmlns:u="http://www.sap.com/adt/ris/usageReferences"/>'
    ],
    '/activation': ['?method=activate', reference],
    '/bo/behaviordefinitions/interfaces': ['?name=ZI_NONE', ''],
    '/datapreview/freestyle': ['', 'SELECT mandt FROM t000'],
    '/sscr/registration/objects': [`?uri=${encodeURIComponent(uri)}`, '']
  }
  const fixed = routes.filter(
    route =>
      route.produces !== undefined &&
      route.method === 'GET' &&
      !route.path.includes('{') &&
      !/search|urifragment|elementinfo|ddicrepository|debugger/i.test(route.path)
  )
  const own = routes.filter(route => route.path === '/oo/classes/{name}' && route.method === 'GET')
  const posted = routes.filter(
    route => route.method === 'POST' && Object.hasOwn(bodies, route.path)
  )
  assert.equal(posted.length, Object.values(bodies).filter(([, body]) => body !== '').length)
  for (const route of [...fixed, ...own, ...posted]) {
    const [query, body] = bodies[route.path] ?? ['', '']
    const path = fullPath(route).replace('/oo/classes/{name}', uri.slice(adt.length)) + query
    for (const type of route.produces ?? []) {
      const reply = await client.send(route.method, path, {
        headers: { accept: type },
        ...(route.method === 'POST' ? { body } : {})
      })
      assert.equal(reply.status, 200, `${path}: ${reply.text}`)
      if (reply.text !== '') {
        assert.ok(
          String(reply.headers['content-type']).startsWith(type.split(';')[0] ?? ''),
          `${path}: ${type} ≠ ${reply.headers['content-type']}`
        )
      }
    }
  }
})

test('values that clients treat as text never consist of digits only', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  for (const name of ['1E5', '007', '0x1F', '-1', '1.5', '00']) {
    const reply = await client.post(
      `${adt}/oo/classes`,
      `<c:abapClass xmlns:c="x" xmlns:a="y" a:name="${name}"><a:packageRef a:name="$TMP"/></c:abapClass>`
    )
    assert.equal(reply.status, 400, name)
  }
  const uri = await createClass(client, randomName('ZCL_F'))
  for (let round = 0; round < 20; round++) {
    const { text } = await client.post(`${adt}/atc/worklists`)
    assert.ok(Number.isNaN(Number(text)) && /^[0-9A-F]{32}$/.test(text), text)
  }
  assert.ok(Number.isNaN(Number(await lock(client, uri))))
})

test('success without content has an empty body', async t => {
  const client = await logOn(await startSandbox(t))
  const name = randomName('ZCL_F')
  const uri = await createClass(client, name)
  const handle = await lock(client, uri)
  const put = await client.put(
    `${uri}/source/main?lockHandle=${handle}`,
    `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`,
    { 'content-type': 'text/plain' }
  )
  const unlock = await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', {
    'x-sap-adt-sessiontype': 'stateful'
  })
  const activation = await client.post(
    `${adt}/activation?method=activate`,
    `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
  )
  const again = await lock(client, uri)
  const deletion = await client.del(`${uri}?lockHandle=${again}`)
  for (const reply of [put, unlock, deletion]) {
    assert.deepEqual([reply.status, reply.text], [200, ''])
  }
  assert.match(
    activation.text,
    /activationExecuted="true" generationExecuted="true"\/><\/chkl:messages>$/
  )
})

test('the test cockpit is strict about methods, media types and verdicts', async t => {
  const client = await logOn(await startSandbox(t))
  const uri = await createClass(client, randomName('ZCL_F'))
  assert.equal((await client.post(`${adt}/atc/customizing`)).status, 405)
  const made = await client.post(`${adt}/atc/worklists?checkVariant=`, '', { accept: 'text/plain' })
  assert.ok([200, 201].includes(made.status))
  assert.equal(made.headers['location'], `${adt}/atc/worklists/worklistId/${made.text}`)
  const run = (verdicts: string, list = made.text) =>
    client.post(
      `${adt}/atc/runs?worklistId=${list}`,
      `<atc:run xmlns:atc="http://www.sap.com/adt/atc" maximumVerdicts="${verdicts}"><objectSets xmlns:adtcore="http://www.sap.com/adt/core"><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences></objectSet></objectSets></atc:run>`,
      { 'content-type': 'application/xml', accept: 'application/xml' }
    )
  assert.equal((await run('0')).status, 400)
  const astray = await run('100', '1')
  assert.deepEqual([astray.status, astray.headers['x-sandbox-note'] !== undefined], [200, true])
  assert.match(
    astray.text,
    /<atcworklist:worklistId>1<.*<atcinfo:type>FINDING_STATS<.*<atcinfo:description>0,0,0</
  )
  const none = await client.get(`${adt}/atc/worklists/1`)
  assert.match(
    none.text,
    /atcworklist:id="1" atcworklist:usedObjectSet="0{32}" atcworklist:objectSetIsComplete="true"><atcworklist:objectSets><atcworklist:objectSet [^>]*atcworklist:kind="ALL"\/><\/atcworklist:objectSets><atcworklist:objects\/>/
  )
  const ran = await run('100')
  assert.match(
    ran.text,
    /^<\?xml[^>]*><atcworklist:worklistRun xmlns:atcworklist="http:\/\/www.sap.com\/adt\/atc\/worklist"[^>]*><atcworklist:worklistId>[0-9A-F]{32}<\/atcworklist:worklistId><atcworklist:worklistTimestamp>\d{4}-/
  )
  assert.equal(
    (
      await client.get(`${adt}/atc/worklists/${made.text}`, {
        accept: 'application/atc.worklist.v1+xml'
      })
    ).status,
    200
  )
  assert.equal(
    (await client.get(`${adt}/atc/worklists/${made.text}`, { accept: 'application/json' })).status,
    406
  )
  assert.match(
    (await client.post(`${adt}/atc/worklists?checkVariant=ZNONE`, '', { accept: 'text/plain' }))
      .text,
    /Check variant ZNONE does not exist/
  )
})

test('a release that fails is a report, and 200', async t => {
  const client = await logOn(await startSandbox(t))
  const number = await openRequest(client)
  await createClass(client, randomName('ZCL_F'), 'ZBOX', number)
  const reply = await client.post(`${adt}/cts/transportrequests/${number}/newreleasejobs`, '', {
    accept: 'application/vnd.sap.adt.transportorganizer.v1+xml'
  })
  assert.equal(reply.status, 200)
  assert.match(reply.text, /<chkrun:checkReport [^>]*chkrun:status="abortrelapifail"/)
})

async function binding(client: Client): Promise<string> {
  const name = randomName('ZSB')
  const body = `<srvb:serviceBinding xmlns:srvb="http://www.sap.com/adt/ddic/ServiceBindings" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}"><adtcore:packageRef adtcore:name="$TMP"/><srvb:services srvb:name="${name}"><srvb:content srvb:version="0001"><srvb:serviceDefinition adtcore:name="ZSD"/></srvb:content></srvb:services><srvb:binding srvb:type="ODATA" srvb:version="V4" srvb:category="0"><srvb:implementation adtcore:name=""/></srvb:binding></srvb:serviceBinding>`
  const reply = await client.post(`${adt}/businessservices/bindings`, body, {
    'content-type': 'application/*'
  })
  assert.equal(reply.status, 201, reply.text)
  return String(reply.headers['location'])
}

test('a service binding has two links or more', async t => {
  const client = await logOn(await startSandbox(t))
  const { text } = await client.get(await binding(client))
  assert.ok((text.match(/<atom:link /g) ?? []).length >= 2)
  assert.match(text, /<atom:link [^>]*rel="http:\/\/www.sap.com\/categories\/odatav4"/)
})

test('requests are made and deleted with the statuses that clients compare', async t => {
  const client = await logOn(await startSandbox(t))
  const classic = await client.post(
    `${adt}/cts/transports`,
    '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><OPERATION>I</OPERATION><DEVCLASS>ZBOX</DEVCLASS><REQUEST_TEXT>x</REQUEST_TEXT></DATA></asx:values></asx:abap>'
  )
  assert.equal(classic.status, 200)
  const modern = await client.post(
    `${adt}/cts/transportrequests`,
    '<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:useraction="newrequest"><tm:request tm:desc="x" tm:type="K" tm:target="LOCAL"/></tm:root>',
    { 'content-type': 'text/plain' }
  )
  assert.equal(modern.status, 201)
  const number = /tm:number="([^"]+)"/.exec(modern.text)?.[1] ?? ''
  assert.match(number, /^[A-Z]\w\wK\d{6}$/)
  assert.ok(
    [200, 204].includes((await client.del(`${adt}/cts/transportrequests/${number}`)).status)
  )
  assert.equal((await client.get(`${adt}/cts/transportrequests/${number}`)).status, 404)
})

test('numbers, dates and texts of a preview are written as clients decode them', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rows-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startSandbox(t, { dataDir })
  let client = await logOn(first)
  const name = randomName('ZT').slice(0, 16)
  const uri = `${adt}/ddic/tables/${name.toLowerCase()}`
  const created = await client.post(
    `${adt}/ddic/tables`,
    `<b:blueSource xmlns:b="http://www.sap.com/wbobj/blue" xmlns:a="http://www.sap.com/adt/core" a:name="${name}"><a:packageRef a:name="$TMP"/></b:blueSource>`
  )
  assert.equal(created.status, 201, created.text)
  await write(
    client,
    uri,
    `@EndUserText.label : 'T'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table ${name.toLowerCase()} {\n  key id : abap.numc(6) not null;\n  amount : abap.dec(11,2);\n  day    : abap.dats;\n  at     : abap.tims;\n  count  : abap.int4;\n  text   : abap.char(20);\n}\n`
  )
  await client.post(
    `${adt}/activation?method=activate`,
    `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
  )
  await first.close()
  const database = createDatabase({ file: join(dataDir, '.sandbox', 'rows.sqlite') })
  database.load(name, [
    {
      ID: '000042',
      AMOUNT: '-12.50',
      DAY: '20260501',
      AT: '101112',
      COUNT: -3,
      TEXT: '<a> & "b" ä 😀'
    },
    { ID: '000043' }
  ])
  database.close()
  client = await logOn(await startSandbox(t, { dataDir }))
  const { text } = await client.post(
    `${adt}/datapreview/freestyle`,
    `SELECT * FROM ${name} ORDER BY id`
  )
  const columns = [
    ...text.matchAll(
      /dataPreview:name="(\w+)" dataPreview:type="(\w)".*?dataPreview:keyAttribute="(\w+)".*?<dataPreview:dataSet>(.*?)<\/dataPreview:dataSet>/g
    )
  ].map(([, column, type, key, data = '']) => [
    column,
    type,
    key,
    [...data.matchAll(/<dataPreview:data(?:\/>|>([^<]*)<\/dataPreview:data>)/g)].map(
      each => each[1] ?? ''
    )
  ])
  assert.deepEqual(columns, [
    ['ID', 'N', 'false', ['000042', '000043']],
    ['AMOUNT', 'P', 'false', ['-12.50', '0.00']],
    ['DAY', 'D', 'false', ['20260501', '00000000']],
    ['AT', 'T', 'false', ['101112', '000000']],
    ['COUNT', 'I', 'false', ['-3', '0']],
    ['TEXT', 'C', 'false', ['&lt;a&gt; &amp; "b" ä 😀', '']]
  ])
})
