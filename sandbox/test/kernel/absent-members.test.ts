/**
 * What the standard has and the sandbox has not, within objects that it has: a member, or the type
 * of a variable. The rest of the program runs.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areMissingStandard } from '../../workbench/missing-standard.ts'
import {
  consoleClass,
  LIMITS,
  runBody,
  runTests,
  sharedRuntime,
  testedClass
} from '../runtime/support.ts'

const runtime = sharedRuntime()

const catching = (statement: string) =>
  `TRY.\n${statement}\nCATCH cx_root.\nout->write( 'caught' ).\nENDTRY.\nout->write( 'end' ).`

/** Statements that reach an absent member, with its name. */
const REACHING: Readonly<Record<string, string>> = {
  'DATA(x) = cl_message_helper=>made_up( ).': 'CL_MESSAGE_HELPER=>MADE_UP',
  'cl_system_uuid=>if_made_up~made_up( ).': 'IF_MADE_UP~MADE_UP',
  'cl_message_helper=>made_up( ).': 'CL_MESSAGE_HELPER=>MADE_UP',
  "CALL METHOD cl_message_helper=>made_up EXPORTING a = 'b'.": 'CL_MESSAGE_HELPER=>MADE_UP',
  'out->write( cl_abap_char_utilities=>made_up ).': 'CL_ABAP_CHAR_UTILITIES=>MADE_UP',
  'IF cl_message_helper=>made_up( ) = 1. out->write( 1 ). ENDIF.': 'CL_MESSAGE_HELPER=>MADE_UP',
  'WHILE cl_message_helper=>made_up( ) = 1. EXIT. ENDWHILE.': 'CL_MESSAGE_HELPER=>MADE_UP',
  'DO 2 TIMES. out->write( cl_abap_char_utilities=>made_up ). ENDDO.':
    'CL_ABAP_CHAR_UTILITIES=>MADE_UP',
  'DATA l TYPE dfies. l-made_up = 1.': 'DFIES-MADE_UP',
  'DATA(l) = VALUE dfies( made_up = 1 ).': 'DFIES-MADE_UP',
  'cl_abap_gzip=>compress_text( EXPORTING text_in = `` made_up = 1 ).':
    'CL_ABAP_GZIP=>COMPRESS_TEXT(MADE_UP)',
  'DATA d TYPE REF TO if_ixml_document. d->made_up( ).': 'IF_IXML_DOCUMENT=>MADE_UP'
}

describe('a member that the kernel does not have', () => {
  for (const [statement, name] of Object.entries(REACHING)) {
    test(`ends the run past every CATCH where it is reached: ${statement}`, async () => {
      const { alert, output } = await runBody(
        runtime,
        `out->write( 'begin' ).\n${catching(statement)}`
      )
      assert.equal(output, 'begin\n')
      assert.deepEqual(
        [alert?.kind, alert?.title],
        [
          'unsupported',
          `Not supported by the sandbox runtime: ${name} is not available in the sandbox`
        ]
      )
    })
  }

  test('lets everything run that does not reach it', async () => {
    const { alert, output } = await runBody(
      runtime,
      "DATA(n) = 1.\nIF n = 2.\nDATA(x) = cl_message_helper=>made_up( ).\nout->write( x ).\nENDIF.\nout->write( 'end' )."
    )
    assert.deepEqual([alert, output], [undefined, 'end\n'])
  })

  const WRONG: Readonly<Record<string, readonly [statement: string, error: RegExp]>> = {
    'an own class': ['zcl_wrong=>made_up( ).', /Method "made_up" not found/],
    'a complete class of the standard': [
      'cl_abap_unit_assert=>assert_equal( 1 ).',
      /Method "assert_equal" not found/
    ],
    'the system fields': ['sy-made_up = 1.', /Component "made_up" not found/],
    'an own structure': [
      'DATA: BEGIN OF l, a TYPE i, END OF l. l-made_up = 1.',
      /Component "made_up" not found/
    ]
  }
  for (const [words, [statement, error]] of Object.entries(WRONG)) {
    test(`is an error of the program where it would be one of ${words}`, async () => {
      const name = 'zcl_wrong'
      const files = [consoleClass(name, `IF 1 = 2.\n${statement}\nENDIF.`)]
      const run = { files, class: name, tables: [], database: '', limits: LIMITS }
      const { alert } = await runtime.console(run)
      assert.match(alert?.title ?? '', error)
    })
  }
})

