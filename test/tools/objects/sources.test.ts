/** Sources that are cut to the size of an answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutLines, lineCount } from '../../../tools/objects/sources.ts'

test('texts are cut at a line, never inside a character', () => {
  assert.deepEqual(cutLines('ab\ncd\nef', 6), { text: 'ab\ncd', lastLine: 2 })
  assert.deepEqual(cutLines('ab', 100), { text: 'ab', lastLine: undefined })
  assert.ok(!cutLines('ü'.repeat(100), 51).text.includes('\uFFFD'))
  assert.deepEqual(['', 'a', 'a\n', 'a\nb', '\n\n'].map(lineCount), [0, 1, 1, 2, 2])
})
