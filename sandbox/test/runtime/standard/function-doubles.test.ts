/** Test doubles of function modules. The expected results follow SAP's examples of the framework. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RepositoryFile } from '../../../types.ts'
import { LIMITS, sharedRuntime } from '../support.ts'

const runtime = sharedRuntime()

const parameter = (kind: string, name: string, type: string, more = '') =>
  `<${kind}><PARAMETER>${name}</PARAMETER>${more}<REFERENCE>X</REFERENCE>${type}</${kind}>`
const typ = (name: string) => `<TYP>${name}</TYP>`

const GROUP: readonly RepositoryFile[] = [
  {
    name: 'zshop.fugr.xml',
    text:
      '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_FUGR" serializer_version="v1.0.0">' +
      '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><AREAT>x</AREAT>' +
      '<INCLUDES><SOBJ_NAME>LZSHOPTOP</SOBJ_NAME><SOBJ_NAME>SAPLZSHOP</SOBJ_NAME></INCLUDES><FUNCTIONS>' +
      `<item><FUNCNAME>Z_PRICE</FUNCNAME><IMPORT>${parameter('RSIMP', 'ITEM', typ('CHAR10'))}` +
      `${parameter('RSIMP', 'DAY', typ('I'), '<OPTIONAL>X</OPTIONAL>')}</IMPORT>` +
      `<CHANGING>${parameter('RSCHA', 'COUNT', typ('I'), '<OPTIONAL>X</OPTIONAL>')}</CHANGING>` +
      `<EXPORT>${parameter('RSEXP', 'PRICE', typ('I'))}</EXPORT>` +
      '<TABLES><RSTBL><PARAMETER>ROWS</PARAMETER><DBSTRUCT>BAPIRET2</DBSTRUCT><OPTIONAL>X</OPTIONAL></RSTBL></TABLES>' +
      '<EXCEPTION><RSEXC><EXCEPTION>NO_PRICE</EXCEPTION></RSEXC></EXCEPTION></item>' +
      '</FUNCTIONS></asx:values></asx:abap></abapGit>'
  },
  { name: 'zshop.fugr.lzshoptop.abap', text: 'FUNCTION-POOL zshop.\n' },
  { name: 'zshop.fugr.saplzshop.abap', text: 'INCLUDE lzshoptop.\nINCLUDE lzshopuxx.\n' },
  {
    name: 'zshop.fugr.z_price.abap',
    text: 'FUNCTION z_price.\n  price = 1.\nENDFUNCTION.\n'
  }
]

const input = (name: string, value: string) =>
  `double->create_input_configuration( )->set_importing_parameter( name = '${name}' value = ${value} )`
const output = (value: number) =>
  `double->create_output_configuration( )->set_exporting_parameter( name = 'PRICE' value = ${value} )`
const when = (item: string) => `double->configure_call( )->when( ${input('ITEM', item)} )`
const always = 'double->configure_call( )->ignore_all_parameters( )'

interface Case {
  readonly title: string
  readonly body: string
  readonly result: string | RegExp
}

/** `price( item )` calls the module and returns what it exports. */
const CASES: readonly Case[] = [
  {
    title: 'without a configuration the exported values are initial',
    body: 'r = price( `pen` ).',
    result: '0'
  },
  {
    title: 'an input has its output, others have none',
    body: `${when("'pen'")}->then_set_output( ${output(7)} ). r = |{ price( \`pen\` ) }/{ price( \`ink\` ) }|.`,
    result: '7/0'
  },
  {
    title: 'parameters without a value are ignored',
    body: `${when("'pen'")}->then_set_output( ${output(7)} ). CALL FUNCTION 'Z_PRICE' EXPORTING item = 'pen' day = 3 IMPORTING price = number. r = |{ number }|.`,
    result: '7'
  },
  {
    title: 'outputs follow each other, the last one goes on',
    body: `${when("'pen'")}->then_set_output( ${output(7)} )->then_set_output( ${output(8)} ). r = |{ price( \`pen\` ) }{ price( \`pen\` ) }{ price( \`pen\` ) }|.`,
    result: '788'
  },
  {
    title: 'for_times limits an output; after the last one there is none',
    body: `${when("'pen'")}->then_set_output( ${output(7)} )->for_times( 2 )->then_set_output( ${output(8)} )->for_times( 1 ). r = |{ price( \`pen\` ) }{ price( \`pen\` ) }{ price( \`pen\` ) }{ price( \`pen\` ) }|.`,
    result: '7780'
  },
  {
    title: 'the last configuration of an input counts',
    body: `${when("'pen'")}->then_set_output( ${output(7)} ). ${when("'pen'")}->then_set_output( ${output(8)} ). r = price( \`pen\` ).`,
    result: '8'
  },
  {
    title: 'all parameters are ignored',
    body: `${always}->then_set_output( ${output(7)} ). r = |{ price( \`pen\` ) }{ price( \`ink\` ) }|.`,
    result: '77'
  },
  {
    title: 'changing and table parameters get values, and keep what they have without them',
    body: `DATA rows TYPE bapiret2_t. rows = VALUE #( ( id = 'A' ) ( id = 'B' ) ).
${when("'pen'")}->then_set_output( double->create_output_configuration( )->set_changing_parameter( name = 'COUNT' value = 4 )->set_table_parameter( name = 'ROWS' value = rows ) ).
number = 2. CLEAR rows. CALL FUNCTION 'Z_PRICE' EXPORTING item = 'ink' TABLES rows = rows CHANGING count = number. r = |{ number }{ lines( rows ) }|.
CALL FUNCTION 'Z_PRICE' EXPORTING item = 'pen' TABLES rows = rows CHANGING count = number. r = |{ r }/{ number }{ lines( rows ) }|.`,
    result: '20/42'
  },
  {
    title: 'a classic exception is raised',
    body: `${always}->then_raise_classic_exception( 'no_price' ). CALL FUNCTION 'Z_PRICE' EXPORTING item = 'pen' EXCEPTIONS no_price = 4 OTHERS = 8. r = |{ sy-subrc }|.`,
    result: '4'
  },
  {
    title: 'a class-based exception is raised',
    body: `${always}->then_raise_exception( NEW cx_sy_zerodivide( ) ). TRY. price( \`pen\` ). CATCH cx_sy_zerodivide. r = 'caught'. ENDTRY.`,
    result: 'caught'
  },
  {
    title: 'an answer of the test gives values and reads arguments',
    body: `${always}->then_answer( NEW lcl_answer( ) ). r = |{ price( \`pen\` ) }{ price( \`none\` ) }|.`,
    result: '35'
  },
  {
    title: 'matchers stand for values',
    body: `${when("cl_ftd_argument_matcher=>covers_pattern( 'p*' )")}->then_set_output( ${output(7)} ).
${when("cl_ftd_argument_matcher=>matches( 'i.k' )")}->then_set_output( ${output(8)} ).
${when('cl_ftd_argument_matcher=>is_initial( )')}->then_set_output( ${output(9)} ). r = |{ price( \`pen\` ) }{ price( \`ink\` ) }{ price( \`\` ) }{ price( \`cup\` ) }|.`,
    result: '7890'
  },
  {
    title: 'calls are counted, all or those with an input',
    body: `price( \`pen\` ). price( \`ink\` ). price( \`pen\` ). double->verify( )->is_called_times( 3 ). double->verify( ${input('ITEM', "'ink'")} )->is_called_once( ).
double->verify( ${input('ITEM', "'cup'")} )->is_never_called( ). double->verify( )->is_called_at_least( 3 ). double->verify( )->is_called_at_most( 3 ). r = 'met'.`,
    result: 'met'
  },
  {
    title: 'another number of calls fails',
    body: 'price( `pen` ). double->verify( )->is_called_times( 2 ).',
    result: /Expectations.*Z_PRICE: expected 2 calls, actual 1/
  },
  {
    title: 'doubles are cleared with their calls',
    body: `${always}->then_set_output( ${output(7)} ). price( \`pen\` ). environment->clear_doubles( ). double->verify( )->is_never_called( ). r = price( \`pen\` ).`,
    result: '0'
  },
  {
    title: 'a double is switched off and on',
    body: `${always}->then_set_output( ${output(7)} ). double->disable( ). r = |{ price( \`pen\` ) }|. double->enable( ). r = |{ r }{ price( \`pen\` ) }|. environment->disable_doubles( ). r = |{ r }{ price( \`pen\` ) }|. environment->enable_doubles( ).`,
    result: '171'
  },
  {
    title: 'a parameter that the module does not have raises an exception',
    body: `TRY. ${input('NONE', '1')}. CATCH cx_ftd_parameter_not_found INTO DATA(error). r = error->parameter. ENDTRY.`,
    result: 'NONE'
  },
  {
    title: 'a module without a double, and one that does not exist, raise an exception',
    body: `TRY. environment->get_double( 'Z_OTHER' ). CATCH cx_ftd_exception INTO DATA(error). r = error->get_text( ). ENDTRY.
TRY. cl_function_test_environment=>create( VALUE #( ( 'Z_NONE' ) ) ). CATCH cx_ftd_exception INTO error. r = |{ r }/{ error->function }|. ENDTRY.`,
    result: 'The function module Z_OTHER has no test double/Z_NONE'
  },
  {
    title: 'a module of the standard that the sandbox lacks has a double',
    body: `DATA(other) = cl_function_test_environment=>create( VALUE #( ( 'RH_NOT_HERE' ) ) )->get_double( 'RH_NOT_HERE' ).
other->configure_call( )->ignore_all_parameters( )->then_set_output( other->create_output_configuration( )->set_exporting_parameter( name = 'N' value = 5 ) ).
CALL FUNCTION 'RH_NOT_HERE' IMPORTING n = number. r = |{ number }|.`,
    result: '5'
  }
]

