/** Who gives up what when a place is full. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdentityQuota } from '../../../tools/index.ts'

interface Item {
  readonly rank?: number | undefined
  readonly forOthers?: false
}

function setUp(most: number, each: number) {
  const gone: string[] = []
  const shares = createIdentityQuota<Item>({
    most,
    each,
    rank: ({ rank = 0, forOthers }, byOwner) =>
      rank < 0 || (!byOwner && forOthers === false) ? undefined : rank,
    onEvict: id => gone.push(id)
  })
  const put = (id: string, who: string, item: Item = {}) => {
    const hasRoom = shares.reserve(who)
    if (hasRoom) shares.add(id, item, who)
    return hasRoom
  }
  return { shares, gone, put }
}

test('a full share evicts its own items, the least recently used first', () => {
  const { shares, gone, put } = setUp(10, 2)
  put('a1', 'a')
  put('b1', 'b')
  put('a2', 'a')
  shares.use('a1')
  assert.ok(put('a3', 'a'))
  assert.deepEqual(gone, ['a2'])
  assert.deepEqual([...shares.entries()].map(([id]) => id).sort(), ['a1', 'a3', 'b1'])
})

test('a full store evicts from the largest share, and never from a smaller one', () => {
  const { gone, put } = setUp(4, 4)
  for (const [id, who] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['a3', 'a'],
    ['b1', 'b']
  ] as const) {
    put(id, who)
  }
  put('c1', 'c')
  assert.deepEqual(gone, ['a1'])
  put('a4', 'a')
  assert.deepEqual(gone, ['a1', 'a2'])
  put('d1', 'd')
  assert.deepEqual(gone, ['a1', 'a2', 'a3'])
  put('b2', 'b')
  assert.deepEqual(
    gone,
    ['a1', 'a2', 'a3', 'b1'],
    'all hold one: a second item evicts the first of its own identity'
  )
  put('e1', 'e')
  assert.deepEqual(gone.slice(4), ['c1'], 'among equals the identity that was idle for longest')
})

test('items without a rank stay; the lowest rank is evicted first; else there is no place', () => {
  const { gone, put } = setUp(3, 3)
  put('a1', 'a', { rank: -1 })
  put('a2', 'a', { rank: 2 })
  put('a3', 'a', { rank: 1 })
  assert.ok(put('a4', 'a', { rank: -1 }))
  assert.ok(put('a5', 'a', { rank: -1 }))
  assert.deepEqual(gone, ['a3', 'a2'])
  assert.equal(put('a6', 'a'), false)
  assert.equal(put('b1', 'b'), false)
  assert.deepEqual(gone, ['a3', 'a2'])
})

test('an item may be evictable for its owner only', () => {
  const { shares, gone, put } = setUp(2, 2)
  put('a1', 'a', { forOthers: false })
  put('a2', 'a', { forOthers: false })
  assert.equal(put('b1', 'b'), false)
  assert.ok(put('a3', 'a'))
  assert.ok(put('b1', 'b'))
  assert.deepEqual(gone, ['a1', 'a3'])
  shares.delete('a2')
  shares.delete('b1')
  assert.equal(shares.size, 0)
})

test('thousands of identities and items keep the bounds', () => {
  const { shares, put } = setUp(1000, 50)
  for (let turn = 0; turn < 20_000; turn++) {
    put(String(turn), turn % 3 === 0 ? 'busy' : `user ${turn % 997}`)
    assert.ok(shares.size <= 1000)
  }
  assert.equal(shares.size, 1000)
})
