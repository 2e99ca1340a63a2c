/**
 * Data objects that are named at run time. Rules and some of the examples:
 * ABAPASSIGN_MEM_AREA_DYNAMIC_DOBJ, …_DYNAMIC_ACCESS and ABAPASSIGN_DYNAMIC_COMPONENTS of the
 * keyword documentation.
 */
import type { Construct } from './language.ts'

export const DATA_OBJECT_LOCALS = `INTERFACE lif_named.
  CONSTANTS fixed TYPE string VALUE \`interface\`.
  DATA shown TYPE string.
ENDINTERFACE.
CLASS lcl_named DEFINITION.
  PUBLIC SECTION.
    INTERFACES lif_named.
    ALIASES shown FOR lif_named~shown.
    TYPES: BEGIN OF ty_row, id TYPE i, BEGIN OF sub, name TYPE string, END OF sub, END OF ty_row.
    DATA row TYPE ty_row.
    DATA text TYPE string VALUE \`attribute\`.
    DATA next TYPE REF TO lcl_named.
    CLASS-DATA shared TYPE ty_row.
    CONSTANTS size TYPE i VALUE 7.
    METHODS find IMPORTING name TYPE string RETURNING VALUE(result) TYPE string.
    CLASS-METHODS find_static IMPORTING name TYPE string RETURNING VALUE(result) TYPE string.
  PROTECTED SECTION.
    DATA inherited TYPE string VALUE \`protected\`.
  PRIVATE SECTION.
    DATA secret TYPE string VALUE \`private\`.
    CLASS-DATA hidden TYPE string VALUE \`hidden\`.
ENDCLASS.
CLASS lcl_named IMPLEMENTATION.
  METHOD find.
    FIELD-SYMBOLS <any> TYPE any.
    DATA(text) = \`local\`.
    ASSIGN (name) TO <any>.
    result = COND #( WHEN sy-subrc = 0 THEN |{ <any> }| ELSE |{ sy-subrc }| ).
  ENDMETHOD.
  METHOD find_static.
    FIELD-SYMBOLS <any> TYPE any.
    ASSIGN (name) TO <any>.
    result = COND #( WHEN sy-subrc = 0 THEN |{ <any> }| ELSE |{ sy-subrc }| ).
  ENDMETHOD.
ENDCLASS.
CLASS lcx_named DEFINITION INHERITING FROM cx_static_check.
  PUBLIC SECTION.
    INTERFACES if_t100_message.
    DATA own TYPE symsgv.
    METHODS constructor IMPORTING own TYPE csequence.
ENDCLASS.
CLASS lcx_named IMPLEMENTATION.
  METHOD constructor.
    super->constructor( ).
    me->own = own.
    if_t100_message~t100key = VALUE #( msgid = '00' msgno = '001' attr1 = 'OWN' ).
  ENDMETHOD.
ENDCLASS.
CLASS lcl_named_below DEFINITION INHERITING FROM lcl_named.
  PUBLIC SECTION.
    METHODS look IMPORTING name TYPE string RETURNING VALUE(result) TYPE string.
  PRIVATE SECTION.
    DATA secret TYPE string VALUE \`below\`.
ENDCLASS.
CLASS lcl_named_below IMPLEMENTATION.
  METHOD look.
    ASSIGN me->(name) TO FIELD-SYMBOL(<any>).
    result = COND #( WHEN sy-subrc = 0 THEN |{ <any> }| ELSE |{ sy-subrc }| ).
  ENDMETHOD.
ENDCLASS.
`

const row = `TYPES: BEGIN OF sub, c TYPE c LENGTH 5, END OF sub, BEGIN OF s, a TYPE i, b TYPE sub, o TYPE REF TO lcl_named, d TYPE REF TO data, END OF s. DATA(s) = VALUE s( a = 1 b-c = 'abcde' o = NEW #( ) d = NEW i( 42 ) ). FIELD-SYMBOLS <f> TYPE any.`
const show = 'IF sy-subrc = 0. r = |{ r }{ <f> } |. ELSE. r = |{ r }{ sy-subrc } |. ENDIF.'
const each = (names: string, statement: string): string =>
  `LOOP AT VALUE string_table( ${names} ) INTO DATA(n). ${statement} ${show} ENDLOOP.`

