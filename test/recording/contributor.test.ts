/** The contributor of a feed is a system, or a user; either has one replacement everywhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSanitizer } from '../../recording/sanitize/sanitizer.ts'

const feed = (contributor: string) =>
  `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:author><atom:name>MILLER</atom:name></atom:author><atom:contributor><atom:name>${contributor}</atom:name></atom:contributor></atom:feed>`
const place = { path: '/sap/bc/adt/runtime/dumps', mediaType: 'application/atom+xml' }
const replaced = (body: string) =>
  Array.from(body.matchAll(/<atom:name>([^<]*)</g), ([, name]) => name)

test('a system id keeps the replacement that it had before the feed', () => {
  const sanitizer = createSanitizer()
  sanitizer.system('A4H')
  const before = sanitizer.text('system A4H')
  const [, contributor] = replaced(sanitizer.body(feed('A4H'), place))
  assert.equal(before, `system ${contributor}`)
  assert.equal(sanitizer.text('system A4H'), before)
  assert.notEqual(contributor, 'A4H')
})

test('a user is learned, in any case of its letters', () => {
  const sanitizer = createSanitizer()
  const [author, contributor] = replaced(sanitizer.body(feed('SMITHERS'), place))
  assert.ok(author !== 'MILLER' && contributor !== 'SMITHERS')
  assert.doesNotMatch(sanitizer.text('by smithers and miller'), /smithers|miller/i)
  assert.equal(sanitizer.text('by SMITHERS'), `by ${contributor}`)
})
