import type { Construct } from './language.ts'

/** What the method bodies use besides the classes of the other groups. */
export const MORE_LOCALS = `CLASS lcl_heir DEFINITION DEFERRED.
CLASS lcl_vault DEFINITION CREATE PRIVATE FRIENDS lcl_heir.
  PRIVATE SECTION.
    CLASS-DATA opened TYPE i.
    DATA gold TYPE i VALUE 42.
    METHODS constructor.
ENDCLASS.
CLASS lcl_vault IMPLEMENTATION.
  METHOD constructor.
    opened = opened + 1.
  ENDMETHOD.
ENDCLASS.
CLASS lcl_heir DEFINITION.
  PUBLIC SECTION.
    CLASS-METHODS rob RETURNING VALUE(r) TYPE string.
    CLASS-METHODS early RETURNING VALUE(r) TYPE i.
    CLASS-METHODS hear FOR EVENT grown OF lif_shape IMPORTING by.
    CLASS-DATA heard TYPE string.
    CLASS-DATA turn TYPE i.
    CLASS-METHODS next RETURNING VALUE(r) TYPE i.
ENDCLASS.
CLASS lcl_heir IMPLEMENTATION.
  METHOD rob.
    DATA(v) = NEW lcl_vault( ).
    v->gold = v->gold + 1.
    r = |{ v->gold }{ lcl_vault=>opened }|.
  ENDMETHOD.
  METHOD next.
    turn = turn + 1.
    r = turn.
  ENDMETHOD.
  METHOD early.
    sy-subrc = 8.
    CHECK sy-subrc = 0.
  ENDMETHOD.
  METHOD hear.
    heard = |{ heard }h{ by }|.
  ENDMETHOD.
ENDCLASS.
`

const ti = 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY.'
const ab = 'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty.'
const rows = `TYPES: BEGIN OF ty, k TYPE c LENGTH 1, n TYPE i, END OF ty.
DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY.
t = VALUE #( ( k = 'B' n = 2 ) ( k = 'A' n = 3 ) ( k = 'B' n = 1 ) ( k = 'A' n = 3 ) ).`

/**
 * A day's code: the constructs that programs are full of, in the combinations in which they stand
 * there.
 */
