/** The list of used confirmations: one use wins, and what cannot be remembered permits nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUsedTokens } from '../../../../tools/index.ts'

const of = (who: string, ms = 600_000) => ({ who, ms })

test('of many uses of one id exactly one is the first, until the id expires', async () => {
  let now = 1000
  const list = createUsedTokens({ now: () => now })
  const uses = await Promise.all(
    Array.from({ length: 50 }, async () => await list.use('a', of('ada')))
  )
  assert.deepEqual(
    uses.filter(use => use === 'first'),
    ['first']
  )
  assert.equal(uses.filter(use => use === 'used').length, 49)
  assert.equal(await list.use('b', of('ada')), 'first')
  now += 599_999
  assert.equal(await list.use('a', of('ada')), 'used')
  now += 1
  assert.equal(
    await list.use('a', of('ada')),
    'first',
    'the signature of so old a handle is refused anyway'
  )
})

test('a full share refuses its identity and no other, and frees itself with time', async () => {
  let now = 1000
  const list = createUsedTokens({ each: 2, most: 5, now: () => now })
  for (const id of ['a', 'b']) assert.equal(await list.use(id, of('ada')), 'first')
  assert.equal(await list.use('c', of('ada')), 'full')
  assert.equal(await list.use('a', of('ada')), 'used', 'nothing makes room for a second use')
  for (const id of ['d', 'e']) assert.equal(await list.use(id, of('bob')), 'first')
  assert.equal(await list.use('f', of('eve')), 'first')
  assert.equal(await list.use('g', of('eve')), 'full', 'the whole list is full')
  now += 600_000
  for (const id of ['c', 'g']) assert.equal(await list.use(id, of('ada')), 'first')
})
