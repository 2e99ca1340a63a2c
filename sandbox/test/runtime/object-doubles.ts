/** Test doubles of interfaces and classes: test methods and what they leave in `r`. */
import type { RepositoryFile } from '../../types.ts'

export const DOUBLED: readonly RepositoryFile[] = [
  {
    name: 'zif_base.intf.abap',
    text: `INTERFACE zif_base PUBLIC.
  METHODS base RETURNING VALUE(r) TYPE i.
ENDINTERFACE.
`
  },
  {
    name: 'zif_shop.intf.abap',
    text: `INTERFACE zif_shop PUBLIC.
  INTERFACES zif_base.
  CONSTANTS fixed TYPE i VALUE 4.
  DATA state TYPE string.
  EVENTS sold EXPORTING VALUE(item) TYPE string.
  METHODS price IMPORTING item TYPE string day TYPE i OPTIONAL RETURNING VALUE(r) TYPE i.
  METHODS read IMPORTING rows TYPE string_table EXPORTING first TYPE string CHANGING count TYPE i.
  METHODS any IMPORTING value TYPE any RETURNING VALUE(r) TYPE string.
  METHODS send IMPORTING item TYPE string.
  METHODS sale IMPORTING item TYPE string DEFAULT \`pen\` count TYPE i DEFAULT fixed
                         low TYPE i DEFAULT zcl_half=>low flag TYPE abap_bool DEFAULT abap_true
               RETURNING VALUE(r) TYPE i.
ENDINTERFACE.
`
  },
  {
    name: 'zcl_real.clas.abap',
    text: `CLASS zcl_real DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES zif_base.
    METHODS constructor IMPORTING must TYPE i.
    METHODS open RETURNING VALUE(r) TYPE i.
    CLASS-METHODS fixed RETURNING VALUE(r) TYPE i.
ENDCLASS.
CLASS zcl_real IMPLEMENTATION.
  METHOD constructor.
    ASSERT must = 1.
  ENDMETHOD.
  METHOD open.
    r = 1.
  ENDMETHOD.
  METHOD fixed.
    r = 9.
  ENDMETHOD.
  METHOD zif_base~base.
    r = 1.
  ENDMETHOD.
ENDCLASS.
`
  },
  {
    name: 'zcl_final.clas.abap',
    text: `CLASS zcl_final DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS open RETURNING VALUE(r) TYPE i.
ENDCLASS.
CLASS zcl_final IMPLEMENTATION.
  METHOD open.
    r = 1.
  ENDMETHOD.
ENDCLASS.
`
  },
  {
    name: 'zcl_half.clas.abap',
    text: `CLASS zcl_half DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS low TYPE i VALUE 3.
    METHODS closed FINAL RETURNING VALUE(r) TYPE i.
    METHODS open RETURNING VALUE(r) TYPE i.
ENDCLASS.
CLASS zcl_half IMPLEMENTATION.
  METHOD closed.
    r = 1.
  ENDMETHOD.
  METHOD open.
    r = 1.
  ENDMETHOD.
ENDCLASS.
`
  }
]

const conf = (calls: string): string => `cl_abap_testdouble=>configure_call( shop )${calls}.`
const LOCALS = `CLASS lcl_answer DEFINITION.
  PUBLIC SECTION.
    INTERFACES if_abap_testdouble_answer.
    INTERFACES if_abap_testdouble_matcher.
    DATA heard TYPE string.
    METHODS on_sold FOR EVENT sold OF zif_shop IMPORTING item.
ENDCLASS.
CLASS lcl_answer IMPLEMENTATION.
  METHOD on_sold.
    heard = item.
  ENDMETHOD.
  METHOD if_abap_testdouble_matcher~matches.
    DATA(one) = configured_arguments->get_param_importing( 'ITEM' ).
    DATA(other) = actual_arguments->get_param_importing( 'ITEM' ).
    FIELD-SYMBOLS <one> TYPE string.
    FIELD-SYMBOLS <other> TYPE string.
    ASSIGN one->* TO <one>.
    ASSIGN other->* TO <other>.
    result = xsdbool( to_upper( <one> ) = to_upper( <other> ) ).
  ENDMETHOD.
  METHOD if_abap_testdouble_answer~answer.
    FIELD-SYMBOLS <item> TYPE string.
    DATA(item) = arguments->get_param_importing( 'ITEM' ).
    ASSIGN item->* TO <item>.
    IF <item> = \`x\`.
      result->raise_exception( NEW cx_sy_zerodivide( ) ).
      RETURN.
    ENDIF.
    heard = |{ method_name } { arguments->is_importing_param_supplied( 'DAY' ) }|.
    result->set_param_returning( strlen( <item> ) ).
  ENDMETHOD.
ENDCLASS.
`

