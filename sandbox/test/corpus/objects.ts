import type { Construct } from './language.ts'

/** What the method bodies use. */
export const LOCALS = `INTERFACE lif_shape.
  CONSTANTS unit TYPE string VALUE 'cm'.
  METHODS area RETURNING VALUE(result) TYPE i.
  METHODS strict DEFAULT FAIL RETURNING VALUE(result) TYPE i.
  EVENTS grown EXPORTING VALUE(by) TYPE i.
ENDINTERFACE.
INTERFACE lif_lazy.
  METHODS maybe DEFAULT IGNORE IMPORTING a TYPE i RETURNING VALUE(r) TYPE i.
  METHODS never DEFAULT FAIL.
  METHODS must RETURNING VALUE(r) TYPE i.
ENDINTERFACE.
CLASS lcl_torch DEFINITION.
  PUBLIC SECTION.
    INTERFACES lif_lazy.
    ALIASES do FOR lif_lazy~must.
    TYPES: BEGIN OF ENUM mode STRUCTURE modes, off, dim, on, END OF ENUM mode STRUCTURE modes.
    CONSTANTS: BEGIN OF limits, low TYPE i VALUE 1, high TYPE i VALUE 9, END OF limits.
    CLASS-DATA first TYPE mode VALUE modes-dim.
    DATA now TYPE mode VALUE modes-on.
    METHODS told IMPORTING m TYPE mode RETURNING VALUE(r) TYPE string.
ENDCLASS.
CLASS lcl_torch IMPLEMENTATION.
  METHOD do.
    r = 7.
  ENDMETHOD.
  METHOD told.
    r = COND #( WHEN m = modes-on THEN to_lower( |{ m }| ) && '!' ELSE '-' ).
  ENDMETHOD.
ENDCLASS.
CLASS lcl_flash DEFINITION INHERITING FROM lcl_torch.
  PUBLIC SECTION.
    METHODS lif_lazy~maybe REDEFINITION.
    METHODS do REDEFINITION.
ENDCLASS.
CLASS lcl_flash IMPLEMENTATION.
  METHOD lif_lazy~maybe.
    r = a + 1.
  ENDMETHOD.
  METHOD do.
    r = super->do( ) + 100.
  ENDMETHOD.
ENDCLASS.
CLASS lcl_square DEFINITION.
  PUBLIC SECTION.
    INTERFACES lif_shape PARTIALLY IMPLEMENTED.
    ALIASES area FOR lif_shape~area.
    ALIASES grown FOR lif_shape~grown.
    CLASS-DATA made TYPE i.
    CLASS-EVENTS all_gone.
    DATA side TYPE i.
    METHODS constructor IMPORTING side TYPE i DEFAULT 2.
    METHODS grow IMPORTING by TYPE i OPTIONAL RETURNING VALUE(me_again) TYPE REF TO lcl_square.
    METHODS told IMPORTING a TYPE i OPTIONAL PREFERRED PARAMETER a EXPORTING VALUE(e) TYPE i CHANGING c TYPE i OPTIONAL RETURNING VALUE(r) TYPE string.
    METHODS classic IMPORTING n TYPE i EXCEPTIONS too_small too_large.
    METHODS value IMPORTING VALUE(n) TYPE i RETURNING VALUE(r) TYPE i.
    CLASS-METHODS class_constructor.
    CLASS-METHODS bump CHANGING n TYPE i.
ENDCLASS.
CLASS lcl_square IMPLEMENTATION.
  METHOD class_constructor.
    made = 100.
  ENDMETHOD.
  METHOD constructor.
    me->side = side.
    made = made + 1.
  ENDMETHOD.
  METHOD lif_shape~area.
    result = side * side.
  ENDMETHOD.
  METHOD grow.
    side = side + by.
    RAISE EVENT grown EXPORTING by = by.
    me_again = me.
  ENDMETHOD.
  METHOD told.
    r = |{ xsdbool( a IS SUPPLIED ) }{ xsdbool( c IS SUPPLIED ) }{ xsdbool( e IS REQUESTED ) }|.
    e = 7.
    c = c + 1.
  ENDMETHOD.
  METHOD classic.
    IF n < 0.
      RAISE too_small.
    ELSEIF n > 9.
      MESSAGE e001(00) WITH 'x' RAISING too_large.
    ENDIF.
  ENDMETHOD.
  METHOD value.
    n = n + 1.
    r = n.
  ENDMETHOD.
  METHOD bump.
    n = n + 1.
  ENDMETHOD.
ENDCLASS.
CLASS lcl_cube DEFINITION INHERITING FROM lcl_square.
  PUBLIC SECTION.
    METHODS lif_shape~area REDEFINITION.
    METHODS grow REDEFINITION.
ENDCLASS.
CLASS lcl_cube IMPLEMENTATION.
  METHOD lif_shape~area.
    result = super->lif_shape~area( ) * 6.
  ENDMETHOD.
  METHOD grow.
    me_again = super->grow( by + 1 ).
  ENDMETHOD.
ENDCLASS.
CLASS lcl_listener DEFINITION.
  PUBLIC SECTION.
    DATA heard TYPE string.
    METHODS on_grown FOR EVENT grown OF lif_shape IMPORTING by sender.
ENDCLASS.
CLASS lcl_listener IMPLEMENTATION.
  METHOD on_grown.
    heard = |{ heard }{ by }{ COND #( WHEN sender IS BOUND THEN 's' ) }|.
  ENDMETHOD.
ENDCLASS.
CLASS lcx_own DEFINITION INHERITING FROM cx_static_check.
  PUBLIC SECTION.
    DATA n TYPE i.
    METHODS constructor IMPORTING n TYPE i DEFAULT 1 previous LIKE previous OPTIONAL.
ENDCLASS.
CLASS lcx_own IMPLEMENTATION.
  METHOD constructor.
    super->constructor( previous = previous ).
    me->n = n.
  ENDMETHOD.
ENDCLASS.
CLASS lcl_raiser DEFINITION.
  PUBLIC SECTION.
    CLASS-DATA log TYPE string.
    CLASS-METHODS go IMPORTING n TYPE i RAISING lcx_own.
    CLASS-METHODS clean RAISING lcx_own.
    CLASS-METHODS resumable RAISING RESUMABLE(lcx_own).
    CLASS-METHODS early RETURNING VALUE(r) TYPE i.
ENDCLASS.
CLASS lcl_raiser IMPLEMENTATION.
  METHOD go.
    IF n > 0.
      RAISE EXCEPTION NEW lcx_own( n = n ).
    ENDIF.
  ENDMETHOD.
  METHOD clean.
    TRY.
        go( 5 ).
      CLEANUP.
        log = log && 'C'.
    ENDTRY.
  ENDMETHOD.
  METHOD resumable.
    log = log && 'a'.
    RAISE RESUMABLE EXCEPTION TYPE lcx_own.
    log = log && 'b'.
  ENDMETHOD.
  METHOD early.
    TRY.
        r = 1.
        RETURN.
      CLEANUP.
        r = 2.
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
`

