/** Values of variables in the debugger's documents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVariables } from '../../../erp-client/wire/diagnose/debugger.ts'

const valueOf = (type: string, value: string) =>
  readVariables(
    `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><STPDA_ADT_VARIABLE><ID>LV_X</ID><VALUE>${value}</VALUE><TECHNICAL_TYPE>${type}</TECHNICAL_TYPE></STPDA_ADT_VARIABLE></DATA></asx:values></asx:abap>`
  )[0]?.value

test('the sign of a number stands before it', () => {
  assert.deepEqual(
    [valueOf('I', '15 '), valueOf('P', '12.50 '), valueOf('P', '12.50-'), valueOf('I', '5-')],
    ['15', '12.50', '-12.50', '-5']
  )
})

test('texts and numbers of other forms stay as they are', () => {
  for (const [type, value] of [
    ['C', '15 '],
    ['C', '5-'],
    ['I', 'x '],
    ['I', ''],
    ['F', '1.5E+03']
  ] as const) {
    assert.equal(valueOf(type, value), value)
  }
})
