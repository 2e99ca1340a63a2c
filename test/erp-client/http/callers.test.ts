/** Several callers of one identity: turns, shares and bounds, of connections and of sessions. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createConnectionLimiter } from '../../../erp-client/http/connection-limiter.ts'
import type { IdentityQueue } from '../../../erp-client/http/identity-queue.ts'
import type { Release } from '../../../erp-client/http/limiter-turns.ts'
import { callerLimit } from '../../../erp-client/http/caller-shares.ts'
import { createErp } from '../../../erp-client/index.ts'
import { createSessionPool } from '../../../erp-client/http/session-pool.ts'

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('connections', () => {
  const over = new AbortController()
  after(() => {
    over.abort()
  })
  const request = (caller: string, urgent: boolean) => ({
    urgent,
    caller,
    deadline: Date.now() + 60_000,
    signal: over.signal
  })

  /** Requests connections and records them as they are granted. */
  function asker(queue: IdentityQueue) {
    const given: { readonly caller: string; readonly release: Release }[] = []
    const refused: string[] = []
    const ask = (caller: string, count: number, urgent = false) => {
      for (let turn = 0; turn < count; turn++) {
        void (async () => await queue.enter(request(caller, urgent)))().then(
          release => given.push({ caller, release }),
          () => refused.push(caller)
        )
      }
    }
    const of = (caller: string) => given.filter(one => one.caller === caller).length
    const free = (caller: string) => {
      const at = given.findIndex(one => one.caller === caller)
      given.splice(at, 1)[0]?.release()
    }
    return { ask, of, free, refused, given }
  }

  test('one caller alone can use all but an eighth of the connections, and one of two', () => {
    assert.deepEqual([1, 2, 4, 8, 16, 32, 100].map(callerLimit), [1, 1, 3, 7, 14, 28, 88])
  })

  test('a caller with 200 requests leaves connections to others, and takes turns with them', async () => {
    const limiter = createConnectionLimiter({ connections: 16, shared: true })
    const { ask, of, free } = asker(limiter.identityQueue({ most: 16, closeIdle: () => {} }))
    ask('hog', 200)
    await turns()
    assert.equal(of('hog'), 14)
    ask('ada', 1)
    ask('bob', 3)
    await turns()
    assert.deepEqual([of('ada'), of('bob')], [1, 1])
    free('hog')
    await turns()
    assert.deepEqual([of('hog'), of('bob')], [14, 1], 'it has waited longer')
    free('hog')
    await turns()
    assert.deepEqual([of('hog'), of('bob')], [13, 2])
    free('hog')
    await turns()
    assert.deepEqual([of('hog'), of('bob')], [13, 2])
    free('hog')
    await turns()
    assert.deepEqual([of('hog'), of('bob')], [12, 3])
  })

  test('requests under a lock keep to the share, and go first in it', async () => {
    const limiter = createConnectionLimiter({ connections: 8, shared: true })
    const { ask, of, free } = asker(limiter.identityQueue({ most: 8, closeIdle: () => {} }))
    ask('hog', 7)
    ask('hog', 5)
    ask('hog', 2, true)
    await turns()
    assert.equal(of('hog'), 7)
    ask('ada', 1, true)
    await turns()
    assert.equal(of('ada'), 1)
    free('hog')
    await turns()
    assert.equal(of('hog'), 7)
  })

  test('of a full queue the caller with most requests loses', async () => {
    const limiter = createConnectionLimiter({ connections: 2, waiting: 10, shared: true })
    const { ask, of, refused } = asker(limiter.identityQueue({ most: 2, closeIdle: () => {} }))
    ask('hog', 40)
    await turns()
    ask('ada', 3)
    await turns()
    assert.equal(of('ada'), 1)
    assert.ok(!refused.includes('ada'))
    assert.equal(refused.length, 29 + 2)
  })

  test('a limiter without sharing grants all of its connections to one caller', async () => {
    const { ask, of } = asker(
      createConnectionLimiter({ connections: 8 }).identityQueue({ most: 8, closeIdle: () => {} })
    )
    ask('only', 20)
    await turns()
    assert.equal(of('only'), 8)
  })

  test('thousands of callers that come and go leave nothing waiting', async () => {
    const limiter = createConnectionLimiter({ connections: 4, shared: true })
    const { ask, given } = asker(limiter.identityQueue({ most: 4, closeIdle: () => {} }))
    for (let turn = 0; turn < 3000; turn++) {
      ask(`caller ${turn}`, 1)
      await turns()
      given.pop()?.release()
    }
    assert.deepEqual([limiter.running, limiter.waiting, given.length], [0, 0, 0])
  })
})

describe('sessions', () => {
  function pool() {
    const sessions = createSessionPool(async () => {})
    const begun: string[] = []
    const ends: { readonly caller: string | undefined; readonly end: () => void }[] = []
    const all: Promise<void>[] = []
    const lend = (caller: string | undefined, count: number, aside = false) => {
      for (let turn = 0; turn < count; turn++) {
        all.push(
          sessions.lend(
            async () => {
              begun.push(caller ?? '')
              await new Promise<void>(resolve => {
                ends.push({ caller, end: resolve })
              })
            },
            { caller, ignoreLimit: aside }
          )
        )
      }
    }
    const of = (caller: string) => begun.filter(one => one === caller).length
    const end = (caller: string | undefined) => {
      ends
        .splice(
          ends.findIndex(one => one.caller === caller),
          1
        )[0]
        ?.end()
    }
    const finish = async () => {
      while (sessions.busy) {
        for (const { end: over } of ends.splice(0)) over()
        await turns()
      }
      await Promise.all(all)
    }
    return { lend, of, end, finish, begun }
  }

  test('40 slow changes of one caller leave sessions for others', async () => {
    const { lend, of, end, finish, begun } = pool()
    lend('hog', 40)
    await turns()
    assert.equal(of('hog'), 14)
    lend('ada', 1)
    lend('bob', 2)
    await turns()
    assert.deepEqual([of('ada'), of('bob')], [1, 1])
    end('hog')
    await turns()
    assert.deepEqual([of('hog'), of('bob')], [15, 1], 'it has waited longer')
    end('hog')
    await turns()
    assert.deepEqual([of('hog'), of('bob')], [15, 2])
    await finish()
    assert.equal(begun.length, 43)
  })

  test('a client without callers uses all, and what is lent aside waits for none', async () => {
    const { lend, of, finish } = pool()
    lend(undefined, 40)
    await turns()
    assert.equal(of(''), 16)
    lend('ada', 1, true)
    await turns()
    assert.equal(of('ada'), 1)
    await finish()
    assert.equal(of(''), 40)
  })

  test('turns go round', async () => {
    const { lend, finish, begun } = pool()
    lend('first', 14)
    lend('second', 2)
    await turns()
    lend('a', 3)
    lend('b', 3)
    await turns()
    begun.splice(0)
    await finish()
    assert.deepEqual(begun, ['a', 'b', 'a', 'b', 'a', 'b'])
  })
})

test('a caller can read how many connections it may use', async () => {
  const credential = { kind: 'basic', user: 'U', password: 'P' } as const
  const erp = createErp({
    baseUrl: 'http://127.0.0.1:9',
    client: '001',
    language: 'EN',
    credential,
    connections: 3
  })
  after(() => erp.close())
  const caller = erp.forCaller('ada')
  assert.deepEqual(
    [erp.reader, erp.writer, caller.reader, caller.writer].map(({ system }) => system.connections),
    [3, 3, 2, 2]
  )
})
