import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addNamespace, createClass, lock, logOn, startSandbox, write } from './fixture.ts'

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

function source(name: string, comment: string): string {
  return `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n* ${comment}\nENDCLASS.\n`
}

function references(...uris: readonly string[]): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core">' +
    uris
      .map(
        uri =>
          `<adtcore:objectReference adtcore:uri="${uri}" adtcore:name="X" adtcore:parentUri="undefined"/>`
      )
      .join('\n') +
    '</adtcore:objectReferences>'
  )
}

const feedType = 'application/atom+xml;type=feed'

test('a source has an unquoted entity tag; it is 304 while unchanged, and differs between active and inactive', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  const first = await client.get(`${uri}/source/main`)
  const etag = String(first.headers.etag)
  assert.match(etag, /^[^"\s]+$/)
  assert.ok(Date.parse(String(first.headers['last-modified'])) > 0)
  assert.equal(first.headers['content-type'], 'text/plain; charset=utf-8')
  for (const condition of [etag, `"${etag}"`, `W/"${etag}"`, `other, ${etag}`, '*']) {
    const again = await client.get(`${uri}/source/main`, { 'if-none-match': condition })
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], condition)
  }
  assert.equal((await client.get(`${uri}/source/main`, { 'if-none-match': 'other' })).status, 200)
  await client.post('/sap/bc/adt/activation', references(uri))
  const active = String((await client.get(`${uri}/source/main`)).headers.etag)
  await write(client, uri, source('zcl_src', 'draft'))
  const draft = String((await client.get(`${uri}/source/main`)).headers.etag)
  assert.equal(new Set([etag, active, draft]).size, 3)
  assert.equal(String((await client.get(`${uri}/source/main?version=active`)).headers.etag), active)
})

test('PUT answers the new entity tag with an empty body', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  const handle = await lock(client, uri)
  const saved = await client.put(
    `${uri}/source/main?lockHandle=${handle}`,
    source('zcl_src', 'new'),
    { ...stateful, 'content-type': 'text/plain' }
  )
  assert.deepEqual([saved.status, saved.text], [200, ''])
  assert.equal(saved.headers.etag, (await client.get(`${uri}/source/main`)).headers.etag)
})

test('without a version the draft is read; active and inactive fall back as the ERP does', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  assert.equal((await client.get(`${uri}/source/main?version=active`)).status, 404)
  await client.post('/sap/bc/adt/activation', references(uri))
  const active = (await client.get(`${uri}/source/main`)).text
  assert.equal((await client.get(`${uri}/source/main?version=inactive`)).text, active)
  await write(client, uri, source('zcl_src', 'draft'))
  const textOf = async (query: string) => (await client.get(`${uri}/source/main${query}`)).text
  assert.match(await textOf(''), /draft/)
  assert.match(await textOf('?version=workingArea'), /draft/)
  assert.match(await textOf('?version=inactive'), /draft/)
  assert.equal(await textOf('?version=active'), active)
})

test('adtcore:version is inactive while any part has a draft, and active after activation', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  const version = async (query = '') =>
    /<class:abapClass [^>]*adtcore:version="(\w+)"/.exec((await client.get(uri + query)).text)?.[1]
  assert.equal(await version(), 'inactive')
  assert.match(
    (await client.post('/sap/bc/adt/activation?method=activate', references(uri))).text,
    /activationExecuted="true"/
  )
  assert.equal(await version(), 'active')
  await write(client, uri, '* only a local macro\n', '/includes/macros')
  assert.equal(await version(), 'inactive')
  assert.equal(await version('?version=active'), 'active')
})

test('includes exist with generated comments, the test include only after its creation', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  for (const include of ['definitions', 'implementations', 'macros']) {
    assert.match(
      (await client.get(`${uri}/includes/${include}`)).text,
      /^\*"\* use this source file/
    )
  }
  const missing = await client.get(`${uri}/includes/testclasses`)
  assert.deepEqual([missing.status, /ExceptionResourceNotFound/.test(missing.text)], [404, true])
  const handle = await lock(client, uri)
  const early = await client.put(`${uri}/includes/testclasses?lockHandle=${handle}`, '* x', {
    ...stateful,
    'content-type': 'text/plain'
  })
  assert.equal(early.status, 500)
  assert.match(
    early.text,
    /ExceptionResourceSaveFailure.*ZCL_SRC=======================CCAU does not have any inactive version/
  )
  const document =
    '<class:abapClassInclude xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="dummy" class:includeType="testclasses"/>'
  assert.equal((await client.post(`${uri}/includes`, document)).status, 423)
  assert.equal(
    (
      await client.post(`${uri}/includes?lockHandle=${handle}`, document, {
        ...stateful,
        'content-type': 'application/*'
      })
    ).status,
    201
  )
  assert.equal(
    (await client.post(`${uri}/includes?lockHandle=${handle}`, document, stateful)).status,
    409
  )
  assert.equal(
    (
      await client.put(`${uri}/includes/testclasses?lockHandle=${handle}`, '* tests', {
        ...stateful,
        'content-type': 'text/plain'
      })
    ).status,
    200
  )
  assert.match((await client.get(`${uri}/includes/testclasses`)).text, /^\* tests/)
  assert.equal((await client.get(`${uri}/includes/nonsense`)).status, 404)
})

