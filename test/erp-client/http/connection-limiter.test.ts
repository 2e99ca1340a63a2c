/** The connection limiter: turns between identities, bounds, waiting, and `Retry-After`. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnectionLimiter } from '../../../erp-client/http/connection-limiter.ts'
import type { IdentityQueue } from '../../../erp-client/http/identity-queue.ts'
import type { Release } from '../../../erp-client/http/limiter-turns.ts'
import { connect, demo, demoSource } from '../fake-erp.ts'
import { readSource } from '../../../erp-client/index.ts'

const noConnections = { closeIdle: () => {} }
const request = (more: { urgent?: boolean; ms?: number; signal?: AbortSignal } = {}) => ({
  urgent: more.urgent ?? false,
  deadline: Date.now() + (more.ms ?? 5000),
  signal: more.signal
})
const codeOf = (error: { code?: string }) => error.code ?? ''

/** Requests connections and records each one that is granted. */
function ask(
  queue: IdentityQueue,
  name: string,
  {
    count,
    given,
    more = {}
  }: { count: number; given: string[]; more?: Parameters<typeof request>[0] }
): Promise<Release>[] {
  return Array.from({ length: count }, async () => {
    const release = await queue.enter(request(more))
    given.push(name)
    return release
  })
}

describe('connections', () => {
  test('are granted at once while any are free, and released once', async () => {
    const limiter = createConnectionLimiter({ connections: 2 })
    const queue = limiter.identityQueue({ most: 2, ...noConnections })
    const releases = [await queue.enter(request()), await queue.enter(request())]
    assert.equal(limiter.running, 2)
    releases[0]?.()
    releases[0]?.()
    assert.equal(limiter.running, 1)
  })

  test('go round: an identity with many requests waits as long as one with few', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const [busy, calm] = [
      limiter.identityQueue({ most: 1, ...noConnections }),
      limiter.identityQueue({ most: 1, ...noConnections })
    ]
    const given: string[] = []
    const first = await busy.enter(request())
    const all = [
      ...ask(busy, 'busy', { count: 5, given }),
      ...ask(calm, 'calm', { count: 2, given })
    ]
    for (const one of all) {
      void one.then(async release => {
        await sleep(1)
        release()
      })
    }
    first()
    await Promise.all(all)
    assert.deepEqual(given, ['busy', 'calm', 'busy', 'calm', 'busy', 'busy', 'busy'])
  })

  test('of one identity are bounded even while others are free', async () => {
    const limiter = createConnectionLimiter({ connections: 8 })
    const queue = limiter.identityQueue({ most: 2, ...noConnections })
    const given: string[] = []
    const asked = ask(queue, 'one', { count: 3, given })
    await sleep(5)
    assert.equal(given.length, 2)
    for (const one of asked) {
      void one.then(release => {
        release()
      })
    }
    await Promise.all(asked)
  })

  test('a request under a lock goes first', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const queue = limiter.identityQueue({ most: 1, ...noConnections })
    const given: string[] = []
    const first = await queue.enter(request())
    const asked = [
      ...ask(queue, 'plain', { count: 2, given }),
      ...ask(queue, 'urgent', { count: 2, given, more: { urgent: true } })
    ]
    for (const one of asked) {
      void one.then(release => {
        release()
      })
    }
    first()
    await Promise.all(asked)
    assert.deepEqual(given, ['urgent', 'urgent', 'plain', 'plain'])
  })
})