export const NAMED_DATA: readonly Construct[] = [
  {
    title: 'ASSIGN of local data, components and what references show',
    body: `${row} DATA(dref) = REF #( s ). ${each('( `s-a` ) ( `S-B-C` ) ( `s-x` ) ( `s-o->text` ) ( `s-o->row-sub-name` ) ( `s-o->none` ) ( `s-d->*` ) ( `dref->a` ) ( `dref->*-b-c` ) ( `dref->b-c` ) ( `nothing` ) ( `sy-index` ) ( `abap_true` ) ( `s-o->*` ) ( `` )', 'ASSIGN (n) TO <f>.')}`,
    result: '1 abcde 4 attribute  4 42 1 abcde abcde 4 0 X 4 4 '
  },
  {
    title: 'a change through the field symbol is one of the data object',
    body: `${row} DATA(n) = \`s-b-c\`. ASSIGN (n) TO <f>. <f> = 'x'. n = 'S-O->TEXT'. ASSIGN (n) TO <f>. <f> = 'y'. r = |{ s-b-c }{ s-o->text }|.`,
    result: 'xy'
  },
  {
    title:
      'local data are found before attributes, and attributes before those of the object alone',
    body: `DATA(o) = NEW lcl_named( ). r = |{ o->find( \`TEXT\` ) } { o->find( \`ME->TEXT\` ) } { o->find( \`SECRET\` ) } { o->find( \`SIZE\` ) } { o->find( \`SHARED-ID\` ) } { o->find( \`LIF_NAMED~FIXED\` ) } { o->find( \`NAME\` ) } { o->find( \`lcl_named=>hidden\` ) } { NEW lcl_named_below( )->find( \`SECRET\` ) }|.`,
    result: 'local attribute private 7 0 interface NAME hidden private'
  },
  {
    title: 'a static method sees static attributes alone',
    body: `r = |{ lcl_named=>find_static( \`TEXT\` ) } { lcl_named=>find_static( \`HIDDEN\` ) } { lcl_named=>find_static( \`ME->TEXT\` ) } { lcl_named=>find_static( \`RESULT\` ) }.|.`,
    result: '4 hidden 4 .'
  },
  {
    title: 'attributes that are not visible are not found',
    body: `DATA(o) = NEW lcl_named_below( ). FIELD-SYMBOLS <f> TYPE any. ${each('( `TEXT` ) ( `SECRET` ) ( `INHERITED` ) ( `SHOWN` ) ( `LIF_NAMED~FIXED` ) ( `HIDDEN` ) ( `SIZE` )', 'ASSIGN o->(n) TO <f>.')} r = r && o->look( \`INHERITED\` ) && o->look( \`SECRET\` ) && o->look( \`HIDDEN\` ).`,
    result: 'attribute 4 4  interface 4 7 protectedbelow4'
  },
  {
    title: 'a reference to an interface shows its attributes alone',
    body: `DATA i TYPE REF TO lif_named. FIELD-SYMBOLS <f> TYPE any. ASSIGN i->('SHOWN') TO <f>. r = |{ sy-subrc } |. i = NEW lcl_named( ). i->shown = \`s\`. ${each('( `shown` ) ( `FIXED` ) ( `TEXT` )', 'ASSIGN i->(n) TO <f>.')} DATA o TYPE REF TO object. o = i. ASSIGN o->('LIF_NAMED~SHOWN') TO <f>. r = r && <f>. ASSIGN o->('NEXT->TEXT') TO <f>. r = |{ r } { sy-subrc }|.`,
    result: '4 s interface 4 s 4'
  },
  {
    title: 'the text of an exception shows attributes of its class',
    body: `DATA params TYPE sotr_params. DATA(x) = NEW lcx_named( 'shown' ). cl_message_helper=>get_text_params( EXPORTING obj = x IMPORTING params = params ). r = |{ x->get_text( ) } { params[ param = 'OWN' ]-value }|.`,
    result: 'shown shown'
  },
  {
    title: 'static attributes of classes that are named at run time',
    body: `lcl_named=>shared-sub-name = \`n\`. DATA(c) = \`lcl_named\`. FIELD-SYMBOLS <f> TYPE any. ${each('( `SHARED-SUB-NAME` ) ( `size` ) ( `TEXT` ) ( `HIDDEN` ) ( `NONE` )', 'ASSIGN (c)=>(n) TO <f>.')} ASSIGN (c)=>size TO <f>. ${show} ASSIGN lcl_named=>('SIZE') TO <f>. ${show} ASSIGN ('LIF_NAMED=>FIXED') TO <f>. ${show} ASSIGN ('LCL_NONE=>FIXED') TO <f>. ${show} c = 'CL_ABAP_TYPEDESCR=>TYPEKIND_INT'. ASSIGN (c) TO <f>. ${show}`,
    result: 'n 7 4 4 4 7 7 interface 4 I '
  },
  {
    title: 'components by name and number',
    body: `${row} ${each('( `A` ) ( `b-c` ) ( `O->TEXT` ) ( `D->*` ) ( `X` )', 'ASSIGN s-(n) TO <f>.')} ASSIGN COMPONENT 1 OF STRUCTURE s TO <f>. ${show} ASSIGN COMPONENT 9 OF STRUCTURE s TO <f>. ${show} ASSIGN COMPONENT 'B-C' OF STRUCTURE s TO <f>. ${show} ASSIGN COMPONENT 'O->TEXT' OF STRUCTURE s TO <f>. ${show} ASSIGN COMPONENT 'C' OF STRUCTURE s-a TO <f>. ${show} DATA(dref) = REF #( s ). ASSIGN dref->('B-C') TO <f>. ${show} CLEAR dref. ASSIGN dref->('A') TO <f>. ${show}`,
    result: '1 abcde attribute 42 4 1 4 abcde attribute 4 abcde 4 '
  },
  {
    title: 'ELSE UNASSIGN, and without it the field symbol stays',
    body: `DATA(text) = \`t\`. DATA(n) = \`TEXT\`. ASSIGN (n) TO FIELD-SYMBOL(<f>) ELSE UNASSIGN. r = |{ sy-subrc }{ xsdbool( <f> IS ASSIGNED ) }|. n = \`NONE\`. ASSIGN (n) TO <f>. r = |{ r }{ sy-subrc }{ <f> }|. ASSIGN (n) TO <f> ELSE UNASSIGN. r = |{ r }{ sy-subrc }{ xsdbool( <f> IS ASSIGNED ) }|.`,
    result: '0X4t4'
  },
  {
    title: 'field symbols by their names',
    body: `DATA(text) = \`t\`. ASSIGN text TO FIELD-SYMBOL(<one>). FIELD-SYMBOLS <two> TYPE any. DATA(n) = \`<one>\`. ASSIGN (n) TO FIELD-SYMBOL(<f>). r = |{ sy-subrc }{ <f> }|. n = \`<two>\`. ASSIGN (n) TO <f>. r = |{ r }{ sy-subrc }|.`,
    result: '0t4'
  }
]

