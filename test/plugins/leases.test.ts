/** Leases of a budget that replicas share: what one replica does with what Redis answers. */
import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Redis } from 'ioredis'
import { createConnectionLimiter } from '../../erp-client/http/connection-limiter.ts'
import { leaseMs, openLease } from '../../plugins/leases.ts'
import { tooManyConnections } from '../../systems/options.ts'

/** A limiter of 8 under a lease, and a Redis that answers what it is told. */
async function fixture(t: TestContext, first: unknown) {
  const clock = mock.method(performance, 'now', () => state.now)
  t.after(() => clock.mock.restore())
  const state = { now: 0, answer: first, asked: [] as unknown[][], ended: [] as string[] }
  const redis = {
    eval: async (...words: unknown[]) => {
      state.asked.push(words)
      if (state.answer instanceof Error) throw state.answer
      return state.answer
    },
    hdel: async (key: string) => {
      state.ended.push(key)
      return 1
    }
  } as unknown as Redis
  const limiter = createConnectionLimiter({ connections: 8 })
  const queue = limiter.identityQueue({ most: 8, closeIdle() {} })
  const enter = async () =>
    await queue.enter({ urgent: false, deadline: Date.now() + 60_000, signal: undefined })
  t.mock.timers.enable({ apis: ['setInterval'] })
  const log = { info() {}, warn() {} }
  const lease = await openLease(redis, { name: 'x', limiter, connections: 8, log })
  const renewed = async () => {
    t.mock.timers.tick(500)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { state, limiter, enter, lease, renewed }
}

describe('a replica', () => {
  test('runs as many requests as its lease has places, and more once it grows', async t => {
    const { state, limiter, enter, lease, renewed } = await fixture(t, [2, 4, 0])
    const entered: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) void enter().then(() => entered.push(name))
    await renewed()
    assert.deepEqual(entered, ['a', 'b'])
    assert.deepEqual(
      state.asked.at(-1)?.slice(-6, -2),
      [8, 4, 2, 2],
      'budget, demand, running, held'
    )
    state.answer = [3, 4, 0]
    await renewed()
    await renewed()
    assert.deepEqual(entered, ['a', 'b', 'c'])
    assert.equal(limiter.limit, 3)
    state.answer = [4, 4, 0]
    await renewed()
    await renewed()
    assert.deepEqual(entered, ['a', 'b', 'c', 'd'])
    await lease.close()
    assert.deepEqual(state.ended, ['lease:x'])
  })

  test('keeps its lease to its end, and then at most an equal part', async t => {
    const { state, limiter, renewed } = await fixture(t, [6, 4, 0])
    state.answer = new Error('away')
    state.now = leaseMs - 1
    await renewed()
    assert.equal(limiter.limit, 6)
    state.now = leaseMs
    assert.equal(limiter.limit, 2, 'without a timer: the process may have been stopped')
    state.answer = [7, 1, 0]
    await renewed()
    assert.equal(limiter.limit, 7)
  })

  for (const answer of [new Error('away'), 'OK', [1.5], ['2', 1, 0]]) {
    test(`that never got a lease uses a quarter: ${String(answer)}`, async t => {
      const { limiter } = await fixture(t, answer)
      assert.equal(limiter.limit, 2)
    })
  }

  test('waits as another one was asked to', async t => {
    const { limiter } = await fixture(t, [4, 2, 9000])
    assert.ok(limiter.pausedMs > 8000 && limiter.pausedMs <= 9000)
  })
})

for (const [connections, dialogProcesses, isWarned] of [
  [32, 0, false],
  [32, 54, false],
  [32, 52, true],
  [1, 2, false],
  [2, 2, true]
] as const) {
  test(`${connections} connections of ${dialogProcesses} work processes`, () => {
    assert.equal(tooManyConnections({ connections, dialogProcesses }) !== undefined, isWarned)
  })
}
