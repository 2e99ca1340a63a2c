/** Suggestions for a misspelt word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../../../tools/schema/nearest.ts'

test('near words', () => {
  assert.equal(nearest('versoin', ['version', 'name']), 'version')
  assert.equal(nearest('max_rows', ['maxRows']), 'maxRows')
  assert.equal(nearest('ship', ['SAILING', 'SHIP_ID']), 'SHIP_ID')
  assert.equal(nearest('qqqq', ['version', 'name']), undefined)
  assert.equal(nearest('x', []), undefined)
})
