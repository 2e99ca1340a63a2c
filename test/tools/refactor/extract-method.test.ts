/** Statements become a method: what flows in and out, what is refused, and that it still runs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

const name = 'ZCL_EXTRACT'
const source = `CLASS zcl_extract DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES: BEGIN OF ty, a TYPE i, END OF ty, tt TYPE STANDARD TABLE OF ty WITH DEFAULT KEY.
    METHODS run IMPORTING iv TYPE i it TYPE tt RETURNING VALUE(rv) TYPE i RAISING cx_sy_zerodivide.
ENDCLASS.
CLASS zcl_extract IMPLEMENTATION.
  METHOD run.
    DATA sum TYPE i.
    sum = 0.
    LOOP AT it INTO DATA(ls).
      sum = sum + ls-a * iv.
      IF sum > 100.
        EXIT.
      ENDIF.
    ENDLOOP.
    DATA(twice) = sum * 2.
    " a comment
    rv = sum + twice.
    READ TABLE it ASSIGNING FIELD-SYMBOL(<first>) INDEX 1.
    IF sy-subrc = 0.
      rv = rv + <first>-a.
    ENDIF.
    DATA(own) = it.
    SORT own BY a.
    rv = rv + lines( own ). RETURN.
  ENDMETHOD.
ENDCLASS.
`
const tests = `CLASS ltc_run DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS result FOR TESTING RAISING cx_static_check.
ENDCLASS.
CLASS ltc_run IMPLEMENTATION.
  METHOD result.
    cl_abap_unit_assert=>assert_equals(
      act = NEW zcl_extract( )->run( iv = 3 it = VALUE #( ( a = 2 ) ( a = 5 ) ( a = 40 ) ( a = 7 ) ) )
      exp = 429 ).
  ENDMETHOD.
ENDCLASS.
`

let bench: SandboxBench
const write = async (args: object) => await bench.call('ERPWrite', { type: 'CLAS', name, ...args })
const reset = async () => {
  await write({ action: 'update', source, overwrite: true, activate: true })
}
const passes = async () =>
  (await bench.call('ERPDiagnose', { action: 'unit_test', type: 'CLAS', name })).text

before(async () => {
  bench = await startSandboxBench()
  await bench.data('ERPWrite', { action: 'create', type: 'CLAS', name, package: '$TMP', source })
  const tested = await write({
    action: 'update',
    include: 'testclasses',
    source: tests,
    overwrite: true,
    activate: true
  })
  assert.equal(tested.kind, 'data', tested.text)
  assert.match(await passes(), /1 passed/)
})
after(async () => {
  await bench?.close()
})

/** First and last line, and the parameters that the flow of data demands. */
const possible: readonly (readonly [number, number, string])[] = [
  [9, 15, 'importing iv i, importing it zcl_extract=>tt, returning sum i'],
  [10, 15, 'importing iv i, importing it zcl_extract=>tt, changing sum i'],
  [11, 11, 'importing iv i, changing sum i, importing ls zcl_extract=>ty'],
  [16, 16, 'importing sum i, returning twice i'],
  [16, 18, 'returning rv i, importing sum i'],
  [19, 22, 'changing rv i, importing it zcl_extract=>tt'],
  [23, 24, 'importing it zcl_extract=>tt, returning own zcl_extract=>tt']
]

for (const [line, endLine, parameters] of possible) {
  test(`lines ${line}-${endLine}: ${parameters}`, async () => {
    await reset()
    const args = { action: 'extract_method', line, endLine, newName: 'part' }
    const shown = await write({ ...args, dryRun: true })
    assert.ok(shown.text.includes(`into part (${parameters})`), shown.text)
    assert.match(shown.text, /changed sources: clean/)
    const done = await write({ ...args, section: 'protected', activate: true })
    assert.equal(done.kind, 'data', done.text)
    assert.match(done.text, /by the ERP[^]*Activated/)
    assert.match(await passes(), /1 passed/)
    const now = await bench.text('ERPRead', { type: 'CLAS', name })
    assert.match(now, /PROTECTED SECTION\.\n {4}METHODS part\n/)
    assert.match(now, /RAISING cx_sy_zerodivide\.\n/)
  })
}

const impossible: readonly (readonly [number, number, RegExp])[] = [
  [11, 14, /EXIT in line 13 leaves a block/],
  [10, 12, /opens a block that is selected in part/],
  [14, 15, /closes a block that is selected in part/],
  [20, 22, /Line 20 reads a system field/],
  [19, 19, /Line 20 reads a system field/],
  [21, 21, /field symbol <first>/],
  [25, 25, /RETURN in line 25 leaves the method/],
  [17, 17, /hold no statement/],
  [3, 4, /not inside of one method/],
  [24, 26, /not inside of one method|hold no|RETURN/]
]

test('what would change the behaviour is refused by name, and nothing is changed', async () => {
  await reset()
  for (const [line, endLine, why] of impossible) {
    const result = await write({ action: 'extract_method', line, endLine, newName: 'part' })
    assert.equal(result.kind, 'error', result.text)
    assert.match(result.text, why)
  }
  for (const args of [
    { line: 9, endLine: 8, newName: 'part' },
    { line: 9, endLine: 900, newName: 'part' },
    { line: 9, endLine: 15, newName: '1part' },
    { line: 9, endLine: 15, newName: 'run' }
  ]) {
    assert.equal((await write({ action: 'extract_method', ...args })).kind, 'error')
  }
  assert.ok((await bench.text('ERPRead', { type: 'CLAS', name })).endsWith(source))
})
