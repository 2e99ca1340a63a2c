/** When two texts count as equal, and what is said about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowerCode } from '../../../tools/compare/lower-code.ts'
import { equality } from '../../../tools/compare/normalise.ts'

const abap = { kind: 'abap' } as const

test('equal texts need no normalisation', () => {
  assert.deepEqual(equality('WRITE 1.\n', 'WRITE 1.\n', abap), [])
})

test('indentation, keyword case and generated parts are named, and only what was needed', () => {
  assert.deepEqual(equality('  WRITE 1.\n', 'WRITE 1.', abap), ['indentation'])
  assert.deepEqual(equality('WRITE lv.\n', 'write LV.\n', abap), ['keyword case'])
  assert.deepEqual(
    equality('FUNCTION z.\n*"---\nENDFUNCTION.', 'FUNCTION z.\nENDFUNCTION.', abap),
    ['generated parts']
  )
  assert.deepEqual(
    equality(
      '*&* This class has been generated on 03.05.2015 12:30:02 in client 001\nCLASS a.',
      '*&* This class has been generated on 09.11.2026 08:00:00 in client 100\n  class A.',
      abap
    ),
    ['indentation', 'keyword case', 'generated parts']
  )
})

test('the case of literals, templates and comments counts', () => {
  for (const [here, there] of [
    ["x = 'A'.", "x = 'a'."],
    ['x = `A`.', 'x = `a`.'],
    ['x = |A|.', 'x = |a|.'],
    [
      'x = |a { COND string( WHEN b THEN |B| ) } c|.',
      'x = |a { COND string( WHEN b THEN |b| ) } c|.'
    ],
    ['* Note', '* note'],
    ['x = 1. "Note', 'x = 1. "note'],
    ["x = 'it''s A'.", "x = 'it''s a'."],
    ['x = |\\| A|.', 'x = |\\| a|.']
  ] as const) {
    assert.equal(equality(here, there, abap), undefined, here)
  }
})

test('code around literals and inside templates is compared without case', () => {
  for (const [here, there] of [
    ["X = 'A' && Y.", "x = 'A' && y."],
    ['X = |a { LV } b| && Y.', 'x = |a { lv } b| && y.'],
    ['X = |a { F( |b { LV }| ) } C| && Y.', 'x = |a { f( |b { lv }| ) } C| && y.'],
    ['X = 2\n  * Y.', 'x = 2\n  * y.'],
    ["* don't\nX = 1.", "* don't\nx = 1."]
  ] as const) {
    assert.deepEqual(equality(here, there, abap), ['keyword case'], here)
  }
})

test('case counts in CDS and other sources', () => {
  assert.equal(equality('key Id', 'key ID', { kind: 'source' }), undefined)
  assert.deepEqual(equality('  key Id', 'key Id', { kind: 'source' }), ['indentation'])
})

test('the interface of a function module stands elsewhere in a folder', () => {
  const adt = 'FUNCTION z_a\n  IMPORTING\n    VALUE(x) TYPE i.\n  WRITE x.\nENDFUNCTION.\n'
  const file = 'FUNCTION z_a.\n*"---\n*"*"Local Interface:\n  WRITE x.\nENDFUNCTION.\n'
  const kind = { kind: 'function' } as const
  assert.deepEqual(equality(adt, file, kind), ['function interface', 'generated parts'])
  assert.equal(equality(adt, file.replace('WRITE x', 'WRITE y'), kind), undefined)
  assert.equal(equality(adt, file, abap), undefined)
})

test('a change of code is a difference under every normalisation', () => {
  assert.equal(equality('WRITE 1.', 'WRITE 2.', abap), undefined)
  assert.equal(equality('WRITE 1.', '* WRITE 1.', abap), undefined)
  assert.equal(equality('@a = 1', '@a = 2', { kind: 'document' }), undefined)
  assert.equal(equality('A', 'a', { kind: 'document' }), undefined)
})

test('another object is equal where only its name differs', () => {
  const rename = { from: 'ZCL_A', to: 'ZCL_B' }
  assert.deepEqual(
    equality('class zcl_a. zcl_ab=>x( ).', 'class zcl_b. zcl_ab=>x( ).', { ...abap, rename }),
    ['name']
  )
})

test('any text passes the scan in its length, and in time', () => {
  for (const text of ["'", '|', '|{', '|{|{', '}', '"', '`a\nB', '|\\', '\r\n', '||{}}']) {
    assert.equal(lowerCode(text).length, text.length, JSON.stringify(text))
  }
  const nested = '|{ '.repeat(20_000)
  assert.equal(lowerCode(nested), nested)
  equality(`${' '.repeat(200_000)}x`, 'y', abap)
  equality(`x${' '.repeat(200_000)}x`, 'y', abap)
  equality(`* ${'generated '.repeat(20_000)}`, 'y', abap)
  equality(`* generated ${'1'.repeat(200_000)}`, 'y', abap)
})
