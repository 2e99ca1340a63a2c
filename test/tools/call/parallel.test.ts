/** Work in parallel with a bounded width. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inParallel } from '../../../tools/call/parallel.ts'

test('parallel work keeps its order and its width, and ends at the first failure', async () => {
  let now = 0
  let most = 0
  const results = await inParallel([...Array(20).keys()], async item => {
    most = Math.max(most, ++now)
    await new Promise(resolve => {
      setImmediate(resolve)
    })
    now--
    return item * 2
  })
  assert.deepEqual(
    results,
    [...Array(20).keys()].map(item => item * 2)
  )
  assert.ok(most <= 4)
  await assert.rejects(
    inParallel([1, 2], async () => {
      throw new Error('no')
    }),
    /no/
  )
})
