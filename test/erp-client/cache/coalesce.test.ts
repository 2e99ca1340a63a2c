/**
 * Equal questions at the same time are one request, for one identity and only between two changes
 * of its own.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createErp,
  packageContents,
  previewTable,
  runSql,
  searchObjects,
  searchSource
} from '../../../erp-client/index.ts'
import type { ErpReader } from '../../../erp-client/index.ts'
import { connect } from '../fake-erp.ts'
import type { FakeErp } from '../fake-erp.ts'

const search = /informationsystem\/search/
const hits =
  '<a:objectReferences xmlns:a="u"><a:objectReference a:uri="/sap/bc/adt/oo/classes/zcl_a" a:type="CLAS/OC" a:name="ZCL_A"/></a:objectReferences>'
const table =
  '<d:tableData xmlns:d="u"><d:columns><d:metadata d:name="A" d:type="C"/><d:dataSet><d:data>1</d:data></d:dataSet></d:columns></d:tableData>'
const find = (erp: ErpReader, query = 'ZCL_*', signal?: AbortSignal) =>
  searchObjects(erp, { query, maxResults: 5 }, signal)

/** The first request of all logs on, and the others wait for it. */
async function ready(fake: FakeErp, ...readers: readonly ErpReader[]): Promise<void> {
  fake.handle = () => ({ body: 'fine' })
  for (const reader of readers) {
    await reader.request({ operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' })
  }
}

/** Answers wait until the gate opens. */
function gate(fake: FakeErp): { open(): void; shut(): void } {
  let open = () => {}
  let after = Promise.resolve()
  const shut = () => {
    after = new Promise<void>(resolve => {
      open = resolve
    })
  }
  shut()
  fake.handle = ({ path }) => ({
    after,
    body: /nodestructure/.test(path) ? '' : /datapreview/.test(path) ? table : hits
  })
  return {
    open: () => {
      open()
    },
    shut
  }
}

const until = async (isSo: () => boolean) => {
  for (const end = Date.now() + 20_000; !isSo();) {
    assert.ok(Date.now() < end, 'no such request came')
    await new Promise(resolve => {
      setTimeout(resolve, 2)
    })
  }
}

test('each kind of search and query, 32 times at once, is one request', async t => {
  const { fake, erp } = await connect(t)
  await ready(fake, erp.reader)
  const gateOfAnswers = gate(fake)
  const asks: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
    [search, () => find(erp.reader)],
    [/textsearch/, () => searchSource(erp.reader, { query: 'x', maxResults: 5 })],
    [/nodestructure/, () => packageContents(erp.reader, { package: 'zdemo' })],
    [/datapreview\/freestyle/, () => runSql(erp.reader, { sql: 'SELECT a FROM t', maxRows: 5 })],
    [/datapreview\/ddic/, () => previewTable(erp.reader, { name: 't', maxRows: 5 })]
  ]
  const answers = asks.map(([, ask]) => Promise.all(Array.from({ length: 32 }, () => ask())))
  await until(() => asks.every(([path]) => fake.count('GET', path) + fake.count('POST', path) > 0))
  gateOfAnswers.open()
  for (const [one, ...others] of await Promise.all(answers)) {
    for (const other of others) assert.deepEqual(other, one)
  }
  for (const [path] of asks) {
    assert.equal(fake.count('GET', path) + fake.count('POST', path), 1, String(path))
  }
  await find(erp.reader)
  assert.equal(fake.count('GET', search), 2, 'an answer is not kept')
})

test('other questions and other users share nothing', async t => {
  const { fake, erp } = await connect(t)
  const other = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret' }
  })
  t.after(() => other.close())
  await ready(fake, erp.reader, other.reader)
  const gateOfAnswers = gate(fake)
  const answers = [
    find(erp.reader),
    find(erp.reader, 'ZCL_A*'),
    searchObjects(erp.reader, { query: 'ZCL_*', maxResults: 6 }),
    find(other.reader)
  ]
  await until(() => fake.count('GET', search) === 4)
  gateOfAnswers.open()
  await Promise.all(answers)
})

test('an answer from before the end of a change is not used after it', async t => {
  const { fake, erp } = await connect(t)
  await ready(fake, erp.reader)
  const gateOfAnswers = gate(fake)
  const before = find(erp.writer)
  await until(() => fake.count('GET', search) === 1)
  const slow = fake.handle
  fake.handle = seen => (seen.method === 'POST' ? { body: '' } : slow?.(seen))
  await erp.writer.request({
    operation: 'source.write',
    effect: 'change',
    method: 'POST',
    path: '/sap/bc/adt/x'
  })
  const after = find(erp.writer)
  await until(() => fake.count('GET', search) === 2)
  await erp.writer.session(async session => {
    await session.request({
      operation: 'source.write',
      effect: 'change',
      method: 'POST',
      path: '/sap/bc/adt/y'
    })
  })
  const later = find(erp.writer)
  await until(() => fake.count('GET', search) === 3)
  gateOfAnswers.open()
  await Promise.all([before, after, later])
})

test('a waiter that leaves does not end the request, the last one does', async t => {
  const { fake, erp } = await connect(t)
  await ready(fake, erp.reader)
  const gateOfAnswers = gate(fake)
  const leaving = new AbortController()
  const left = assert.rejects(find(erp.reader, 'ZCL_*', leaving.signal), { code: 'ERP_ABORTED' })
  const stays = find(erp.reader)
  await until(() => fake.count('GET', search) === 1)
  leaving.abort()
  await left
  gateOfAnswers.open()
  assert.equal((await stays).length, 1)
  gateOfAnswers.shut()
  const alone = new AbortController()
  const ended = assert.rejects(find(erp.reader, 'ZCL_*', alone.signal), { code: 'ERP_ABORTED' })
  await until(() => fake.count('GET', search) === 2)
  alone.abort()
  await ended
  gateOfAnswers.open()
  assert.equal((await find(erp.reader)).length, 1, 'the next one asks anew')
})

test('a failure reaches all who waited for it, and is not stored', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = () => ({ status: 400, body: 'no' })
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () => runSql(erp.reader, { sql: 'SELECT a FROM t', maxRows: 5 }))
  )
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(['rejected']))
  assert.equal(fake.count('POST', /freestyle/), 1)
  gate(fake).open()
  assert.equal((await runSql(erp.reader, { sql: 'SELECT a FROM t', maxRows: 5 })).rows.length, 1)
})