export interface Case {
  readonly title: string
  readonly body: string
  /** What the body left in `r`; an expression: the alert. */
  readonly result: string | RegExp
}

export const OBJECT_CASES: readonly Case[] = [
  {
    title: 'a final class has no test doubles',
    body: `DATA double TYPE REF TO zcl_final. double ?= cl_abap_testdouble=>create( 'ZCL_FINAL' ). r = 'made'.`,
    result: /ZCL_FINAL is final/
  },
  {
    title: 'a final method is not doubled',
    body: `DATA double TYPE REF TO zcl_half. double ?= cl_abap_testdouble=>create( 'ZCL_HALF' ). r = |{ double->open( ) }{ double->closed( ) }|.`,
    result: '01'
  },
  {
    title: 'what is not configured is initial',
    body: `r = |{ shop->price( 'a' ) }{ shop->zif_base~base( ) }{ shop->fixed }{ shop->state }|.`,
    result: '004'
  },
  {
    title: 'RETURNING of the call that is configured',
    body: `${conf('->returning( 5 )')} shop->price( 'a' ). r = |{ shop->price( 'a' ) }{ shop->price( 'a' ) }{ shop->price( 'b' ) }|.`,
    result: '550'
  },
  {
    title: 'all arguments are compared, an optional one too',
    body: `${conf('->returning( 5 )')} shop->price( item = 'a' day = 2 ). r = |{ shop->price( item = 'a' day = 2 ) }{ shop->price( item = 'a' day = 3 ) }{ shop->price( 'a' ) }|.`,
    result: '500'
  },
  {
    title: 'a parameter that is left out has its default value',
    body: `${conf('->returning( 5 )')} shop->sale( ). r = |{ shop->sale( item = 'pen' ) }{ shop->sale( count = 4 low = 3 ) }{ shop->sale( flag = 'X' ) }{ shop->sale( item = '' ) }{ shop->sale( count = 0 ) }{ shop->sale( low = 0 ) }|.`,
    result: '555000'
  },
  {
    title: 'a parameter is ignored',
    body: `${conf(`->ignore_parameter( 'DAY' )->returning( 5 )`)} shop->price( 'a' ). r = |{ shop->price( item = 'a' day = 2 ) }{ shop->price( 'b' ) }|.`,
    result: '50'
  },
  {
    title: 'all parameters are ignored',
    body: `${conf('->ignore_all_parameters( )->returning( 5 )')} shop->price( '' ). r = |{ shop->price( item = 'a' day = 2 ) }{ shop->price( 'b' ) }|.`,
    result: '55'
  },
  {
    title: 'answers follow each other, each as often as it says, the last one from then on',
    body: `${conf('->returning( 1 )->times( 2 )')} shop->price( 'a' ). ${conf('->returning( 2 )')} shop->price( 'a' ). DO 4 TIMES. r = |{ r }{ shop->price( 'a' ) }|. ENDDO.`,
    result: '1122'
  },
  {
    title: 'EXPORTING and CHANGING parameters',
    body: `${conf(`->set_parameter( name = 'first' value = 'F' )->set_parameter( name = 'COUNT' value = 7 )`)} DATA(n) = 1. shop->read( EXPORTING rows = VALUE #( ( \`l\` ) ) CHANGING count = n ).
shop->read( EXPORTING rows = VALUE #( ( \`l\` ) ) IMPORTING first = DATA(f) CHANGING count = n ). r = |{ f }{ n }|.`,
    result: 'F7'
  },
  {
    title: 'rows of tables are compared',
    body: `${conf(`->set_parameter( name = 'FIRST' value = 'F' )`)} DATA(n) = 1. shop->read( EXPORTING rows = VALUE #( ( \`l\` ) ) CHANGING count = n ).
shop->read( EXPORTING rows = VALUE #( ( \`m\` ) ) IMPORTING first = DATA(f) CHANGING count = n ). shop->read( EXPORTING rows = VALUE #( ( \`l\` ) ) IMPORTING first = DATA(g) CHANGING count = n ). r = |{ f }-{ g }|.`,
    result: '-F'
  },
  {
    title: 'arguments of a generic type',
    body: `${conf(`->returning( 'yes' )`)} shop->any( VALUE string_table( ( \`q\` ) ) ). r = |{ shop->any( VALUE string_table( ( \`q\` ) ) ) }{ shop->any( 5 ) }|.`,
    result: 'yes'
  },
  {
    title: 'an exception is raised',
    body: `${conf('->raise_exception( NEW cx_sy_zerodivide( ) )')} shop->price( 'a' ). TRY. shop->price( 'a' ). CATCH cx_sy_zerodivide. r = 'raised'. ENDTRY.`,
    result: 'raised'
  },
  {
    title: 'an event is raised with its parameters',
    body: `DATA(hand) = NEW lcl_answer( ). SET HANDLER hand->on_sold FOR shop. DATA(item) = \`it\`. ${conf(`->raise_event( name = 'SOLD' parameters = VALUE #( ( name = 'ITEM' value = REF #( item ) ) ) )`)} shop->send( 'a' ). r = hand->heard. shop->send( 'a' ). r = |{ r }-{ hand->heard }|.`,
    result: '-it'
  },
  {
    title: 'an answer of the test sees the arguments and gives the result',
    body: `DATA(hand) = NEW lcl_answer( ). ${conf('->ignore_all_parameters( )->set_answer( hand )')} shop->price( 'a' ). r = |{ shop->price( item = 'long' day = 1 ) }{ hand->heard }|. TRY. shop->price( 'x' ). CATCH cx_sy_zerodivide. r = |{ r }!|. ENDTRY.`,
    result: '4ZIF_SHOP~PRICE X!'
  },
  {
    title: 'a matcher of the test decides',
    body: `${conf('->set_matcher( NEW lcl_answer( ) )->returning( 5 )')} shop->price( 'abc' ). r = |{ shop->price( 'ABC' ) }{ shop->price( 'b' ) }|.`,
    result: '50'
  },
  {
    title: 'expectations that are met',
    body: `${conf('->and_expect( )->is_called_times( 2 )')} shop->send( 'a' ). ${conf('->and_expect( )->is_never_called( )')} shop->send( 'b' ). shop->send( 'a' ). shop->send( 'a' ). shop->send( 'c' ). cl_abap_testdouble=>verify_expectations( shop ). r = 'met'.`,
    result: 'met'
  },
  {
    title: 'expectations that are not met fail',
    body: `${conf('->and_expect( )->is_called_once( )')} shop->send( 'a' ). cl_abap_testdouble=>verify_expectations( shop ).`,
    result: /Expectations.*ZIF_SHOP~SEND: expected 1 calls, actual 0/
  },
  {
    title: 'doubles of the same interface are apart',
    body: `DATA(other) = CAST zif_shop( cl_abap_testdouble=>create( 'zif_shop' ) ). ${conf('->returning( 5 )')} shop->price( 'a' ). r = |{ other->price( 'a' ) }{ shop->price( 'a' ) }|.`,
    result: '05'
  },
  {
    title: 'a double of a class, whose constructor does not run',
    body: `DATA(real) = CAST zcl_real( cl_abap_testdouble=>create( 'ZCL_REAL' ) ). cl_abap_testdouble=>configure_call( real )->returning( 5 ). real->open( ). r = |{ real->open( ) }{ real->zif_base~base( ) }{ zcl_real=>fixed( ) }|.`,
    result: '509'
  },
  {
    title: 'a value for a method without RETURNING is refused by name',
    body: `${conf('->returning( 5 )')} shop->send( 'a' ).`,
    result: /the returning parameter of ZIF_SHOP, method ZIF_SHOP~SEND/
  },
  {
    title: 'a parameter that the method does not have is refused by name',
    body: `${conf(`->ignore_parameter( 'NONE' )`)} shop->send( 'a' ).`,
    result: /the parameter NONE of ZIF_SHOP/
  },
  {
    title: 'an interface that does not exist is refused by name',
    body: `r = xsdbool( cl_abap_testdouble=>create( 'ZIF_NONE' ) IS BOUND ).`,
    result: /a test double of ZIF_NONE/
  },
  {
    title: 'an object that is no double is refused by name',
    body: `cl_abap_testdouble=>configure_call( NEW lcl_answer( ) ).`,
    result: /an object that is no test double/
  }
]

/** The test class with all cases. */
export const FILE = 'zcl_real.clas.testclasses.abap'
export const TESTS = `${LOCALS}CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    DATA shop TYPE REF TO zif_shop.
    METHODS setup.
${OBJECT_CASES.map((_, index) => `    METHODS c${index} FOR TESTING.\n`).join('')}ENDCLASS.
CLASS ltcl_test IMPLEMENTATION.
  METHOD setup.
    shop ?= cl_abap_testdouble=>create( 'ZIF_SHOP' ).
  ENDMETHOD.
${OBJECT_CASES.map(({ body }, index) => `  METHOD c${index}.\n    DATA r TYPE string.\n    ${body}\n    cl_abap_unit_assert=>fail( msg = |\\{{ r }\\}| ).\n  ENDMETHOD.\n`).join('')}ENDCLASS.
`
