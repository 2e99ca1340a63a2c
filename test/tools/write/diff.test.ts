/** The difference of two sources as it is shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffOf } from '../../../tools/write/source/diff.ts'

test('diffs are unified and bounded', () => {
  const diff = diffOf('a\nb\nc\n', 'a\nx\nc\n')
  assert.deepEqual([diff.added, diff.removed], [1, 1])
  assert.match(diff.text, /-b\n\+x/)
  assert.equal(diffOf('a', 'a').text, '')
  const lines = (of: string) =>
    Array.from({ length: 20_000 }, (_, index) => `${of} ${index}`).join('\n')
  assert.ok(diffOf(lines('a'), lines('b')).text.length < 300_000)
})
