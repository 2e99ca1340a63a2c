import { testRules } from './fixture.ts'

const METHODS = [
  'CLASS c DEFINITION. PUBLIC SECTION. TYPES: BEGIN OF s, a TYPE i, END OF s.',
  'TYPES tt TYPE STANDARD TABLE OF i WITH EMPTY KEY. CONSTANTS k TYPE i VALUE 1.',
  'METHODS m IMPORTING a TYPE i VALUE(b) TYPE i s TYPE s t TYPE tt o TYPE REF TO c.',
  'METHODS n EXPORTING e TYPE i CHANGING c TYPE i. DATA x TYPE i. ENDCLASS.',
  'CLASS c IMPLEMENTATION. METHOD n. c = e = 1. ENDMETHOD.'
]

testRules({
  'constants are not changed': {
    source: [
      'CONSTANTS: k TYPE i VALUE 1, BEGIN OF s, a TYPE i VALUE 1, END OF s. DATA a TYPE i.',
      'PERFORM f USING k CHANGING a. sy-subrc = k. FORM f USING u CHANGING c. u = 1. c = 1. ENDFORM.',
      'START-OF-SELECTION. PERFORM f USING 1 CHANGING k.',
      'CLEAR k.',
      'ADD 1 TO s-a.',
      'GET RUN TIME FIELD k.'
    ],
    expected: [
      '4:47 "k" is read-only and cannot be changed.',
      '5:6 "k" is read-only',
      '6:9 "s-a" is read-only',
      '7:19 "k" is read-only'
    ]
  },
  'importing parameters by reference are not changed': {
    source: [
      ...METHODS,
      'METHOD m. b = 1. o->x = 1. CALL FUNCTION `F` TABLES t = t. LOOP AT t ASSIGNING FIELD-SYMBOL(<l>).',
      'ENDLOOP. n( IMPORTING e = x CHANGING c = b ).',
      'n( IMPORTING e = a CHANGING c = b ).',
      'n( CHANGING c = a ).',
      's-a = 1.',
      'APPEND 1 TO t.',
      't[ 1 ] = 1.',
      'LOOP AT t INTO a. ENDLOOP.',
      'c=>k = 1.',
      'CLEAR o.',
      'ENDMETHOD. ENDCLASS.'
    ],
    expected: [
      '9:17 "a" is read-only and cannot be changed.',
      '10:16 "a"',
      '11:0 "s-a"',
      '12:12 "t"',
      '13:0 "t[ 1 ]"',
      '14:15 "a"',
      '15:0 "c=>k"',
      '16:6 "o"'
    ]
  },
  'variables of FINAL are not changed': {
    source: [
      'DATA t TYPE STANDARD TABLE OF i WITH EMPTY KEY. FINAL(a) = 1. DATA(b) = a. b = 2.',
      'LOOP AT t INTO FINAL(c). b = c. ENDLOOP. LOOP AT t REFERENCE INTO FINAL(r). r->* = 1. ENDLOOP.',
      'a = 2.',
      'CLEAR c.',
      'READ TABLE t INTO a INDEX 1.'
    ],
    expected: ['4:0 "a" is read-only and cannot be changed.', '5:6 "c"', '6:18 "a"']
  },
  'CORRESPONDING has components on both sides': {
    source: [
      'DATA: BEGIN OF s, a TYPE i, b TYPE i, END OF s, BEGIN OF u, c TYPE i, END OF u.',
      'u = CORRESPONDING #( s MAPPING c = b ). s = CORRESPONDING #( u MAPPING a = c EXCEPT b ).',
      'DATA: t TYPE STANDARD TABLE OF i WITH EMPTY KEY, h LIKE HASHED TABLE OF s WITH UNIQUE KEY a, l LIKE TABLE OF u.',
      'l = CORRESPONDING #( l FROM h USING a = c MAPPING c = b ).',
      'u = CORRESPONDING #( s MAPPING d = b ).',
      'u = CORRESPONDING #( s MAPPING c = e ).',
      'u = CORRESPONDING #( sy-subrc ).'
    ],
    expected: [
      '6:31 The structure has no component "d".',
      '7:35 The structure has no component "e".',
      '8:21 "SY-SUBRC" is not a structure or internal table.'
    ]
  },
  'MODIFY has a work area and names components of the row': {
    source: [
      'TYPES: BEGIN OF s, a TYPE i, END OF s. DATA t TYPE STANDARD TABLE OF s WITH EMPTY KEY. DATA w TYPE s.',
      'DATA h TYPE STANDARD TABLE OF s WITH HEADER LINE. MODIFY h INDEX 1. MODIFY TABLE h.',
      'MODIFY t FROM w TRANSPORTING a WHERE a = 1. MODIFY t INDEX 1 FROM w.',
      'MODIFY TABLE t.',
      'MODIFY t INDEX 1.',
      'MODIFY t FROM w TRANSPORTING b WHERE a = 1.'
    ],
    expected: [
      '5:13 The table "t" has no header line.',
      '6:7 The table "t" has no header line.',
      '7:29 The structure has no component "b".'
    ]
  },
  'FILTER reads by a sorted or hashed key': {
    source: [
      'TYPES tt TYPE STANDARD TABLE OF i WITH EMPTY KEY WITH NON-UNIQUE SORTED KEY k COMPONENTS table_line.',
      'DATA: t TYPE tt, o TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line.',
      'DATA(a) = FILTER #( o WHERE table_line = 1 ). a = FILTER #( t IN o WHERE table_line = table_line ).',
      't = FILTER #( t USING KEY k WHERE table_line = 1 ).',
      't = FILTER #( t WHERE table_line = 1 ).',
      't = FILTER #( t IN t WHERE table_line = table_line ).'
    ],
    expected: [
      '6:14 FILTER needs a sorted or hashed key',
      '7:14 FILTER needs a sorted or hashed key'
    ]
  },
  'an empty key has no components': {
    source: [
      'TYPES: BEGIN OF s, a TYPE i, END OF s. DATA t TYPE STANDARD TABLE OF s WITH EMPTY KEY.',
      'READ TABLE t WITH KEY a = 1 TRANSPORTING NO FIELDS.',
      'READ TABLE t WITH TABLE KEY a = 1 TRANSPORTING NO FIELDS.'
    ],
    expected: ['4:28 "A" is not a component of the table key']
  },
  'statements for texts change texts': {
    source: [
      'DATA: i TYPE i, n TYPE n LENGTH 3, x TYPE x LENGTH 2, t TYPE STANDARD TABLE OF string WITH EMPTY KEY.',
      'CONDENSE n. SHIFT x LEFT IN BYTE MODE. TRANSLATE n USING `1 `.',
      'TRANSLATE i TO UPPER CASE.',
      'CONDENSE t.',
      'SHIFT i RIGHT.'
    ],
    expected: ['4:10 "I" must be a character-like data object', '5:9 "T"', '6:6 "I"']
  },
  'IS BOUND asks about references': {
    source: [
      'DATA: r TYPE REF TO i, i TYPE i. IF r IS BOUND AND r IS NOT BOUND. ENDIF.',
      'IF i IS BOUND. ENDIF.',
      'IF r->* IS NOT BOUND. ENDIF.'
    ],
    expected: ['3:3 "i" is not a reference variable.', '4:3 "r->*" is not a reference variable.']
  },
  'RAISE EVENT passes parameters of the event': {
    source: [
      'CLASS c DEFINITION. PUBLIC SECTION. EVENTS e EXPORTING VALUE(p) TYPE i. METHODS m. ENDCLASS.',
      'CLASS c IMPLEMENTATION. METHOD m. RAISE EVENT e EXPORTING !p = 1. RAISE EVENT e.',
      'RAISE EVENT e EXPORTING q = 1.',
      'ENDMETHOD. ENDCLASS.'
    ],
    expected: ['4:24 The event has no parameter "Q".']
  },
  'the type of SWITCH is known without a result': {
    source: [
      'DATA a TYPE i. a = SWITCH i( a WHEN 1 THEN THROW cx_sy_zerodivide( ) ).',
      'a = SWITCH #( a WHEN 1 THEN THROW cx_sy_zerodivide( ) WHEN 2 THEN 3 ELSE THROW cx_sy_zerodivide( ) ).',
      'DATA(b) = SWITCH #( a WHEN 1 THEN THROW cx_sy_zerodivide( ) WHEN 2 THEN 3 ).'
    ],
    expected: ['4:34 The type of SWITCH is not known here']
  },
  'values of numbers are numbers': {
    source: [
      "CONSTANTS a TYPE i VALUE '12'. DATA b TYPE p DECIMALS 2 VALUE '-1.25'. DATA c TYPE f VALUE '1E3'.",
      "DATA d TYPE i VALUE ' 1-'. DATA e TYPE c LENGTH 3 VALUE 'abc'. DATA f TYPE i VALUE a.",
      "CONSTANTS g TYPE i VALUE 'abc'."
    ],
    expected: ['4:25 The value "abc" is no number']
  },
  'references are cast to special types explicitly': {
    source: [
      'CLASS c DEFINITION. ENDCLASS. DATA o TYPE REF TO object. DATA x TYPE REF TO c.',
      'DATA d TYPE REF TO data. DATA i TYPE REF TO i. DATA n TYPE i. DATA s TYPE REF TO string.',
      'o = x. x ?= o. x = CAST #( o ). d = i. i ?= d. i = CAST #( d ). i = NEW #( 1 ). d = REF #( n ).',
      'x = o.',
      'i = d.',
      'i = s.',
      'x = CAST c( n ).'
    ],
    expected: ['5:0 ', '6:0 ', '7:0 ', '8:0 ', '8:12 "n" is not a reference variable.']
  },
  'components may be named at run time': {
    source: [
      'DATA: BEGIN OF s, a TYPE i, END OF s. DATA n TYPE string. DATA r TYPE REF TO data.',
      "s-('A') = s-(n). IF s-('A') = 1. ENDIF. n = s-('A') && 'x'. r->(n) = 1. r->('A') = 1.",
      'FIELD-SYMBOLS <a> TYPE any. <a>-(n) = <a>-(n) + 1.',
      's-(m) = 1.'
    ],
    expected: ['5:3 The name "m" is unknown']
  },
  'CONTINUE stands in loops': {
    source: [
      'DO 2 TIMES. IF 1 = 1. CONTINUE. ENDIF. EXIT. ENDDO. CHECK 1 = 1.',
      'FORM f. DATA t TYPE TABLE OF i. LOOP AT t INTO DATA(x). CONTINUE. ENDLOOP.',
      'IF 1 = 1. CONTINUE. ENDIF.',
      'EXIT. ENDFORM.'
    ],
    expected: ['4:10 "CONTINUE" is allowed only in loops.']
  },
  'hash keys are unique, and only standard tables have empty keys': {
    source: [
      'DATA a TYPE SORTED TABLE OF i WITH NON-UNIQUE KEY table_line.',
      'DATA b TYPE HASHED TABLE OF i WITH UNIQUE KEY table_line',
      'WITH NON-UNIQUE SORTED KEY s COMPONENTS table_line.',
      'DATA c TYPE STANDARD TABLE OF i WITH EMPTY KEY',
      'WITH NON-UNIQUE HASHED KEY h COMPONENTS table_line.',
      'DATA d TYPE HASHED TABLE OF i WITH NON-UNIQUE KEY table_line.',
      'TYPES: BEGIN OF e, f TYPE SORTED TABLE OF i',
      'WITH EMPTY KEY, END OF e.'
    ],
    expected: [
      '6:5 "NON-UNIQUE" is not allowed: hash keys are always UNIQUE.',
      '7:35 "NON-UNIQUE" is not allowed',
      '9:5 "EMPTY KEY" is not allowed'
    ]
  },
  'a line has at most 255 characters': {
    source: [`DATA a TYPE c. "${'x'.repeat(240)}`, `DATA b TYPE c. "${'x'.repeat(239)}`],
    expected: ['2:255 The line has 256 characters: a line of a source has at most 255.']
  },
  'WHEN OTHERS, ELSE and CLEANUP are the last': {
    source: [
      'DATA a TYPE i. CASE a. WHEN 1. IF a = 1. ELSEIF a = 2. ELSE. ENDIF. WHEN OTHERS. ENDCASE.',
      'CASE a. WHEN OTHERS. IF a = 1. ELSE. ENDIF.',
      'WHEN OTHERS. ENDCASE.',
      'IF a = 1. ELSE. CASE a. WHEN OTHERS. ENDCASE.',
      'ELSEIF a = 2. ENDIF.',
      'TRY. TRY. CATCH cx_root. CLEANUP. ENDTRY. CATCH cx_no_check. CLEANUP.',
      'CATCH cx_static_check. ENDTRY.'
    ],
    expected: [
      '4:0 "WHEN OTHERS" is not allowed behind "WHEN OTHERS".',
      '6:0 "ELSEIF" is not allowed behind "ELSE".',
      '8:0 "CATCH" is not allowed behind "CLEANUP".'
    ]
  },
  'blocks are closed in the order in which they are opened': {
    source: [
      'DATA t TYPE TABLE OF i. LOOP AT t INTO DATA(x).',
      'IF x = 1.',
      'ENDLOOP.',
      'DO 2 TIMES. ENDDO. ENDWHILE.'
    ],
    expected: [
      '4:0 Incorrect nesting: before the statement "ENDLOOP", the structure introduced by "IF" in line 3',
      '5:19 Incorrect nesting: for the statement "ENDWHILE", there is no open structure'
    ]
  },
  'in methods nothing stands between CASE and WHEN': {
    source: [
      'CLASS c DEFINITION. PUBLIC SECTION. METHODS m. ENDCLASS.',
      'CLASS c IMPLEMENTATION. METHOD m. CASE sy-subrc. "comment',
      'WHEN 1. WRITE 1. ENDCASE.',
      'CASE sy-subrc.',
      'WRITE 1. WRITE 2.',
      'WHEN 1. ENDCASE. ENDMETHOD. ENDCLASS.',
      'FORM f. CASE sy-subrc. WRITE 1. WHEN 1. ENDCASE. ENDFORM.'
    ],
    expected: ['6:0 "WRITE" is not allowed between "CASE" and the first "WHEN".']
  },
  'exception classes are subclasses of CX_ROOT': {
    source: [
      'CLASS lcx DEFINITION INHERITING FROM cx_static_check. ENDCLASS.',
      'CLASS lcl DEFINITION. PUBLIC SECTION. METHODS: a RAISING lcx,',
      'b RAISING lcl.',
      'ENDCLASS. CLASS lcl IMPLEMENTATION. METHOD a. RAISE EXCEPTION NEW lcx( ). ENDMETHOD.',
      'METHOD b. TRY. RAISE EXCEPTION TYPE lcx. CATCH lcx cx_root INTO DATA(x). ENDTRY.',
      'TRY. DATA(y) = NEW lcl( ). CATCH lcl.',
      'ENDTRY. RAISE EXCEPTION y.',
      'ENDMETHOD. ENDCLASS.',
      'START-OF-SELECTION. RAISE EXCEPTION TYPE lcl.'
    ],
    expected: [
      '4:10 "LCL" is no exception class: it is not a subclass of CX_ROOT.',
      '7:33 "LCL"',
      '8:24 "LCL"',
      '10:41 "LCL"'
    ]
  },
  'classic exceptions are declared': {
    source: [
      'CLASS lcl DEFINITION. PUBLIC SECTION. METHODS m EXCEPTIONS e. METHODS n. ENDCLASS.',
      'CLASS sub DEFINITION INHERITING FROM lcl. PUBLIC SECTION. METHODS m REDEFINITION. ENDCLASS.',
      'CLASS sub IMPLEMENTATION. METHOD m. RAISE e. ENDMETHOD. ENDCLASS.',
      'CLASS lcl IMPLEMENTATION. METHOD m. RAISE e. ENDMETHOD.',
      'METHOD n. m( EXCEPTIONS e = 1 OTHERS = 2 ). CALL METHOD me->m EXCEPTIONS e = 1.',
      'm( EXCEPTIONS e = 1 f = 2 ).',
      'RAISE e.',
      'ENDMETHOD. ENDCLASS.'
    ],
    expected: [
      '7:20 The exception "F" is not declared in the interface of the method "M".',
      '8:6 The exception "E" is not declared in the interface of the method "N".'
    ]
  },
  'additions of ABAP SQL that the sandbox does not support are named at their place': {
    source: [
      'SELECT SINGLE FROM t000 FIELDS mandt AS x INTO @DATA(a) INDICATORS NULL STRUCTURE b.',
      'WITH +a AS ( SELECT mandt FROM t000 ) WITH ASSOCIATIONS ( JOIN TO MANY t000 AS _b ON _b~mandt = +a~mandt ) SELECT mandt FROM +a INTO TABLE @DATA(c).'
    ],
    expected: [
      '2:56 The addition INDICATORS of ABAP SQL is not supported by the sandbox in this form.',
      '3:43 The addition ASSOCIATIONS of ABAP SQL is not supported by the sandbox in this form.'
    ]
  }
})
