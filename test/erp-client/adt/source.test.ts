/** Reads of sources: conditional requests, single flight, freshness and cache size. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSource, readSource, sourceHash } from '../../../erp-client/index.ts'
import { classXml, connect, demo, demoPath, demoSource } from '../fake-erp.ts'

const accept = { recheck: () => {} }

test('the first read requests source and metadata, the next one is conditional', async t => {
  const { fake, erp } = await connect(t)
  fake.sources.set(demoSource, 'CLASS zcl_demo DEFINITION.\r\nENDCLASS.\r\n')
  const first = await readSource(erp.reader, { ref: demo })
  assert.equal(fake.seen.length, 2)
  assert.equal(first.text, 'CLASS zcl_demo DEFINITION.\nENDCLASS.\n')
  assert.equal(first.hash, sourceHash('CLASS zcl_demo DEFINITION.\r\nENDCLASS.\r\n'))
  assert.deepEqual(
    [first.version, first.part, first.uri, first.metadata?.package, first.metadata?.description],
    ['active', 'main', demoSource, '$TMP', 'Demo <class>']
  )
  assert.deepEqual(await readSource(erp.reader, { ref: demo }), first)
  assert.equal(fake.seen.length, 3)
  assert.equal(fake.seen[2]?.headers['if-none-match'], first.etag)
  fake.sources.set(demoSource, 'new')
  assert.equal((await readSource(erp.reader, { ref: demo })).text, 'new')
})

test('32 identical reads at the same time are one', async t => {
  const { fake, erp } = await connect(t)
  fake.sources.set(demoSource, 'text')
  await readSource(erp.reader, { ref: demo })
  fake.seen.length = 0
  const texts = await Promise.all(
    Array.from({ length: 32 }, () => readSource(erp.reader, { ref: demo }))
  )
  assert.ok(texts.every(source => source.text === 'text'))
  assert.equal(fake.seen.length, 1)
})

test('a waiter that leaves does not end the request, the last one does', async t => {
  const { fake, erp } = await connect(t, { timeoutMs: 60_000 })
  fake.sources.set(demoSource, 'text')
  await erp.reader.request({
    operation: 'x',
    effect: 'none',
    method: 'GET',
    path: '/sap/bc/adt/core/discovery'
  })
  const gone = new AbortController()
  const others = [
    readSource(erp.reader, { ref: demo }, gone.signal),
    readSource(erp.reader, { ref: demo }),
    readSource(erp.reader, { ref: demo })
  ]
  gone.abort()
  const [first, ...rest] = await Promise.allSettled(others)
  assert.equal(first?.status === 'rejected' && first.reason.code, 'ERP_ABORTED')
  assert.ok(rest.every(each => each.status === 'fulfilled' && each.value.text === 'text'))

  fake.handle = () => 'hang'
  const leaving = new AbortController()
  const hanging = [
    readSource(erp.reader, { ref: { ...demo, name: 'ZCL_HANG' } }, leaving.signal),
    readSource(erp.reader, { ref: { ...demo, name: 'ZCL_HANG' } }, leaving.signal)
  ]
  setTimeout(() => {
    leaving.abort()
  }, 30)
  assert.ok((await Promise.allSettled(hanging)).every(each => each.status === 'rejected'))
  fake.handle = undefined
  fake.sources.set('/sap/bc/adt/oo/classes/zcl_hang/source/main', 'awake')
  assert.equal(
    (await readSource(erp.reader, { ref: { ...demo, name: 'ZCL_HANG' } })).text,
    'awake',
    'the next read starts anew'
  )
})

test('within the freshness window nothing is asked, after a change of ours it is', async t => {
  const { fake, erp } = await connect(t, { freshnessMs: 60_000 })
  fake.sources.set(demoSource, 'one')
  await readSource(erp.reader, { ref: demo })
  fake.seen.length = 0
  assert.equal((await readSource(erp.reader, { ref: demo })).text, 'one')
  assert.equal(fake.seen.length, 0)
  await changeSource(erp.writer, { ref: demo, edit: () => 'two' }, accept)
  assert.equal((await readSource(erp.reader, { ref: demo })).text, 'two')
})

test('an answer that was asked for before a change is not kept after it', async t => {
  const { fake, erp } = await connect(t, { freshnessMs: 60_000 })
  fake.sources.set(demoSource, 'one')
  await readSource(erp.reader, { ref: demo, version: 'active' })
  const changed = Promise.withResolvers<undefined>()
  fake.handle = seen =>
    seen.method === 'GET' && seen.path === demoSource
      ? { headers: { etag: 'OLD' }, body: 'one', after: changed.promise }
      : undefined
  const late = readSource(erp.reader, { ref: demo })
  await changeSource(erp.writer, { ref: demo, edit: () => 'two', readBefore: false }, accept)
  changed.resolve(undefined)
  assert.equal((await late).text, 'one')
  fake.handle = undefined
  assert.equal((await readSource(erp.reader, { ref: demo })).text, 'two')
})

test('the cache keeps to its bytes', async t => {
  const { fake, erp } = await connect(t, { cacheBytes: 10_000 })
  for (let index = 0; index < 10; index++) {
    fake.sources.set(`/sap/bc/adt/oo/classes/zcl_${index}/source/main`, 'x'.repeat(1000))
  }
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 10; index++) {
      await readSource(erp.reader, { ref: { type: 'CLAS', name: `ZCL_${index}` } })
    }
  }
  assert.ok(
    fake.seen.every(seen => seen.headers['if-none-match'] === undefined),
    'the oldest were dropped'
  )
  await readSource(erp.reader, { ref: { type: 'CLAS', name: 'ZCL_9' } })
  assert.notEqual(fake.seen.at(-1)?.headers['if-none-match'], undefined)
})

test('the version is that of the part', async t => {
  const { fake, erp } = await connect(t)
  const include = (type: string, version: string) =>
    `<class:include class:includeType="${type}" adtcore:version="${version}"/>`
  fake.handle = seen =>
    seen.path === demoPath
      ? {
          body: classXml('ZCL_DEMO', '$TMP', 'inactive').replace(
            '</class:abapClass>',
            include('testclasses', 'inactive') + include('main', 'active') + '</class:abapClass>'
          )
        }
      : { body: 'x' }
  assert.equal(
    (await readSource(erp.reader, { ref: demo, part: 'testclasses' })).version,
    'inactive'
  )
  assert.equal((await readSource(erp.reader, { ref: demo })).version, 'active')
  assert.equal((await readSource(erp.reader, { ref: demo, version: 'active' })).version, 'active')
  assert.equal(fake.seen.at(-1)?.query.get('version'), 'active')
})

test('without metadata the source is still read, and its tag has the version', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen =>
    seen.path === demoPath
      ? { status: 500, body: 'dump' }
      : { headers: { etag: '201904241819160001' }, body: 'x' }
  const source = await readSource(erp.reader, { ref: demo })
  assert.deepEqual([source.version, source.metadata], ['inactive', undefined])
})

test('a server that never sends the source is an error, not a loop', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen => (seen.path === demoSource ? { status: 304 } : undefined)
  await assert.rejects(readSource(erp.reader, { ref: demo }), { code: 'ERP_BAD_ANSWER' })
  assert.equal(fake.count('GET', /source/), 1)
})

test('a missing object, a type without source and an invalid name have different errors', async t => {
  const { fake, erp } = await connect(t)
  await assert.rejects(readSource(erp.reader, { ref: demo }), {
    code: 'ERP_NOT_FOUND',
    type: 'ExceptionResourceNotFound'
  })
  const seen = fake.seen.length
  await assert.rejects(readSource(erp.reader, { ref: { type: 'DOMA', name: 'ZD' } }), {
    code: 'ERP_UNSUPPORTED'
  })
  await assert.rejects(readSource(erp.reader, { ref: demo, part: 'constructor' }), {
    code: 'ERP_UNSUPPORTED'
  })
  await assert.rejects(readSource(erp.reader, { ref: { type: 'CLAS', name: '../X' } }), {
    code: 'ERP_BAD_NAME'
  })
  await assert.rejects(readSource(erp.reader, { ref: { type: 'NOPE', name: 'X' } }), {
    code: 'ERP_BAD_NAME'
  })
  await assert.rejects(readSource(erp.reader, { ref: { type: 'FUNC', name: 'Z_FM' } }), {
    code: 'ERP_BAD_NAME'
  })
  assert.equal(fake.seen.length, seen)
})

test('a source of 5 MB with every printable character is read and written unchanged', async t => {
  const { fake, erp } = await connect(t)
  const ref = { type: 'PROG', name: '/ABC/LARGE' }
  const path = '/sap/bc/adt/programs/programs/%2fabc%2flarge/source/main'
  const alphabet = Array.from({ length: 0x2fa0 }, (_each, code) => String.fromCharCode(code + 32))
    .join('')
    .replaceAll('\u007f', '')
  const text = `* ${alphabet}𝒳\n`.repeat(180)
  assert.ok(Buffer.byteLength(text) > 5_000_000)
  fake.handle = seen =>
    seen.path.endsWith('%2flarge') && !seen.query.has('_action')
      ? { body: classXml('/ABC/LARGE') }
      : undefined
  fake.sources.set(path, text.replaceAll('\n', '\r\n'))
  assert.equal((await readSource(erp.reader, { ref })).text, text)
  const { hash } = await changeSource(
    erp.writer,
    { ref, edit: source => `${source.text}* end\n` },
    accept
  )
  assert.equal(
    fake.sources.get(path),
    `${text}* end\n`.replaceAll('\n', '\r\n'),
    'line ends are written as they were'
  )
  assert.equal(hash, sourceHash(`${text}* end\n`))
})
