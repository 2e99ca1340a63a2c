/** The map from roles and groups to scopes, as text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScopeMap } from '../../../plugins/auth/scopes.ts'

test('roles have scopes as a list or as words', () => {
  const map = readScopeMap('{"viewers":"read","developers":["read","write"],"ops":"read, admin"}')
  assert.deepEqual(Object.fromEntries(map), {
    viewers: ['read'],
    developers: ['read', 'write'],
    ops: ['read', 'admin']
  })
})

test('a text of another shape is refused, and the message names the fault', () => {
  for (const [text, message] of [
    ['[]', /is not a JSON object of role or group and scopes/],
    ['"read"', /is not a JSON object of role or group and scopes/],
    ['null', /is not a JSON object of role or group and scopes/],
    ['{"a":"all"}', /gives "a" something else than a list out of read, write, admin/],
    ['{"a":[]}', /gives "a" something else/],
    ['{"a":{"read":true}}', /gives "a" something else/]
  ] as const) {
    assert.throws(() => readScopeMap(text), { message }, text)
  }
  assert.throws(() => readScopeMap('{"a":"read","a":"admin"}'), /"?a"?/)
})
