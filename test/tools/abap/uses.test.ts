/** What a source needs from outside of itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUses } from '../../../tools/abap/uses.ts'

const uses = (text: string) =>
  findUses(text).map(({ kind, name, member }) => [
    kind,
    name,
    ...(member === undefined ? [] : [member])
  ])

test('the field of the session is named, not another SY field of the statement', () => {
  assert.deepEqual(uses('IF sy-subrc = 0 AND sy-datum > lv_day.'), [['environment', 'SY-DATUM']])
  assert.deepEqual(uses('lv_name = syst-uname.'), [['environment', 'SYST-UNAME']])
  assert.deepEqual(uses('GET TIME STAMP FIELD lv_now.'), [['environment', 'GET TIME']])
  assert.deepEqual(uses('IF sy-subrc <> 0.'), [])
})

test('a call and a constant of a class differ', () => {
  assert.deepEqual(uses('zcl_one=>run( ).'), [['calls', 'ZCL_ONE', 'RUN']])
  assert.deepEqual(uses('lv_x = zcl_one=>c_max.'), [['refers', 'ZCL_ONE', 'C_MAX']])
})