describe('a variable of a type that the system does not have', () => {
  const declared =
    'DATA x TYPE absent_type. DATA r TYPE REF TO cl_absent. CLASS-DATA s TYPE absent_type. CONSTANTS k TYPE absent_type VALUE 1. CONSTANTS: BEGIN OF l, a TYPE absent_type VALUE 1, b TYPE i VALUE 2, END OF l.\n'
  const DATA = `    ${declared}    METHODS keep IMPORTING a TYPE absent_type OPTIONAL RETURNING VALUE(v) TYPE i.`
  const tests: Readonly<Record<string, string>> = {
    other: '    cl_abap_unit_assert=>assert_equals( act = cut->keep( ) exp = 1 ).',
    initial:
      '    cl_abap_unit_assert=>assert_true( xsdbool( cut->x IS INITIAL AND cut->r IS NOT BOUND ) ).',
    cleared: '    CLEAR: cut->x, cut->r, cut->s.',
    copied:
      '    DATA: BEGIN OF l, a TYPE i, b TYPE absent_type, END OF l. DATA t LIKE TABLE OF l. l-a = 1. APPEND l TO t. cl_abap_unit_assert=>assert_equals( act = t[ 1 ]-a exp = 1 ).',
    assigned: '    TRY. cut->x = 1. CATCH cx_root. ENDTRY.',
    read: '    TRY. DATA(v) = |{ cut->x }|. CATCH cx_root. ENDTRY.',
    called: '    TRY. cut->r->go( ). CATCH cx_root. ENDTRY.',
    passed: '    TRY. cut->keep( 1 ). CATCH cx_root. ENDTRY.',
    constant: '    cl_abap_unit_assert=>assert_equals( act = cut->l-b exp = 2 ).',
    described:
      '    cl_abap_unit_assert=>assert_not_initial( CAST cl_abap_objectdescr( cl_abap_typedescr=>describe_by_object_ref( cut ) )->attributes ).',
    start: '    TRY. DATA(v) = xsdbool( cut->k IS INITIAL ). CATCH cx_root. ENDTRY.',
    static: '    TRY. DATA(v) = |{ cut->s }|. CATCH cx_root. ENDTRY.'
  }
  test('fails where it is used, past every CATCH', async () => {
    const files = testedClass('zcl_absent_types', {
      definition: DATA,
      implementation: '  METHOD keep.\n    v = 1.\n  ENDMETHOD.',
      tests
    })
    const names = Object.keys(tests).map(name => name.toUpperCase())
    const run = await runTests(runtime, 'zcl_absent_types', files, names)
    const type = ['Not supported by the sandbox runtime: ABSENT_TYPE']
    const titles = run.methods.map(({ name, alerts }) => [name, alerts.map(({ title }) => title)])
    assert.deepEqual(Object.fromEntries(titles), {
      OTHER: [],
      INITIAL: [],
      CLEARED: [],
      COPIED: [],
      ASSIGNED: type,
      READ: type,
      CALLED: ['Not supported by the sandbox runtime: CL_ABSENT'],
      PASSED: type,
      CONSTANT: [],
      DESCRIBED: [],
      START: type,
      STATIC: type
    })
  })
})

describe('an object whose only errors are absent members of the standard', () => {
  const VERDICTS: readonly (readonly [runs: boolean, text: string])[] = [
    [true, 'CL_MESSAGE_HELPER=>MADE_UP is not available in the sandbox.'],
    [true, 'DFIES-MADE_UP is not available in the sandbox.'],
    [true, 'The type of "LT" is unknown: TEXT80, lookupDomain.'],
    [true, 'The type "TY" is not completely known: XSDBOOLEAN, lookupDomain.'],
    [false, 'The type of "LT" is unknown: ZTEXT80, lookupDomain.']
  ]
  for (const [runs, text] of VERDICTS) {
    test(`${runs ? 'runs' : 'does not run'}: ${text}`, () => {
      const error = { severity: 'E', rule: 'unknown_types', text }
      assert.equal(areMissingStandard([error] as never), runs)
    })
  }
})
