/** Declarations found in a source. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDeclarations } from '../../../tools/abap/declarations.ts'

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
