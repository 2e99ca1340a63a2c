/** Cursors of lists that continue in a further call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCursors, pageOf } from '../../../tools/call/paging.ts'
import { createTokenSigner } from '../../../tools/call/tokens/token-signer.ts'

test('a cursor goes on in its own list only', () => {
  const all = [1, 2, 3, 4, 5]
  const cursors = createCursors(createTokenSigner('a key'), 'ada')
  const first = pageOf(all, { cursors, question: ['a'], cursor: undefined, size: 2 })
  assert.deepEqual(first.items, [1, 2])
  const second = pageOf(all, { cursors, question: ['a'], cursor: first.cursor, size: 3 })
  assert.deepEqual([second.items, second.cursor], [[3, 4, 5], undefined])
  assert.throws(() => pageOf(all, { cursors, question: ['b'], cursor: first.cursor, size: 2 }), {
    code: 'TOOL_BAD_ARGUMENTS'
  })
  for (const cursor of ['x', '', 'AAAA', Buffer.from('a.-1').toString('base64url')]) {
    assert.throws(() => pageOf(all, { cursors, question: ['a'], cursor, size: 2 }), {
      code: 'TOOL_BAD_ARGUMENTS'
    })
  }
  for (const others of [
    createCursors(createTokenSigner('a key'), 'eve'),
    createCursors(createTokenSigner('another key'), 'ada'),
    createCursors(createTokenSigner('a key', { now: () => Date.now() + 3_602_000 }), 'ada')
  ]) {
    assert.throws(
      () => pageOf(all, { cursors: others, question: ['a'], cursor: first.cursor, size: 2 }),
      { code: 'TOOL_BAD_ARGUMENTS' }
    )
  }
  assert.deepEqual(
    pageOf(all, {
      cursors: createCursors(createTokenSigner('a key'), 'ada'),
      question: ['a'],
      cursor: first.cursor,
      size: 1
    }).items,
    [3],
    'another replica'
  )
})
