import type { Construct } from './language.ts'

/** Functions for texts with all their arguments, and statements for texts and tables. */
export const TEXT_FUNCTIONS: readonly Construct[] = [
  {
    title: 'shift_left and shift_right',
    body: 'r = |{ shift_right( val = `ab  ` ) }.{ shift_left( val = `xxab` sub = `x` ) }.{ shift_right( val = `abc` circular = 1 ) }.{ shift_left( val = `abcd` circular = 1 ) }.{ shift_left( val = `abc` places = 2 ) }.{ shift_right( val = `abc` places = 1 ) }.{ shift_left( `  x` ) }.|.',
    result: 'ab.ab.cab.bcda.c.ab.x.'
  },
  {
    title: 'shift_left by more than there is',
    body: "TRY. r = shift_left( val = `abc` places = 5 ). CATCH cx_sy_range_out_of_bounds. r = 'R'. ENDTRY.",
    result: 'R'
  },
  {
    title: 'substring_after, _before, _from and _to',
    body: "r = |{ substring_after( val = 'a.b.c' sub = '.' occ = 2 ) }{ substring_after( val = 'a.b.c' sub = '.' occ = -1 ) } { substring_before( val = 'a.b.c' sub = '.' occ = -1 ) } { substring_from( val = 'a.b.c' sub = 'b' ) } { substring_to( val = 'a.b.c' sub = 'b' ) } { substring_after( val = 'a.b.c' sub = '.' len = 1 ) }[{ substring_after( val = 'abc' sub = 'z' ) }] { substring_from( val = 'a.b.c' sub = 'b' len = 2 ) } { substring_to( val = 'a.b.c' sub = 'b' len = 2 ) }|.",
    result: 'cc a.b b.c a.b b[] b. .b'
  },
  {
    title: 'substring functions with regular expressions',
    body: "r = |{ substring_after( val = 'ab12cd' regex = '[0-9]+' ) } { substring_before( val = 'ab12cd' regex = '[0-9]' ) } { substring_from( val = 'ab12cd' pcre = '\\d' ) } { substring_before( val = 'aXbxc' sub = 'x' case = abap_false ) }|.",
    result: 'cd ab 12cd a'
  },
  {
    title: 'segment by a separator and by characters',
    body: "r = |{ segment( val = 'a;b;c' index = -1 sep = ';' ) }{ segment( val = 'a;b;c' index = 2 sep = ';' ) }|. TRY. r = r && segment( val = 'a;b' index = 3 sep = ';' ). CATCH cx_sy_strg_par_val. r = r && 'E'. ENDTRY. r = |{ r }{ segment( val = 'a b;c' index = 2 space = ' ;' ) }|.",
    result: 'cbEb'
  },
  {
    title: 'count functions',
    body: "r = |{ count( val = 'aXbxa' sub = 'x' case = abap_false ) }{ count_any_of( val = 'abcabc' sub = 'ab' ) }{ count_any_not_of( val = 'abcabc' sub = 'ab' ) }{ count( val = 'aaaa' sub = 'aa' ) }{ count( val = 'a1b22' regex = '\\d+' ) }|.",
    result: '24222'
  },
  {
    title: 'find functions by occurrence',
    body: "r = |{ find( val = 'a.b.c' sub = '.' occ = -1 ) }{ find_any_of( val = 'abc' sub = 'cb' ) }{ find_any_not_of( val = 'abc' sub = 'ab' ) }{ find( val = 'abc' sub = 'z' ) }{ find_any_of( val = 'abcb' sub = 'b' occ = -1 ) }{ find( val = 'aBc' sub = 'b' case = abap_false ) }{ find_end( val = 'abc' sub = 'b' ) }|.",
    result: '312-1312'
  },
  {
    title: 'insert up to the end of a text',
    body: "r = |{ insert( val = 'abc' sub = 'x' off = 1 ) }{ insert( val = 'abc' sub = 'x' ) }{ insert( val = 'abc' sub = 'x' off = 3 ) }|. TRY. r = r && insert( val = 'abc' sub = 'x' off = 4 ). CATCH cx_sy_range_out_of_bounds. r = r && 'R'. ENDTRY.",
    result: 'axbcxabcabcxR'
  },
  {
    title: 'repeat and reverse',
    body: "r = |{ repeat( val = 'ab' occ = 3 ) }[{ repeat( val = 'ab' occ = 0 ) }]{ reverse( 'abc' ) }|. TRY. r = r && repeat( val = 'a' occ = -1 ). CATCH cx_sy_strg_par_val. r = r && 'E'. ENDTRY.",
    result: 'ababab[]cbaE'
  },
  {
    title: 'replace by occurrence, case and pattern',
    body: "r = |{ replace( val = 'aaa' sub = 'a' with = 'b' ) } { replace( val = 'aaa' sub = 'a' with = 'b' occ = 0 ) } { replace( val = 'aaa' sub = 'a' with = 'b' occ = -1 ) } { replace( val = 'aaa' sub = 'a' with = 'b' occ = 2 ) } { replace( val = 'abc' off = 1 len = 1 with = 'XX' ) } { replace( val = 'abc' off = 1 len = 0 with = 'X' ) } { replace( val = 'a1b' regex = '([a-z])(\\d)' with = '$2$1' ) } { replace( val = 'aBa' sub = 'b' with = 'x' case = abap_false ) }|.",
    result: 'baa bbb aab aba aXXc aXbc 1ab axa'
  },
  {
    title: 'translate',
    body: "r = |{ translate( val = 'abc' from = 'ab' to = 'x' ) } { translate( val = 'abcabc' from = 'abc' to = 'xyz' ) }|.",
    result: 'xc xyzxyz'
  },
  {
    title: 'condense with its three sets of characters',
    body: "r = |[{ condense( val = `  a  b ` ) }][{ condense( val = 'xxaxxbxx' del = 'x' ) }][{ condense( val = `a--b` from = '-' to = '+' ) }][{ condense( val = `  a  b ` to = `` ) }]|.",
    result: '[a b][axxb][a+b][ab]'
  },
  {
    title: 'to_mixed and from_mixed',
    body: "r = |{ to_mixed( val = 'TO_MIXED_CASE' ) } { to_mixed( val = 'to_mixed_case' case = 'a' ) } { from_mixed( val = 'toMixedCase' ) } { from_mixed( val = 'ToMixedCase' case = 'a' sep = '-' ) } { to_upper( 'aB' ) }{ to_lower( 'aB' ) }|.",
    result: 'ToMixedCase toMixedCase TO_MIXED_CASE to-mixed-case ABab'
  },
  {
    title: 'cmax and cmin',
    body: "r = |{ cmax( val1 = 'b' val2 = 'a' ) }{ cmin( val1 = 'b' val2 = 'a' val3 = 'B' ) }|.",
    result: 'bB'
  },
  {
    title: 'lengths of texts',
    body: "DATA c TYPE c LENGTH 5 VALUE 'ab'. r = |{ strlen( c ) }{ strlen( `ab  ` ) }{ numofchar( `ab  ` ) }{ xstrlen( CONV xstring( 'FFFF' ) ) }{ charlen( `ab` ) }|.",
    result: '24221'
  },
  {
    title: 'match by occurrence',
    body: "r = |{ match( val = 'a12b3' regex = '\\d+' ) }{ match( val = 'a12b3' regex = '\\d+' occ = 2 ) }{ match( val = 'a12b3' pcre = '\\d+' occ = -1 ) }[{ match( val = 'abc' regex = '\\d' ) }]|.",
    result: '1233[]'
  },
  {
    title: 'CONCATENATE into a field that is too short',
    body: "DATA: a TYPE c LENGTH 4 VALUE 'a', b TYPE c LENGTH 2 VALUE 'b', s TYPE c LENGTH 2. CONCATENATE a b INTO r SEPARATED BY space. CONCATENATE a b r INTO s. r = |{ r }[{ s }]{ sy-subrc }|. CONCATENATE a b INTO s. r = |{ r }{ sy-subrc }|. CONCATENATE a b INTO DATA(t) RESPECTING BLANKS. r = |{ r }[{ t }]|.",
    result: 'a b[ab]40[a   b ]'
  },
  {
    title: 'CONCATENATE of bytes',
    body: "DATA x TYPE xstring. DATA(y) = CONV xstring( '01' ). CONCATENATE y y INTO x IN BYTE MODE. r = x. CONCATENATE y y INTO x SEPARATED BY y IN BYTE MODE. r = |{ r } { x }|.",
    result: '0101 010101'
  },
  {
    title: 'FIND in sections',
    body: "DATA(s) = `abcabc`. FIND FIRST OCCURRENCE OF 'b' IN SECTION OFFSET 2 OF s MATCH OFFSET DATA(o) MATCH LENGTH DATA(l). r = |{ o }{ l }|. FIND ALL OCCURRENCES OF 'c' IN s MATCH COUNT DATA(n). r = |{ r }{ n }|. FIND 'C' IN s IGNORING CASE MATCH OFFSET o. r = |{ r }{ o }{ sy-subrc }|. FIND 'z' IN s. r = |{ r }{ sy-subrc }|. FIND 'c' IN SECTION LENGTH 2 OF s. r = |{ r }{ sy-subrc }|.",
    result: '4122044'
  },
  {
    title: 'REPLACE with its return codes',
    body: "DATA c TYPE c LENGTH 4 VALUE 'abab'. REPLACE 'b' IN c WITH 'xyz'. r = |{ c }{ sy-subrc }|. DATA(s) = `AbAb`. REPLACE ALL OCCURRENCES OF 'a' IN s WITH `-` IGNORING CASE. r = |{ r } { s }{ sy-subrc }|. REPLACE 'q' IN s WITH 'x'. r = |{ r }{ sy-subrc }|. REPLACE FIRST OCCURRENCE OF 'b' IN s WITH ''. r = |{ r } { s }|. REPLACE SECTION OFFSET 1 LENGTH 1 OF s WITH 'zz'. r = |{ r } { s }|.",
    result: 'axyz2 -b-b04 --b -zzb'
  },
  {
    title: 'SPLIT into fields that are too short, and of nothing',
    body: "SPLIT `a,b,,c` AT ',' INTO DATA(a) DATA(b) DATA(c). r = |{ a }{ b }[{ c }]{ sy-subrc }|. SPLIT `x` AT ',' INTO a b. r = |{ r }{ a }[{ b }]|. SPLIT `a::b` AT '::' INTO TABLE DATA(t). r = |{ r }{ lines( t ) }|. SPLIT `` AT ',' INTO TABLE t. r = |{ r }{ lines( t ) }|. DATA d TYPE c LENGTH 1. SPLIT `abc,d` AT ',' INTO d b. r = |{ r }{ d }{ sy-subrc }|.",
    result: 'ab[,c]0x[]20a4'
  },
  {
    title: 'numbers as strings',
    body: "DATA(s) = CONV string( -5 ). r = |{ s }{ -5 }|. s = CONV decfloat34( '-1.5' ). r = |{ r } { s }|. DATA p TYPE p LENGTH 5 DECIMALS 1 VALUE '-2.5'. s = p. r = |{ r } { s }|. s = 12. r = |{ r } [{ s }]|.",
    result: '5--5 -1.5 2.5- [12 ]'
  },
  {
    title: 'SORT of a table with an empty key',
    body: "TYPES: BEGIN OF ty, a TYPE c LENGTH 1, n TYPE i, END OF ty. DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY. t = VALUE #( ( a = 'b' n = 1 ) ( a = 'a' n = 2 ) ( a = 'b' n = 3 ) ). SORT t BY a DESCENDING n DESCENDING. r = REDUCE string( INIT x = `` FOR l IN t NEXT x = |{ x }{ l-n }| ). SORT t BY n. r = |{ r } { REDUCE string( INIT x = `` FOR l IN t NEXT x = |{ x }{ l-n }| ) }|. SORT t DESCENDING. r = |{ r } { t[ 1 ]-n }|.",
    result: '312 123 1'
  },
  {
    title: 'SUM at control levels',
    body: "TYPES: BEGIN OF ty, k TYPE c LENGTH 1, c TYPE c LENGTH 2, n TYPE i, END OF ty. DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY. t = VALUE #( ( k = 'A' c = 'x' n = 1 ) ( k = 'A' c = 'y' n = 2 ) ( k = 'B' c = 'z' n = 3 ) ). LOOP AT t INTO DATA(l). AT FIRST. r = 'F'. ENDAT. AT NEW k. r = |{ r }<{ l-k }{ l-c }{ l-n }|. ENDAT. r = |{ r }{ l-n }|. AT END OF k. SUM. r = |{ r }={ l-n }>|. ENDAT. AT LAST. SUM. r = |{ r }L{ l-n }|. ENDAT. ENDLOOP.",
    result: 'F<A**012=3><B**03=3>L6'
  },
  {
    title: 'DESCRIBE FIELD',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA: c TYPE c LENGTH 7, p TYPE p LENGTH 4 DECIMALS 2, ty TYPE c, n TYPE i, o TYPE i, t TYPE ti. DESCRIBE FIELD c TYPE ty LENGTH n IN CHARACTER MODE. r = |{ ty }{ n }|. DESCRIBE FIELD p TYPE ty DECIMALS n. r = |{ r }{ ty }{ n }|. DESCRIBE FIELD p LENGTH n IN BYTE MODE OUTPUT-LENGTH o. r = |{ r }{ n }{ o }|. DESCRIBE FIELD t TYPE ty. r = |{ r }{ ty }|. DESCRIBE FIELD r TYPE ty. r = |{ r }{ ty }|.',
    result: 'C7P249hg'
  }
]
