import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { absences } from '../../not-implemented.ts'
import { createClient } from './client.ts'
import type { Reply } from './client.ts'
import { createClass, lock, logOn, startSandbox } from './fixture.ts'

const beginning =
  '<?xml version="1.0" encoding="utf-8"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="'

test('an exception document is one line with literal beginning, order and message', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const reply = await client.get('/sap/bc/adt/oo/classes/zcl_none')
  assert.equal(reply.status, 404)
  assert.match(reply.headers['content-type'] ?? '', /^application\/xml/)
  assert.equal(
    reply.text,
    beginning +
      'ExceptionResourceNotFound"/><message lang="EN">Resource CLASS ZCL_NONE does not exist.</message>' +
      '<localizedMessage lang="EN">Resource CLASS ZCL_NONE does not exist.</localizedMessage><properties><entry key="T100KEY-ID">SADT_RESOURCE</entry>' +
      '<entry key="T100KEY-NO">002</entry><entry key="T100KEY-V1">CLASS</entry><entry key="T100KEY-V2">ZCL_NONE</entry></properties></exc:exception>'
  )
  const table = await client.get('/sap/bc/adt/ddic/tables/znone')
  assert.match(
    table.text,
    /Error while importing object ZNONE from the database\..*"T100KEY-NO">025</
  )
  const unlocked = await client.put(
    '/sap/bc/adt/oo/classes/zcl_none/source/main?lockHandle=ZZ',
    'x'
  )
  assert.equal(unlocked.status, 404)
})

test('line breaks and markup in what the client sent do not break the line', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const reply = await client.get('/sap/bc/adt/oo/classes/a%0d%0a%3cb%3e%22')
  assert.equal(reply.status, 404)
  assert.doesNotMatch(reply.text, /[\r\n]|<b>/i)
})

test('a GET of a bare collection is 400, never a list', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const parameters = {
    '/oo/classes': 'classname',
    '/oo/interfaces': 'interfacename',
    '/programs/programs': 'programname',
    '/programs/includes': 'includename',
    '/functions/groups': 'groupname'
  }
  for (const [path, parameter] of Object.entries(parameters)) {
    const reply = await client.get(`/sap/bc/adt${path}`)
    assert.equal(reply.status, 400)
    assert.ok(
      reply.text.startsWith(
        `${beginning}ExceptionParameterNotFound"/><message lang="EN">Parameter ${parameter} could not be found.</message>`
      ),
      reply.text
    )
    assert.match(
      reply.text,
      new RegExp(
        `"T100KEY-ID">SADT_RESOURCE</entry><entry key="T100KEY-NO">017</entry><entry key="T100KEY-V1">${parameter}<`
      )
    )
  }
  for (const path of ['/ddic/ddl/sources', '/ddic/tables', '/ddic/structures']) {
    const reply = await client.get(`/sap/bc/adt${path}`)
    assert.deepEqual(
      [reply.status, reply.text.startsWith(`${beginning}uriMappingError"/>`)],
      [400, true]
    )
  }
})

test('an unknown path is 404 in plain text, a known one with another method 405', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  for (const path of [
    '/sap/bc/adt/nothing',
    '/sap/bc/adt/oo/classes/zcl_x/unknown',
    '/',
    '/sap/bc/adt/ddic/bdef/sources/x',
    '/sap/bc/adt/oo/classes/a/b/c/d/e/f'
  ]) {
    const reply = await client.get(path)
    assert.deepEqual([reply.status, reply.text], [404, 'No suitable resource found'], path)
    assert.match(reply.headers['content-type'] ?? '', /^text\/plain/)
  }
  const wrong = await client.get('/sap/bc/adt/activation')
  assert.equal(wrong.status, 405)
  assert.match(wrong.text, /ExceptionMethodNotSupported.*SADT_RESOURCE.*010/)
})

test('an ERP resource that the sandbox lacks is 404 with a reason, and is not announced', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const announced = (await client.get('/sap/bc/adt/discovery')).text
  for (const { prefix, reason } of absences) {
    assert.match(reason, /^The sandbox .*\.$/)
    assert.ok(!announced.includes(`href="${prefix}"`), prefix)
    const reply = await client.post(`${prefix}/something/that/is/nowhere/else`)
    assert.equal(reply.status, 404, prefix)
    assert.match(reply.text, /<type id="ExceptionResourceNotFound"\/>/)
    assert.match(reply.text, />No suitable resource found\. The sandbox /)
    assert.ok(reply.text.startsWith(beginning.slice(0, 110)))
  }
})