test('the metadata of a class lists its includes with two or more links each, main last', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  const { text } = await client.get(uri)
  assert.deepEqual(
    [...text.matchAll(/class:includeType="(\w+)"/g)].map(match => match[1]),
    ['definitions', 'implementations', 'macros', 'main']
  )
  for (const include of text.match(/<class:include .*?<\/class:include>/g) ?? []) {
    assert.ok((include.match(/<atom:link /g) ?? []).length >= 2)
  }
  assert.match(text, /class:visibility="public"/)
  assert.match(
    text,
    /<adtcore:packageRef adtcore:uri="\/sap\/bc\/adt\/packages\/%24tmp" adtcore:type="DEVC\/K" adtcore:name="\$TMP"/
  )
})

test('names in a namespace are read in both cases and both spellings of the slash', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  addNamespace(sandbox, '/ABC/')
  await createClass(client, '/ABC/CL_X')
  const canonical = '/sap/bc/adt/oo/classes/%2fabc%2fcl_x'
  for (const name of ['%2fabc%2fcl_x', '%2Fabc%2Fcl_x', '%2FABC%2FCL_X', '%2fAbC%2fCl_x']) {
    const reply = await client.get(`/sap/bc/adt/oo/classes/${name}`)
    assert.match(reply.text, /adtcore:name="\/ABC\/CL_X"/)
    assert.equal((await client.get(`/sap/bc/adt/oo/classes/${name}/source/main`)).status, 200)
  }
  const activated = await client.post('/sap/bc/adt/activation', references(canonical))
  assert.match(activated.text, /activationExecuted="true"/)
  const inactive = await client.get('/sap/bc/adt/activation/inactiveobjects')
  assert.equal(
    inactive.text,
    '<?xml version="1.0" encoding="utf-8"?><ioc:inactiveObjects xmlns:ioc="http://www.sap.com/abapxml/inactiveCtsObjects"/>'
  )
})

test('a class text that cannot be taken apart is refused when it is saved', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  const handle = await lock(client, uri)
  const before = (await client.get(`${uri}/source/main`)).text
  const reply = await client.put(`${uri}/source/main?lockHandle=${handle}`, 'hello', {
    ...stateful,
    'content-type': 'text/plain'
  })
  assert.equal(reply.status, 400)
  assert.match(
    reply.text,
    /<namespace id="com\.sap\.adt\.sedi"\/><type id="ExceptionResourceScanDuringSaveFailure"\/>/
  )
  assert.equal((await client.get(`${uri}/source/main`)).text, before)
  const bytes = await client.put(
    `${uri}/source/main?lockHandle=${handle}`,
    Buffer.from([0x43, 0xff, 0xfe]),
    { ...stateful, 'content-type': 'text/plain; charset=utf-8' }
  )
  assert.equal(bytes.status, 400)
})

test('a local object has no versions, whatever is activated: the feed lists what is stored', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_SRC')
  const list = async (include: string) =>
    (await client.get(`${uri}/includes/${include}/versions`, { accept: feedType })).text
  const idsOf = (feed: string) => [...feed.matchAll(/<atom:id>(\d+)</g)].map(([, id]) => id)
  assert.deepEqual(idsOf(await list('main')), ['99999'])
  await client.post('/sap/bc/adt/activation', references(uri))
  await write(client, uri, source('zcl_src', 'second'))
  await client.post('/sap/bc/adt/activation', references(uri))
  assert.deepEqual(idsOf(await list('main')), ['00000'])
  await write(client, uri, source('zcl_src', 'third'))
  const feed = await client.get(`${uri}/includes/main/versions`, { accept: feedType })
  assert.equal(feed.headers['content-type'], feedType)
  assert.match(feed.text, /<atom:title>Version List of ZCL_SRC \(CLAS\)</)
  assert.match(feed.text, /<atom:updated>1970-01-01T10:11:23Z</)
  const links = [...feed.text.matchAll(/src="([^"]+)"/g)].map(match => match[1] ?? '')
  assert.deepEqual(
    links,
    ['99999', '00000'].map(id => `${uri}/includes/main/versions/19700101101123/${id}/content`)
  )
  assert.match((await client.get(links[0] ?? '')).text, /third/)
  assert.match((await client.get(links[1] ?? '')).text, /second/)
  assert.equal((await client.get(links[0]?.replace('99999', '00001') ?? '')).status, 404)
  assert.match(await list('macros'), /Version List of ZCL_SRC=======================CCMAC \(CINC\)/)
  assert.equal((await client.get(`${uri}/source/main/versions`)).status, 404)
})

