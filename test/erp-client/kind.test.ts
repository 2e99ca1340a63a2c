/**
 * Resources after callers that leave, users that come and go, and large sources: none are left
 * behind.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createConnectionLimiter,
  createCacheSpace,
  createErp,
  isErpError,
  madeFrom,
  readSource
} from '../../erp-client/index.ts'
import type { Erp, ErpOptions } from '../../erp-client/index.ts'
import { cacheOf } from '../../erp-client/cache/erp-cache.ts'
import { forgetObject } from '../../erp-client/adt/source.ts'
import { connect, demo, demoSource } from './fake-erp.ts'
import type { FakeErp } from './fake-erp.ts'
import { createByteCache } from '../../erp-client/cache/byte-cache.ts'

const get = { operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' } as const
const hang = { ...get, path: '/sap/bc/adt/hang' } as const

/** Another user of the same ERP. */
function another(fake: FakeErp, options: Partial<ErpOptions> = {}): Erp {
  return createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret' },
    timeoutMs: 10_000,
    ...options
  })
}

test('40 abandoned calls on a hanging ERP delay neither the same user nor another one', async t => {
  const limiter = createConnectionLimiter({ connections: 8 })
  const { fake, erp } = await connect(t, { connectionLimiter: limiter })
  const other = another(fake, { connectionLimiter: limiter })
  t.after(() => other.close())
  fake.handle = seen => (seen.path === hang.path ? 'hang' : { body: 'fine' })
  await Promise.all([erp.reader.request(get), other.reader.request(get)])
  const calls = Array.from({ length: 40 }, () => {
    const caller = new AbortController()
    const ended = erp.reader.request(hang, caller.signal).then(
      () => 'ok',
      (error: unknown) => (isErpError(error) ? error.code : String(error))
    )
    return { caller, ended }
  })
  while (fake.count('GET', /hang/) < 8) {
    await new Promise(resolve => {
      setTimeout(resolve, 5)
    })
  }
  for (const { caller } of calls) caller.abort()
  const answers = await Promise.all([erp.reader.request(get), other.reader.request(get)])
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['fine', 'fine']
  )
  assert.deepEqual(
    new Set(await Promise.all(calls.map(({ ended }) => ended))),
    new Set(['ERP_ABORTED'])
  )
  assert.deepEqual([limiter.running, limiter.waiting], [0, 0])
})

test('while all connections of one user hang, another user is served, and closing releases them', async t => {
  const limiter = createConnectionLimiter({ connections: 8 })
  const { fake, erp } = await connect(t, { connectionLimiter: limiter, connections: 4 })
  const other = another(fake, { connectionLimiter: limiter, connections: 4 })
  fake.handle = seen => (seen.path === hang.path ? 'hang' : { body: 'fine' })
  await Promise.all([erp.reader.request(get), other.reader.request(get)])
  const left = new AbortController()
  const stuck = Array.from({ length: 40 }, () =>
    assert.rejects(erp.reader.request(hang, left.signal), { code: 'ERP_ABORTED' })
  )
  assert.equal((await other.reader.request(get)).text, 'fine')
  left.abort()
  await Promise.all(stuck)
  await other.close()
  assert.deepEqual([limiter.running, limiter.waiting], [0, 0])
})

test('users that come and go leave nothing in shared state', async t => {
  const limiter = createConnectionLimiter({ connections: 4 })
  const cacheSpace = createCacheSpace(1_000_000)
  const { fake } = await connect(t)
  fake.sources.set(demoSource, 'REPORT z.')
  for (let round = 0; round < 40; round++) {
    const erps = Array.from({ length: 5 }, () =>
      another(fake, { connectionLimiter: limiter, cacheSpace, connections: 1 })
    )
    await Promise.all(erps.map(erp => readSource(erp.reader, { ref: demo })))
    assert.equal(cacheSpace.caches, 5, 'of those who are there')
    await Promise.all(erps.map(erp => erp.close()))
    fake.seen.length = 0
  }
  assert.deepEqual(
    [cacheSpace.bytes, cacheSpace.caches, limiter.running, limiter.waiting],
    [0, 0, 0, 0]
  )
})

test('thousands of reads leave no more than the cache holds', async t => {
  const { fake, erp } = await connect(t, { cacheBytes: 100_000 })
  fake.handle = seen =>
    seen.path.endsWith('/source/main')
      ? {
          body: 'x'.repeat(5000),
          headers: { etag: `"${seen.path}"`, 'content-type': 'text/plain' }
        }
      : undefined
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        readSource(erp.reader, { ref: { type: 'CLAS', name: `ZCL_${round}_${index}` } }).catch(
          (error: unknown) => assert.ok(isErpError(error))
        )
      )
    )
    fake.seen.length = 0
  }
  const { sources, packages, changes, memoized } = cacheOf(erp.reader)
  assert.ok(
    sources.size > 0 && sources.bytes <= 100_000 && packages.bytes <= 2_000_000,
    `${sources.bytes}`
  )
  assert.deepEqual([changes.size <= 1, memoized.size < 10], [true, true])
})

test('a value derived from a source is computed once, and evicted with the source', async t => {
  const { fake, erp } = await connect(t, { cacheBytes: 100_000 })
  fake.handle = seen =>
    seen.path.endsWith('/source/main')
      ? {
          body: 'x'.repeat(5000),
          headers: {
            'content-type': 'text/plain',
            ...(seen.path.includes('zcl_tagged') ? { etag: '"1"' } : {})
          }
        }
      : undefined
  const ref = { type: 'CLAS', name: 'ZCL_TAGGED' }
  let made = 0
  const ask = async (name: string, what = 'length') =>
    madeFrom(erp.reader, await readSource(erp.reader, { ref: { ...ref, name } }), {
      what,
      make: () => {
        made++
        return { value: { what }, bytes: 1000 }
      }
    })
  assert.equal(await ask('ZCL_TAGGED'), await ask('ZCL_TAGGED'))
  assert.deepEqual([made, await ask('ZCL_TAGGED', 'else')], [1, { what: 'else' }])
  const { sources } = cacheOf(erp.reader)
  assert.equal(sources.size, 3)
  forgetObject(erp.reader, ref)
  assert.deepEqual([sources.size, sources.bytes], [0, 0])
  await ask('ZCL_PLAIN')
  assert.equal(sources.size, 0, 'what has no tag is read anew each time')
})

test('a shared space stays within its limit and evicts the least recently used entry of any user', () => {
  const space = createCacheSpace(100)
  const [mine, yours] = [createByteCache<string>(space), createByteCache<string>(space)]
  mine.set('a', '1', 40)
  yours.set('a', '2', 40)
  assert.equal(mine.get('a'), '1')
  mine.set('b', '3', 40)
  assert.deepEqual(
    [mine.get('a'), mine.get('b'), yours.get('a')],
    ['1', '3', undefined],
    'the other one was older'
  )
  assert.deepEqual([space.bytes, space.caches, mine.bytes, yours.bytes], [80, 1, 80, 0])
  yours.set('c', '4', 101)
  assert.equal(yours.size, 0, 'larger than all of it')
  mine.deleteBelow('')
  assert.deepEqual([space.bytes, space.caches], [0, 0])
})
