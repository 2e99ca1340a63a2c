import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedRuntime } from './support.ts'

const runtime = sharedRuntime()

const source = `CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS: m1 FOR TESTING, m2 FOR TESTING, m3 FOR TESTING, m4 FOR TESTING, m5 FOR TESTING, m6 FOR TESTING, m7 FOR TESTING.
    METHODS helper IMPORTING a TYPE i.
ENDCLASS.
CLASS ltc IMPLEMENTATION.
  METHOD m1.
    cl_abap_unit_assert=>assert_equals(
      act = 1

      exp = 2 ).
  ENDMETHOD.
  METHOD m2.
    DATA(x) = 1. cl_abap_unit_assert=>assert_true( abap_true ). cl_abap_unit_assert=>assert_equals( act = x exp = 3 ).
  ENDMETHOD.
  METHOD m3.
    cl_abap_unit_assert=>assert_equals( act = 1 exp = 1 ).
    helper(
      5 ).
  ENDMETHOD.
  METHOD m4.
    DO 1 TIMES.
      IF 1 = 1.
        CALL METHOD cl_abap_unit_assert=>assert_equals
          EXPORTING
            act = 1
            exp = 2.
      ENDIF.
    ENDDO.
  ENDMETHOD.
  METHOD m5.
    cl_abap_unit_assert=>assert_true(
      act = xsdbool( lines( VALUE string_table( FOR i = 1 UNTIL i > 3
        ( |{ i }| ) ) ) = 4 )
      msg = 'no' ).
    cl_abap_unit_assert=>fail( ).
  ENDMETHOD.
  METHOD m6.
    cl_abap_unit_assert=>assert_equals( act = 1 exp = 2 quit = if_aunit_constants=>quit-no ). "comment
    "comment

    cl_abap_unit_assert=>fail( 'second' ). ENDMETHOD. METHOD m7. cl_abap_unit_assert=>fail( 'x'
  ). ENDMETHOD.
  METHOD helper.
    IF a = 5. cl_abap_unit_assert=>assert_equals(
      act = a
      exp = 6 ). ENDIF.
  ENDMETHOD.
ENDCLASS.
`
const expected: Readonly<Record<string, readonly string[]>> = {
  M1: ['8'],
  M2: ['14'],
  M3: ['45 18'],
  M4: ['24'],
  M5: ['32'],
  M6: ['39', '42'],
  M7: ['42']
}

test('a failed assertion is named by the row in which its statement begins, however it is laid out', async () => {
  const files = [
    {
      name: 'zcl_laid.clas.abap',
      text: 'CLASS zcl_laid DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_laid IMPLEMENTATION.\nENDCLASS.\n'
    },
    { name: 'zcl_laid.clas.testclasses.abap', text: source }
  ]
  const {
    classes: [only]
  } = await runtime.unit({
    files,
    classes: [
      { file: 'zcl_laid.clas.testclasses.abap', name: 'LTC', methods: Object.keys(expected) }
    ],
    tables: [],
    database: ''
  })
  const rows = Object.fromEntries(
    only?.methods.map(({ name, alerts }) => [
      name,
      alerts.map(({ stack }) => stack.map(({ row }) => row).join(' '))
    ]) ?? []
  )
  assert.deepEqual(rows, expected)
})