test('interfaces of a business object project its root entity', async t => {
  const sandbox = await startSandbox(t)
  const { store } = sandbox
  const client = await logOn(sandbox)
  const make = (type: 'DDLS' | 'BDEF', name: string, text: string) => {
    const key = { type, name } as const
    const users = { responsible: 'ALICE', createdBy: 'ALICE', changedBy: 'ALICE' }
    const facts = { description: name, language: 'EN', attributes: {}, ...users }
    store.create({ key, package: '$TMP', ...facts }, [{ part: 'main', text }], 'ALICE')
    store.activate([key], 'ALICE')
  }
  const behavior = (name: string) => `define behavior for ${name} { use create; }`
  for (const [name, base] of [
    ['ZI_A', 'ZR_A'],
    ['ZC_A', 'ZR_A'],
    ['ZI_B', 'ZR_B']
  ] as const) {
    make('DDLS', name, `define root view entity ${name} as projection on ${base} { key Id }`)
    const head = name.startsWith('ZI') ? '/* of a */ interface;' : 'projection;'
    make('BDEF', name, `${head}\n${behavior(name)}`)
  }
  const path = '/sap/bc/adt/bo/behaviordefinitions/interfaces'
  const { text } = await client.get(`${path}?name=zr_a`)
  assert.match(text, /<nameditem:totalItemCount>1<.*<nameditem:name>ZI_A</)
  assert.match((await client.get(`${path}?name=ZR_C`)).text, /totalItemCount>0</)
  assert.equal((await client.get(path)).status, 400)
})

test('the feed of versions of a CDS source stands beside it, where its document links it', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const key = { type: 'DDLS', name: 'ZI_FEED' } as const
  const facts = { package: '$TMP', description: 'x', language: 'EN', attributes: {} }
  const users = { responsible: 'ALICE', createdBy: 'ALICE', changedBy: 'ALICE' }
  const text = 'define view entity ZI_FEED as select from t000 { key mandt }'
  sandbox.store.create({ key, ...facts, ...users }, [{ part: 'main', text }], 'ALICE')
  const uri = '/sap/bc/adt/ddic/ddl/sources/zi_feed'
  const document = await client.get(uri)
  assert.match(document.text, /<atom:link [^>]*href="versions" rel="[^"]*\/relations\/versions"/)
  const feed = await client.get(`${uri}/versions`, { accept: feedType })
  assert.match(feed.text, /Version List of ZI_FEED \(DDLS\)/)
  assert.match(feed.text, new RegExp(`src="${uri}/versions/19700101101123/99999/content"`))
  const content = await client.get(`${uri}/versions/19700101101123/99999/content`)
  assert.equal(content.text, text)
})

test('a class for behavior is a behavior pool that names its root entity', async t => {
  const client = await logOn(await startSandbox(t))
  const uri = await createClass(client, 'ZBP_ORDER')
  const facts = async () => {
    const { text } = await client.get(uri)
    return [/class:category="\w+"/.exec(text)?.[0], /<class:rootEntityRef [^>]*>/.exec(text)?.[0]]
  }
  assert.deepEqual(await facts(), ['class:category="generalObjectType"', undefined])
  const pool = 'CLASS zbp_order DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF zr_order.'
  await write(client, uri, `${pool}\nENDCLASS.\nCLASS zbp_order IMPLEMENTATION.\nENDCLASS.\n`)
  assert.deepEqual(await facts(), [
    'class:category="behaviorPool"',
    '<class:rootEntityRef adtcore:uri="/sap/bc/adt/ddic/ddl/sources/zr_order/source/main#name=zr_order" adtcore:type="STOB/DO" adtcore:name="ZR_ORDER"/>'
  ])
})
