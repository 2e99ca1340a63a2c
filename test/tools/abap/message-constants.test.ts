/** Constants of exception classes in one line each, and everything else as it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractOf } from '../../../tools/abap/contract.ts'
import { shortenMessages } from '../../../tools/abap/message-constants.ts'

const key = (name: string, number: string, attributes: readonly string[]) =>
  [
    `BEGIN OF ${name},`,
    `        msgid TYPE symsgid VALUE 'ZFERRY',`,
    `        msgno TYPE symsgno VALUE '${number}',`,
    ...attributes.map((value, at) => `        attr${at + 1} TYPE scx_attrname VALUE '${value}',`),
    `      END OF ${name}`
  ].join('\n')

test('every message of an exception class is one line with its number and attributes', () => {
  const source = `CLASS zcx_one DEFINITION PUBLIC INHERITING FROM cx_static_check.
  PUBLIC SECTION.
    INTERFACES if_t100_message.
    CONSTANTS:
      ${key('full', '001', ['ID', '', '', ''])}.
    CONSTANTS ${key('late', '002', ['', '', '', ''])}.
    CONSTANTS:
      ${key('third', '003', ['A', 'B'])},
      ${key('fourth', '004', [])}.
    DATA id TYPE string READ-ONLY.
ENDCLASS.
`
  assert.equal(
    contractOf('CLAS', source),
    `CLASS zcx_one DEFINITION PUBLIC INHERITING FROM cx_static_check.
 PUBLIC SECTION.
  INTERFACES if_t100_message.
  CONSTANTS, as textid: full = ZFERRY 001 ID
    late = ZFERRY 002
    third = ZFERRY 003 A B; fourth = ZFERRY 004
  DATA id TYPE string READ-ONLY.
ENDCLASS.`
  )
})

test('other constants stay, also beside such a structure in one statement', () => {
  for (const text of [
    "CONSTANTS: BEGIN OF status,\n open TYPE c VALUE 'O',\n END OF status.",
    "CONSTANTS text TYPE string VALUE 'BEGIN OF x, msgid'.",
    `CONSTANTS: one TYPE i VALUE 1,\n ${key('full', '001', ['ID']).replaceAll(/ {2,}/g, ' ')}.`,
    `CONSTANTS:\n ${key('full', '001', ['ID']).replaceAll(/ {2,}/g, ' ')},\n one TYPE i VALUE 1.`
  ]) {
    assert.equal(shortenMessages(text), text)
  }
})

test('a megabyte that nearly fits is passed in linear time', () => {
  const started = performance.now()
  const near = `CONSTANTS: BEGIN OF x,\n msgid TYPE symsgid VALUE 'Z',\n msgno TYPE symsgno VALUE '1',\n${" attr1 TYPE scx_attrname VALUE 'ID',\n".repeat(25_000)}`
  assert.equal(shortenMessages(near), near)
  const blanks = `CONSTANTS:${' '.repeat(500_000)}x`
  assert.equal(shortenMessages(blanks), blanks)
  assert.ok(performance.now() - started < 2000)
})
