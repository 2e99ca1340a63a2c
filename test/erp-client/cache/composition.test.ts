/**
 * The mechanisms of one Erp together: single flight, source cache, package cache, memoized answers
 * and the adaptive limit. None of them gives an answer that another one, or a change, has made old.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import {
  changeSource,
  createConnectionLimiter,
  createErp,
  deleteObject,
  readDiscovery,
  readSource,
  resolvePackage
} from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { classXml, connect, demo, demoPath, demoSource, exception } from '../fake-erp.ts'
import type { FakeErp } from '../fake-erp.ts'

const accept = { recheck() {} }
const discovery =
  '<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace><app:collection href="/sap/bc/adt/oo/classes"/></app:workspace></app:service>'
const times = async <T>(count: number, ask: () => Promise<T>): Promise<T[]> =>
  await Promise.all(Array.from({ length: count }, ask))

/** Two users of one system, who share its limiter and nothing else. */
async function users(t: TestContext): Promise<{ fake: FakeErp; ada: Erp; bob: Erp }> {
  const connectionLimiter = createConnectionLimiter({ connections: 8 })
  const { fake, erp: ada } = await connect(t, { connectionLimiter })
  const bob = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret' },
    connectionLimiter
  })
  t.after(() => bob.close())
  return { fake, ada, bob }
}

test('twenty readers at once, a change, twenty readers: each sees the source of its time', async t => {
  const { fake, ada, bob } = await users(t)
  for (const [round, text] of ['one', 'two', 'three'].entries()) {
    if (round === 0) fake.sources.set(demoSource, text)
    else await changeSource(ada.writer, { ref: demo, edit: () => text }, accept)
    const before = fake.count('GET', /source\/main$/)
    const both = [ada, bob].map(erp => times(20, () => readSource(erp.reader, { ref: demo })))
    for (const answers of await Promise.all(both)) {
      assert.deepEqual(new Set(answers.map(answer => answer.text)), new Set([text]))
    }
    const asked = fake.count('GET', /source\/main$/) - before
    assert.ok(asked >= 2 && asked <= 4, `${asked} requests of two users`)
  }
})

test('a memoized answer is asked for once by each user, and a failure again', async t => {
  const { fake, ada, bob } = await users(t)
  const path = /\/discovery$/
  const asked = () => fake.seen.filter(seen => seen.method === 'GET' && path.test(seen.path))
  fake.handle = seen =>
    path.test(seen.path) ? exception(404, 'ExceptionResourceNotFound', 'not yet') : undefined
  const failed = await Promise.allSettled(
    Array.from({ length: 10 }, async () => await readDiscovery(ada.reader))
  )
  assert.ok(failed.every(({ status }) => status === 'rejected'))
  fake.handle = seen => (path.test(seen.path) ? { body: discovery } : undefined)
  const { length: before } = asked()
  for (const found of await times(10, () => readDiscovery(ada.reader))) {
    assert.ok(found.has('oo/classes'))
  }
  assert.equal(asked().length - before, 1)
  fake.handle = seen =>
    path.test(seen.path) ? { body: discovery.replace('oo/classes', 'programs') } : undefined
  assert.ok(
    (await readDiscovery(bob.reader)).has('programs'),
    'another user has answers of its own'
  )
  assert.ok((await readDiscovery(ada.reader)).has('oo/classes'))
  assert.equal(asked().length - before, 2)
})

test('a cached package ends with its object, and no user has that of another one', async t => {
  const { fake, ada, bob } = await users(t)
  let home = '$TMP'
  fake.handle = seen =>
    seen.method === 'GET' && seen.path === demoPath
      ? { body: classXml('ZCL_DEMO', home) }
      : undefined
  const packageOf = (erp: Erp) => resolvePackage(erp.reader, { ref: demo })
  const asked = () => fake.seen.filter(seen => seen.method === 'GET' && seen.path === demoPath)
  assert.equal(await packageOf(ada), '$TMP')
  home = 'ZNEW'
  const { length: before } = asked()
  assert.deepEqual(new Set(await times(10, () => packageOf(ada))), new Set(['$TMP']))
  assert.equal(asked().length, before, 'from the cache')
  assert.equal(await packageOf(bob), 'ZNEW')
  await deleteObject(ada.writer, { ref: demo }, accept)
  assert.equal(await packageOf(ada), 'ZNEW')
})

test('an overloaded ERP lowers the limit of all users, and no answer is lost or mixed up', async t => {
  const connectionLimiter = createConnectionLimiter({ connections: 8 })
  const { fake, erp } = await connect(t, { connectionLimiter })
  const path = (index: number) => `/sap/bc/adt/oo/classes/zcl_${index}/source/main`
  for (let index = 0; index < 40; index++) fake.sources.set(path(index), `source ${index}`)
  let refusals = 1
  fake.intercept = seen =>
    seen.path === path(0) && refusals-- > 0
      ? { status: 503, headers: { 'retry-after': '0' }, body: 'busy' }
      : undefined
  const readOf = (index: number) =>
    readSource(erp.reader, { ref: { type: 'CLAS', name: `ZCL_${index}` } })
  assert.equal((await readOf(0)).text, 'source 0', 'it was repeated')
  assert.equal(connectionLimiter.limit, 4)
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_none, index) => await readOf(index >> 1))
  )
  assert.deepEqual(
    answers.map(({ text }) => text),
    answers.map((_answer, index) => `source ${index >> 1}`)
  )
})