export const OBJECTS: readonly Construct[] = [
  {
    title: 'inheritance, aliases, super',
    body: 'DATA(s) = NEW lcl_square( 3 ). DATA c TYPE REF TO lcl_square. c = NEW lcl_cube( ). r = |{ s->area( ) } { c->area( ) } { c->grow( 1 )->side } { lif_shape=>unit }|.',
    result: '9 24 4 cm'
  },
  {
    title: 'class constructor and static attributes',
    body: 'DATA(a) = lcl_square=>made. DATA(s) = NEW lcl_square( ). r = |{ lcl_square=>made - a } { xsdbool( a >= 100 ) }|.',
    result: '1 X'
  },
  {
    title: 'events',
    body: 'DATA(l) = NEW lcl_listener( ). DATA(s) = NEW lcl_square( ). SET HANDLER l->on_grown FOR s. s->grow( 4 ). SET HANDLER l->on_grown FOR s ACTIVATION abap_false. s->grow( 5 ). r = l->heard.',
    result: '4s'
  },
  {
    title: 'events FOR ALL INSTANCES',
    body: 'DATA(l) = NEW lcl_listener( ). SET HANDLER l->on_grown FOR ALL INSTANCES. NEW lcl_square( )->grow( 6 ). NEW lcl_cube( )->grow( 6 ). r = l->heard. SET HANDLER l->on_grown FOR ALL INSTANCES ACTIVATION abap_false.',
    result: '6s7s'
  },
  {
    title: 'DEFAULT FAIL',
    body: "DATA s TYPE REF TO lif_shape. s = NEW lcl_square( ). TRY. r = |{ s->strict( ) }|. CATCH cx_sy_dyn_call_illegal_method. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'IS SUPPLIED, IS REQUESTED, PREFERRED PARAMETER',
    body: 'DATA(s) = NEW lcl_square( ). DATA c TYPE i VALUE 3. r = |[{ s->told( 5 ) }]|. s->told( EXPORTING a = 1 IMPORTING e = DATA(e) CHANGING c = c RECEIVING r = DATA(x) ). r = |{ r }[{ x }]{ e }{ c }|.',
    result: '[X][XXX]74'
  },
  {
    title: 'classic exceptions',
    body: 'DATA(s) = NEW lcl_square( ). s->classic( EXPORTING n = -1 EXCEPTIONS too_small = 3 OTHERS = 9 ). r = |{ sy-subrc }|. s->classic( EXPORTING n = 10 EXCEPTIONS too_small = 3 OTHERS = 9 ). r = |{ r }{ sy-subrc }|. s->classic( EXPORTING n = 5 EXCEPTIONS OTHERS = 9 ). r = |{ r }{ sy-subrc }|.',
    result: '390'
  },
  {
    title: 'methods and function modules that end without an exception set sy-subrc to 0',
    body: "sy-subrc = 4. DATA(s) = NEW lcl_square( ). r = |{ sy-subrc }|. sy-subrc = 4. s->value( 1 ). r = |{ r }{ sy-subrc }|. sy-subrc = 4. IF s->grow( 1 ) IS BOUND. r = |{ r }{ sy-subrc }|. ENDIF. sy-subrc = 4. DATA(m) = lcl_heir=>early( ). r = |{ r }{ sy-subrc }|. sy-subrc = 4. CALL FUNCTION 'DB_COMMIT'. r = |{ r }{ sy-subrc }|. sy-subrc = 4. cl_abap_unit_assert=>assert_equals( act = sy-subrc exp = 4 ). sy-subrc = 4. cl_abap_unit_assert=>assert_subrc( exp = 4 ).",
    result: '00000'
  },
  {
    title: 'values and references of parameters',
    body: 'DATA(s) = NEW lcl_square( ). DATA n TYPE i VALUE 1. DATA(m) = s->value( n ). lcl_square=>bump( CHANGING n = n ). r = |{ n }{ m }|.',
    result: '22'
  },
  {
    title: 'casts',
    body: 'DATA o TYPE REF TO object. o = NEW lcl_square( ). r = |{ xsdbool( o IS INSTANCE OF lcl_square ) }{ xsdbool( o IS INSTANCE OF lcl_cube ) }{ xsdbool( o IS INSTANCE OF lif_shape ) }|. TRY. DATA(c) = CAST lcl_cube( o ). CATCH cx_sy_move_cast_error. r = |{ r }refused|. ENDTRY. DATA q TYPE REF TO lcl_square. q ?= o. r = |{ r }{ q->side }|.',
    result: 'XXrefused2'
  },
  {
    title: 'dynamic creation and calls',
    body: "DATA o TYPE REF TO object. DATA(c) = `LCL_SQUARE`. CREATE OBJECT o TYPE (c) EXPORTING side = 4. DATA a TYPE i. CALL METHOD o->('LIF_SHAPE~AREA') RECEIVING result = a. r = |{ a }|. TRY. CALL METHOD o->('NOTHING'). CATCH cx_sy_dyn_call_illegal_method. r = |{ r }refused|. ENDTRY. TRY. CREATE OBJECT o TYPE ('LCL_NOTHING'). CATCH cx_sy_create_object_error. r = |{ r }!|. ENDTRY.",
    result: '16refused!'
  },
  {
    title: 'dynamic calls with a parameter table',
    body: "DATA o TYPE REF TO object. o = NEW lcl_square( ). DATA(p) = VALUE abap_parmbind_tab( ( name = 'N' kind = cl_abap_objectdescr=>exporting value = REF #( 4 ) ) ( name = 'R' kind = cl_abap_objectdescr=>returning value = NEW i( ) ) ). CALL METHOD o->('VALUE') PARAMETER-TABLE p. r = |{ p[ 2 ]-value->* }|.",
    result: '5'
  },
  {
    title: 'an initial reference',
    body: "DATA o TYPE REF TO lcl_square. TRY. o->grow( ). CATCH cx_sy_ref_is_initial. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'references compare by identity',
    body: 'DATA(a) = NEW lcl_square( ). DATA(b) = NEW lcl_square( ). DATA(c) = a. r = |{ xsdbool( a = b ) }{ xsdbool( a = c ) }|.',
    result: 'X'
  },
  {
    title: 'weak references',
    body: 'DATA(w) = NEW cl_abap_weak_reference( NEW lcl_square( ) ).',
    unsupported: /CL_ABAP_WEAK_REFERENCE/i
  }
]

