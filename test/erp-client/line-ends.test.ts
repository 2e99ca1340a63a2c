/** Line ends of sources: what becomes LF, and what is part of the text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crlfToLf, lineEndOf, toLf, withLineEnd } from '../../erp-client/line-ends.ts'

test('a text of the ERP keeps a CR that stands alone; a text of a client does not', () => {
  assert.equal(crlfToLf('a\r\nb\rc\nd'), 'a\nb\rc\nd')
  assert.equal(toLf('a\r\nb\rc\nd'), 'a\nb\nc\nd')
})

test('a text that is written has the line ends of the text that was read', () => {
  assert.equal(withLineEnd('a\r\nb\nc', lineEndOf('x\r\ny')), 'a\r\nb\r\nc')
  assert.equal(withLineEnd('a\r\nb\nc', lineEndOf('x\ny')), 'a\nb\nc')
})
