import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenSigner } from '../../../../tools/index.ts'

const key = 'a secret of all replicas'
const terms = { kind: 'state', bound: ['ada', 1] } as const

test('a token is valid where key, kind and binding are the same, until it expires', () => {
  let now = 1_000_000_000_000
  const signer = createTokenSigner(key, { now: () => now })
  const text = signer.sign({ a: 'ä"\\' }, { ...terms, seconds: 60 })
  assert.match(text, /^[\w.-]+$/)
  assert.deepEqual(createTokenSigner(key, { now: () => now }).verify(text, terms)?.content, {
    a: 'ä"\\'
  })
  assert.equal(
    createTokenSigner('another secret of it', { now: () => now }).verify(text, terms),
    undefined
  )
  assert.equal(createTokenSigner(undefined, { now: () => now }).verify(text, terms), undefined)
  assert.equal(
    createTokenSigner(key, { place: 'another system', now: () => now }).verify(text, terms),
    undefined
  )
  assert.equal(signer.verify(text, { ...terms, kind: 'confirm' }), undefined)
  assert.equal(signer.verify(text, { ...terms, bound: ['eve', 1] }), undefined)
  assert.equal(signer.verify(text, { ...terms, bound: ['ada'] }), undefined)
  now += 59_000
  assert.ok(signer.verify(text, terms))
  now += 2000
  assert.equal(signer.verify(text, terms), undefined)
})

test('no character of a token can be changed', () => {
  const signer = createTokenSigner(key)
  const text = signer.sign('content', { ...terms, seconds: 60 })
  for (let at = 0; at < text.length; at++) {
    // The last character has bits that decoding drops, so all others are tried.
    for (const other of at < text.length - 1
      ? ['A', 'B']
      : 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      if (changed !== text) assert.equal(signer.verify(changed, terms), undefined, changed)
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
    assert.equal(signer.verify(odd, terms), undefined)
  }
})

test('a token without content is short enough to be copied', () => {
  const signer = createTokenSigner(undefined)
  const text = signer.sign(undefined, { ...terms, seconds: 60 })
  assert.ok(text.length < 40, text)
  assert.deepEqual(signer.verify(text, terms)?.content, undefined)
})