export const EXCEPTIONS: readonly Construct[] = [
  {
    title: 'attributes and previous',
    body: 'TRY. TRY. lcl_raiser=>go( 5 ). CATCH lcx_own INTO DATA(x). RAISE EXCEPTION TYPE lcx_own EXPORTING n = 7 previous = x. ENDTRY. CATCH lcx_own INTO DATA(y). r = |{ y->n }{ CAST lcx_own( y->previous )->n }|. ENDTRY.',
    result: '75'
  },
  {
    title: 'CLEANUP runs when the exception leaves',
    body: "CLEAR lcl_raiser=>log. TRY. lcl_raiser=>clean( ). CATCH lcx_own. lcl_raiser=>log = lcl_raiser=>log && 'H'. ENDTRY. r = lcl_raiser=>log.",
    result: 'CH'
  },
  { title: 'CLEANUP does not run on RETURN', body: 'r = |{ lcl_raiser=>early( ) }|.', result: '1' },
  {
    title: 'RETRY',
    body: 'DATA n TYPE i VALUE 2. TRY. lcl_raiser=>go( n ). r = r && `done`. CATCH lcx_own. r = |{ r }{ n }|. n = n - 1. RETRY. ENDTRY.',
    unsupported: /RETRY/
  },
  {
    title: 'RESUME',
    body: 'CLEAR lcl_raiser=>log. TRY. lcl_raiser=>resumable( ). CATCH BEFORE UNWIND lcx_own. lcl_raiser=>log = lcl_raiser=>log && `h`. RESUME. ENDTRY. r = lcl_raiser=>log.',
    unsupported: /UNWIND/
  },
  {
    title: 'BEFORE UNWIND',
    body: 'TRY. lcl_raiser=>go( 1 ). CATCH BEFORE UNWIND lcx_own INTO DATA(x). r = |{ x->is_resumable }{ x->n }|. ENDTRY.',
    unsupported: /UNWIND/
  },
  {
    title: 'order of CATCH',
    body: "TRY. RAISE EXCEPTION TYPE cx_sy_zerodivide. CATCH cx_sy_arithmetic_overflow. r = 'a'. CATCH cx_sy_arithmetic_error. r = 'b'. CATCH cx_root. r = 'c'. ENDTRY.",
    result: 'b'
  },
  {
    title: 'nested exceptions pass outwards',
    body: "TRY. TRY. RAISE EXCEPTION TYPE cx_sy_zerodivide. CATCH cx_sy_zerodivide. RAISE EXCEPTION TYPE lcx_own. CATCH cx_root. r = 'wrong'. ENDTRY. CATCH lcx_own. r = r && 'right'. ENDTRY.",
    result: 'right'
  },
  {
    title: 'THROW',
    body: 'TRY. DATA(v) = COND i( WHEN 1 = 2 THEN 5 ELSE THROW lcx_own( n = 8 ) ). CATCH lcx_own INTO DATA(x). r = |{ x->n }|. ENDTRY.',
    result: '8'
  },
  {
    title: 'SWITCH with THROW',
    body: "TRY. DATA(v) = SWITCH i( 3 WHEN 1 THEN 5 ELSE THROW lcx_own( ) ). CATCH lcx_own. r = 'thrown'. ENDTRY. r = |{ r }{ SWITCH i( 1 WHEN 1 OR 2 THEN 5 ) }|.",
    result: 'thrown5'
  },
  {
    title: 'EXIT and CONTINUE out of TRY',
    body: 'DO 4 TIMES. TRY. IF sy-index = 2. CONTINUE. ENDIF. IF sy-index = 4. EXIT. ENDIF. r = |{ r }{ sy-index }|. CATCH cx_root. ENDTRY. ENDDO.',
    result: '13'
  },
  {
    title: 'CATCH SYSTEM-EXCEPTIONS',
    body: 'DATA i TYPE i. CATCH SYSTEM-EXCEPTIONS arithmetic_errors = 5. i = 1 / i. ENDCATCH. r = |{ sy-subrc }|.',
    unsupported: /./
  },
  { title: 'ASSERT', body: 'ASSERT 1 = 1. r = `fine`.', result: 'fine' }
]

