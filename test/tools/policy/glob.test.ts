/** Patterns of names in the rules of the policy. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { globList } from '../../../tools/policy/glob.ts'

test('patterns are anchored, literal but for stars, and linear', () => {
  const fits = (pattern: string, name: string) => globList([pattern])(name)
  assert.ok(fits('Z*_X', 'za_b_x'))
  assert.ok(fits('*', '$TMP'))
  assert.ok(fits('A**B', 'AB'))
  assert.ok(!fits('A*A', 'A'))
  assert.ok(!fits('Z.O', 'ZFO'))
  assert.ok(!fits('AB*BC', 'ABC'))
  assert.ok(!globList(['', ' '])(''))
  assert.ok(!fits(`${'*a'.repeat(200)}b`, 'a'.repeat(20_000)))
})