test('Accept decides the media type: the first acceptable one, else 406 with the supported one', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_W')
  const typeFor = async (accept: string) =>
    (await client.get(uri, { accept })).headers['content-type']
  const v4 = 'application/vnd.sap.adt.oo.classes.v4+xml'
  const v2 = 'application/vnd.sap.adt.oo.classes.v2+xml'
  assert.equal(await typeFor('*/*'), v4)
  assert.equal(await typeFor('application/*'), v4)
  assert.equal(await typeFor(`${v2}, ${v4}`), v2)
  assert.equal(await typeFor(`${v2};q=0.5, ${v4};q=0.9`), v4)
  assert.equal(await typeFor(`application/json, ${v2}`), v2)
  const refused = await client.get(uri, { accept: 'application/json' })
  assert.equal(refused.status, 406)
  assert.match(
    refused.text,
    /ExceptionResourceNotAcceptable.*The message content is not acceptable\. Accepted content types: application\/vnd\.sap\.adt\.oo\.classes\.v4\+xml/
  )
  assert.match(
    refused.text,
    /"T100KEY-NO">044<\/entry><entry key="T100KEY-V1">application\/vnd\.sap\.adt\.oo\.classes\.v4\+xml</
  )
})

test('unusual content types are accepted, a vendor type of another resource is 415', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const create = async (name: string, type: string) => {
    const body = `<c:abapClass xmlns:c="x" xmlns:a="http://www.sap.com/adt/core" a:name="${name}"><a:packageRef a:name="$TMP"/></c:abapClass>`
    return (
      await client.post('/sap/bc/adt/oo/classes', body, type === '' ? {} : { 'content-type': type })
    ).status
  }
  const good = [
    'application/*',
    'application/*l',
    'application/xml',
    'application/vnd.sap.adt.oo.classes.v4+xml; charset=utf-8',
    'application/x-www-form-urlencoded',
    'text/plain',
    ''
  ]
  for (const [index, type] of good.entries()) {
    assert.equal(await create(`ZCL_CT${index}`, type), 201, type)
  }
  for (const type of [
    'application/vnd.sap.adt.oo.classes.v9+xml',
    'application/vnd.sap.adt.programs.programs.v2+xml',
    'image/png'
  ]) {
    assert.equal(await create('ZCL_BAD', type), 415, type)
  }
})

test('bodies that are no document are a clean 400', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const deep = '<a>'.repeat(5000) + '</a>'.repeat(5000)
  const bombs = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'
  const bodies: (string | Buffer)[] = [
    '',
    ' ',
    'plain text',
    '<a',
    '<a><b></a>',
    '<a/><b/>',
    deep,
    bombs,
    Buffer.from([0xff, 0xfe, 0x00]),
    '{}',
    '<?xml version="1.0"?>',
    '<a x="1" x="2"/>'
  ]
  for (const body of bodies) {
    const reply = await client.post('/sap/bc/adt/oo/classes', body, {
      'content-type': 'application/xml'
    })
    assert.equal(reply.status, 400, `${String(body).slice(0, 40)} → ${reply.text.slice(0, 200)}`)
    assert.match(reply.text, /ExceptionInvalidData/)
  }
})

test('prefixes, attribute order, encodings and entities of a document do not matter', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const body =
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<x:abapClass\n xmlns:x="http://www.sap.com/adt/oo/classes" xmlns:y="http://www.sap.com/adt/core"\n y:description="Gr&#246;&#xDF;e &lt;a&gt; &amp; &quot;b&quot; \u{1F600}" y:name="zcl_pre"><!-- a comment --><y:packageRef y:name="$tmp"/></x:abapClass>'
  assert.equal((await client.post('/sap/bc/adt/oo/classes', body)).status, 201)
  assert.equal(
    sandbox.store.get({ type: 'CLAS', name: 'ZCL_PRE' })?.description,
    'Größe <a> & "b" \u{1F600}'
  )
  const described = await client.get('/sap/bc/adt/oo/classes/ZCL_pre')
  assert.match(
    described.text,
    /adtcore:description="Größe &lt;a&gt; &amp; &quot;b&quot; \u{1F600}"/u
  )
  const latin = Buffer.from(
    '<x:abapClass xmlns:x="c" xmlns:y="k" y:name="zcl_lat" y:description="Größe"><y:packageRef y:name="$TMP"/></x:abapClass>',
    'latin1'
  )
  assert.equal(
    (
      await client.post('/sap/bc/adt/oo/classes', latin, {
        'content-type': 'application/xml; charset=iso-8859-1'
      })
    ).status,
    201
  )
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_LAT' })?.description, 'Größe')
  assert.equal(
    (
      await client.post('/sap/bc/adt/oo/classes', '<a/>', {
        'content-type': 'application/xml; charset=klingon'
      })
    ).status,
    400
  )
})