const nested = `TYPES: BEGIN OF l1, a TYPE i, b TYPE i, END OF l1, BEGIN OF l2, b TYPE i, c TYPE i, END OF l2. DATA: BEGIN OF s1, x TYPE i VALUE 5, t TYPE STANDARD TABLE OF l1 WITH EMPTY KEY, END OF s1, BEGIN OF s2, x TYPE i, y TYPE i VALUE 6, t TYPE STANDARD TABLE OF l2 WITH EMPTY KEY, END OF s2. s1-t = VALUE #( ( a = 1 b = 2 ) ). DATA(start) = s2. start-t = VALUE #( ( b = 8 c = 9 ) ). s2 = start. DATA l LIKE LINE OF s2-t.`
const rows =
  'r = |{ r }{ s2-x }{ s2-y }:|. LOOP AT s2-t INTO l. r = |{ r }{ l-b }{ l-c }|. ENDLOOP. s2 = start. r = |{ r } |.'

/** Examples of ABAPASSIGN_CASTING, ABAPASSIGN_MEM_AREA_STATIC_DOBJ and ABAPMOVE-CORRESPONDING, mostly. */
export const CASTS: readonly Construct[] = [
  {
    title: 'CASTING to a structure, and a change through it',
    body: `TYPES: BEGIN OF day, year TYPE c LENGTH 4, month TYPE n LENGTH 2, rest TYPE c LENGTH 2, END OF day. DATA d TYPE d VALUE '20240229'. FIELD-SYMBOLS <any> TYPE any. FIELD-SYMBOLS <day> TYPE day. ASSIGN d TO <day> CASTING. <day>-month = 3. r = |{ d DATE = ISO } { <day>-rest }|. DATA(n) = \`DAY\`. ASSIGN d TO <any> CASTING TYPE (n). ASSIGN COMPONENT 'YEAR' OF STRUCTURE <any> TO FIELD-SYMBOL(<y>). <y> = '1999'. r = |{ r } { d DATE = ISO }|. n = 'NOPE'. TRY. ASSIGN d TO <any> CASTING TYPE (n). CATCH cx_sy_assign_cast_unknown_type. r = |{ r } unknown|. ENDTRY.`,
    result: '2024-03-29 29 1999-03-29 unknown'
  },
  {
    title: 'CASTING LIKE, TYPE HANDLE and DECIMALS',
    body: `DATA: BEGIN OF time, hours TYPE c LENGTH 2 VALUE '11', minute TYPE c LENGTH 2 VALUE '55', seconds TYPE c LENGTH 2 VALUE '00', END OF time. FIELD-SYMBOLS <f> TYPE any. DATA t TYPE t. ASSIGN time TO <f> CASTING LIKE t. r = |{ <f> TIME = ISO }|. DATA(h) = cl_abap_structdescr=>create( VALUE abap_component_tab( ( name = 'YEAR' type = cl_abap_elemdescr=>get_c( p_length = 4 ) ) ( name = 'DAY' type = cl_abap_elemdescr=>get_c( p_length = 4 ) ) ) ). DATA d TYPE d VALUE '20240229'. ASSIGN d TO <f> CASTING TYPE HANDLE h. ASSIGN COMPONENT 'DAY' OF STRUCTURE <f> TO FIELD-SYMBOL(<d>). r = |{ r } { <d> }|. DATA pack TYPE p LENGTH 8 DECIMALS 0 VALUE '12345678'. FIELD-SYMBOLS <p> TYPE p. ASSIGN pack TO <p> CASTING DECIMALS 2. r = |{ r } { pack / <p> }|.`,
    result: '11:55:00 0229 100'
  },
  {
    title: 'CASTING to bytes and back',
    body: `TYPES hex2 TYPE x LENGTH 2. FIELD-SYMBOLS: <x> TYPE hex2, <any> TYPE x, <n> TYPE i. DATA i TYPE i VALUE 333. ASSIGN i TO <x> CASTING. r = |{ <x> }|. <x> = '0A00'. r = |{ r } { i }|. DATA c TYPE c LENGTH 2 VALUE 'AB'. ASSIGN c TO <any> CASTING. r = |{ r } { <any> }|. DATA x TYPE x LENGTH 4 VALUE 'FEFFFFFF'. ASSIGN x TO <n> CASTING. r = |{ r } { <n> }|. DATA p TYPE p LENGTH 2 VALUE -12. ASSIGN p TO <any> CASTING. r = |{ r } { <any> }|.`,
    result: '4D01 10 41004200 -2 012D'
  },
  {
    title: 'names of components that are others for the same memory',
    body: `TYPES: BEGIN OF s, a1 TYPE i, a2 TYPE i, END OF s, BEGIN OF s1, b1 TYPE i, b2 TYPE i, END OF s1, BEGIN OF s2, b2 TYPE i, b1 TYPE i, END OF s2. DATA(one) = VALUE s( a1 = 1 a2 = 2 ). DATA two LIKE one. FIELD-SYMBOLS <one> TYPE s1. ASSIGN one TO <one> CASTING. FIELD-SYMBOLS <two> TYPE s2. ASSIGN two TO <two> CASTING. MOVE-CORRESPONDING <one> TO <two>. r = |{ two-a1 }{ two-a2 }|.`,
    result: '21'
  },
  {
    title: 'ASSIGN of a part, which leaves the return code',
    body: `DATA text TYPE c LENGTH 4 VALUE '0123'. FIELD-SYMBOLS <f> TYPE c. DATA off TYPE i. DO 4 TIMES. off = sy-index - 1. ASSIGN text+off(1) TO <f>. r = |{ <f> }{ r }|. ENDDO. <f> = 'x'. sy-subrc = 3. ASSIGN text+off(2) TO <f>. r = |{ r } { text } { sy-subrc }{ xsdbool( <f> IS ASSIGNED ) }|. ASSIGN text(2) TO <f>. CLEAR <f>. r = |{ r }|. DATA n TYPE string VALUE \`text+2(*)\`. ASSIGN (n) TO FIELD-SYMBOL(<p>). r = |{ r }{ text }{ <p> }|.`,
    result: '3210 012x 3  2x2x'
  },
  {
    title: 'attributes and components behind a reference in an operand position',
    body: `DATA(o) = NEW lcl_named( ). DATA(n) = \`TEXT\`. o->(n) = \`t\`. n = 'ROW-ID'. o->(n) = 4. r = |{ o->text }{ o->('ROW-ID') }|. n = 'SECRET'. TRY. r = r && o->(n). CATCH cx_sy_assign_illegal_component. r = |{ r } none|. ENDTRY. CLEAR o. TRY. r = r && o->('TEXT'). CATCH cx_sy_assign_illegal_component. r = |{ r } initial|. ENDTRY.`,
    result: 't4 none initial'
  },
  {
    title: 'MOVE-CORRESPONDING with nested tables',
    body: `${nested} MOVE-CORRESPONDING s1 TO s2. ${rows} MOVE-CORRESPONDING s1 TO s2 EXPANDING NESTED TABLES. ${rows} MOVE-CORRESPONDING s1 TO s2 KEEPING TARGET LINES. ${rows} MOVE-CORRESPONDING s1 TO s2 EXPANDING NESTED TABLES KEEPING TARGET LINES. ${rows}`,
    result: '56:12 56:20 56:8912 56:8920 '
  },
  {
    title: 'MOVE-CORRESPONDING of tables',
    body: `${nested} MOVE-CORRESPONDING s1-t TO s2-t KEEPING TARGET LINES. ${rows} MOVE-CORRESPONDING s1-t TO s2-t EXPANDING NESTED TABLES. ${rows} DATA t TYPE STANDARD TABLE OF s1 WITH EMPTY KEY. DATA u LIKE STANDARD TABLE OF s2 WITH EMPTY KEY. t = VALUE #( ( s1 ) ). u = VALUE #( ( s2 ) ). MOVE-CORRESPONDING t TO u EXPANDING NESTED TABLES KEEPING TARGET LINES. LOOP AT u INTO s2. ${rows} ENDLOOP.`
      .replace('TABLE OF s1', 'TABLE OF s3')
      .replace('DATA(start)', 'TYPES s3 LIKE s1. DATA(start)'),
    result: '06:8920 06:20 06:89 50:20 '
  },
  {
    title: 'CORRESPONDING with DEEP and APPENDING',
    body: `${nested} s2 = CORRESPONDING #( DEEP s1 ). ${rows} s2 = CORRESPONDING #( APPENDING BASE ( s2 ) s1 ). ${rows} s2 = CORRESPONDING #( DEEP APPENDING BASE ( s2 ) s1 ). ${rows}`,
    result: '50:20 56:8912 56:8920 '
  },
  {
    title: 'EXACT of a calculation that has to be rounded is an error',
    body: `TYPES pack TYPE p LENGTH 8 DECIMALS 2. DATA(p) = EXACT pack( 1 / 4 ). r = |{ p }|. TRY. p = EXACT pack( 1 / 3 ). CATCH cx_sy_conversion_rounding. r = |{ r } third { p }|. ENDTRY. DATA i TYPE i. TRY. COMPUTE EXACT i = ( 7 - 2 ) / 2. CATCH cx_sy_conversion_rounding. r = |{ r } half|. ENDTRY. COMPUTE EXACT i = - p * 4 + 3 * ( 2 + 1 ). r = |{ r } { i }|. DATA d TYPE decfloat34 VALUE '0.1'. i = EXACT #( d * 10 * abs( -3 ) ). r = |{ r } { i }|. TRY. i = EXACT #( 1 / 3 * 3 ). CATCH cx_sy_conversion_rounding. r = |{ r } first|. ENDTRY.`,
    result: '0.25 third 0.25 half 8 3 first'
  },
  {
    title: 'EXACT of a table keeps the rows before the loss',
    body: `TYPES: ds TYPE STANDARD TABLE OF d WITH EMPTY KEY. DATA t TYPE SORTED TABLE OF string WITH UNIQUE KEY table_line. TRY. t = EXACT #( VALUE ds( ( '20160101' ) ( '20160201' ) ( '2016x301' ) ( '20160401' ) ) ). CATCH cx_sy_conversion_no_date. r = 'none'. ENDTRY. DATA u TYPE SORTED TABLE OF string WITH UNIQUE KEY table_line. MOVE EXACT VALUE ds( ( '20160201' ) ( '20160101' ) ) TO u. r = |{ r }{ lines( t ) } { u[ 1 ] }|. DATA(s) = EXACT zcl_corpus=>ty_s( VALUE zcl_corpus=>ty_s( a = 3 ) ). r = |{ r } { s-a }|.`,
    result: 'none2 20160101 3'
  },
  {
    title: 'MOVE-CORRESPONDING EXACT stops at the first loss',
    body: `DATA: BEGIN OF a, a TYPE string VALUE \`AAA\`, b TYPE string VALUE \`BBB\`, c TYPE string VALUE \`CCC\`, END OF a, BEGIN OF b, a TYPE string, b TYPE c LENGTH 1, c TYPE string, END OF b. TRY. MOVE-CORRESPONDING EXACT a TO b. CATCH cx_sy_conversion_data_loss. r = |{ b-a },{ b-b },{ b-c }|. ENDTRY.`,
    result: 'AAA,,'
  },
  {
    title: 'SCAN ABAP-SOURCE: statements of a chain, comments, literals and pragmas',
    body: `DATA(source) = VALUE string_table( ( \`* head\` ) ( \`  "! more\` ) ( \`types: begin of a, "! of b\` ) ( \`b type c length 2, end of a.\` ) ( \`x = 'It''s. "no"' ##no_text. call( |a { b }. c| ).\` ) ). DATA tokens TYPE STANDARD TABLE OF stokesx. DATA statements TYPE STANDARD TABLE OF sstmnt. SCAN ABAP-SOURCE source TOKENS INTO tokens STATEMENTS INTO statements WITH ANALYSIS WITH COMMENTS WITH PRAGMAS '*'. r = sy-subrc. LOOP AT statements INTO DATA(s). r = |{ r }/{ s-type }{ s-terminator }{ s-prefixlen }|. LOOP AT tokens INTO DATA(k) FROM s-from TO s-to. r = |{ r } { k-str }:{ k-row }.{ k-col }|. ENDLOOP. ENDLOOP. r = condense( r ).`,
    result:
      '0 /P0 * head:1.0 "! more:2.2/K,1 TYPES:3.0 BEGIN:3.7 OF:3.13 A:3.16/S0 "! of b:3.19/K,1 TYPES:3.0 B:4.0 TYPE:4.2 C:4.7 LENGTH:4.9 2:4.16/K.1 TYPES:3.0 END:4.19 OF:4.23 A:4.26/G0 ##NO_TEXT:5.18/C.0 X:5.0 =:5.2 \'It\'\'s. "no"\':5.4/A.0 CALL(:5.29 |a { b }. c|:5.35 ):5.48'
  },
  {
    title: 'INSERT LINES at an index',
    body: `DATA(t) = VALUE string_table( ( \`a\` ) ( \`b\` ) ). DATA(u) = VALUE string_table( ( \`x\` ) ( \`y\` ) ). INSERT LINES OF u INTO t INDEX 2. r = concat_lines_of( t ). INSERT LINES OF u INTO t INDEX 5. r = |{ r } { concat_lines_of( t ) } { sy-subrc }|.`,
    result: 'axyb axybxy 0'
  },
  {
    title: 'the highest and lowest values of types',
    body: `TYPES pack TYPE p LENGTH 3 DECIMALS 2. TYPES n3 TYPE n LENGTH 3. DATA: i TYPE i, p TYPE pack, n TYPE n3, d TYPE d, c TYPE c LENGTH 2. DATA(max) = cl_abap_exceptional_values=>get_max_value( i ). ASSIGN max->* TO FIELD-SYMBOL(<v>). r = |{ <v> }|. max = cl_abap_exceptional_values=>get_min_value( i ). ASSIGN max->* TO <v>. r = |{ r } { <v> }|. max = cl_abap_exceptional_values=>get_min_value( p ). ASSIGN max->* TO <v>. r = |{ r } { <v> }|. max = cl_abap_exceptional_values=>get_max_value( n ). ASSIGN max->* TO <v>. r = |{ r } { <v> }|. max = cl_abap_exceptional_values=>get_max_value( d ). ASSIGN max->* TO <v>. r = |{ r } { <v> }{ xsdbool( cl_abap_exceptional_values=>get_max_value( c ) IS BOUND ) }.|.`,
    result: '2147483647 -2147483648 -999.99 999 99991231.'
  },
  {
    title: 'an option for data references where there are none',
    body: `DATA d TYPE REF TO data. DATA(s) = VALUE zcl_corpus=>ty_s( a = 3 ). CALL TRANSFORMATION id SOURCE s = s d = d RESULT XML DATA(xml) OPTIONS data_refs = 'heap-or-create'. DATA t TYPE zcl_corpus=>ty_s. CALL TRANSFORMATION id SOURCE XML xml RESULT s = t. r = |{ t-a }|.`,
    result: '3'
  },
  {
    title: 'APPEND … SORTED BY makes a list of the highest values',
    body: `TYPES: BEGIN OF s, k TYPE i, n TYPE i, END OF s, ss TYPE STANDARD TABLE OF s WITH EMPTY KEY. DATA t TYPE STANDARD TABLE OF s WITH EMPTY KEY INITIAL SIZE 3. DATA u TYPE ss. LOOP AT VALUE ss( ( k = 1 n = 3 ) ( k = 2 n = 7 ) ( k = 3 n = 3 ) ( k = 4 n = 9 ) ( k = 5 n = 1 ) ) INTO DATA(w). APPEND w TO t SORTED BY n. APPEND w TO u SORTED BY n. ENDLOOP. LOOP AT t INTO w. r = |{ r }{ w-k }{ w-n } |. ENDLOOP. r = |{ r }{ lines( u ) }|.`,
    result: '49 27 13 0'
  },
  {
    title: 'FILTER by a key of the table that is filtered',
    body: `TYPES: BEGIN OF s, k TYPE i, n TYPE i, END OF s, ss TYPE STANDARD TABLE OF s WITH EMPTY KEY WITH NON-UNIQUE SORTED KEY sk COMPONENTS n. DATA t TYPE ss. t = VALUE #( ( k = 1 n = 9 ) ( k = 2 n = 5 ) ( k = 3 n = 7 ) ). DATA f TYPE STANDARD TABLE OF i WITH EMPTY KEY. f = VALUE #( ( 9 ) ( 5 ) ). LOOP AT FILTER ss( t USING KEY sk IN f WHERE n = table_line ) INTO DATA(l). r = |{ r }{ l-k }|. ENDLOOP.`,
    result: '21'
  }
]
