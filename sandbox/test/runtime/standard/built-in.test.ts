/** Built-in functions, default values of parameters and type descriptions of the standard. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleClass, LIMITS, sharedRuntime } from '../support.ts'
import { reportOn } from './report-on-rows.ts'

const list = reportOn({ T000: [] })

test('FIND searches a regular expression behind its offset, FIND_END tells where it ends', async () => {
  const calls = [
    "find( val = t regex = '[,|]' off = o )",
    "find( val = t pcre = '^b' off = o )",
    "find( val = t regex = 'z' off = o )",
    "find_end( val = t regex = 'c+' )",
    "find_end( val = t pcre = 'c' off = 5 )",
    "find_end( val = t sub = ',b' )",
    "find_end( val = t sub = 'z' )"
  ]
  const shown = calls.map(each => `WRITE: / |{ ${each} }|.\n`).join('')
  const outside =
    "TRY. o = find( val = t regex = 'a' off = 99 ). CATCH cx_sy_range_out_of_bounds. WRITE / 'outside'. ENDTRY."
  assert.deepEqual(
    await list(`DATA t TYPE string VALUE 'a,b|cc|d'. DATA o TYPE i VALUE 2.\n${shown}${outside}`),
    ['3', '2', '-1', '6', '6', '3', '-1', 'outside']
  )
})

test('SHIFT … DELETING IN BYTE MODE removes bytes, not digits', async () => {
  const calls = `DATA x TYPE xstring VALUE 'FFFEF1E2'. SHIFT x LEFT DELETING LEADING cl_abap_char_utilities=>byte_order_mark_little IN BYTE MODE. WRITE: / |{ x }|.
    DATA f TYPE x LENGTH 3 VALUE 'FFF1FE'. SHIFT f LEFT DELETING LEADING cl_abap_char_utilities=>byte_order_mark_little IN BYTE MODE. WRITE: / |{ f }|.
    SHIFT f RIGHT DELETING TRAILING f+2(1) IN BYTE MODE. WRITE: / |{ f }|.`
  assert.deepEqual(await list(calls), ['F1E2', 'F1FE00', '00F1FE'])
})

test('the standard key of a table has its texts and bytes, or the whole line', async () => {
  const types =
    'TYPES: BEGIN OF l, a TYPE i, b TYPE string, BEGIN OF c, d TYPE c LENGTH 1, e TYPE i, END OF c, END OF l. DATA: t TYPE STANDARD TABLE OF l WITH DEFAULT KEY, s TYPE string_table, e TYPE STANDARD TABLE OF l WITH EMPTY KEY.\n'
  const show = (name: string) =>
    `LOOP AT CAST cl_abap_tabledescr( cl_abap_typedescr=>describe_by_data( ${name} ) )->key INTO DATA(k${name}). WRITE: / k${name}-name. ENDLOOP.\n`
  assert.deepEqual(await list(types + ['t', 's', 'e'].map(show).join('')), [
    'B',
    'C-D',
    'TABLE_LINE'
  ])
})

test('a structure without a type has the same name whenever it is described', async () => {
  const calls =
    'DATA: BEGIN OF a, x TYPE i, y TYPE string, END OF a, BEGIN OF b, x TYPE i, END OF b, t LIKE STANDARD TABLE OF a. FIELD-SYMBOLS <f> TYPE any. ASSIGN a TO <f>.\n'
  const name = (data: string) => `cl_abap_typedescr=>describe_by_data( ${data} )->absolute_name`
  const compare = [
    ['a', 'a'],
    ['a', '<f>'],
    ['a', 'b'],
    ['t', 't'],
    ['a', 't'],
    ['sy', 'sy']
  ].map(([one = '', other = '']) => `WRITE: / |{ xsdbool( ${name(one)} = ${name(other)} ) }-|.\n`)
  assert.deepEqual(await list(calls + compare.join('')), ['X-', 'X-', '-', 'X-', '-', 'X-'])
})

test('a data element has a head of the dictionary', async () => {
  const calls =
    'DATA b TYPE bezei20. DATA(h) = cl_abap_typedescr=>describe_by_data( b )->get_ddic_header( ). WRITE: / h-tabname.'
  assert.deepEqual(await list(calls), ['BEZEI20'])
})

test('GUI_UPLOAD finds no front end, as in the background', async () => {
  const call =
    "DATA t TYPE TABLE OF w3mime. CALL FUNCTION 'GUI_UPLOAD' EXPORTING filename = 'x' TABLES data_tab = t EXCEPTIONS file_open_error = 1 no_batch = 3 OTHERS = 4. WRITE: / |{ sy-subrc }|."
  assert.deepEqual(await list(call), ['3'])
})

test('texts of exceptions: kind, and parameters with their values', async () => {
  const calls = `DATA: key TYPE scx_t100key, id TYPE sotr_conc, params TYPE sotr_params. DATA(a) = NEW cx_bali_not_possible( error_code = 5 ).
    cl_message_helper=>check_msg_kind( EXPORTING msg = a IMPORTING t100key = key textid = id ). WRITE: / |{ xsdbool( id IS INITIAL ) }|.
    cl_message_helper=>check_msg_kind( EXPORTING msg = NEW cx_sy_zerodivide( ) IMPORTING t100key = key textid = id ). WRITE: / |{ xsdbool( id IS INITIAL ) }-|.
    cl_message_helper=>get_text_params( EXPORTING obj = a IMPORTING params = params ). WRITE: / params[ param = 'ERROR_CODE' ]-value.`
  assert.deepEqual(await list(calls), ['X', '-', '5'])
})

test('system fields are default values of parameters of interfaces', async () => {
  const definition =
    'INTERFACE zif_defaults PUBLIC.\n  METHODS go IMPORTING all TYPE any DEFAULT sy day TYPE d DEFAULT sy-datum RETURNING VALUE(result) TYPE string.\nENDINTERFACE.\n'
  const implementation =
    'CLASS zcl_defaults DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES zif_defaults.\nENDCLASS.\nCLASS zcl_defaults IMPLEMENTATION.\n  METHOD zif_defaults~go.\n    DATA(t) = cl_abap_typedescr=>describe_by_data( all ).\n    result = |{ t->kind } { xsdbool( day = sy-datum ) }|.\n  ENDMETHOD.\nENDCLASS.\n'
  const files = [
    { name: 'zif_defaults.intf.abap', text: definition },
    { name: 'zcl_defaults.clas.abap', text: implementation },
    consoleClass(
      'zcl_shown',
      'DATA o TYPE REF TO zif_defaults.\no = NEW zcl_defaults( ).\nout->write( o->go( ) ).'
    )
  ]
  const run = { files, class: 'zcl_shown', tables: [], database: '', limits: LIMITS }
  const { alert, output } = await sharedRuntime().console(run)
  assert.deepEqual([alert, output], [undefined, 'S X\n'])
})
