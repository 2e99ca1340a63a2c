/** The map from roles and groups to scopes, as text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScopeMap } from '../../../plugins/auth/scopes.ts'

test('roles have scopes as a list or as words', () => {
  const map = readScopeMap('{"viewers":"read","developers":["read","write"],"ops":"read, admin"}')
  assert.deepEqual(Object.fromEntries(map), {
    viewers: { scopes: ['read'] },
    developers: { scopes: ['read', 'write'] },
    ops: { scopes: ['read', 'admin'] }
  })
})

test('a role may hold at some systems alone', () => {
  const map = readScopeMap('{"dev":{"scopes":["read","write"],"systems":["dev","qa*"]}}')
  assert.deepEqual(map.get('dev'), { scopes: ['read', 'write'], systems: ['dev', 'qa*'] })
})

test('a text of another shape is refused, and the message names the fault', () => {
  for (const [text, message] of [
    ['[]', /is not a JSON object of role or group and scopes/],
    ['"read"', /is not a JSON object of role or group and scopes/],
    ['null', /is not a JSON object of role or group and scopes/],
    ['{"a":"all"}', /gives "a" something else than a list out of read, write, admin/],
    ['{"a":[]}', /gives "a" something else/],
    ['{"a":{"read":true}}', /gives "a" the unknown member "read"; known are scopes and systems/],
    ['{"a":{"scopes":["all"],"systems":["dev"]}}', /gives "a" something else/],
    ['{"a":{"scopes":["read"]}}', /gives "a" "systems" that are no list/],
    ['{"a":{"scopes":["read"],"systems":[]}}', /gives "a" "systems" that are no list/],
    ['{"a":{"scopes":["read"],"systems":["DEV"]}}', /gives "a" "systems" that are no list/]
  ] as const) {
    assert.throws(() => readScopeMap(text), { message }, text)
  }
  assert.throws(() => readScopeMap('{"a":"read","a":"admin"}'), /"?a"?/)
})
