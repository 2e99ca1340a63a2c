import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDeclarations } from '../../tools/abap/declarations.ts'
import { findTestClasses } from '../../tools/abap/test-classes.ts'
import { globList } from '../../tools/policy/glob.ts'
import { nearest } from '../../tools/schema/nearest.ts'
import { createCursors, pageOf } from '../../tools/call/paging.ts'
import { createTokenSigner } from '../../tools/call/token-signer.ts'
import { inParallel } from '../../tools/call/parallel.ts'
import { cutLines, lineCount } from '../../tools/objects/sources.ts'
import { diffOf } from '../../tools/write/source/diff.ts'

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

test('near words', () => {
  assert.equal(nearest('versoin', ['version', 'name']), 'version')
  assert.equal(nearest('max_rows', ['maxRows']), 'maxRows')
  assert.equal(nearest('ship', ['SAILING', 'SHIP_ID']), 'SHIP_ID')
  assert.equal(nearest('qqqq', ['version', 'name']), undefined)
  assert.equal(nearest('x', []), undefined)
})

test('a cursor goes on in its own list only', () => {
  const all = [1, 2, 3, 4, 5]
  const cursors = createCursors(createTokenSigner('a key'), 'ada')
  const first = pageOf(all, { cursors, question: ['a'], cursor: undefined, size: 2 })
  assert.deepEqual(first.items, [1, 2])
  const second = pageOf(all, { cursors, question: ['a'], cursor: first.cursor, size: 3 })
  assert.deepEqual([second.items, second.cursor], [[3, 4, 5], undefined])
  assert.throws(() => pageOf(all, { cursors, question: ['b'], cursor: first.cursor, size: 2 }), {
    code: 'TOOL_BAD_ARGUMENTS'
  })
  for (const cursor of ['x', '', 'AAAA', Buffer.from('a.-1').toString('base64url')]) {
    assert.throws(() => pageOf(all, { cursors, question: ['a'], cursor, size: 2 }), {
      code: 'TOOL_BAD_ARGUMENTS'
    })
  }
  for (const others of [
    createCursors(createTokenSigner('a key'), 'eve'),
    createCursors(createTokenSigner('another key'), 'ada'),
    createCursors(createTokenSigner('a key', { now: () => Date.now() + 3_602_000 }), 'ada')
  ]) {
    assert.throws(
      () => pageOf(all, { cursors: others, question: ['a'], cursor: first.cursor, size: 2 }),
      { code: 'TOOL_BAD_ARGUMENTS' }
    )
  }
  assert.deepEqual(
    pageOf(all, {
      cursors: createCursors(createTokenSigner('a key'), 'ada'),
      question: ['a'],
      cursor: first.cursor,
      size: 1
    }).items,
    [3],
    'another replica'
  )
})

test('parallel work keeps its order and its width, and ends at the first failure', async () => {
  let now = 0
  let most = 0
  const results = await inParallel([...Array(20).keys()], async item => {
    most = Math.max(most, ++now)
    await new Promise(resolve => {
      setImmediate(resolve)
    })
    now--
    return item * 2
  })
  assert.deepEqual(
    results,
    [...Array(20).keys()].map(item => item * 2)
  )
  assert.ok(most <= 4)
  await assert.rejects(
    inParallel([1, 2], async () => {
      throw new Error('no')
    }),
    /no/
  )
})

test('texts are cut at a line, never inside a character', () => {
  assert.deepEqual(cutLines('ab\ncd\nef', 6), { text: 'ab\ncd', lastLine: 2 })
  assert.deepEqual(cutLines('ab', 100), { text: 'ab', lastLine: undefined })
  assert.ok(!cutLines('ü'.repeat(100), 51).text.includes('\uFFFD'))
  assert.deepEqual(['', 'a', 'a\n', 'a\nb', '\n\n'].map(lineCount), [0, 1, 1, 2, 2])
})

test('diffs are unified and bounded', () => {
  const diff = diffOf('a\nb\nc\n', 'a\nx\nc\n')
  assert.deepEqual([diff.added, diff.removed], [1, 1])
  assert.match(diff.text, /-b\n\+x/)
  assert.equal(diffOf('a', 'a').text, '')
  const lines = (of: string) =>
    Array.from({ length: 20_000 }, (_, index) => `${of} ${index}`).join('\n')
  assert.ok(diffOf(lines('a'), lines('b')).text.length < 300_000)
})

test('test classes and their risk', () => {
  const text = [
    'CLASS a DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.',
    '  PRIVATE SECTION.',
    '    METHODS m FOR TESTING.',
    'ENDCLASS.',
    'CLASS b DEFINITION FOR TESTING. "#AU Duration Short',
    '  "#AU Risk_Level Dangerous',
    '  PRIVATE SECTION.',
    '    METHODS: x, m FOR TESTING.',
    'ENDCLASS.',
    'CLASS c DEFINITION FOR TESTING.',
    '  PRIVATE SECTION.',
    '    METHODS m FOR TESTING.',
    'ENDCLASS.',
    'CLASS helper DEFINITION FOR TESTING.',
    '  PUBLIC SECTION.',
    '    METHODS m.',
    'ENDCLASS.',
    'CLASS base DEFINITION ABSTRACT FOR TESTING.',
    '  PUBLIC SECTION.',
    '    METHODS m FOR TESTING.',
    'ENDCLASS.',
    'CLASS plain DEFINITION. " FOR TESTING',
    'ENDCLASS.'
  ].join('\n')
  assert.deepEqual(
    findTestClasses(text).map(({ name, risk }) => `${name} ${risk}`),
    ['A harmless', 'B dangerous', 'C critical']
  )
})

test('declarations, single and chained', () => {
  const text =
    'CLASS zcl_a DEFINITION.\n  PUBLIC SECTION.\n    METHODS: one IMPORTING two TYPE i,\n      two.\n    CLASS-METHODS three.\n    " METHODS four.\nENDCLASS.\nINTERFACE zif.\n  METHODS three.\nENDINTERFACE.'
  const places = (name: string) =>
    findDeclarations(text, name).map(
      ({ container, line, column }) => `${container} ${line}:${column}`
    )
  assert.deepEqual(places('one'), ['ZCL_A 3:14'])
  assert.deepEqual(places('TWO'), ['ZCL_A 4:7'])
  assert.deepEqual(places('three'), ['ZCL_A 5:19', 'ZIF 9:11'])
  assert.deepEqual(places('four'), [])
})