const FILE = 'zcl_shop.clas.testclasses.abap'
const TESTS = `CLASS lcl_answer DEFINITION FOR TESTING.
  PUBLIC SECTION.
    INTERFACES if_ftd_invocation_answer.
ENDCLASS.
CLASS lcl_answer IMPLEMENTATION.
  METHOD if_ftd_invocation_answer~answer.
    DATA(item) = arguments->get_importing_parameter( 'ITEM' ).
    ASSIGN item->* TO FIELD-SYMBOL(<item>).
    result->get_output_configuration( )->set_exporting_parameter( name = 'PRICE' value = COND i( WHEN <item> = 'pen' AND arguments->is_importing_param_supplied( 'DAY' ) = abap_false THEN arguments->get_iterator( )->size( ) - 1 ELSE 5 ) ).
  ENDMETHOD.
ENDCLASS.
CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    CLASS-DATA environment TYPE REF TO if_function_test_environment.
    DATA double TYPE REF TO if_function_testdouble.
    DATA number TYPE i.
    CLASS-METHODS class_setup.
    METHODS setup.
    METHODS teardown.
    METHODS price IMPORTING item TYPE string RETURNING VALUE(r) TYPE i.
${CASES.map((_, index) => `    METHODS c${index} FOR TESTING.\n`).join('')}ENDCLASS.
CLASS ltcl_test IMPLEMENTATION.
  METHOD class_setup.
    environment = cl_function_test_environment=>create( VALUE #( ( 'Z_PRICE' ) ) ).
  ENDMETHOD.
  METHOD setup.
    double = environment->get_double( 'z_price' ).
  ENDMETHOD.
  METHOD teardown.
    environment->clear_doubles( ).
  ENDMETHOD.
  METHOD price.
    CALL FUNCTION 'Z_PRICE' EXPORTING item = CONV char10( item ) IMPORTING price = r.
  ENDMETHOD.
${CASES.map(({ body }, index) => `  METHOD c${index}.\n    DATA r TYPE string.\n    ${body}\n    cl_abap_unit_assert=>fail( msg = |\\{{ condense( r ) }\\}| ).\n  ENDMETHOD.\n`).join('')}ENDCLASS.
CLASS ltcl_after DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS real FOR TESTING.
ENDCLASS.
CLASS ltcl_after IMPLEMENTATION.
  METHOD real.
    DATA number TYPE i.
    CALL FUNCTION 'Z_PRICE' EXPORTING item = 'pen' IMPORTING price = number.
    cl_abap_unit_assert=>assert_equals( act = number exp = 1 ).
  ENDMETHOD.
ENDCLASS.
`

test('doubles of function modules answer as they are configured, until the class ends', async t => {
  const { classes } = await runtime.unit({
    files: [
      ...GROUP,
      {
        name: 'zcl_shop.clas.abap',
        text: 'CLASS zcl_shop DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_shop IMPLEMENTATION.\nENDCLASS.\n'
      },
      { name: FILE, text: TESTS }
    ],
    classes: [
      { file: FILE, name: 'LTCL_TEST', methods: CASES.map((_, index) => `C${index}`) },
      { file: FILE, name: 'LTCL_AFTER', methods: ['REAL'] }
    ],
    tables: [],
    database: '',
    limits: { ...LIMITS, milliseconds: 10_000 }
  })
  assert.deepEqual(classes[0]?.alerts, [])
  for (const [index, { title, result }] of CASES.entries()) {
    await t.test(title, () => {
      const alerts = classes[0]?.methods[index]?.alerts ?? []
      const text = alerts.map(({ title: head, details }) => [head, ...details].join(' ')).join(' ')
      if (typeof result === 'string') assert.equal(/\{(.*)\}/s.exec(text)?.[1], result, text)
      else assert.match(text, result)
    })
  }
  assert.deepEqual(classes[1]?.methods[0]?.alerts, [])
})