describe('waiting', () => {
  test('ends with the caller or its deadline, and leaves nothing behind', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const queue = limiter.identityQueue({ most: 1, ...noConnections })
    const release = await queue.enter(request())
    const gone = new AbortController()
    const codes = [
      queue.enter(request({ signal: gone.signal })),
      queue.enter(request({ ms: 10 })),
      queue.enter(request({ signal: AbortSignal.abort() }))
    ].map(async one => {
      try {
        await one
        return 'in'
      } catch (error) {
        return codeOf(error as object)
      }
    })
    gone.abort()
    assert.deepEqual(await Promise.all(codes), ['ERP_ABORTED', 'ERP_BUSY', 'ERP_ABORTED'])
    assert.equal(limiter.waiting, 0)
    release()
    assert.equal(limiter.running, 0)
  })

  test('is limited with a clear error, and a newcomer replaces the last request of the longest queue', async () => {
    const limiter = createConnectionLimiter({ connections: 1, waiting: 3 })
    const [busy, calm] = [
      limiter.identityQueue({ most: 1, ...noConnections }),
      limiter.identityQueue({ most: 1, ...noConnections })
    ]
    const release = await busy.enter(request())
    const waiting = [1, 2, 3].map(() =>
      Promise.resolve(busy.enter(request())).then(free => {
        free()
        return 'in'
      }, codeOf)
    )
    await assert.rejects(async () => busy.enter(request()), {
      code: 'ERP_BUSY',
      retryAfter: 4,
      message: 'All 1 requests that the ERP takes at the same time are there, and 3 wait already'
    })
    const other = Promise.resolve(calm.enter(request())).then(free => {
      free()
      return 'in'
    }, codeOf)
    const urgent = Promise.resolve(busy.enter(request({ urgent: true }))).then(free => {
      free()
      return 'in'
    }, codeOf)
    release()
    assert.deepEqual(
      [await Promise.all(waiting), await other, await urgent],
      [['in', 'in', 'ERP_BUSY'], 'in', 'in']
    )
  })

  test('follows Retry-After: for this identity, or for all; not for a request under a lock', async () => {
    const limiter = createConnectionLimiter({ connections: 4 })
    const [one, two] = [
      limiter.identityQueue({ most: 4, ...noConnections }),
      limiter.identityQueue({ most: 4, ...noConnections })
    ]
    const given: string[] = []
    one.pause(40, 'identity')
    const held = ask(one, 'one', { count: 1, given })
    ;(await two.enter(request()))()
    ;(await one.enter(request({ urgent: true })))()
    assert.deepEqual(given, [])
    await Promise.all(held)
    two.pause(40, 'all')
    const both = [...ask(one, 'one', { count: 1, given }), ...ask(two, 'two', { count: 1, given })]
    await sleep(5)
    assert.equal(given.length, 1)
    await Promise.all(both)
    one.pause(60_000, 'all')
    await assert.rejects(async () => two.enter(request({ ms: 100 })), {
      code: 'ERP_BUSY',
      retryAfter: 60,
      message: /for another 60 s/
    })
    await assert.rejects(
      async () => two.enter(request({ ms: 120_000 })),
      { code: 'ERP_BUSY', retryAfter: 60 },
      'no request waits for a minute'
    )
  })

  test('ends for all waiting requests at a long Retry-After; a request under a lock stays', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const [one, two] = [
      limiter.identityQueue({ most: 1, ...noConnections }),
      limiter.identityQueue({ most: 1, ...noConnections })
    ]
    const release = await one.enter(request())
    const codes = [one.enter(request()), two.enter(request())].map(each =>
      Promise.resolve(each).then(() => 'in', codeOf)
    )
    const urgent = Promise.resolve(two.enter(request({ urgent: true }))).then(free => {
      free()
      return 'in'
    }, codeOf)
    one.pause(60_000, 'all')
    assert.deepEqual(await Promise.all(codes), ['ERP_BUSY', 'ERP_BUSY'])
    assert.equal(limiter.waiting, 1)
    release()
    assert.equal(await urgent, 'in')
  })
})

test('idle connections of other identities are closed when their capacity is needed, the oldest first', async () => {
  const limiter = createConnectionLimiter({ connections: 2 })
  const closed: string[] = []
  const queues = ['a', 'b', 'c'].map(name => ({
    name,
    queue: limiter.identityQueue({
      most: 2,
      closeIdle: () => {
        closed.push(name)
      }
    })
  }))
  for (const { queue } of queues.slice(0, 2)) {
    ;(await queue.enter(request()))()
    await sleep(2)
  }
  const release = await queues[2]?.queue.enter(request())
  assert.deepEqual(closed, ['a'])
  release?.()
})

test('a client waits for a connection, and reports a full queue', async t => {
  const limiter = createConnectionLimiter({ connections: 1, waiting: 1 })
  const { fake, erp } = await connect(t, { connectionLimiter: limiter })
  fake.sources.set(demoSource, 'x')
  await readSource(erp.reader, { ref: demo })
  let hold = () => {}
  const after = new Promise<void>(resolve => {
    hold = resolve
  })
  fake.handle = seen => (seen.path.endsWith('/slow') ? { after, body: '' } : undefined)
  const get = () =>
    erp.reader
      .request({ operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/slow' })
      .then(() => 'ok', codeOf)
  const answers = [get(), get(), get()]
  assert.equal(await answers[2], 'ERP_BUSY')
  hold()
  assert.deepEqual(await Promise.all(answers.slice(0, 2)), ['ok', 'ok'])
})
