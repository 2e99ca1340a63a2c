import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createConnectionLimiter } from '../../../erp-client/http/connection-limiter.ts'
import { createAdaptiveLimit } from '../../../erp-client/http/adaptive-limit.ts'
import type { AdaptiveLimit } from '../../../erp-client/http/adaptive-limit.ts'
import { connect, demo, demoSource } from '../fake-erp.ts'
import { readSource } from '../../../erp-client/index.ts'

const idleMs = 30

/**
 * Answers of an ERP that does so many things at once and lets the rest wait, under as many requests
 * as are allowed.
 */
function work(pace: AdaptiveLimit, capacity: number, answers: number): void {
  for (let answer = 0; answer < answers; answer++) {
    pace.answered({
      operation: 'read',
      ms: idleMs * Math.max(1, pace.limit / capacity),
      full: true
    })
  }
}

describe('the pace', () => {
  test('stays at the bound where the ERP keeps up', () => {
    const pace = createAdaptiveLimit(64)
    work(pace, 64, 2000)
    assert.equal(pace.limit, 64)
  })

  test('gives way until an ERP that does eight things at once is no longer crowded, and comes back when it does more', () => {
    const pace = createAdaptiveLimit(64)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    work(pace, 8, 1000)
    assert.ok(pace.limit >= 8 && pace.limit <= 24, String(pace.limit))
    work(pace, 64, 3000)
    assert.equal(pace.limit, 64)
  })

  test('an ERP that has become slower, whoever made it so, is asked as much as before once giving way has not helped', () => {
    const pace = createAdaptiveLimit(32)
    work(pace, 32, 500)
    let fewest = 32
    for (let answer = 0; answer < 2000; answer++) {
      pace.answered({
        operation: answer % 2 === 0 ? 'read' : 'search',
        ms: answer % 2 === 0 ? 5 * idleMs : 500,
        full: true
      })
      fewest = Math.min(fewest, pace.limit)
    }
    assert.ok(fewest >= 12 && fewest <= 20, `it tries first: ${fewest}`)
    assert.equal(pace.limit, 32)
    for (let answer = 0; answer < 500; answer++) {
      pace.answered({ operation: 'read', ms: 5 * idleMs, full: true })
    }
    assert.equal(pace.limit, 32, 'what it takes now is its best')
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    work(pace, 4, 2000)
    assert.ok(pace.limit <= 16, `one quick answer, and it knows a crowd again: ${pace.limit}`)
  })

  test('an ERP that is slower for good, and about as slow as makes it give way, does not keep it below the bound', () => {
    const pace = createAdaptiveLimit(32)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    let below = 0
    for (let answer = 0; answer < 5000; answer++) {
      pace.answered({
        operation: 'read',
        ms: idleMs * (Math.floor(answer / 96) % 2 === 0 ? 3.1 : 2.9),
        full: true
      })
      if (answer > 1000 && pace.limit < 32) below++
    }
    assert.equal(below, 0)
    assert.equal(pace.limit, 32)
  })

  test('where giving way has helped a little, it stays there and does not begin again from what is left', () => {
    const pace = createAdaptiveLimit(64)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    // Twelve at once without becoming slower: at a limit of 35 answers take 2.9 times their best,
    // at 28 2.3 times.
    work(pace, 12, 5000)
    assert.ok(pace.limit >= 12 && pace.limit <= 40, String(pace.limit))
  })

  test('a crowd is one for as long as it lasts, and what was best once is forgotten in hours', () => {
    const pace = createAdaptiveLimit(64)
    pace.answered({ operation: 'read', ms: idleMs, full: false }, 0)
    let now = 0
    const crowd = (minutes: number) => {
      for (const end = now + minutes * 60_000; now < end; now += 5) {
        pace.answered(
          { operation: 'read', ms: idleMs * Math.max(1, pace.limit / 8), full: true },
          now
        )
      }
    }
    crowd(5)
    assert.ok(pace.limit >= 8 && pace.limit <= 30, String(pace.limit))
    crowd(120)
    assert.equal(pace.limit, 64)
  })

  test('refusals of one moment count once, and four are left behind again at an ERP that is slower for good', () => {
    const pace = createAdaptiveLimit(32)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    for (const at of [10_000, 10_010, 10_200]) pace.overloaded(at)
    assert.equal(pace.limit, 16)
    for (const at of [12_000, 14_000, 16_000]) pace.overloaded(at)
    assert.equal(pace.limit, 4)
    for (let answer = 0; answer < 5000; answer++) {
      pace.answered({ operation: 'read', ms: 4 * idleMs, full: true })
    }
    assert.equal(pace.limit, 32)
  })

  test('answers that differ by what they hold do not keep it from coming back', () => {
    const pace = createAdaptiveLimit(32)
    pace.overloaded()
    for (let answer = 0; answer < 10_000; answer++) {
      pace.answered({
        operation: 'read',
        ms: answer % 10 === 0 ? idleMs : 2.5 * idleMs,
        full: true
      })
    }
    assert.equal(pace.limit, 32)
  })

  test('a crowd at an ERP that has become slower as well is still a crowd', () => {
    const pace = createAdaptiveLimit(64)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    for (let answer = 0; answer < 3000; answer++) {
      pace.answered({ operation: 'read', ms: 2 * idleMs * Math.max(1, pace.limit / 8), full: true })
    }
    assert.ok(pace.limit >= 6 && pace.limit <= 16, String(pace.limit))
  })

  test('answers to what was sent before it gave way say nothing about what it is now', () => {
    const pace = createAdaptiveLimit(32)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    const sent: number[] = Array.from({ length: 32 }, () => 32)
    for (let answer = 0; answer < 3000; answer++) {
      const crowd = sent.shift() ?? 0
      pace.answered({ operation: 'read', ms: idleMs * Math.max(1, crowd / 8), full: true })
      while (sent.length < pace.limit) sent.push(pace.limit)
    }
    assert.ok(pace.limit >= 8 && pace.limit <= 24, String(pace.limit))
  })

  test('never falls below four, or below the bound where that is less', () => {
    for (const [most, least] of [
      [64, 4],
      [2, 2]
    ] as const) {
      const pace = createAdaptiveLimit(most)
      pace.answered({ operation: 'read', ms: idleMs, full: false })
      work(pace, 0.1, 5000)
      assert.equal(pace.limit, least)
    }
  })

  test('does not mind slow answers while there are places left, nor operations that are slow by nature', () => {
    const pace = createAdaptiveLimit(16)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    for (let answer = 0; answer < 500; answer++) {
      pace.answered({ operation: 'read', ms: 3000, full: false })
    }
    for (let answer = 0; answer < 500; answer++) {
      pace.answered({ operation: `of its own ${answer % 3}`, ms: 2000, full: true })
    }
    assert.equal(pace.limit, 16)
  })

  test('one slow answer among many says nothing', () => {
    const pace = createAdaptiveLimit(16)
    for (let answer = 0; answer < 960; answer++) {
      pace.answered({ operation: 'read', ms: answer % 10 === 0 ? 5000 : idleMs, full: true })
    }
    assert.equal(pace.limit, 16)
  })

  test('is halved when the ERP says that it is overloaded', () => {
    const pace = createAdaptiveLimit(32)
    pace.overloaded()
    assert.equal(pace.limit, 16)
  })
})

test('a 503 of the ERP halves what runs at the same time; a lock is still given back', async t => {
  const limiter = createConnectionLimiter({ connections: 8 })
  const { erp, fake } = await connect(t, { connectionLimiter: limiter })
  fake.sources.set(demoSource, 'REPORT zdemo.\n')
  let refusals = 1
  fake.intercept = ({ path }) =>
    path.endsWith('/source/main') && refusals-- > 0
      ? { status: 503, headers: { 'retry-after': '0' }, body: 'busy' }
      : undefined
  assert.equal((await readSource(erp.reader, { ref: demo })).text, 'REPORT zdemo.\n')
  assert.equal(limiter.limit, 4)
  const queue = limiter.identityQueue({ most: 8, closeIdle: () => {} })
  const patience = { urgent: false, deadline: Date.now() + 1000, signal: undefined }
  const places = await Promise.all(
    Array.from({ length: 4 }, async () => await queue.enter(patience))
  )
  let waits = true
  const fifth = Promise.resolve(queue.enter(patience)).then(release => {
    waits = false
    release()
  })
  const urgent = await queue.enter({ ...patience, urgent: true })
  assert.ok(waits, 'an ordinary request waits')
  urgent()
  for (const release of places) release()
  await fifth
})
