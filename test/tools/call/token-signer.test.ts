import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealer } from '../../../tools/index.ts'

const key = 'a secret of all replicas'
const terms = { kind: 'state', bound: ['ada', 1] } as const

test('a sealed text opens where key, kind and binding are the same, and not for long', () => {
  let now = 1_000_000_000_000
  const sealer = createSealer(key, { now: () => now })
  const text = sealer.seal({ a: 'ä"\\' }, { ...terms, seconds: 60 })
  assert.match(text, /^[\w.-]+$/)
  assert.deepEqual(createSealer(key, { now: () => now }).open(text, terms)?.content, { a: 'ä"\\' })
  assert.equal(
    createSealer('another secret of it', { now: () => now }).open(text, terms),
    undefined
  )
  assert.equal(createSealer(undefined, { now: () => now }).open(text, terms), undefined)
  assert.equal(
    createSealer(key, { place: 'another system', now: () => now }).open(text, terms),
    undefined
  )
  assert.equal(sealer.open(text, { ...terms, kind: 'confirm' }), undefined)
  assert.equal(sealer.open(text, { ...terms, bound: ['eve', 1] }), undefined)
  assert.equal(sealer.open(text, { ...terms, bound: ['ada'] }), undefined)
  now += 59_000
  assert.ok(sealer.open(text, terms))
  now += 2000
  assert.equal(sealer.open(text, terms), undefined)
})

test('no character of a sealed text can be changed', () => {
  const sealer = createSealer(key)
  const text = sealer.seal('content', { ...terms, seconds: 60 })
  for (let at = 0; at < text.length; at++) {
    // The last character has bits that decoding drops, so all others are tried.
    for (const other of at < text.length - 1
      ? ['A', 'B']
      : 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      if (changed !== text) assert.equal(sealer.open(changed, terms), undefined, changed)
    }
  }
  for (const odd of [
    '',
    '.',
    '..',
    text.toUpperCase(),
    `${text}.`,
    ` ${text}`,
    'x'.repeat(1_000_000)
  ]) {
    assert.equal(sealer.open(odd, terms), undefined)
  }
})

test('without content the text is short enough to be copied', () => {
  const sealer = createSealer(undefined)
  const text = sealer.seal(undefined, { ...terms, seconds: 60 })
  assert.ok(text.length < 40, text)
  assert.deepEqual(sealer.open(text, terms)?.content, undefined)
})