/** A page of the connection manager, which refuses before the log-on. */
function assertManaged({ status, headers, text }: Reply, expected: number): void {
  assert.equal(status, expected, text)
  assert.match(headers['content-type'] ?? '', /^text\/html/)
  assert.deepEqual(
    [headers['sap-err-id'], headers['x-sap-icm-err-id'], headers.connection],
    ['ICMEPROTERROR', 'ICMEPROTERROR', 'close']
  )
  assert.match(text, new RegExp(`<h1>${expected} [^<]+</h1>.*ICMEPROTERROR`))
}

test('what the connection manager refuses is a page with its error, without a log-on', async t => {
  const sandbox = await startSandbox(t, { bodyLimit: 1000 })
  const client = createClient(sandbox.url, { name: 'STRANGER', password: 'wrong' })
  const path = '/sap/bc/adt/discovery'
  assertManaged(await client.get(path, { 'x-large': 'x'.repeat(70_000) }), 400)
  assertManaged(await client.get(`${path}?x=${'x'.repeat(70_000)}`), 400)
  assertManaged(await client.post(path, 'x'.repeat(1001)), 413)
  assertManaged(await client.get('/sap/bc/adt/%'), 400)
  assert.equal((await client.get(path, { 'x-large': 'x'.repeat(60_000) })).status, 401)
  const [socket, chunks] = [connect(sandbox.port, '127.0.0.1'), [] as Buffer[]]
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write('no HTTP at all\r\n\r\n')
  await once(socket, 'close')
  assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 400 Bad Request\r\n[^]*ICMEPROTERROR/)
  const known = await logOn(sandbox)
  const long = await known.get(`/sap/bc/adt/oo/classes/${'x'.repeat(20_000)}`)
  assert.equal(long.status, 404, 'a long name is one that no object has')
})

test('a body above the limit is 413, one below it is saved as it is', async t => {
  const sandbox = await startSandbox(t, { bodyLimit: 6_000_000 })
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_BIG')
  const handle = await lock(client, uri)
  const head =
    'CLASS zcl_big DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_big IMPLEMENTATION.\nENDCLASS.\n'
  const fiveMegabytes =
    head + '* comment \u00e4\u20ac\u{1F600} "quoted" <tag> &amp;\n'.repeat(120_000)
  assert.equal(
    (
      await client.put(`${uri}/source/main?lockHandle=${handle}`, fiveMegabytes, {
        'content-type': 'text/plain; charset=utf-8'
      })
    ).status,
    200
  )
  assert.equal((await client.get(`${uri}/source/main`)).text, fiveMegabytes)
  const tooLarge = await client
    .put(`${uri}/source/main?lockHandle=${handle}`, 'x'.repeat(6_000_001), {
      'content-type': 'text/plain'
    })
    .catch((error: unknown) => error)
  if (tooLarge instanceof Error) assert.match(tooLarge.message, /EPIPE|ECONNRESET/)
  else assertManaged(tooLarge as Reply, 413)
  assert.equal((await client.get(uri)).status, 200)
})

test('path tricks lead nowhere', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const paths = [
    '/sap/bc/adt/oo/classes/..%2f..%2fetc%2fpasswd/source/main',
    '/sap/bc/adt/oo/classes/%2e%2e/source/main',
    '/sap/bc/adt/oo/classes/%00/source/main',
    '/sap/bc/adt/oo/classes/x%5c..%5cy/source/main',
    '/sap/bc/adt/oo/classes/%c0%ae/source/main',
    '/sap/bc/adt/oo/classes/%/source/main',
    '/sap/bc/adt/%2fetc%2fpasswd',
    '//sap/bc/adt/discovery',
    `/sap/bc/adt/oo/classes/${'a'.repeat(5000)}/source/main`,
    '/sap/bc/adt/oo/classes/__proto__',
    '/sap/bc/adt/oo/classes/constructor/includes/constructor'
  ]
  for (const path of paths) assert.ok([400, 404].includes((await client.get(path)).status), path)
  const body =
    '<c:abapClass xmlns:c="x" xmlns:a="y" a:name="../../X"><a:packageRef a:name="$TMP"/></c:abapClass>'
  assert.equal((await client.post('/sap/bc/adt/oo/classes', body)).status, 400)
  assert.equal((await client.get('/sap/bc/adt/discovery')).status, 200)
})

test('malformed HTTP requests and unknown methods do not stop the server', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    'GET /sap HTTP/9.9\r\n\r\n',
    'POST /sap/bc/adt/activation HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n'
  ]) {
    await new Promise(resolve => {
      const socket = connect(sandbox.port, '127.0.0.1', () => socket.end(bytes))
      socket.on('close', resolve).on('error', resolve).resume()
    })
  }
  for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'TRACE']) {
    const { status } = await client.send(method, '/sap/bc/adt/discovery')
    assert.ok([405, 404, 501].includes(status), `${method} ${status}`)
  }
  assert.equal((await client.get('/sap/bc/adt/discovery')).status, 200)
})