export const EVERYDAY: readonly Construct[] = [
  {
    title: 'CASE TYPE OF inside CASE TYPE OF',
    body: "DATA o TYPE REF TO object. o = NEW lcl_cube( ). CASE TYPE OF o. WHEN TYPE lcl_torch. r = 't'. WHEN TYPE lcl_square INTO DATA(s). CASE TYPE OF s. WHEN TYPE lcl_cube INTO DATA(c). r = |cube{ c->side }|. WHEN OTHERS. r = 'sq'. ENDCASE. ENDCASE.",
    result: 'cube2'
  },
  {
    title: 'CASE TYPE OF an exception',
    body: "DATA x TYPE REF TO cx_root. x = NEW cx_sy_zerodivide( ). CASE TYPE OF x. WHEN TYPE cx_sy_conversion_error. r = 'c'. WHEN TYPE cx_sy_arithmetic_error. r = 'a'. ENDCASE.",
    result: 'a'
  },
  {
    title: 'the case of letters in inline declarations does not matter',
    body: 'DATA(anAmount) = 1. DATA(Number) = 2. DATA(Class) = 3. SPLIT `a b` AT ` ` INTO DATA(First) DATA(secondPart). r = |{ ANAMOUNT }{ number }{ class }{ first }{ secondpart }|.',
    result: '123ab'
  },
  {
    title: 'REDUCE with LET outside and inside',
    body: `${ti} DATA(t) = VALUE ti( ( 1 ) ( 2 ) ( 3 ) ). r = |{ REDUCE i( LET f = 10 IN INIT s = 0 FOR x IN t LET y = x * f IN NEXT s = s + y ) }|.`,
    result: '60'
  },
  {
    title: 'GROUP BY with size and index',
    body: `${rows}\nLOOP AT t INTO DATA(l) GROUP BY ( k = l-k size = GROUP SIZE index = GROUP INDEX ) INTO DATA(g). r = |{ r }{ g-k }{ g-size }{ g-index }|. LOOP AT GROUP g INTO DATA(m). r = |{ r }{ m-n }|. ENDLOOP. r = r && ','. ENDLOOP.`,
    result: 'B2121,A2233,'
  },
  {
    title: 'FOR IN GROUP over the group of a loop',
    body: `${rows}\nLOOP AT t INTO DATA(l) GROUP BY l-k INTO DATA(g). DATA(all) = VALUE string_table( FOR m IN GROUP g WHERE ( n > 1 ) ( |{ m-n }| ) ). r = |{ r }{ g }{ REDUCE i( INIT s = 0 FOR x IN GROUP g NEXT s = s + x-n ) }/{ concat_lines_of( all ) },|. ENDLOOP.`,
    result: 'B3/2,A6/33,'
  },
  {
    title: 'an operand of a key in a table expression is evaluated once',
    body: `${rows}\nlcl_heir=>turn = 1. r = |{ t[ k = 'A' n = lcl_heir=>next( ) + 1 ]-n }{ line_index( t[ k = 'A' n = lcl_heir=>next( ) ] ) }{ lcl_heir=>turn }|.`,
    result: '323'
  },
  {
    title: 'replace( ) in a number that a method returns',
    body: 'lcl_heir=>turn = 4912344. r = |{ replace( val = lcl_heir=>next( ) off = 2 len = 1 with = `-` ) }.|.',
    result: '49-2345 .'
  },
  {
    title: 'SELECT into a structure with a named include',
    body: `TYPES: BEGIN OF inner, a TYPE i, b TYPE i, END OF inner. TYPES: BEGIN OF outer, k TYPE i. INCLUDE TYPE inner AS grp. TYPES: c TYPE i, END OF outer. DATA t TYPE STANDARD TABLE OF outer WITH EMPTY KEY. DATA o TYPE outer.
t = VALUE #( ( k = 1 a = 2 b = 3 c = 4 ) ). SELECT SINGLE k, a, b, c FROM @t AS x INTO @o. r = |{ o-k }{ o-a }{ o-b }{ o-c }|.`,
    result: '1234'
  },
  {
    title: 'GROUP BY in order without members',
    body: `${rows}\nLOOP AT t INTO DATA(l) GROUP BY l-k ASCENDING WITHOUT MEMBERS INTO DATA(g). r = r && g. ENDLOOP.`,
    result: 'AB'
  },
  {
    title: 'GROUP BY an expression of a part of the rows',
    body: `${rows}\nLOOP AT t INTO DATA(l) WHERE n > 1 GROUP BY COND string( WHEN l-n > 2 THEN \`big\` ELSE \`small\` ) INTO DATA(g). r = |{ r }{ g }|. ENDLOOP.`,
    result: 'smallbig'
  },
  {
    title: 'FILTER by a table',
    body: 'DATA t TYPE SORTED TABLE OF i WITH NON-UNIQUE KEY table_line. t = VALUE #( ( 1 ) ( 2 ) ( 3 ) ( 4 ) ). DATA f TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line. f = VALUE #( ( 2 ) ( 3 ) ). DATA(x) = FILTER #( t IN f WHERE table_line = table_line ). DATA(y) = FILTER #( t EXCEPT IN f WHERE table_line = table_line ). r = |{ lines( x ) }{ x[ 1 ] }{ y[ 2 ] }|.',
    result: '224'
  },
  {
    title: 'FILTER by a secondary key',
    body: `${ab} DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY WITH NON-UNIQUE SORTED KEY kb COMPONENTS b. t = VALUE #( ( a = 1 b = 3 ) ( a = 2 b = 1 ) ( a = 3 b = 2 ) ). DATA(f) = FILTER #( t USING KEY kb WHERE b >= 2 ). DATA(e) = FILTER #( t EXCEPT USING KEY kb WHERE b >= 2 ). r = |{ lines( f ) }{ lines( e ) }{ e[ 1 ]-a }|.`,
    result: '212'
  },
  {
    title: 'CORRESPONDING of a table with mapping',
    body: 'TYPES: BEGIN OF a, x TYPE i, y TYPE i, END OF a, BEGIN OF b, x TYPE i, w TYPE i, END OF b. TYPES tb TYPE STANDARD TABLE OF b WITH EMPTY KEY. DATA ta TYPE STANDARD TABLE OF a WITH EMPTY KEY. ta = VALUE #( ( x = 1 y = 2 ) ( x = 3 y = 4 ) ). DATA(o) = CORRESPONDING tb( ta MAPPING w = y ). r = |{ lines( o ) }{ o[ 2 ]-x }{ o[ 2 ]-w }|.',
    result: '234'
  },
  {
    title: 'MOVE-CORRESPONDING of structures within structures',
    body: 'DATA: BEGIN OF a, BEGIN OF s, x TYPE i VALUE 1, y TYPE i VALUE 2, END OF s, n TYPE i VALUE 3, END OF a, BEGIN OF b, BEGIN OF s, y TYPE i, z TYPE i VALUE 9, END OF s, n TYPE i, END OF b. MOVE-CORRESPONDING a TO b. r = |{ b-s-y }{ b-s-z }{ b-n }|.',
    result: '293'
  },
  {
    title: 'parts of texts',
    body: 'r = |{ substring_before( val = `a.b.c` sub = `.` occ = 2 ) } { substring_after( val = `a.b.c` sub = `.` occ = -1 ) } { segment( val = `x;y;z` index = -1 sep = `;` ) } { reverse( `abc` ) } { insert( val = `ad` sub = `bc` off = 1 ) }|.',
    result: 'a.b c z cba abcd'
  },
  {
    title: 'places in texts',
    body: 'r = |{ find( val = `banana` sub = `an` occ = 2 ) }{ count( val = `aaaa` sub = `aa` ) }{ distance( val1 = `kitten` val2 = `sitting` ) }{ count_any_of( val = `banana` sub = `bn` ) }{ find_any_not_of( val = `aab` sub = `a` ) }|.',
    result: '32332'
  },
  {
    title: 'replacement by occurrence',
    body: 'r = |{ replace( val = `banana` sub = `a` with = `o` occ = 0 ) } { replace( val = `banana` sub = `a` with = `o` occ = -1 ) } { replace( val = `banana` sub = `a` with = `o` occ = 2 ) } { replace( val = `banana` off = 1 len = 2 with = `` ) }|.',
    result: 'bonono banano banona bana'
  },
  {
    title: 'other functions of texts',
    body: 'r = |{ translate( val = `abc` from = `ac` to = `xz` ) } { shift_left( val = `abcd` places = 2 ) } { condense( val = `xxaxxbxx` del = `x` ) } { from_mixed( `ThisIsIt` ) } { to_mixed( `THIS_IS_IT` ) }|.',
    result: 'xbz cd axxb THIS_IS_IT ThisIsIt'
  },
  {
    title: 'all matches of a regular expression',
    body: 'FIND ALL OCCURRENCES OF PCRE `(\\w)(\\d)` IN `a1 b2` RESULTS DATA(m). r = |{ lines( m ) }{ m[ 2 ]-offset }{ m[ 2 ]-submatches[ 2 ]-offset }|.',
    result: '234'
  },
  {
    title: 'a regular expression that looks ahead',
    body: 'r = replace( val = `price 100` pcre = `\\d(?=0)` with = `#` occ = 0 ).',
    result: 'price ##0'
  },
  {
    title: 'a regular expression with a flag in it',
    body: 'r = |{ xsdbool( matches( val = `abc` pcre = `(?i)ABC` ) ) }|.',
    result: 'X'
  },
  {
    title: 'an anchor of PCRE',
    body: 'r = |{ xsdbool( contains( val = `abc` pcre = `\\Aab` ) ) }|.',
    result: 'X'
  },
  {
    title: 'a class of characters of POSIX',
    body: 'r = match( val = `12ab` pcre = `[[:alpha:]]+` ).',
    result: 'ab'
  },
  {
    title: 'a possessive quantifier',
    body: 'r = match( val = `aab` pcre = `a++b` ).',
    unsupported: /possessive/
  },
  { title: 'horizontal space', body: 'r = match( val = `hx a` pcre = `\\ha` ).', result: ' a' },
  {
    title: 'PCRE ignores blanks in patterns',
    body: 'r = |{ xsdbool( contains( val = `ab` pcre = `a b` ) ) }{ xsdbool( contains( val = `a b` pcre = `a\\ b` ) ) }|.',
    result: 'XX'
  },
  {
    title: 'the last day of a month by offset',
    body: "DATA d TYPE d VALUE '20240315'. d+6(2) = '01'. d = d - 1. r = d.",
    result: '20240229'
  },
  {
    title: 'integers and times',
    body: 'DATA t TYPE t. t = 3661. r = t. DATA i TYPE i. i = t. r = |{ r } { i }|.',
    result: '010101 3661'
  },
  {
    title: 'an initial date counts as day zero',
    body: 'DATA d TYPE d. DATA i TYPE i. i = d. d = 1. r = |{ i } { d }|.',
    result: '0 00010102'
  },
  {
    title: 'a unique secondary key refuses duplicates',
    body: `${ab} DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY WITH UNIQUE HASHED KEY kh COMPONENTS a. INSERT VALUE #( a = 1 b = 5 ) INTO TABLE t. TRY. INSERT VALUE #( a = 1 b = 6 ) INTO TABLE t. r = |in{ sy-subrc }|. CATCH cx_sy_itab_duplicate_key. r = 'dup'. ENDTRY. r = |{ r }{ lines( t ) }{ t[ KEY kh a = 1 ]-b }|.`,
    result: 'dup15'
  },
  {
    title: 'LOOP WHERE with a secondary key',
    body: `${ab} DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY WITH NON-UNIQUE SORTED KEY kb COMPONENTS b. t = VALUE #( ( a = 1 b = 3 ) ( a = 2 b = 1 ) ( a = 3 b = 2 ) ). LOOP AT t INTO DATA(l) USING KEY kb WHERE b = 2. r = |{ r }{ l-a }|. ENDLOOP. READ TABLE t WITH TABLE KEY kb COMPONENTS b = 1 INTO l. r = |{ r }{ l-a }{ sy-subrc }|.`,
    result: '320'
  },
  {
    title: 'rows are deleted by key, index and range',
    body: 'DATA t TYPE STANDARD TABLE OF i WITH DEFAULT KEY. t = VALUE #( ( 1 ) ( 2 ) ( 3 ) ( 4 ) ( 5 ) ( 3 ) ). DELETE TABLE t FROM 9. r = |{ sy-subrc }|. DELETE t INDEX 1. DELETE t FROM 3 TO 4. DELETE t WHERE table_line = 3. r = |{ r }{ lines( t ) }{ t[ 1 ] }|.',
    result: '412'
  },
  {
    title: 'parts of tables are inserted',
    body: `${ti} DATA(t) = VALUE ti( ( 1 ) ( 2 ) ( 3 ) ). DATA(u) = VALUE ti( ( 9 ) ). INSERT LINES OF t FROM 2 TO 3 INTO u INDEX 1. APPEND LINES OF t TO 1 TO u. LOOP AT u INTO DATA(l). r = |{ r }{ l }|. ENDLOOP.`,
    result: '2391'
  },
  {
    title: 'CLEANUP from the inside to the outside',
    body: "TRY. TRY. TRY. RAISE EXCEPTION TYPE lcx_own. CLEANUP. r = r && '1'. ENDTRY. CLEANUP. r = r && '2'. ENDTRY. CATCH lcx_own. r = r && 'H'. ENDTRY.",
    result: '12H'
  },
  {
    title: 'an exception that is caught goes on as it is',
    body: 'TRY. TRY. lcl_raiser=>go( 5 ). CATCH lcx_own INTO DATA(x). RAISE EXCEPTION x. ENDTRY. CATCH cx_static_check INTO DATA(y). r = |{ xsdbool( x = y ) }{ CAST lcx_own( y )->n }|. ENDTRY.',
    result: 'X5'
  },
  {
    title: 'dynamic attributes',
    body: "DATA o TYPE REF TO object. o = NEW lcl_square( 7 ). ASSIGN o->('SIDE') TO FIELD-SYMBOL(<f>). r = |{ sy-subrc }{ <f> }|. ASSIGN o->('NOPE') TO <f>. r = |{ r }{ sy-subrc }|.",
    result: '074'
  },
  {
    title: 'a dynamic static method',
    body: 'DATA n TYPE i VALUE 4. DATA(c) = `LCL_SQUARE`. DATA(m) = `BUMP`. CALL METHOD (c)=>(m) CHANGING n = n. CALL METHOD lcl_square=>(m) CHANGING n = n. r = |{ n }|.',
    result: '6'
  },
  {
    title: 'ASSIGN COMPONENT of a component',
    body: "DATA: BEGIN OF a, BEGIN OF s, x TYPE i VALUE 8, END OF s, END OF a. ASSIGN COMPONENT 'S-X' OF STRUCTURE a TO FIELD-SYMBOL(<f>). r = |{ sy-subrc }{ <f> }|.",
    result: '08'
  },
  {
    title: 'handlers are called in the order of their registration',
    body: 'CLEAR lcl_heir=>heard. DATA(s) = NEW lcl_square( ). DATA(l) = NEW lcl_listener( ). SET HANDLER l->on_grown lcl_heir=>hear FOR s. SET HANDLER l->on_grown FOR s. s->grow( 3 ). r = |{ l->heard }{ lcl_heir=>heard }|.',
    result: '3sh3'
  },
  { title: 'friends', body: 'r = lcl_heir=>rob( ).', result: '431' },
  {
    title: 'declarations in blocks belong to the method',
    body: 'IF 1 = 2. DATA x TYPE i VALUE 5. ENDIF. r = |{ x }|. DO 3 TIMES. DATA n TYPE i. n = n + 1. ENDDO. r = |{ r }{ n }|.',
    result: '53'
  },
  {
    title: 'macros in macros',
    body: 'DEFINE plus. &1 = &1 + &2.\nEND-OF-DEFINITION.\nDEFINE twice. plus &1 &2. plus &1 &2.\nEND-OF-DEFINITION.\nDATA(n) = 1.\ntwice n 10.\nr = |{ n }|.',
    result: '21'
  },
  {
    title: 'writing to parts of fields',
    body: "DATA c TYPE c LENGTH 6 VALUE 'abcdef'. c+2(2) = 'XY'. r = c. c+4 = 'Q'. r = |{ r } { c }|. DATA(o) = 1. c+o(1) = 'Z'. CLEAR c(1). r = |{ r } [{ c }]|.",
    result: 'abXYef abXYQ [ ZXYQ]'
  },
  {
    title: 'writing behind the end of a field',
    body: "DATA c TYPE c LENGTH 3 VALUE 'abc'. DATA(o) = 5. TRY. c+o(1) = 'x'. r = 'in'. CATCH cx_sy_range_out_of_bounds. r = 'out'. ENDTRY.",
    result: 'out'
  },
  {
    title: 'decimal floating point numbers have 34 digits',
    body: 'DATA d TYPE decfloat34. d = 1 / 3. r = |{ d }|.',
    result: '0.3333333333333333333333333333333333'
  },
  {
    title: 'an integer sum that overflows',
    body: "DATA i TYPE i VALUE 2147483647. TRY. i = i + 1. r = |{ i }|. CATCH cx_sy_arithmetic_overflow. r = 'o'. ENDTRY. TRY. ADD 1 TO i. r = |{ r }{ i }|. CATCH cx_sy_arithmetic_overflow. r = r && 'o'. ENDTRY.",
    result: 'oo'
  },
  {
    title: 'a small integer that overflows',
    body: "DATA b TYPE int1. TRY. b = 256. r = |{ b }|. CATCH cx_sy_arithmetic_overflow cx_sy_conversion_overflow. r = 'o'. ENDTRY.",
    result: 'o'
  },
  {
    title: 'work areas at control levels',
    body: `${rows}\nSORT t BY k n. LOOP AT t INTO DATA(l). AT NEW k. r = |{ r }{ l-k }{ l-n }|. ENDAT. r = |{ r }{ l-n }|. ENDLOOP.`,
    result: 'A033B012'
  },
  {
    title: 'COLLECT and its index',
    body: "TYPES: BEGIN OF ty, k TYPE c LENGTH 1, n TYPE i, p TYPE p LENGTH 5 DECIMALS 2, END OF ty. DATA t TYPE HASHED TABLE OF ty WITH UNIQUE KEY k. COLLECT VALUE ty( k = 'A' n = 1 p = '0.10' ) INTO t. COLLECT VALUE ty( k = 'B' n = 2 p = '1.00' ) INTO t. COLLECT VALUE ty( k = 'A' n = 4 p = '0.20' ) INTO t. r = |{ lines( t ) }{ t[ k = 'A' ]-n }{ t[ k = 'A' ]-p }|.",
    result: '250.30'
  },
  {
    title: 'packed numbers keep their decimals',
    body: "DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '1.5'. r = |{ p }|. DATA s TYPE string. s = p. r = |{ r } { s }|. p = '-2'. s = p. r = |{ r } { p } { s }|. p = 3 / 2. r = |{ r } { p }|. CLEAR p. r = |{ r } { p }|.",
    result: '1.50 1.50  -2.00 2.00- 1.50 0.00'
  },
  {
    title: 'numbers in fields of characters',
    body: "DATA c TYPE c LENGTH 8. DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '-1.5'. c = p. r = |[{ c }]|. p = '1.5'. c = p. r = |{ r }[{ c }]|. c = 5. r = |{ r }[{ c }]|. c = -5. r = |{ r }[{ c }]|.",
    result: '[   1.50-][   1.50][      5][      5-]'
  },
  {
    title: 'packed numbers joined to texts',
    body: "DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '-1.5'. r = p && `x` && 5 && `y`.",
    result: '1.50-x5 y'
  },
  {
    title: 'LOOP by reference changes the table',
    body: `${rows}\nLOOP AT t REFERENCE INTO DATA(d) WHERE k = 'A'. d->n = d->n + sy-tabix. ENDLOOP. r = |{ t[ 2 ]-n }{ t[ 4 ]-n }|.`,
    result: '57'
  }
]

