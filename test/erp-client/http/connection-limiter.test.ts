import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnectionLimiter } from '../../../erp-client/http/connection-limiter.ts'
import type { IdentityQueue } from '../../../erp-client/http/identity-queue.ts'
import type { Release } from '../../../erp-client/http/limiter-turns.ts'
import { connect, demo, demoSource } from '../fake-erp.ts'
import { readSource } from '../../../erp-client/index.ts'

const nobody = { closeIdle: () => {} }
const patience = (more: { urgent?: boolean; ms?: number; signal?: AbortSignal } = {}) => ({
  urgent: more.urgent ?? false,
  deadline: Date.now() + (more.ms ?? 5000),
  signal: more.signal
})
const codeOf = (error: { code?: string }) => error.code ?? ''

/** Asks for so many places and notes each that is given. */
function ask(
  queue: IdentityQueue,
  name: string,
  {
    count,
    given,
    more = {}
  }: { count: number; given: string[]; more?: Parameters<typeof patience>[0] }
): Promise<Release>[] {
  return Array.from({ length: count }, async () => {
    const release = await queue.enter(patience(more))
    given.push(name)
    return release
  })
}

describe('places', () => {
  test('are given at once while there are any, and given back once', async () => {
    const limiter = createConnectionLimiter({ connections: 2 })
    const queue = limiter.identityQueue({ most: 2, ...nobody })
    const releases = [await queue.enter(patience()), await queue.enter(patience())]
    assert.equal(limiter.running, 2)
    releases[0]?.()
    releases[0]?.()
    assert.equal(limiter.running, 1)
  })

  test('go round: who asks for many waits no less than who asks for one', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const [busy, calm] = [
      limiter.identityQueue({ most: 1, ...nobody }),
      limiter.identityQueue({ most: 1, ...nobody })
    ]
    const given: string[] = []
    const first = await busy.enter(patience())
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
    const queue = limiter.identityQueue({ most: 2, ...nobody })
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

  test('whoever holds a lock goes first', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const queue = limiter.identityQueue({ most: 1, ...nobody })
    const given: string[] = []
    const first = await queue.enter(patience())
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
  test('ends with the caller, with its time, and leaves nothing behind', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const queue = limiter.identityQueue({ most: 1, ...nobody })
    const release = await queue.enter(patience())
    const gone = new AbortController()
    const codes = [
      queue.enter(patience({ signal: gone.signal })),
      queue.enter(patience({ ms: 10 })),
      queue.enter(patience({ signal: AbortSignal.abort() }))
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

  test('has a limit that says so, and the longest queue gives way to a newcomer', async () => {
    const limiter = createConnectionLimiter({ connections: 1, waiting: 3 })
    const [busy, calm] = [
      limiter.identityQueue({ most: 1, ...nobody }),
      limiter.identityQueue({ most: 1, ...nobody })
    ]
    const release = await busy.enter(patience())
    const waiting = [1, 2, 3].map(() =>
      Promise.resolve(busy.enter(patience())).then(free => {
        free()
        return 'in'
      }, codeOf)
    )
    await assert.rejects(async () => busy.enter(patience()), {
      code: 'ERP_BUSY',
      retryAfter: 4,
      message: 'All 1 requests that the ERP takes at the same time are there, and 3 wait already'
    })
    const other = Promise.resolve(calm.enter(patience())).then(free => {
      free()
      return 'in'
    }, codeOf)
    const urgent = Promise.resolve(busy.enter(patience({ urgent: true }))).then(free => {
      free()
      return 'in'
    }, codeOf)
    release()
    assert.deepEqual(
      [await Promise.all(waiting), await other, await urgent],
      [['in', 'in', 'ERP_BUSY'], 'in', 'in']
    )
  })

  test('for an ERP that wants to be left alone: this identity, or all; not for whoever holds a lock', async () => {
    const limiter = createConnectionLimiter({ connections: 4 })
    const [one, two] = [
      limiter.identityQueue({ most: 4, ...nobody }),
      limiter.identityQueue({ most: 4, ...nobody })
    ]
    const given: string[] = []
    one.pause(40, 'identity')
    const held = ask(one, 'one', { count: 1, given })
    ;(await two.enter(patience()))()
    ;(await one.enter(patience({ urgent: true })))()
    assert.deepEqual(given, [])
    await Promise.all(held)
    two.pause(40, 'all')
    const both = [...ask(one, 'one', { count: 1, given }), ...ask(two, 'two', { count: 1, given })]
    await sleep(5)
    assert.equal(given.length, 1)
    await Promise.all(both)
    one.pause(60_000, 'all')
    await assert.rejects(async () => two.enter(patience({ ms: 100 })), {
      code: 'ERP_BUSY',
      retryAfter: 60,
      message: /for another 60 s/
    })
    await assert.rejects(
      async () => two.enter(patience({ ms: 120_000 })),
      { code: 'ERP_BUSY', retryAfter: 60 },
      'nobody waits for a minute'
    )
  })

  test('ends for all who wait already when the ERP wants to be left alone for long; whoever holds a lock stays', async () => {
    const limiter = createConnectionLimiter({ connections: 1 })
    const [one, two] = [
      limiter.identityQueue({ most: 1, ...nobody }),
      limiter.identityQueue({ most: 1, ...nobody })
    ]
    const release = await one.enter(patience())
    const codes = [one.enter(patience()), two.enter(patience())].map(each =>
      Promise.resolve(each).then(() => 'in', codeOf)
    )
    const urgent = Promise.resolve(two.enter(patience({ urgent: true }))).then(free => {
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

test('idle connections of others are closed when their place is needed, the oldest first', async () => {
  const limiter = createConnectionLimiter({ connections: 2 })
  const rested: string[] = []
  const lanes = ['a', 'b', 'c'].map(name => ({
    name,
    queue: limiter.identityQueue({
      most: 2,
      closeIdle: () => {
        rested.push(name)
      }
    })
  }))
  for (const { queue } of lanes.slice(0, 2)) {
    ;(await queue.enter(patience()))()
    await sleep(2)
  }
  const release = await lanes[2]?.queue.enter(patience())
  assert.deepEqual(rested, ['a'])
  release?.()
})

test('a client waits for what the ERP asks for, and tells a full queue', async t => {
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
