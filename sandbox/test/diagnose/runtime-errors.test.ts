import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunDump } from '../../types.ts'
import { LIMITS, sharedRuntime, unique } from '../runtime/support.ts'

interface Ended {
  readonly body: string
  readonly error: string
  readonly exception?: string
  /** Rows of the frames from the innermost, in the methods of the test class. */
  readonly frames?: readonly string[]
}

const caught = 'CX_SY_ZERODIVIDE'

/** By rule, the name of a test method. */
const cases: Readonly<Record<string, Ended>> = {
  divides_integers: {
    body: 'result = 1 / zero.',
    error: 'COMPUTE_INT_ZERODIVIDE',
    exception: caught
  },
  divides_packed: {
    body: 'DATA packed TYPE p DECIMALS 2. packed = packed_one / zero.',
    error: 'BCD_ZERODIVIDE',
    exception: caught
  },
  raises_itself: {
    body: 'RAISE EXCEPTION TYPE cx_sy_zerodivide.',
    error: 'UNCAUGHT_EXCEPTION',
    exception: caught
  },
  raises_new: {
    body: 'RAISE EXCEPTION NEW cx_sy_zerodivide( ).',
    error: 'UNCAUGHT_EXCEPTION',
    exception: caught
  },
  raises_again: {
    body: 'TRY. result = 1 / zero. CATCH cx_root INTO DATA(error). RAISE EXCEPTION NEW lcx_failed( previous = error ). ENDTRY.',
    error: 'UNCAUGHT_EXCEPTION',
    exception: 'LCX_FAILED'
  },
  reads_missing_row: {
    body: 'DATA(texts) = VALUE string_table( ). DATA(text) = texts[ 3 ].',
    error: 'ITAB_LINE_NOT_FOUND',
    exception: 'CX_SY_ITAB_LINE_NOT_FOUND'
  },
  calls_initial_reference: {
    body: 'DATA initial TYPE REF TO lcl_other. initial->run( ).',
    error: 'OBJECTS_OBJREF_NOT_ASSIGNED',
    exception: 'CX_SY_REF_IS_INITIAL'
  },
  converts_no_number: {
    body: 'result = `x1`.',
    error: 'CONVT_NO_NUMBER',
    exception: 'CX_SY_CONVERSION_NO_NUMBER'
  },
  casts_down: {
    body: 'DATA any TYPE REF TO object. any = me. DATA(other) = CAST lcl_other( any ).',
    error: 'MOVE_CAST_ERROR',
    exception: 'CX_SY_MOVE_CAST_ERROR'
  },
  adds_too_much: {
    body: 'result = 2000000000. result = result + 2000000000.',
    error: 'COMPUTE_INT_PLUS_OVERFLOW',
    exception: 'CX_SY_ARITHMETIC_OVERFLOW'
  },
  calls_missing_function: {
    body: "DATA(name) = 'Z_NOT_THERE'. CALL FUNCTION name.",
    error: 'CALL_FUNCTION_NOT_FOUND',
    exception: 'CX_SY_DYN_CALL_ILLEGAL_FUNC'
  },
  asserts: { body: 'ASSERT zero = 1.', error: 'ASSERTION_FAILED' },
  asserts_in_expression: {
    body: 'DATA(sum) = REDUCE i( INIT s = 0 FOR i = 1 UNTIL i > 2 NEXT s = s + NEW lcl_other( )->run( ) ).',
    error: 'ASSERTION_FAILED',
    frames: ['LCL_OTHER->RUN', 'LTC->ASSERTS_IN_EXPRESSION']
  },
  raises_short_dump: {
    body: 'RAISE SHORTDUMP TYPE lcx_failed.',
    error: 'RAISE_SHORTDUMP',
    exception: 'LCX_FAILED'
  },
  throws_short_dump: {
    body: 'result = COND i( WHEN zero = 0 THEN THROW SHORTDUMP lcx_failed( ) ELSE 1 ).',
    error: 'RAISE_SHORTDUMP',
    exception: 'LCX_FAILED'
  },
  reads_unassigned: {
    body: 'FIELD-SYMBOLS <any> TYPE i. result = <any> + 1.',
    error: 'GETWA_NOT_ASSIGNED'
  },
  sends_exit_message: { body: "MESSAGE 'gone' TYPE 'X'.", error: 'MESSAGE_TYPE_X' }
}

const names = Object.keys(cases)
const tests =
  'CLASS lcx_failed DEFINITION INHERITING FROM cx_no_check. ENDCLASS.\nCLASS lcx_failed IMPLEMENTATION. ENDCLASS.\n' +
  'CLASS lcl_other DEFINITION.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS lcl_other IMPLEMENTATION.\n  METHOD run.\n    ASSERT 1 = 2.\n  ENDMETHOD.\nENDCLASS.\n' +
  `CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    DATA zero TYPE i.\n    DATA packed_one TYPE p LENGTH 5 DECIMALS 2 VALUE '1.50'.\n${names.map(name => `    METHODS ${name} FOR TESTING.\n`).join('')}ENDCLASS.\nCLASS ltc IMPLEMENTATION.\n${names.map(name => `  METHOD ${name}.\n    DATA result TYPE i.\n    ${cases[name]?.body}\n  ENDMETHOD.\n`).join('')}ENDCLASS.\n`

test('runtime errors are named by their cause', async t => {
  const name = unique('zcl_')
  const runtime = sharedRuntime()
  const request = {
    files: [
      {
        name: `${name}.clas.abap`,
        text: `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
      },
      { name: `${name}.clas.testclasses.abap`, text: tests }
    ],
    classes: [{ file: `${name}.clas.testclasses.abap`, name: 'ltc', methods: names }],
    ...{ tables: [], database: '', limits: LIMITS }
  }
  const run = await runtime.unit(request)
  const found = new Map<string, RunDump | undefined>()
  for (const { alerts, methods } of run.classes) {
    assert.deepEqual(alerts, [])
    for (const method of methods) found.set(method.name, method.alerts[0]?.dump)
  }
  for (const [rule, { error, exception = '', frames }] of Object.entries(cases)) {
    await t.test(rule.replaceAll('_', ' '), () => {
      const dump = found.get(rule)
      const own = dump?.exception.replace(/^.*-/, '')
      assert.deepEqual({ error: dump?.error, exception: own }, { error, exception })
      const procedures = dump?.frames.map(({ procedure }) => procedure)
      const wanted = frames ?? [`LTC->${rule.toUpperCase()}`]
      assert.deepEqual(procedures, wanted)
    })
  }
})