export const MORE_EVERYDAY: readonly Construct[] = [
  {
    title: 'a quotient that is calculated with',
    body: 'DATA i TYPE i. i = 4 / 2 * 3. r = |{ i }|. i = 1 / 3 * 3.',
    unsupported: /quotient with a remainder/
  },
  {
    title: 'a number with a fraction in numeric text',
    body: "DATA n TYPE n LENGTH 4. DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '-12.56'. n = p. r = n.",
    result: '0013'
  },
  {
    title: 'VALUE of a sorted table in any order',
    body: 'DATA t TYPE SORTED TABLE OF i WITH NON-UNIQUE KEY table_line. t = VALUE #( ( 3 ) ( 1 ) ( 2 ) ). r = |{ t[ 1 ] }{ t[ 3 ] }|. APPEND 9 TO t. INSERT 5 INTO TABLE t. r = |{ r }{ t[ 4 ] }|.',
    result: '135'
  },
  {
    title: 'FILTER by a table of structures',
    body: `${ab} DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY. t = VALUE #( ( a = 1 b = 7 ) ( a = 2 b = 8 ) ). DATA f TYPE SORTED TABLE OF ty WITH UNIQUE KEY a. f = VALUE #( ( a = 2 ) ). DATA(x) = FILTER #( t IN f WHERE a = a ). r = |{ lines( x ) }{ x[ 1 ]-b }|.`,
    result: '18'
  },
  {
    title: 'arguments that a function passes over',
    body: 'r = to_mixed( val = `A_B` min = 3 ).',
    unsupported: /MIN of the function TO_MIXED/
  },
  {
    title: 'a class with escapes of PCRE',
    body: 'r = replace( val = `a-b]c` pcre = `[\\-\\]]` with = `_` occ = 0 ).',
    result: 'a_b_c'
  },
  {
    title: 'a comment in a pattern',
    body: 'r = match( val = `ab12` pcre = `\\d (?#a digit) \\d # and another` ).',
    result: '12'
  },
  {
    title: 'control levels where CONTINUE and CHECK end the body early',
    body: `${rows}\nSORT t BY k n. LOOP AT t INTO DATA(l). AT NEW k. r = |{ r }{ l-k }|. ENDAT. IF l-n > 1. CONTINUE. ENDIF. r = |{ r }{ l-n }|. ENDLOOP. LOOP AT t ASSIGNING FIELD-SYMBOL(<l>). AT NEW k. r = |{ r }-{ <l>-k }|. ENDAT. CHECK <l>-n = 2. LOOP AT t INTO l WHERE k = <l>-k. AT NEW n. r = |{ r }{ l-n }|. CONTINUE. ENDAT. ENDLOOP. ENDLOOP.`,
    result: 'AB1-A-B12'
  },
  {
    title: 'control levels with two components',
    body: "TYPES: BEGIN OF ty, a TYPE c LENGTH 1, b TYPE c LENGTH 1, n TYPE i, END OF ty. DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY. t = VALUE #( ( a = 'X' b = '1' n = 1 ) ( a = 'Y' b = '1' n = 2 ) ( a = 'Y' b = '2' n = 3 ) ). LOOP AT t INTO DATA(l). AT FIRST. r = |F{ l-a }{ l-n }|. ENDAT. AT NEW b. r = |{ r }{ l-a }{ l-b }{ l-n }|. ENDAT. AT END OF a. r = |{ r }e{ l-a }{ l-b }|. ENDAT. AT LAST. r = |{ r }L{ l-a }|. ENDAT. ENDLOOP.",
    result: 'F*0X10eX*Y10Y20eY*L*'
  },
  {
    title: 'numbers that do not fit into a field',
    body: 'DATA c TYPE c LENGTH 3. c = 123. r = |[{ c }]|. c = 12345. r = |{ r }[{ c }]|. c = -12. r = |{ r }[{ c }]|.',
    result: '[123][*45][12-]'
  },
  {
    title: 'numbers in numeric text and back',
    body: "DATA n TYPE n LENGTH 4. DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '12.56'. n = p. r = n. n = -7. r = |{ r } { n }|. p = n. r = |{ r } { p }|.",
    result: '0013 0007 7.00'
  },
  {
    title: 'text of dates in fields',
    body: "DATA d TYPE d VALUE '20240229'. DATA c TYPE c LENGTH 10. c = d. r = |[{ c }]|. DATA s TYPE string. s = d. r = |{ r }{ s }|. c = '20240301'. d = c. r = |{ r }{ d }|. ",
    result: '[20240229]2024022920240301'
  },
  {
    title: 'comparing packed with text and date with text',
    body: "DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '1.5'. DATA d TYPE d VALUE '20240229'. r = |{ xsdbool( p = '1.50' ) }{ xsdbool( d = '20240229' ) }{ xsdbool( d > '20240228' ) }|.",
    result: 'XXX'
  },
  {
    title: 'values of constants within constants',
    body: 'CONSTANTS: BEGIN OF c, BEGIN OF s, x TYPE i VALUE 3, END OF s, y TYPE i VALUE 4, END OF c. r = |{ c-s-x }{ c-y }|.',
    result: '34'
  },
  {
    title: 'nested values in a loop',
    body: 'DO 2 TIMES. DATA: BEGIN OF a, BEGIN OF s, x TYPE i VALUE 1, END OF s, END OF a. a-s-x = a-s-x + 1. ENDDO. r = |{ a-s-x }|.',
    result: '3'
  },
  {
    title: 'find minds the case',
    body: 'r = |{ find( val = `ABC` sub = `b` ) }{ find( val = `ABC` pcre = `b` ) }{ find( val = `ABC` pcre = `b` case = abap_false ) }{ count( val = `aAa` pcre = `a` ) }|.',
    result: '-1-112'
  },
  {
    title: 'FIND with PCRE and line breaks',
    body: 'DATA(s) = |a\\nb|. FIND PCRE `^b` IN s. r = |{ sy-subrc }|. FIND PCRE `a$` IN s. r = |{ r }{ sy-subrc }|. FIND PCRE `(?m)^b$` IN s. r = |{ r }{ sy-subrc }|. FIND PCRE `a.b` IN s. r = |{ r }{ sy-subrc }|. FIND PCRE `(?s)a.b` IN s. r = |{ r }{ sy-subrc }|.',
    result: '44040'
  },
  {
    title: 'FIND with offset, length and submatches',
    body: 'FIND FIRST OCCURRENCE OF PCRE `(\\d{2})\\.(\\d{2})` IN `on 24.12.` MATCH OFFSET DATA(o) MATCH LENGTH DATA(l) SUBMATCHES DATA(d) DATA(m). r = |{ o }{ l }{ d }{ m }|.',
    result: '352412'
  },
  {
    title: 'REPLACE SECTION',
    body: "DATA c TYPE c LENGTH 6 VALUE 'abcdef'. REPLACE SECTION OFFSET 1 LENGTH 2 OF c WITH 'XYZ'. r = c.",
    result: 'aXYZde'
  },
  {
    title: 'SPLIT into a table and into fields',
    body: 'SPLIT `a;b;;c` AT `;` INTO TABLE DATA(t). SPLIT `a;b;c` AT `;` INTO DATA(x) DATA(y). r = |{ lines( t ) }{ t[ 4 ] }{ x }{ y }|.',
    result: '4cab;c'
  },
  {
    title: 'CONCATENATE with fields and blanks',
    body: "DATA c TYPE c LENGTH 3 VALUE 'a'. DATA s TYPE string. CONCATENATE c 'b' INTO s. r = |[{ s }]|. CONCATENATE c 'b' INTO s RESPECTING BLANKS. r = |{ r }[{ s }]|. CONCATENATE LINES OF VALUE string_table( ( `x` ) ( `y` ) ) INTO s SEPARATED BY `-`. r = r && s.",
    result: '[ab][a  b]x-y'
  },
  {
    title: 'CONDENSE and lengths',
    body: "DATA c TYPE c LENGTH 10 VALUE '  a  b  '. r = |{ strlen( c ) }{ numofchar( c ) }|. CONDENSE c. r = |{ r }[{ c }]{ strlen( c ) }|. CONDENSE c NO-GAPS. r = |{ r }{ c }|.",
    result: '66[a b]3ab'
  },
  {
    title: 'blanks behind texts in comparisons',
    body: "DATA c TYPE c LENGTH 3 VALUE 'a'. DATA s TYPE string VALUE `a  `. r = |{ xsdbool( c = 'a' ) }{ xsdbool( s = `a` ) }{ xsdbool( c = s ) }|.",
    result: 'X'
  },
  {
    title: 'CO, CN, CA, NA, CS, NS, CP and sy-fdpos',
    body: "IF 'abc' CO 'abcd'. r = |{ sy-fdpos }|. ENDIF. IF 'abx' CN 'ab'. r = |{ r }{ sy-fdpos }|. ENDIF. IF 'abc' CA 'xc'. r = |{ r }{ sy-fdpos }|. ENDIF. IF 'abc' CS 'BC'. r = |{ r }{ sy-fdpos }|. ENDIF. IF 'abc' CP '*B*'. r = |{ r }{ sy-fdpos }|. ENDIF. IF 'abc' NA 'x'. r = |{ r }{ sy-fdpos }|. ENDIF.",
    result: '322113'
  },
  {
    title: 'READ TABLE TRANSPORTING and COMPARING',
    body: `${rows}\nDATA l LIKE LINE OF t. l-n = 2. READ TABLE t INTO l INDEX 1 TRANSPORTING k. r = |{ l-k }{ l-n }|. l-n = 9. READ TABLE t INTO l INDEX 1 COMPARING n TRANSPORTING ALL FIELDS. r = |{ r }{ sy-subrc }|.`,
    result: 'B22'
  },
  {
    title: 'sy-tabix of a failed READ of a sorted table',
    body: 'DATA t TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line. t = VALUE #( ( 10 ) ( 20 ) ). READ TABLE t WITH TABLE KEY table_line = 15 TRANSPORTING NO FIELDS. r = |{ sy-subrc }{ sy-tabix }|. READ TABLE t WITH TABLE KEY table_line = 25 TRANSPORTING NO FIELDS. r = |{ r }{ sy-subrc }{ sy-tabix }|.',
    result: '4283'
  },
  {
    title: 'SORT without BY and with a table of texts',
    body: 'DATA t TYPE STANDARD TABLE OF string WITH DEFAULT KEY. t = VALUE #( ( `b` ) ( `B` ) ( `a` ) ). SORT t DESCENDING. LOOP AT t INTO DATA(l). r = r && l. ENDLOOP.',
    result: 'baB'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES COMPARING ALL FIELDS',
    body: `${rows}\nDELETE ADJACENT DUPLICATES FROM t COMPARING ALL FIELDS. r = |{ lines( t ) }|. SORT t BY k n. DELETE ADJACENT DUPLICATES FROM t COMPARING ALL FIELDS. r = |{ r }{ lines( t ) }|.`,
    result: '43'
  },
  {
    title: 'a table without header in a WHERE with several conditions',
    body: `${rows}\nLOOP AT t INTO DATA(l) WHERE ( k = 'A' OR n < 2 ) AND NOT n = 9. r = |{ r }{ l-k }{ l-n }|. ENDLOOP.`,
    result: 'A3B1A3'
  },
  {
    title: 'LOOP with EXIT and CONTINUE and sy-subrc',
    body: `${rows}\nLOOP AT t INTO DATA(l). IF l-k = 'A'. CONTINUE. ENDIF. r = |{ r }{ l-n }|. IF l-n = 1. EXIT. ENDIF. ENDLOOP. r = |{ r }{ sy-subrc }{ sy-tabix }|.`,
    result: '2103'
  },
  {
    title: 'CHECK in a loop and in a method',
    body: 'DO 3 TIMES. CHECK sy-index <> 2. r = |{ r }{ sy-index }|. ENDDO.',
    result: '13'
  },
  {
    title: 'VALUE of a nested structure with a default for following rows',
    body: 'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty, tt TYPE STANDARD TABLE OF ty WITH EMPTY KEY. DATA(t) = VALUE tt( a = 1 ( b = 1 ) ( b = 2 ) a = 2 ( b = 3 ) ). r = |{ t[ 2 ]-a }{ t[ 3 ]-a }{ t[ 3 ]-b }|.',
    result: '123'
  },
  {
    title: 'VALUE keeps the old components with BASE',
    body: 'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty. DATA(s) = VALUE ty( a = 1 b = 2 ). s = VALUE #( BASE s b = 5 ). r = |{ s-a }{ s-b }|.',
    result: '15'
  },
  {
    title: 'nested COND and SWITCH with LET',
    body: 'r = COND #( LET x = 3 IN WHEN x > 5 THEN `big` WHEN x > 2 THEN SWITCH #( x WHEN 3 THEN `three` ELSE `?` ) ELSE `small` ).',
    result: 'three'
  },
  {
    title: 'FOR with index and WHERE',
    body: `${rows}\nTYPES ts TYPE STANDARD TABLE OF string WITH EMPTY KEY. DATA(u) = VALUE ts( FOR l IN t INDEX INTO i WHERE ( k = 'A' ) ( |{ i }{ l-n }| ) ). r = concat_lines_of( table = u sep = \`,\` ).`,
    result: '23,43'
  },
  {
    title: 'FOR inside FOR',
    body: `${ti} DATA(t) = VALUE ti( ( 1 ) ( 2 ) ). DATA(u) = VALUE ti( FOR x IN t FOR y IN t ( x * 10 + y ) ). r = |{ lines( u ) }{ u[ 3 ] }|.`,
    result: '421'
  },
  {
    title: 'a method that changes a copy of its table',
    body: `${rows}\nDATA(u) = t. CLEAR t. r = |{ lines( u ) }{ lines( t ) }|. FREE u. r = |{ r }{ lines( u ) }|.`,
    result: '400'
  },
  {
    title: 'field symbols of rows that are deleted',
    body: `${rows}\nASSIGN t[ 1 ] TO FIELD-SYMBOL(<l>). r = |{ xsdbool( <l> IS ASSIGNED ) }|. <l>-n = 7. r = |{ r }{ t[ 1 ]-n }|. ASSIGN t[ 9 ] TO <l>. r = |{ r }{ sy-subrc }|.`,
    result: 'X74'
  },
  {
    title: 'a table that is made when the program runs',
    body: 'DATA d TYPE REF TO data. CREATE DATA d TYPE STANDARD TABLE OF string. ',
    unsupported: /not in the dictionary/
  },
  {
    title: 'SWAP by a CHANGING method with the same variable',
    body: 'DATA n TYPE i VALUE 1. lcl_square=>bump( CHANGING n = n ). DATA(m) = n. lcl_square=>bump( CHANGING n = m ). r = |{ n }{ m }|.',
    result: '23'
  },
  {
    title: 'chained calls and functional arguments',
    body: 'r = |{ NEW lcl_square( 2 )->grow( 1 )->grow( 2 )->area( ) }|.',
    result: '25'
  },
  {
    title: 'integer division of negative results',
    body: 'DATA i TYPE i. i = -7 / 2. r = |{ i }|. i = 7 / -2. r = |{ r }{ i }|. DATA p TYPE p LENGTH 5 DECIMALS 2. p = 1 / 3 * 3. r = |{ r }{ p }|.',
    result: '-4-41.00'
  },
  {
    title: 'floating point numbers',
    body: 'DATA f TYPE f. f = 1 / 4. DATA p TYPE p LENGTH 5 DECIMALS 2. p = f. r = |{ p }|. DATA i TYPE i. i = f * 10. r = |{ r } { i }|.',
    result: '0.25 3'
  },
  {
    title: 'CLEAR of several kinds',
    body: "DATA: BEGIN OF s, c TYPE c LENGTH 2 VALUE 'ab', n TYPE n LENGTH 3 VALUE '123', d TYPE d VALUE '20240101', x TYPE x LENGTH 1 VALUE 'FF', p TYPE p LENGTH 3 DECIMALS 1 VALUE '1.5', END OF s. CLEAR s. r = |[{ s-c }]{ s-n }{ s-d }{ s-x }{ s-p }|.",
    result: '[]00000000000000.0'
  },
  {
    title: 'IS INITIAL of many types',
    body: "DATA: c TYPE c LENGTH 2, n TYPE n LENGTH 2, d TYPE d, t TYPE t, s TYPE string, x TYPE xstring, i TYPE i, o TYPE REF TO object. t = '000000'. r = |{ xsdbool( c IS INITIAL AND n IS INITIAL AND d IS INITIAL AND t IS INITIAL AND s IS INITIAL AND x IS INITIAL AND i IS INITIAL AND o IS INITIAL ) }|. c = ' '. n = 0. r = |{ r }{ xsdbool( c IS INITIAL AND n IS INITIAL ) }|. s = ` `. r = |{ r }{ xsdbool( s IS NOT INITIAL ) }|.",
    result: 'XXX'
  },
  {
    title: 'exceptions with texts of the program',
    body: 'TRY. RAISE EXCEPTION TYPE cx_sy_zerodivide. CATCH cx_root INTO DATA(x). r = |{ xsdbool( x->get_text( ) IS NOT INITIAL ) }{ xsdbool( x->previous IS BOUND ) }|. ENDTRY.',
    result: 'X'
  },
  {
    title: 'MESSAGE INTO and its texts',
    body: "DATA(v) = `x`. MESSAGE i398(00) WITH 1 v 'c' INTO DATA(m). r = |{ sy-msgty }{ sy-msgv1 }{ sy-msgv2 }{ sy-msgv3 }|.",
    result: 'I1xc'
  },
  {
    title: 'MOVE-CORRESPONDING of tables leaves nothing of what was there',
    body: 'TYPES: BEGIN OF a, x TYPE i, y TYPE i, END OF a, BEGIN OF b, y TYPE i, z TYPE i, END OF b. DATA ta TYPE STANDARD TABLE OF a WITH EMPTY KEY. DATA tb TYPE STANDARD TABLE OF b WITH EMPTY KEY. ta = VALUE #( ( x = 1 y = 2 ) ). tb = VALUE #( ( y = 8 z = 9 ) ( y = 7 ) ). MOVE-CORRESPONDING ta TO tb. r = |{ lines( tb ) }{ tb[ 1 ]-y }{ tb[ 1 ]-z }|.',
    result: '120'
  },
  {
    title: 'hexadecimal texts and strings of bytes',
    body: 'DATA x TYPE xstring. x = cl_abap_codepage=>convert_to( `aé` ). r = |{ x }{ xstrlen( x ) }|. r = |{ r }{ cl_abap_codepage=>convert_from( x ) }|.',
    result: '61C3A93aé'
  },
  {
    title: 'shifting texts of fixed length',
    body: "DATA c TYPE c LENGTH 4 VALUE 'abcd'. SHIFT c LEFT BY 1 PLACES. r = |[{ c }]|. SHIFT c RIGHT. r = |{ r }[{ c }]|. SHIFT c UP TO 'c'. r = |{ r }[{ c }]|.",
    result: '[bcd][ bcd][cd]'
  },
  {
    title: 'times and their arithmetic',
    body: "DATA a TYPE t VALUE '101500'. DATA b TYPE t VALUE '093000'. DATA(s) = a - b. r = |{ s }|. a = a + 50400. r = |{ r } { a }|. r = |{ r } { a(2) }:{ a+2(2) }|.",
    result: '2700 001500 00:15'
  },
  {
    title: 'time stamps are added to',
    body: 'DATA ts TYPE timestamp VALUE 20240228235959. ts = cl_abap_tstmp=>add( tstmp = ts secs = 1 ). r = |{ ts }|.',
    result: '20240229000000'
  },
  {
    title: 'ALPHA in templates',
    body: "DATA c TYPE c LENGTH 6 VALUE '12'. r = |{ c ALPHA = IN }|. c = '000340'. r = |{ r } { c ALPHA = OUT }|. c = 'A1'. r = |{ r } { c ALPHA = IN }z|.",
    result: '000012 340 A1z'
  },
  {
    title: 'ALPHA at the end of a template',
    body: "DATA c TYPE c LENGTH 6 VALUE '12'. r = |{ r } { c ALPHA = IN }|.",
    unsupported: /ALPHA = IN at the end/
  },
  {
    title: 'signs and widths in templates',
    body: "DATA p TYPE p LENGTH 8 DECIMALS 3 VALUE '-1234.5'. r = |{ p DECIMALS = 1 } { p SIGN = RIGHT } { p NUMBER = USER } { 5 WIDTH = 4 ALIGN = RIGHT PAD = '0' }|.",
    result: '-1234.5 1234.500- -1,234.500 0005'
  },
  {
    title: 'a name that hides an attribute',
    body: 'DATA side TYPE i VALUE 99. DATA(s) = NEW lcl_square( side = side ). r = |{ s->side }|. side = 1. r = |{ r }{ s->side }|.',
    result: '9999'
  },
  {
    title: 'RAISE EVENT of the superclass in the subclass',
    body: 'DATA(l) = NEW lcl_listener( ). DATA(c) = NEW lcl_cube( ). SET HANDLER l->on_grown FOR c. c->grow( 1 ). r = |{ l->heard }{ c->side }|.',
    result: '2s4'
  },
  {
    title: 'a handler that is taken back',
    body: 'DATA(l) = NEW lcl_listener( ). DATA(s) = NEW lcl_square( ). SET HANDLER l->on_grown FOR s. SET HANDLER l->on_grown FOR s ACTIVATION space. s->grow( 1 ). r = |[{ l->heard }]|.',
    result: '[]'
  },
  {
    title: 'the second CATCH and an empty one',
    body: "TRY. DATA(i) = 1 / 0. CATCH cx_sy_conversion_error. r = 'c'. CATCH cx_sy_zerodivide. ENDTRY. r = |[{ r }{ i }]|.",
    result: '[0]'
  },
  {
    title: 'an exception in a method called in a condition',
    body: "TRY. IF NEW lcl_square( )->area( ) / 0 > 1. r = 'x'. ENDIF. CATCH cx_sy_arithmetic_error INTO DATA(x). r = |{ xsdbool( x IS INSTANCE OF cx_sy_zerodivide ) }|. ENDTRY.",
    result: 'X'
  },
  {
    title: 'an unhandled exception ends the method',
    body: 'r = |{ 1 / 0 }|.',
    exception: /CX_SY_ZERODIVIDE/
  },
  {
    title: 'reading a row that is not there',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA t TYPE ti. r = |{ t[ 1 ] }|.',
    exception: /CX_SY_ITAB_LINE_NOT_FOUND/
  },
  {
    title: 'a field symbol that is not assigned',
    body: 'FIELD-SYMBOLS <f> TYPE i. <f> = 1.',
    exception: /GETWA_NOT_ASSIGNED/
  },
  {
    title: 'duplicates in VALUE of a sorted table',
    body: 'DATA t TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line. t = VALUE #( ( 1 ) ( 1 ) ). r = |{ lines( t ) }|.',
    exception: /ITAB_DUPLICATE_KEY/
  },
  {
    title: 'inserting at a wrong place of a sorted table',
    body: 'DATA t TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line. t = VALUE #( ( 2 ) ). INSERT 5 INTO t INDEX 1. r = |{ lines( t ) }{ t[ 1 ] }|.',
    exception: /ITAB_ILLEGAL_SORT_ORDER/
  },
  {
    title: 'appending the wrong row to a sorted table',
    body: 'DATA t TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line. t = VALUE #( ( 2 ) ). APPEND 1 TO t. r = |{ lines( t ) }{ t[ 1 ] }|.',
    exception: /ITAB_ILLEGAL_SORT_ORDER/
  },
  {
    title: 'changing a key of a sorted table',
    body: `${ab} DATA t TYPE SORTED TABLE OF ty WITH UNIQUE KEY a. t = VALUE #( ( a = 1 ) ( a = 2 ) ). MODIFY TABLE t FROM VALUE #( a = 2 b = 7 ). r = |{ sy-subrc }{ t[ 2 ]-b }|. MODIFY TABLE t FROM VALUE #( a = 5 b = 7 ). r = |{ r }{ sy-subrc }|.`,
    result: '074'
  }
]
