/** The adaptive limit: found by response times, restored when a reduction does not help. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createConnectionLimiter } from '../../../erp-client/http/connection-limiter.ts'
import { createAdaptiveLimit } from '../../../erp-client/http/adaptive-limit.ts'
import type { AdaptiveLimit } from '../../../erp-client/http/adaptive-limit.ts'
import { connect, demo, demoSource } from '../fake-erp.ts'
import { readSource } from '../../../erp-client/index.ts'

const idleMs = 30

/**
 * Answers of an ERP that serves a number of requests in parallel while the rest waits, under as
 * many requests as the limit allows.
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

describe('the adaptive limit', () => {
  test('stays at the bound where the ERP keeps up', () => {
    const pace = createAdaptiveLimit(64)
    work(pace, 64, 2000)
    assert.equal(pace.limit, 64)
  })

  test('is reduced until an ERP with eight work processes is no longer crowded, and raised when it has more', () => {
    const pace = createAdaptiveLimit(64)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    work(pace, 8, 1000)
    assert.ok(pace.limit >= 8 && pace.limit <= 24, String(pace.limit))
    work(pace, 64, 3000)
    assert.equal(pace.limit, 64)
  })

  test('is restored for an ERP that became slower for other reasons, once a reduction has not helped', () => {
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

  test('an ERP that stays slower, close to the threshold, does not keep it below the bound', () => {
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

  test('a reduction that helped a little stays, and no new descent starts from there', () => {
    const pace = createAdaptiveLimit(64)
    pace.answered({ operation: 'read', ms: idleMs, full: false })
    // Twelve in parallel without delay: at a limit of 35 answers take 2.9 times their best, at 28
    // 2.3 times.
    work(pace, 12, 5000)
    assert.ok(pace.limit >= 12 && pace.limit <= 40, String(pace.limit))
  })

  test('a crowd counts as long as it lasts, and best times age within hours', () => {
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

  test('refusals within a second count once, and the limit rises above four again at an ERP that stays slower', () => {
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

  test('answers of different size do not prevent its recovery', () => {
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

  test('answers to requests from before a reduction are no samples', () => {
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

  test('ignores slow answers below the limit, and operations that are always slow', () => {
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

  test('one slow answer among many has no effect', () => {
    const pace = createAdaptiveLimit(16)
    for (let answer = 0; answer < 960; answer++) {
      pace.answered({ operation: 'read', ms: answer % 10 === 0 ? 5000 : idleMs, full: true })
    }
    assert.equal(pace.limit, 16)
  })

  test('is halved when the ERP reports overload', () => {
    const pace = createAdaptiveLimit(32)
    pace.overloaded()
    assert.equal(pace.limit, 16)
  })
})

test('a 503 of the ERP halves the limit; a lock is still released', async t => {
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
  const request = { urgent: false, deadline: Date.now() + 1000, signal: undefined }
  const releases = await Promise.all(
    Array.from({ length: 4 }, async () => await queue.enter(request))
  )
  let waits = true
  const fifth = Promise.resolve(queue.enter(request)).then(release => {
    waits = false
    release()
  })
  const urgent = await queue.enter({ ...request, urgent: true })
  assert.ok(waits, 'an ordinary request waits')
  urgent()
  for (const release of releases) release()
  await fifth
})
