/** Turns at an object: order, bounds, and that no turn is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createObjectTurns } from '../../../erp-client/cache/object-turns.ts'

const turn = { key: 'a', words: 'CLAS ZCL_A' }
const usual = { mostWaiting: 3, milliseconds: 1000 }

test('calls run in their order, one at a time for each object', async () => {
  const turns = createObjectTurns(usual)
  const log: string[] = []
  let running = 0
  const run = async (name: string) =>
    await turns.inTurn(turn, async () => {
      running++
      assert.equal(running, 1)
      await sleep(2)
      running--
      log.push(name)
      return name
    })
  const other = turns.inTurn({ key: 'b', words: 'CLAS ZCL_B' }, async () => log.push('other'))
  assert.deepEqual(await Promise.all([run('1'), run('2'), run('3')]), ['1', '2', '3'])
  await other
  assert.deepEqual(log, ['other', '1', '2', '3'])
})

test('a call that fails, is aborted or waits too long gives its turn on', async () => {
  const turns = createObjectTurns({ mostWaiting: 3, milliseconds: 20 })
  const gone = new AbortController()
  const held = Promise.withResolvers<void>()
  const first = turns.inTurn(turn, async () => {
    await held.promise
    throw new Error('failed')
  })
  const cancelled = turns.inTurn({ ...turn, signal: gone.signal }, async () => assert.fail('ran'))
  const late = turns.inTurn(turn, async () => assert.fail('ran'))
  gone.abort()
  await assert.rejects(cancelled, { code: 'ERP_ABORTED' })
  await assert.rejects(late, (error: Error & { code?: string; outcome?: string }) => {
    assert.deepEqual([error.code, error.outcome], ['ERP_LOCKED', 'failed'])
    assert.match(error.message, /CLAS ZCL_A by this ERP user has not ended within 0\.02 s/)
    return true
  })
  const next = turns.inTurn(turn, async () => 'ran')
  held.resolve()
  await assert.rejects(first, /failed/)
  assert.equal(await next, 'ran')
  assert.equal(await turns.inTurn(turn, async () => 'free again'), 'free again')
  await assert.rejects(
    turns.inTurn({ ...turn, signal: AbortSignal.abort() }, async () => assert.fail('ran')),
    { code: 'ERP_ABORTED' }
  )
})

test('only so many wait', async () => {
  const turns = createObjectTurns(usual)
  const held = Promise.withResolvers<void>()
  const calls = [1, 2, 3, 4].map(
    async at => await turns.inTurn(turn, async () => await held.promise.then(() => at))
  )
  await assert.rejects(
    turns.inTurn(turn, async () => assert.fail('ran')),
    { code: 'ERP_LOCKED', message: /^3 changes of CLAS ZCL_A wait already/ }
  )
  held.resolve()
  assert.deepEqual(await Promise.all(calls), [1, 2, 3, 4])
})
