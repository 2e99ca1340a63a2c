import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnectionLimiter } from '../../../erp-client/http/connection-limiter.ts'
import type { IdentityQueue, Release } from '../../../erp-client/http/connection-limiter.ts'
import { connect, demo, demoSource } from '../fake-erp.ts'
import { readSource } from '../../../erp-client/index.ts'

const nobody = { rest: () => {} }
const patience = (more: { urgent?: boolean; ms?: number; signal?: AbortSignal } = {}) => ({
  urgent: more.urgent ?? false,
  deadline: Date.now() + (more.ms ?? 5000),
  signal: more.signal
})
const codeOf = (error: { code?: string }) => error.code ?? ''

/** Asks for so many places and notes each that is given. */
function ask(
  lane: IdentityQueue,
  name: string,
  {
    count,
    given,
    more = {}
  }: { count: number; given: string[]; more?: Parameters<typeof patience>[0] }
): Promise<Release>[] {
  return Array.from({ length: count }, async () => {
    const release = await lane.enter(patience(more))
    given.push(name)
    return release
  })
}

describe('places', () => {
  test('are given at once while there are any, and given back once', async () => {
    const budget = createConnectionLimiter({ connections: 2 })
    const lane = budget.lane({ most: 2, ...nobody })
    const releases = [await lane.enter(patience()), await lane.enter(patience())]
    assert.equal(budget.running, 2)
    releases[0]?.()
    releases[0]?.()
    assert.equal(budget.running, 1)
  })

  test('go round: who asks for many waits no less than who asks for one', async () => {
    const budget = createConnectionLimiter({ connections: 1 })
    const [busy, calm] = [budget.lane({ most: 1, ...nobody }), budget.lane({ most: 1, ...nobody })]
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
    const budget = createConnectionLimiter({ connections: 8 })
    const lane = budget.lane({ most: 2, ...nobody })
    const given: string[] = []
    const asked = ask(lane, 'one', { count: 3, given })
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
    const budget = createConnectionLimiter({ connections: 1 })
    const lane = budget.lane({ most: 1, ...nobody })
    const given: string[] = []
    const first = await lane.enter(patience())
    const asked = [
      ...ask(lane, 'plain', { count: 2, given }),
      ...ask(lane, 'urgent', { count: 2, given, more: { urgent: true } })
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
    const budget = createConnectionLimiter({ connections: 1 })
    const lane = budget.lane({ most: 1, ...nobody })
    const release = await lane.enter(patience())
    const gone = new AbortController()
    const codes = [
      lane.enter(patience({ signal: gone.signal })),
      lane.enter(patience({ ms: 10 })),
      lane.enter(patience({ signal: AbortSignal.abort() }))
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
    assert.equal(budget.waiting, 0)
    release()
    assert.equal(budget.running, 0)
  })

  test('has a limit that says so, and the longest queue gives way to a newcomer', async () => {
    const budget = createConnectionLimiter({ connections: 1, waiting: 3 })
    const [busy, calm] = [budget.lane({ most: 1, ...nobody }), budget.lane({ most: 1, ...nobody })]
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
    const budget = createConnectionLimiter({ connections: 4 })
    const [one, two] = [budget.lane({ most: 4, ...nobody }), budget.lane({ most: 4, ...nobody })]
    const given: string[] = []
    one.hold(40, 'lane')
    const held = ask(one, 'one', { count: 1, given })
    ;(await two.enter(patience()))()
    ;(await one.enter(patience({ urgent: true })))()
    assert.deepEqual(given, [])
    await Promise.all(held)
    two.hold(40, 'all')
    const both = [...ask(one, 'one', { count: 1, given }), ...ask(two, 'two', { count: 1, given })]
    await sleep(5)
    assert.equal(given.length, 1)
    await Promise.all(both)
    one.hold(60_000, 'all')
    await assert.rejects(async () => two.enter(patience({ ms: 100 })), {
      code: 'ERP_BUSY',
      retryAfter: 60,
      message: /left alone for 60 s/
    })
    await assert.rejects(
      async () => two.enter(patience({ ms: 120_000 })),
      { code: 'ERP_BUSY', retryAfter: 60 },
      'nobody waits for a minute'
    )
  })

  test('ends for all who wait already when the ERP wants to be left alone for long; whoever holds a lock stays', async () => {
    const budget = createConnectionLimiter({ connections: 1 })
    const [one, two] = [budget.lane({ most: 1, ...nobody }), budget.lane({ most: 1, ...nobody })]
    const release = await one.enter(patience())
    const codes = [one.enter(patience()), two.enter(patience())].map(each =>
      Promise.resolve(each).then(() => 'in', codeOf)
    )
    const urgent = Promise.resolve(two.enter(patience({ urgent: true }))).then(free => {
      free()
      return 'in'
    }, codeOf)
    one.hold(60_000, 'all')
    assert.deepEqual(await Promise.all(codes), ['ERP_BUSY', 'ERP_BUSY'])
    assert.equal(budget.waiting, 1)
    release()
    assert.equal(await urgent, 'in')
  })
})

test('idle connections of others are closed when their place is needed, the oldest first', async () => {
  const budget = createConnectionLimiter({ connections: 2 })
  const rested: string[] = []
  const lanes = ['a', 'b', 'c'].map(name => ({
    name,
    lane: budget.lane({
      most: 2,
      rest: () => {
        rested.push(name)
      }
    })
  }))
  for (const { lane } of lanes.slice(0, 2)) {
    ;(await lane.enter(patience()))()
    await sleep(2)
  }
  const release = await lanes[2]?.lane.enter(patience())
  assert.deepEqual(rested, ['a'])
  release?.()
})

test('a client waits for what the ERP asks for, and tells a full queue', async t => {
  const budget = createConnectionLimiter({ connections: 1, waiting: 1 })
  const { fake, erp } = await connect(t, { budget })
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