export const VALUES: readonly Construct[] = [
  {
    title: 'data references',
    body: 'DATA(x) = NEW i( 5 ). DATA y TYPE REF TO i. y = x. y->* = 7. DATA(n) = 1. DATA(z) = REF #( n ). z->* = 9. r = |{ x->* }{ n }{ xsdbool( x = y ) }|.',
    result: '79X'
  },
  {
    title: 'GET REFERENCE of a row stays with the row',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(t) = VALUE ti( ( 1 ) ( 2 ) ). READ TABLE t INDEX 2 REFERENCE INTO DATA(x). INSERT 0 INTO t INDEX 1. x->* = 8. r = |{ t[ 3 ] }|.',
    result: '8'
  },
  {
    title: 'CREATE DATA with a name',
    body: "DATA d TYPE REF TO data. CREATE DATA d TYPE ('I'). ASSIGN d->* TO FIELD-SYMBOL(<f>). <f> = '12'. r = |{ <f> + 1 }|. CREATE DATA d TYPE p LENGTH 5 DECIMALS 2. ASSIGN d->* TO <f>. <f> = 1 / 3. r = |{ r } { <f> }|.",
    result: '13 0.33'
  },
  {
    title: 'field symbols',
    body: "DATA: BEGIN OF s, a TYPE i VALUE 1, b TYPE string VALUE 'x', END OF s. DO. ASSIGN COMPONENT sy-index OF STRUCTURE s TO FIELD-SYMBOL(<f>). IF sy-subrc <> 0. EXIT. ENDIF. r = |{ r }{ <f> }|. ENDDO. ASSIGN COMPONENT 'NOPE' OF STRUCTURE s TO <f>. r = |{ r }{ sy-subrc }|. UNASSIGN <f>. r = |{ r }{ xsdbool( <f> IS ASSIGNED ) }|.",
    result: '1x4'
  },
  {
    title: 'a dynamic ASSIGN',
    body: 'DATA n TYPE i VALUE 3. DATA(v) = `N`. ASSIGN (v) TO FIELD-SYMBOL(<f>). <f> = 4. r = |{ n }{ sy-subrc }|.',
    result: '40'
  },
  {
    title: 'ASSIGN CASTING',
    body: "DATA c TYPE c LENGTH 8 VALUE '20240229'. FIELD-SYMBOLS <d> TYPE d. ASSIGN c TO <d> CASTING. r = |{ <d> DATE = ISO }|.",
    result: '2024-02-29'
  },
  {
    title: 'ASSIGN CASTING of a structure',
    body: "DATA c TYPE c LENGTH 4 VALUE 'abcd'. TYPES: BEGIN OF ty, x TYPE c LENGTH 1, y TYPE c LENGTH 3, END OF ty. FIELD-SYMBOLS <s> TYPE ty. ASSIGN c TO <s> CASTING. r = |{ <s>-y }|.",
    result: 'bcd'
  },
  {
    title: 'ASSIGN INCREMENT',
    body: 'DATA: BEGIN OF s, a TYPE i VALUE 1, b TYPE i VALUE 2, END OF s. ASSIGN s-a INCREMENT 1 TO FIELD-SYMBOL(<f>) RANGE s. r = |{ <f> }|.',
    unsupported: /INCREMENT/
  },
  {
    title: 'ASSIGN by offset',
    body: "DATA c TYPE c LENGTH 6 VALUE 'abcdef'. ASSIGN c+2(2) TO FIELD-SYMBOL(<f>). <f> = 'XY'. r = c.",
    result: 'abXYef'
  },
  {
    title: 'structures convert by position',
    body: "DATA: BEGIN OF a, x TYPE c LENGTH 2 VALUE 'ab', y TYPE c LENGTH 2 VALUE 'cd', END OF a, BEGIN OF b, p TYPE c LENGTH 3, q TYPE c LENGTH 1, END OF b. b = a. r = |{ b-p }{ b-q }|. DATA c TYPE c LENGTH 4. c = a. r = |{ r } { c }|.",
    result: 'abcd abcd'
  },
  {
    title: 'OVERLAY ONLY',
    body: "DATA a TYPE c LENGTH 4 VALUE 'a.b '. OVERLAY a WITH 'xyz' ONLY '. '. r = |[{ a }]{ sy-subrc }|. OVERLAY a WITH 'zzzz' ONLY '.'. r = |{ r }{ sy-subrc }|.",
    result: '[ayb]04'
  },
  {
    title: 'CLEAR WITH',
    body: "DATA c TYPE c LENGTH 3. CLEAR c WITH 'x'. r = c. DATA s TYPE string VALUE `ab`. CLEAR s WITH '-'. r = r && s. DATA x TYPE x LENGTH 2. CLEAR x WITH CONV xstring( 'FF' ) IN BYTE MODE. r = |{ r }{ x }|.",
    result: 'xxx--FFFF'
  },
  {
    title: 'INCLUDE TYPE with suffix',
    body: 'TYPES: BEGIN OF a, x TYPE i, END OF a. TYPES: BEGIN OF b, y TYPE i. INCLUDE TYPE a AS g RENAMING WITH SUFFIX _s. TYPES END OF b. DATA(v) = VALUE b( y = 1 x_s = 2 ). v-g-x = 5. r = |{ v-x_s }|.',
    result: '5'
  },
  {
    title: 'DO VARYING',
    body: 'DATA: BEGIN OF s, a TYPE i VALUE 1, b TYPE i VALUE 2, END OF s. DATA x TYPE i. DO 2 TIMES VARYING x FROM s-a NEXT s-b. r = |{ r }{ x }|. ENDDO.',
    unsupported: /VARY/i
  },
  {
    title: 'WHILE VARY',
    body: 'DATA: BEGIN OF s, a TYPE i VALUE 1, b TYPE i VALUE 2, END OF s. DATA x TYPE i. WHILE sy-index < 2 VARY x FROM s-a NEXT s-b. r = |{ r }{ x }|. ENDWHILE.',
    unsupported: /VARY/i
  },
  {
    title: 'ADD THEN UNTIL',
    body: 'DATA: BEGIN OF s, a TYPE i VALUE 1, b TYPE i VALUE 2, c TYPE i VALUE 3, END OF s. DATA x TYPE i. ADD s-a THEN s-b UNTIL s-c GIVING x. r = |{ x }|.',
    unsupported: /ADD/
  },
  {
    title: 'ADD-CORRESPONDING',
    body: 'DATA: BEGIN OF s, a TYPE i VALUE 1, b TYPE i VALUE 2, END OF s. DATA u LIKE s. u = s. ADD-CORRESPONDING s TO u. r = |{ u-a }{ u-b }|.',
    unsupported: /ADD-CORRESPONDING/
  },
  {
    title: 'MOVE PERCENTAGE',
    body: "DATA c TYPE c LENGTH 10. MOVE 'abcdefghij' TO c PERCENTAGE 40. r = c.",
    unsupported: /PERCENTAGE/
  },
  {
    title: 'SEARCH',
    body: "DATA(s) = `abc def`. SEARCH s FOR 'def'. r = |{ sy-subrc }{ sy-fdpos }|.",
    unsupported: /Search/
  },
  {
    title: 'EXPORT and IMPORT of memory',
    body: "DATA n TYPE i VALUE 5. EXPORT n = n TO MEMORY ID 'X'. CLEAR n. IMPORT n = n FROM MEMORY ID 'X'. r = |{ n }|.",
    result: '5'
  },
  {
    title: 'EXPORT to a buffer',
    body: 'DATA n TYPE i VALUE 5. DATA b TYPE xstring. EXPORT n = n TO DATA BUFFER b. CLEAR n. IMPORT n = n FROM DATA BUFFER b. r = |{ n }|.',
    unsupported: /EXPORT \(DATA BUFFER\)/
  },
  {
    title: 'AUTHORITY-CHECK',
    body: "AUTHORITY-CHECK OBJECT 'S_DEVELOP' ID 'ACTVT' FIELD '03'. r = |{ sy-subrc }|.",
    result: '0'
  },
  {
    title: 'time stamps',
    body: "DATA ts TYPE timestamp. CONVERT DATE '20240229' TIME '013005' INTO TIME STAMP ts TIME ZONE 'UTC'. CONVERT TIME STAMP ts TIME ZONE 'UTC' INTO DATE DATA(d) TIME DATA(t). r = |{ ts }{ d }{ t }|.",
    result: '2024022901300520240229013005'
  },
  {
    title: 'time stamps of other zones',
    body: "DATA ts TYPE timestamp VALUE 20240229013005. CONVERT TIME STAMP ts TIME ZONE 'CET' INTO DATE DATA(d) TIME DATA(t). r = |{ d }{ t }|.",
    result: '20240229023005'
  },
  {
    title: 'messages',
    body: "MESSAGE e398(00) WITH 'a' 'b' INTO DATA(m). r = |{ sy-msgid }{ sy-msgno }{ sy-msgty }{ sy-msgv2 }|.",
    result: '00398Eb'
  },
  {
    title: 'MESSAGE TYPE E ends the program',
    body: "MESSAGE 'broken' TYPE 'E'. r = 'went on'.",
    exception: /Message of type E/
  },
  {
    title: 'macros',
    body: 'DEFINE twice. &1 = &1 * 2.\nEND-OF-DEFINITION.\nDATA(n) = 4.\ntwice n.\nr = |{ n }|.',
    result: '8'
  },
  { title: 'LOG-POINT and BREAK-POINT', body: 'BREAK-POINT. r = `on`.', result: 'on' },
  {
    title: 'enumerations',
    body: 'TYPES: BEGIN OF ENUM ty, red, green, END OF ENUM ty. DATA c TYPE ty. r = |{ c }|. c = green. r = |{ r }{ c }|.',
    result: 'REDGREEN'
  },
  {
    title: 'enumerations in a structure',
    body: 'TYPES: BEGIN OF ENUM ty STRUCTURE color, red, green, blue, END OF ENUM ty STRUCTURE color. DATA c TYPE ty. c = color-green. r = |{ c }{ xsdbool( c > color-red AND c < color-blue ) }| && c. CLEAR c. DATA s TYPE c LENGTH 3. s = color-blue. r = |{ r } { c } { s }|.',
    result: 'GREENXGREEN RED BLU'
  },
  {
    title: 'enumerations with values in a base type',
    body: `TYPES base TYPE c LENGTH 2. TYPES: BEGIN OF ENUM ty STRUCTURE code BASE TYPE base, create VALUE 'C', none VALUE IS INITIAL, cancel VALUE 'X', END OF ENUM ty STRUCTURE code.
DATA e TYPE ty. r = |{ e }/{ CONV base( code-cancel ) }|. e = code-cancel. DATA b TYPE base. b = e. r = |{ r }/{ e }/{ b }/{ CONV base( e ) }|. b = 'C'. e = CONV ty( b ).
CASE CONV ty( b ). WHEN code-create. r = r && '/created'. ENDCASE. r = |{ r }/{ e }|. b = 'Q'. TRY. e = CONV ty( b ). CATCH cx_sy_conversion_no_enum_value. r = r && '/none'. ENDTRY.`,
    result: 'NONE/X/CANCEL/CA/X/created/CREATE/none'
  },
  {
    title: 'an enumerated value as the key of a character-like column',
    body: `TYPES: BEGIN OF ENUM ty, other, update, END OF ENUM ty. TYPES: BEGIN OF line, k TYPE c LENGTH 1, END OF line. DATA t TYPE STANDARD TABLE OF line WITH EMPTY KEY.
t = VALUE #( ( k = 'C' ) ( k = 'U' ) ). READ TABLE t TRANSPORTING NO FIELDS WITH KEY k = update. r = |{ sy-tabix }{ line_index( t[ k = update ] ) }|.`,
    result: '22'
  },
  {
    title: 'attributes of enumerated types',
    body: 'DATA(e) = NEW lcl_torch( ). r = |{ e->now }{ lcl_torch=>first }{ lcl_torch=>modes-off }|. e->now = lcl_torch=>modes-dim. r = |{ r }{ e->now WIDTH = 4 }{ e->told( lcl_torch=>modes-on ) }{ CONV i( e->now ) }|.',
    result: 'ONDIMOFFDIM on!1'
  },
  {
    title: 'a constant behind a field symbol',
    body: 'CONSTANTS c TYPE i VALUE 4. ASSIGN c TO FIELD-SYMBOL(<c>). <c> = 5. r = |{ c }|.',
    exception: /MOVE_TO_LIT_NOTALLOWED_NODATA/
  },
  {
    title: 'a part of a constant of another type behind a field symbol',
    body: 'ASSIGN lcl_torch=>limits-high TO FIELD-SYMBOL(<c>). CLEAR <c>. r = |{ lcl_torch=>limits-high }|.',
    exception: /MOVE_TO_LIT_NOTALLOWED_NODATA/
  },
  {
    title: 'a constant behind a reference',
    body: 'DATA(d) = REF #( lif_shape=>unit ). d->* = `m`. r = lif_shape=>unit.',
    exception: /MOVE_TO_LIT_NOTALLOWED_NODATA/
  },
  {
    title: 'a constant of a loop, and copies of it',
    body: 'DO 3 TIMES. CONSTANTS: BEGIN OF c, n TYPE i VALUE 4, t TYPE c LENGTH 3 VALUE `abc`, END OF c. CONSTANTS d TYPE i VALUE 2. DATA(v) = c. v-n = v-n + d. v-t = `x`. r = |{ r }{ c-n }{ c-t }{ v-n }{ v-t }|. ENDDO. DATA t LIKE TABLE OF c. APPEND c TO t. t[ 1 ]-n = 9. r = |{ r }{ c-n }{ t[ 1 ]-n }|.',
    result: '4abc6x4abc6x4abc6x49'
  },
  {
    title: 'methods without implementation',
    body: 'DATA s TYPE REF TO lif_lazy. s = NEW lcl_torch( ). r = |{ s->maybe( 3 ) }|. TRY. s->never( ). r = r && `ran`. CATCH cx_sy_dyn_call_illegal_method. r = r && `illegal`. ENDTRY. r = |{ r }{ s->must( ) }|. s = NEW lcl_flash( ). r = |{ r }{ s->maybe( 3 ) }|.',
    result: '0illegal74'
  },
  {
    title: 'methods that are implemented under another name',
    body: 'DATA s TYPE REF TO lif_lazy. s = NEW lcl_flash( ). r = |{ s->must( ) } { NEW lcl_flash( )->do( ) } { NEW lcl_torch( )->do( ) } { NEW lcl_torch( )->lif_lazy~must( ) }|.',
    result: '107 107 7 7'
  },
  {
    title: 'the length of structures and xstrings',
    body: "DATA x TYPE xstring. x = 'ABCD'. r = |{ xstrlen( x ) }{ x+1(1) }|. CONCATENATE x x INTO x IN BYTE MODE. r = |{ r }{ x }|.",
    result: '2CDABCDABCD'
  },
  {
    title: 'IF in several ways',
    body: "DATA(n) = 5. IF n BETWEEN 1 AND 5 AND NOT n = 4 OR n = 9. r = 'a'. ENDIF. IF ( n > 9 OR n < 9 ) AND n IS NOT INITIAL. r = r && 'b'. ENDIF. CASE n. WHEN 1 OR 5. r = r && 'd'. ENDCASE.",
    result: 'abd'
  },
  {
    title: 'EQUIV',
    body: "DATA(n) = 5. IF n = 5 EQUIV n < 9. r = 'c'. ENDIF. IF n = 5 EQUIV n > 8 AND n = 5. r = 'wrong'. ENDIF. TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(t) = VALUE ti( ( 1 ) ( 5 ) ( 9 ) ). LOOP AT t INTO DATA(l) WHERE table_line > 3 EQUIV table_line > 7. r = |{ r }{ l }|. ENDLOOP.",
    result: 'c19'
  },
  {
    title: 'WHEN OTHERS in the middle of nothing',
    body: "CASE abap_true. WHEN abap_false. r = 'f'. WHEN OTHERS. r = 'o'. ENDCASE.",
    result: 'o'
  },
  {
    title: 'RTTI',
    body: 'DATA n TYPE p LENGTH 5 DECIMALS 2. DATA(d) = CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_data( n ) ). r = |{ d->type_kind }{ d->length }{ d->decimals }|.',
    result: 'P52'
  },
  {
    title: 'RTTI of a structure',
    body: 'DATA: BEGIN OF s, a TYPE i, b TYPE string, END OF s. DATA(d) = CAST cl_abap_structdescr( cl_abap_typedescr=>describe_by_data( s ) ). r = |{ lines( d->components ) }{ d->components[ 2 ]-name }|.',
    result: '2B'
  },
  {
    title: 'an attribute of CAST as target',
    body: 'DATA o TYPE REF TO object. o = NEW lcl_square( ). CAST lcl_square( o )->side = 7. r = |{ CAST lcl_square( o )->side }|.',
    result: '7'
  },
  {
    title: 'a dynamic call on a variable with a name of JavaScript',
    body: 'DATA object TYPE REF TO object. object = NEW lcl_square( ). DATA x TYPE i. CALL METHOD object->(`VALUE`) EXPORTING n = 4 RECEIVING r = x. r = |{ x }|.',
    result: '5'
  },
  {
    title: 'find within a length',
    body: 'DATA(t) = `abcabc`. r = |{ find( val = t sub = `c` len = 2 ) }{ find( val = t sub = `c` off = 3 len = 3 ) }|. TRY. DATA(x) = find( val = t sub = `c` len = 7 ). CATCH cx_sy_range_out_of_bounds. r = |{ r }!|. ENDTRY.',
    result: '-15!'
  },
  {
    title: 'inferred OPTIONAL',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA t TYPE ti. DATA(x) = VALUE #( t[ 9 ] OPTIONAL ). r = |{ x }|.',
    result: '0'
  },
  {
    title: 'LOCAL COPY',
    body: 'DATA n TYPE i VALUE 1. FIELD-SYMBOLS <l> TYPE i. ASSIGN LOCAL COPY OF n TO <l>. <l> = 2. r = |{ n }|.',
    unsupported: /LOCAL COPY/
  },
  {
    title: 'GET TIME and sy-datum',
    body: 'GET TIME. r = |{ xsdbool( sy-datum > `20200101` ) }{ strlen( |{ sy-uzeit }| ) }|.',
    result: 'X6'
  },
  {
    title: 'WRITE of a packed number into text',
    body: "DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '1234.50'. DATA c TYPE c LENGTH 12. WRITE p TO c LEFT-JUSTIFIED. r = c.",
    result: '1,234.50'
  },
  {
    title: 'WRITE TO with decimals',
    body: "DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '34.56'. DATA c TYPE c LENGTH 12. WRITE p TO c DECIMALS 1 LEFT-JUSTIFIED. r = c.",
    result: '34.6'
  }
]
