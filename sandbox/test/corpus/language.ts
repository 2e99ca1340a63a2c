/**
 * One odd use of the language: a method body that leaves a text in `r`. `result` is what ABAP makes
 * of it, worked out by hand from the language's documentation; `unsupported` instead, where the
 * sandbox is to refuse, names a word of the refusal; `exception` one of what ends the program.
 */
export type Construct = { readonly title: string; readonly body: string } & (
  { readonly result: string } | { readonly unsupported: RegExp } | { readonly exception: RegExp }
)

const rows = `TYPES: BEGIN OF ty, k TYPE c LENGTH 1, n TYPE i, END OF ty.
DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY.
t = VALUE #( ( k = 'B' n = 2 ) ( k = 'A' n = 3 ) ( k = 'B' n = 1 ) ( k = 'A' n = 3 ) ).`

const pair = `TYPES: BEGIN OF a, x TYPE i, y TYPE i, z TYPE i, END OF a, BEGIN OF b, x TYPE i, w TYPE i, z TYPE i, END OF b.
DATA(i) = VALUE a( x = 1 y = 2 z = 3 ).`

export const NUMBERS: readonly Construct[] = [
  {
    title: 'DIV and MOD of negative numbers',
    body: 'DATA(a) = -7. r = |{ a DIV 2 } { a MOD 2 } { 7 DIV -2 } { 7 MOD -2 }|.',
    result: '-4 1 -3 1'
  },
  {
    title: 'zero by zero is zero',
    body: 'DATA z TYPE i. r = |{ z / z } { z DIV z } { z MOD z }|.',
    result: '0 0 0'
  },
  {
    title: 'a quotient rounds half away from zero',
    body: 'DATA i TYPE i. i = 5 / 2. r = |{ i }|. i = -5 / 2. r = |{ r } { i }|. i = 9 / 4. r = |{ r } { i }|.',
    result: '3 -3 2'
  },
  {
    title: 'text with decimals rounds to an integer',
    body: "DATA i TYPE i. i = '2.5'. r = |{ i }|. i = '-2.5'. r = |{ r } { i }|. i = '5-'. r = |{ r } { i }|.",
    result: '3 -3 -5'
  },
  {
    title: 'packed numbers round commercially',
    body: "DATA p TYPE p LENGTH 8 DECIMALS 2. p = '1.005'. r = |{ p }|. p = 10 / 3. r = |{ r } { p }|. p = '-0.125'. r = |{ r } { p }|.",
    result: '1.01 3.33 -0.13'
  },
  {
    title: 'decimal floating point is exact',
    body: "DATA d TYPE decfloat34. DATA e TYPE decfloat34. d = '0.1'. e = '0.2'. r = |{ d + e }|.",
    result: '0.3'
  },
  {
    title: 'eight byte integers keep all digits',
    body: 'DATA n TYPE int8. n = `9007199254740993`. n = n + 2. r = |{ n }|.',
    result: '9007199254740995'
  },
  {
    title: 'packed numbers keep 31 digits',
    body: "DATA p TYPE p LENGTH 16. p = '1234567890123456789'. p = p + 1. r = |{ p }|. p = '123456789012'. p = p * 1000003. r = |{ r } { p }|. DATA q TYPE p LENGTH 16 DECIMALS 5. q = '12345678901234567.12345'. q = q - p. r = |{ r } { q }|.",
    result: '1234567890123456790 123457159382367036 -111111480481132468.87655'
  },
  {
    title: 'quotients of packed numbers keep 31 digits',
    body: "DATA a TYPE p LENGTH 16 DECIMALS 2 VALUE '12345678901234567890.12'. DATA c TYPE p LENGTH 5 DECIMALS 2 VALUE '3'. DATA b TYPE p LENGTH 16 DECIMALS 10. b = a / c. r = |{ b } { a DIV c } { a MOD c }|. b = a / c * c. r = |{ r } { b }|. b = 1 / c * 1000000000000. r = |{ r } { b }|.",
    result:
      '4115226300411522630.0400000000 4115226300411522630 0.12 12345678901234567890.1200000000 333333333333.3333333333'
  },
  {
    title: 'quotients of packed numbers of either sign',
    body: "DATA p TYPE p LENGTH 9 DECIMALS 3. DATA q TYPE p LENGTH 9 DECIMALS 3 VALUE '-7.5'. p = 20 / q. r = |{ p } { q / 2 } { q DIV 2 } { q MOD 2 } { 7 DIV q } { 7 MOD q }|. DATA i TYPE i. i = q / 3. r = |{ r } { i }|. TRY. p = q / 0. CATCH cx_sy_zerodivide. r = |{ r } zero|. ENDTRY.",
    result: '-2.667 -3.75 -4 0.500 0 7.000 -3 zero'
  },
  {
    title: 'integer literals beyond what is exact',
    body: 'DATA n TYPE int8 VALUE 9007199254740993. r = |{ n }|.',
    unsupported: /more than 15 digits/
  },
  {
    title: 'CALL TRANSACTION is not left out',
    body: "CALL TRANSACTION 'SE38'. r = 'after'.",
    unsupported: /CALL TRANSACTION/
  },
  {
    title: 'SET LOCALE is not left out',
    body: "SET LOCALE LANGUAGE 'D'. r = 'after'.",
    unsupported: /SET LOCALE/
  },
  {
    title: 'eight byte integers multiply',
    body: 'DATA n TYPE int8 VALUE 3037000499. n = n * n. r = |{ n }|.',
    result: '9223372030926249001'
  },
  { title: 'powers', body: 'r = |{ 2 ** 10 } { ipow( base = 3 exp = 4 ) }|.', result: '1024 81' },
  {
    title: 'rounding functions',
    body: "r = |{ ceil( CONV decfloat34( '1.2' ) ) } { floor( CONV decfloat34( '-1.2' ) ) } { trunc( CONV decfloat34( '-1.7' ) ) } { frac( CONV decfloat34( '1.25' ) ) } { sign( -4 ) } { abs( -4 ) }|.",
    result: '2 -2 -1 0.25 -1 4'
  },
  {
    title: 'round to decimals',
    body: "r = |{ round( val = CONV decfloat34( '2.345' ) dec = 2 ) }|.",
    result: '2.35'
  },
  {
    title: 'largest and smallest',
    body: 'r = |{ nmax( val1 = 3 val2 = 7 val3 = 5 ) } { nmin( val1 = 3 val2 = -7 ) }|.',
    result: '7 -7'
  },
  {
    title: 'EXACT of what would be rounded',
    body: "TRY. DATA(i) = EXACT i( 7 / 2 ). r = |{ i }|. CATCH cx_sy_conversion_rounding. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'EXACT of what fits',
    body: "DATA n TYPE n LENGTH 4. n = EXACT #( '  757 ' ). DATA(i) = EXACT i( 8 / 2 ). DATA(j) = EXACT i( `12-` ). r = |{ i }{ j } { n }{ EXACT string( n ) }|.",
    result: '4-12 07570757'
  },
  {
    title: 'EXACT of a text that is cut',
    body: "TYPES c2 TYPE c LENGTH 2. TRY. DATA(c) = EXACT c2( 'abc' ). r = c. CATCH cx_sy_conversion_data_loss. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'MOVE EXACT',
    body: "DATA i TYPE i VALUE 7. TRY. MOVE EXACT '3.5' TO i. r = |{ i }|. CATCH cx_sy_conversion_rounding. r = |{ i }|. ENDTRY.",
    result: '7'
  },
  {
    title: 'EXACT of texts that are no dates, times or digits',
    body: "TYPES n4 TYPE n LENGTH 4. TRY. DATA(d) = EXACT d( '20240231' ). CATCH cx_sy_conversion_no_date. r = 'd'. ENDTRY. TRY. DATA(t) = EXACT t( '246000' ). CATCH cx_sy_conversion_no_time. r = |{ r }t|. ENDTRY. TRY. DATA(n) = EXACT n4( `4 Apples` ). CATCH cx_sy_conversion_no_number. r = |{ r }n|. ENDTRY. TRY. n = EXACT n4( `12345` ). CATCH cx_sy_conversion_data_loss. r = |{ r }l|. ENDTRY. d = EXACT d( '20240229' ). r = |{ r }{ d }|.",
    result: 'dtnl20240229'
  },
  {
    title: 'EXACT of types whose values are always lost',
    body: "DATA(x) = CONV xstring( '0A' ). TYPES n4 TYPE n LENGTH 4. TRY. DATA(n) = EXACT n4( x ). CATCH cx_sy_conversion_exact_not_sup. r = 'x'. ENDTRY. DATA u TYPE t. FIELD-SYMBOLS <t> TYPE any. ASSIGN u TO <t>. TRY. DATA(d) = EXACT d( <t> ). CATCH cx_sy_conversion_exact_not_sup. r = |{ r }t|. ENDTRY.",
    result: 'xt'
  },
  {
    title: 'COMPUTE EXACT',
    body: "DATA i TYPE i. TRY. COMPUTE EXACT i = 7 / 2. r = |{ i }|. CATCH cx_sy_conversion_error. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'no number',
    body: "DATA i TYPE i. TRY. i = 'abc'. r = 'taken'. CATCH cx_sy_conversion_no_number. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'too large for an integer',
    body: "DATA i TYPE i. TRY. i = '99999999999'. r = |{ i }|. CATCH cx_sy_conversion_overflow. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'too large for a packed number',
    body: "DATA p TYPE p LENGTH 2. TRY. p = 1000. r = |{ p }|. CATCH cx_sy_arithmetic_overflow cx_sy_conversion_overflow. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'an integer multiplication that overflows',
    body: "DATA i TYPE i VALUE 100000. TRY. i = i * i. r = |{ i }|. CATCH cx_sy_arithmetic_overflow. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'division by zero',
    body: "DATA(z) = 0. TRY. r = |{ 1 / z }|. CATCH cx_sy_zerodivide. r = 'refused'. ENDTRY. TRY. r = |{ r }{ 1 MOD z }|. CATCH cx_sy_zerodivide. r = |{ r } twice|. ENDTRY.",
    result: 'refused twice'
  },
  {
    title: 'numeric text keeps its last digits',
    body: "DATA n TYPE n LENGTH 3. n = 1234. r = n. n = 7. r = |{ r } { n }|. n = 'a1b2'. r = |{ r } { n }|.",
    result: '234 007 012'
  },
  {
    title: 'hexadecimal to integer and back',
    body: "DATA x TYPE x LENGTH 2 VALUE 'FF0A'. DATA i TYPE i. i = x. r = |{ i }|. x = 258. r = |{ r } { x }|.",
    result: '65290 0102'
  },
  {
    title: 'bit operations',
    body: "DATA a TYPE x LENGTH 1 VALUE 'F0'. DATA b TYPE x LENGTH 1 VALUE '3C'. DATA c TYPE x LENGTH 1. c = a BIT-AND b. r = |{ c }|. c = a BIT-OR b. r = |{ r } { c }|. c = a BIT-XOR b. r = |{ r } { c }|. c = BIT-NOT a. r = |{ r } { c }|.",
    result: '30 FC CC 0F'
  },
  {
    title: 'single bits',
    body: 'DATA x TYPE x LENGTH 1. SET BIT 2 OF x. SET BIT 8 OF x TO 1. GET BIT 2 OF x INTO DATA(b). r = |{ x } { b }|.',
    result: '41 1'
  },
  {
    title: 'days are counted over the end of February',
    body: "DATA d TYPE d VALUE '20240228'. d = d + 2. r = d. d = '20230228'. d = d + 2. r = |{ r } { d }|.",
    result: '20240301 20230302'
  },
  {
    title: 'seconds are counted over midnight',
    body: "DATA t TYPE t VALUE '235959'. t = t + 2. r = t. t = '000000'. t = t - 1. r = |{ r } { t }|.",
    result: '000001 235959'
  },
  {
    title: 'a difference of dates',
    body: "DATA a TYPE d VALUE '20240301'. DATA b TYPE d VALUE '20240201'. r = |{ a - b }|.",
    result: '29'
  },
  {
    title: 'numbers compare as numbers',
    body: "r = |{ xsdbool( '10' > 9 ) }{ xsdbool( '010' = 10 ) }{ xsdbool( `10` = `010` ) }|.",
    result: 'XX'
  },
  {
    title: 'ADD, SUBTRACT, MULTIPLY, DIVIDE',
    body: 'DATA i TYPE i VALUE 5. ADD 3 TO i. SUBTRACT 2 FROM i. MULTIPLY i BY 4. DIVIDE i BY 3. r = |{ i }|.',
    result: '8'
  },
  {
    title: 'assignment operators',
    body: 'DATA(i) = 5. i += 3. i -= 2. i *= 4. i /= 3. DATA(s) = `a`. s &&= `b`. r = |{ i }{ s }|.',
    result: '8ab'
  },
  {
    title: 'texts are packed numbers in calculations',
    body: "DATA d TYPE decfloat34. d = '0.1' + '0.2'. r = |{ d }|. d = `0.7` * 3. r = |{ r } { d }|. DATA: c TYPE c LENGTH 4, i TYPE i. i = c + 1. r = |{ r } { i }|. c = '5-'. i = c * 2. r = |{ r } { i }|. c = '- 3'. i = c + 1. r = |{ r } { i }|. DATA on TYPE d VALUE '20240101'. on = on + '1'. r = |{ r } { on }|. d = '1E2' * 2. r = |{ r } { d }|. TRY. i = 'abc' + 1. CATCH cx_sy_conversion_no_number. r = |{ r } N|. ENDTRY. TRY. i = '1' / '0'. CATCH cx_sy_zerodivide. r = |{ r }Z|. ENDTRY. DATA p TYPE p LENGTH 8 DECIMALS 4. p = '12345678901.1234' + '0.0001'. r = |{ r } { p }|.",
    result: '0.3 2.1 1 -10 -2 20240102 200 NZ 12345678901.1235'
  },
  {
    title: 'powers from the right',
    body: 'r = |{ 2 ** 3 ** 2 } { 2 * 3 ** 2 } { 2 ** 3 * 2 } { 2 ** 1 ** 3 ** 2 + 1 }|.',
    result: '512 18 16 3'
  },
  {
    title: 'arguments that a function has no result for',
    body: "TRY. DATA(f) = sqrt( -1 ). CATCH cx_sy_arg_out_of_domain. r = r && 'S'. ENDTRY. TRY. f = log( 0 ). CATCH cx_sy_arg_out_of_domain. r = r && 'L'. ENDTRY. TRY. f = acos( 2 ). CATCH cx_sy_arg_out_of_domain. r = r && 'A'. ENDTRY. TRY. f = exp( 1000 ). CATCH cx_sy_arithmetic_overflow. r = r && 'E'. ENDTRY. TRY. f = log10( -1 ). CATCH cx_sy_arithmetic_error. r = r && 'T'. ENDTRY. TRY. f = -8 ** '0.5'. CATCH cx_sy_arg_out_of_domain. r = r && 'P'. ENDTRY.",
    result: 'SLAETP'
  },
  {
    title: 'numeric texts of different lengths',
    body: "DATA: n TYPE n LENGTH 5 VALUE '00042', m TYPE n LENGTH 3 VALUE '042'. r = |{ xsdbool( n = m ) }|. m = 43. r = |{ r }{ xsdbool( n < m ) }{ xsdbool( n <> m ) }|.",
    result: 'XXX'
  },
  {
    title: 'a sign belongs to the operand behind it',
    body: 'DATA: x TYPE i VALUE 3, y TYPE i. y = - x + 5. r = |{ y }|. y = - ( x + 1 ) + 2. r = |{ r } { y }|. y = - x - 2. r = |{ r } { y }|. y = - x + 2 * 4. r = |{ r } { y }|. y = - x MOD 2. r = |{ r } { y }|. y = 2 * - x + 1. r = |{ r } { y } { - 3 + 5 }|. IF - x + 5 = 2. r = |{ r } { nmax( val1 = - x + 12 val2 = 0 ) }|. ENDIF.',
    result: '2 -2 -5 5 1 -5 2 9'
  },
  {
    title: 'texts with an exponent and without a point',
    body: "DATA(f) = CONV f( '1E-2' ). DATA(s) = `3e2`. r = |{ xsdbool( f > '1E-3' ) }{ xsdbool( f < '1E-3' ) }{ xsdbool( abs( f ) < `1E-1` ) } { 2 * '1E2' } { s - 1 } { f * '1E2' DECIMALS = 1 }|.",
    result: 'XX 200 299 1.0'
  }
]

export const TEXTS: readonly Construct[] = [
  {
    title: 'SHIFT circular',
    body: "DATA c TYPE c LENGTH 5 VALUE 'abcde'. SHIFT c BY 2 PLACES RIGHT CIRCULAR. r = c. SHIFT c LEFT CIRCULAR. r = |{ r } { c }|.",
    result: 'deabc eabcd'
  },
  {
    title: 'trailing blanks of fields are none of the text of a function',
    body: "DATA c TYPE c LENGTH 6 VALUE ' ab'. r = |[{ to_upper( c ) && 'x' }][{ reverse( c ) }][{ shift_left( c ) }][{ count( val = c sub = ` ` ) }][{ repeat( val = c occ = 2 ) }]|. TRY. r = r && substring( val = c off = 1 len = 4 ). CATCH cx_sy_range_out_of_bounds. r = r && 'R'. ENDTRY.",
    result: '[ ABx][ba ][ab][1][ ab ab]R'
  },
  {
    title: 'SPLIT into a table, its return code',
    body: "DATA t TYPE TABLE OF zcl_corpus=>ty_c. SPLIT `abcdefg,x` AT ',' INTO TABLE t. r = |{ t[ 1 ] }{ sy-subrc }|. SPLIT `abc,x ` AT ',' INTO TABLE t. r = |{ r }{ t[ 2 ] }{ sy-subrc }|.",
    result: 'abcde4x0'
  },
  {
    title: 'floating point numbers in fields',
    body: "DATA: f TYPE f VALUE '1.5', c TYPE c LENGTH 10, d TYPE c LENGTH 4. c = f. d = f. r = |{ c } { d }|. f = '-1234.5678'. c = f. r = |{ r } { c }|. DATA e TYPE c LENGTH 24. e = f. r = |{ r } [{ e }]|.",
    result: '1.5000E+00 **** -1.235E+03 [ -1.2345678000000000E+03]'
  },
  {
    title: 'texts as UTC time stamps',
    body: "DATA u TYPE utclong. u = '2024-02-29T12:00:00'. r = |{ u }|. u = '2024-02-29 12:00:00.5'. r = |{ r } { u }|. TRY. u = 'abc'. CATCH cx_sy_conversion_no_date_time. r = r && 'E'. ENDTRY.",
    result: '2024-02-29 12:00:00.0000000 2024-02-29 12:00:00.5000000E'
  },
  {
    title: 'SHIFT up to a text',
    body: "DATA(s) = `I know you know `. SHIFT s UP TO 'you' LEFT CIRCULAR. r = |{ s }{ sy-subrc }|. SHIFT s UP TO '.'. r = |{ r }{ sy-subrc }|. SHIFT s UP TO 'know' RIGHT. r = |{ r }[{ s }]|. DATA c TYPE c LENGTH 5 VALUE 'a.b.c'. SHIFT c UP TO '.' RIGHT. r = |{ r }[{ c }]|.",
    result: 'you know I know 04[        you know I know ][   a.]'
  },
  {
    title: 'SHIFT by places',
    body: "DATA(s) = `abc`. SHIFT s BY -1 PLACES. SHIFT s BY 0 PLACES RIGHT. SHIFT s BY 4 PLACES CIRCULAR. r = s. SHIFT s BY 5 PLACES RIGHT CIRCULAR. r = |{ r } { s }|. SHIFT s BY 9 PLACES. r = |{ r }[{ s }]|. DATA x TYPE xstring VALUE '010203'. SHIFT x BY 2 PLACES RIGHT IN BYTE MODE. r = |{ r }{ x }|.",
    result: 'bca cab[]0000010203'
  },
  {
    title: 'SHIFT deleting',
    body: "DATA(s) = `0012`. SHIFT s LEFT DELETING LEADING '0'. r = s. DATA c TYPE c LENGTH 4 VALUE 'ab'. SHIFT c RIGHT DELETING TRAILING ' '. r = |{ r }[{ c }]|. s = `I know you know `. SHIFT s RIGHT DELETING TRAILING 'no kw'. r = |{ r }[{ s }]|. SHIFT s LEFT DELETING LEADING ``. SHIFT s LEFT DELETING LEADING `I `. r = |{ r }[{ s }]|.",
    result: '12[  ab][      I know you][know you]'
  },
  {
    title: 'OVERLAY',
    body: "DATA c TYPE c LENGTH 3 VALUE 'a c'. OVERLAY c WITH 'xbx'. r = c.",
    result: 'abc'
  },
  {
    title: 'TRANSLATE USING',
    body: "DATA(s) = `banana`. TRANSLATE s USING 'anna'. r = s. TRANSLATE s TO UPPER CASE. r = |{ r } { s }|.",
    result: 'bnanan BNANAN'
  },
  {
    title: 'REPLACE by a regular expression',
    body: 'DATA(s) = `a1b22`. REPLACE ALL OCCURRENCES OF REGEX `[0-9]+` IN s WITH `#`. r = |{ s } { sy-subrc }|.',
    result: 'a#b# 0'
  },
  {
    title: 'REPLACE with submatches',
    body: 'DATA(s) = `2024-05`. REPLACE PCRE `(\\d+)-(\\d+)` IN s WITH `$2/$1`. r = s.',
    result: '05/2024'
  },
  {
    title: 'REPLACE SECTION',
    body: "DATA(s) = `abcdef`. REPLACE SECTION OFFSET 1 LENGTH 2 OF s WITH 'X'. r = s.",
    result: 'aXdef'
  },
  {
    title: 'FIND with submatches and place',
    body: 'FIND PCRE `(\\d)(\\d)` IN `ab12` SUBMATCHES DATA(a) DATA(b) MATCH OFFSET DATA(o) MATCH LENGTH DATA(l). r = |{ a }{ b }{ o }{ l }|.',
    result: '1222'
  },
  {
    title: 'FIND ALL with results',
    body: "FIND ALL OCCURRENCES OF 'a' IN `banana` RESULTS DATA(f). r = |{ lines( f ) } { f[ 2 ]-offset } { f[ 3 ]-length }|.",
    result: '3 3 1'
  },
  {
    title: 'FIND in a table',
    body: 'DATA t TYPE string_table. t = VALUE #( ( `abc` ) ( `xbz` ) ). FIND FIRST OCCURRENCE OF `z` IN TABLE t MATCH LINE DATA(l) MATCH OFFSET DATA(o). r = |{ l } { o }|.',
    unsupported: /MATCH LINE/
  },
  {
    title: 'SPLIT with a rest',
    body: "SPLIT `a,b,c,d` AT ',' INTO DATA(x) DATA(y). r = |{ x } { y }|.",
    result: 'a b,c,d'
  },
  {
    title: 'SPLIT into a table',
    body: 'SPLIT `a--b--` AT `--` INTO TABLE DATA(t). r = |{ lines( t ) } { t[ 2 ] }|.',
    result: '2 b'
  },
  {
    title: 'CONCATENATE drops and respects blanks',
    body: "DATA c TYPE c LENGTH 3 VALUE 'a'. CONCATENATE c c INTO r. CONCATENATE r c c INTO r SEPARATED BY '-' RESPECTING BLANKS. r = |[{ r }]|.",
    result: '[aa-a  -a  ]'
  },
  {
    title: 'CONCATENATE LINES OF',
    body: 'DATA(t) = VALUE string_table( ( `a` ) ( `b` ) ). CONCATENATE LINES OF t INTO r SEPARATED BY `, `. r = |{ r } { concat_lines_of( table = t sep = `+` ) }|.',
    result: 'a, b a+b'
  },
  {
    title: 'CONDENSE',
    body: 'DATA(s) = `  a   b  `. CONDENSE s. r = |[{ s }]|. CONDENSE s NO-GAPS. r = |{ r }[{ s }]|.',
    result: '[a b][ab]'
  },
  {
    title: 'string functions',
    body: 'r = |{ segment( val = `a/b/c` sep = `/` index = -1 ) }{ substring_after( val = `k=v` sub = `=` ) }{ reverse( `abc` ) }{ count( val = `banana` sub = `an` ) }{ find( val = `banana` sub = `a` occ = -1 ) }{ insert( val = `ad` sub = `bc` off = 1 ) }|.',
    result: 'cvcba25abcd'
  },
  {
    title: 'more string functions',
    body: 'r = |{ repeat( val = `ab` occ = 2 ) }{ to_mixed( val = `A_BIG_NAME` ) }{ from_mixed( val = `aBigName` ) }{ shift_left( val = `abc` places = 1 ) }{ translate( val = `abc` from = `ab` to = `xy` ) }|.',
    result: 'ababABigNameA_BIG_NAMEbcxyc'
  },
  {
    title: 'distance of texts',
    body: 'r = |{ distance( val1 = `kitten` val2 = `sitting` ) }|.',
    result: '3'
  },
  {
    title: 'operators CO CN CA NA CS NS CP NP',
    body: "r = |{ xsdbool( 'abc' CA 'xc' ) }{ sy-fdpos }{ xsdbool( '123' CO '0123456789' ) }{ xsdbool( 'Hello' CS 'ELL' ) }{ xsdbool( 'Hello' CP '*l+' ) }{ xsdbool( 'Hello' CP '*#L*' ) }{ xsdbool( 'abc' NA 'xyz' ) }|.",
    result: 'X2XXXX'
  },
  {
    title: 'writing by offset and length',
    body: "DATA c TYPE c LENGTH 6 VALUE 'abcdef'. c+1(2) = 'XY'. c+4 = 'Z'. r = c.",
    result: 'aXYdZ'
  },
  {
    title: 'reading outside of a text',
    body: "DATA(s) = `abc`. TRY. r = s+2(5). CATCH cx_sy_range_out_of_bounds. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'substring outside of a text',
    body: "TRY. r = substring( val = `abc` off = 2 len = 5 ). CATCH cx_sy_range_out_of_bounds. r = 'refused'. ENDTRY.",
    result: 'refused'
  },
  {
    title: 'trailing blanks',
    body: "DATA c TYPE c LENGTH 5 VALUE 'ab'. DATA(s) = `ab  `. r = |{ strlen( c ) }{ strlen( s ) }{ numofchar( s ) }{ xsdbool( c = s ) }[{ c }][{ s }]|.",
    result: '242[ab][ab  ]'
  },
  {
    title: 'ALPHA',
    body: "DATA c TYPE c LENGTH 6 VALUE '42'. r = |{ c ALPHA = IN }|. c = '000042'. r = |{ r } { condense( |{ c ALPHA = OUT }| ) }|.",
    result: '000042 42'
  },
  {
    title: 'dates and times in templates',
    body: "DATA d TYPE d VALUE '20240229'. DATA t TYPE t VALUE '013005'. r = |{ d DATE = ISO } { t TIME = ISO } { d DATE = RAW } { d }|.",
    result: '2024-02-29 01:30:05 20240229 20240229'
  },
  {
    title: 'time stamps in templates',
    body: 'DATA ts TYPE timestamp VALUE 20240229013005. r = |{ ts TIMESTAMP = ISO }|.',
    result: '2024-02-29T01:30:05'
  },
  {
    title: 'other forms of time stamps',
    body: 'DATA ts TYPE timestamp VALUE 20240229013005. r = |{ ts TIMESTAMP = SPACE }|.',
    result: '2024-02-29 01:30:05'
  },
  {
    title: 'numbers in templates',
    body: "DATA p TYPE p LENGTH 8 DECIMALS 2 VALUE '-1234.50'. r = |{ p } { p DECIMALS = 0 } { p SIGN = RIGHT } { 5 WIDTH = 4 PAD = '0' } { 0 ZERO = NO }!|.",
    result: '-1234.50 -1235 1234.50- 5000 !'
  },
  {
    title: 'CURRENCY in templates',
    body: "DATA p TYPE p LENGTH 8 DECIMALS 2 VALUE '1234.50'. r = |{ p CURRENCY = 'JPY' }|.",
    result: '123450'
  },
  {
    title: 'EXPONENT in templates',
    body: "DATA f TYPE f VALUE '1500'. r = |{ f EXPONENT = 2 }|.",
    unsupported: /EXPONENT/i
  },
  {
    title: 'an integer in a character field',
    body: 'DATA c TYPE c LENGTH 6. c = 42. r = |[{ c }]|. c = -42. r = |{ r }[{ c }]|.',
    result: '[   42][   42-]'
  },
  {
    title: 'an integer in a string',
    body: 'DATA s TYPE string. s = 42. r = |[{ s }]|. s = -42. r = |{ r }[{ s }]|.',
    result: '[42 ][42-]'
  },
  {
    title: 'PACK and UNPACK',
    body: 'DATA c TYPE c LENGTH 5. UNPACK 42 TO c. r = c.',
    unsupported: /unpack/i
  },
  {
    title: 'WRITE TO of numbers',
    body: "DATA c TYPE c LENGTH 10. DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '-1234.50'. WRITE 1234 TO c. r = |[{ c }]|. WRITE p TO c. r = |{ r }[{ c }]|. WRITE p TO c LEFT-JUSTIFIED. r = |{ r }[{ c }]|.",
    result: '[    1,234][ 1,234.50-][1,234.50-]'
  },
  {
    title: 'WRITE TO of texts, dates and times',
    body: "DATA c TYPE c LENGTH 10. DATA d TYPE d VALUE '20240229'. DATA t TYPE t VALUE '013005'. WRITE 'ab' TO c. r = c. WRITE d TO c. r = |{ r } { c }|. WRITE t TO c. r = |{ r } { c }|.",
    result: 'ab 02/29/2024 01:30:05'
  },
  {
    title: 'WRITE TO with a format of dates',
    body: "DATA c TYPE c LENGTH 10. DATA d TYPE d VALUE '20240229'. WRITE d TO c DD/MM/YYYY. r = c.",
    result: '02/29/2024'
  },
  {
    title: 'WRITE TO with an edit mask',
    body: "DATA c TYPE c LENGTH 8. DATA t TYPE t VALUE '013005'. WRITE t TO c USING EDIT MASK '__:__:__'. r = c.",
    result: '01:30:05'
  },
  {
    title: 'escaping',
    body: 'r = escape( val = `<a & b>` format = cl_abap_format=>e_xml_text ).',
    result: '&lt;a &amp; b>'
  },
  {
    title: 'a regular expression object',
    body: 'DATA(m) = cl_abap_matcher=>create( pattern = `b(.)` text = `abcbd` ). DATA n TYPE i. WHILE m->find_next( ) = abap_true. n = n + 1. r = r && m->get_submatch( 1 ). ENDWHILE. r = |{ r }{ n }|.',
    result: 'cd2'
  },
  {
    title: 'predicates',
    body: 'r = |{ xsdbool( contains( val = `abc` sub = `b` ) ) }{ xsdbool( matches( val = `a1` pcre = `[a-z]\\d` ) ) }{ xsdbool( contains_any_of( val = `abc` sub = `xc` ) ) }|.',
    result: 'XXX'
  },
  {
    title: 'contains without case',
    body: 'r = |{ xsdbool( contains( val = `abc` sub = `B` case = abap_false ) ) }{ xsdbool( contains( val = `abc` sub = `B` ) ) }|.',
    result: 'X'
  }
]

export const TABLES: readonly Construct[] = [
  {
    title: 'SORT by several components',
    body: `${rows}\nSORT t BY k ASCENDING n DESCENDING. LOOP AT t INTO DATA(l). r = r && l-k && l-n. ENDLOOP. CONDENSE r NO-GAPS.`,
    result: 'A3A3B2B1'
  },
  {
    title: 'SORT is stable when told to',
    body: `${rows}\nSORT t STABLE BY k. LOOP AT t INTO DATA(l). r = |{ r }{ l-k }{ l-n }|. ENDLOOP.`,
    result: 'A3A3B2B1'
  },
  {
    title: 'SORT by a dynamic order',
    body: `${rows}\nDATA(o) = VALUE abap_sortorder_tab( ( name = 'N' descending = abap_true ) ). SORT t STABLE BY (o). LOOP AT t INTO DATA(l). r = |{ r }{ l-k }{ l-n }|. ENDLOOP.`,
    result: 'A3A3B2B1'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES',
    body: `${rows}\nSORT t BY k. DELETE ADJACENT DUPLICATES FROM t COMPARING k. r = |{ lines( t ) } { sy-subrc }|. DELETE ADJACENT DUPLICATES FROM t COMPARING k. r = |{ r } { sy-subrc }|.`,
    result: '2 0 4'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES COMPARING table_line of elementary rows',
    body: 'DATA(t) = VALUE int4_table( ( 1 ) ( 1 ) ( 2 ) ( 2 ) ( 1 ) ). DELETE ADJACENT DUPLICATES FROM t COMPARING TABLE_LINE. r = |{ sy-subrc }|. LOOP AT t INTO DATA(l). r = |{ r } { l }|. ENDLOOP. DELETE ADJACENT DUPLICATES FROM t COMPARING table_line. r = |{ r } { sy-subrc }|.',
    result: '0 1 2 1 4'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES COMPARING table_line of structured rows',
    body: `${rows}\nSORT t BY k n. APPEND t[ lines( t ) ] TO t. DELETE ADJACENT DUPLICATES FROM t COMPARING table_line. r = |{ lines( t ) } { sy-subrc }|.`,
    result: '3 0'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES COMPARING in upper case, and two components',
    body: `${rows}\nSORT t BY k. DATA(u) = t. DELETE ADJACENT DUPLICATES FROM t COMPARING K. DELETE ADJACENT DUPLICATES FROM u COMPARING K N. r = |{ lines( t ) } { lines( u ) }|.`,
    result: '2 3'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES COMPARING a component of a nested structure',
    body: 'TYPES: BEGIN OF ts, a TYPE i, b TYPE i, END OF ts, BEGIN OF tr, s TYPE ts, END OF tr, tt TYPE STANDARD TABLE OF tr WITH EMPTY KEY. DATA(t) = VALUE tt( ( s-a = 1 s-b = 1 ) ( s-a = 1 s-b = 2 ) ( s-a = 2 s-b = 2 ) ). DELETE ADJACENT DUPLICATES FROM t COMPARING s-a. r = |{ lines( t ) } { t[ 1 ]-s-b }|.',
    result: '2 1'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES COMPARING a dynamic component',
    body: `${rows}\nSORT t BY k. DATA(c) = 'K'. DELETE ADJACENT DUPLICATES FROM t COMPARING (c). r = |{ lines( t ) }|.`,
    result: '2'
  },
  {
    title: 'DELETE ADJACENT DUPLICATES COMPARING a part of a component',
    body: 'TYPES: BEGIN OF tr, c TYPE c LENGTH 2, END OF tr, tt TYPE STANDARD TABLE OF tr WITH EMPTY KEY. DATA(t) = VALUE tt( ( c = `A1` ) ( c = `A2` ) ( c = `B2` ) ). DELETE ADJACENT DUPLICATES FROM t COMPARING c(1). r = |{ lines( t ) }|.',
    unsupported: /DELETE.*part of a component/
  },
  {
    title: 'READ with binary search',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(t) = VALUE ti( ( 10 ) ( 20 ) ( 30 ) ). READ TABLE t WITH KEY table_line = 20 BINARY SEARCH TRANSPORTING NO FIELDS. r = |{ sy-subrc }{ sy-tabix }|. READ TABLE t WITH KEY table_line = 25 BINARY SEARCH TRANSPORTING NO FIELDS. r = |{ r } { sy-subrc }{ sy-tabix }|. READ TABLE t WITH KEY table_line = 99 BINARY SEARCH TRANSPORTING NO FIELDS. r = |{ r } { sy-subrc }{ sy-tabix }|.',
    result: '02 43 84'
  },
  {
    title: 'COLLECT',
    body: `${rows}\nDATA s TYPE STANDARD TABLE OF ty WITH NON-UNIQUE KEY k. LOOP AT t INTO DATA(l). COLLECT l INTO s. ENDLOOP. r = |{ lines( s ) }{ s[ 1 ]-k }{ s[ 1 ]-n }{ s[ 2 ]-n }|.`,
    result: '2B36'
  },
  {
    title: 'LOOP over a part',
    body: `${rows}\nLOOP AT t INTO DATA(l) FROM 2 TO 3. r = |{ r }{ sy-tabix }{ l-k }|. ENDLOOP. LOOP AT t INTO l WHERE n > 9. ENDLOOP. r = |{ r } { sy-subrc }|.`,
    result: '2A3B 4'
  },
  {
    title: 'LOOP backwards, and over every n-th row',
    body: 'DATA(t) = VALUE string_table( ( `A` ) ( `B` ) ( `C` ) ( `D` ) ( `E` ) ). LOOP AT t INTO DATA(l) STEP -1. r = |{ r }{ l }{ sy-tabix }|. ENDLOOP. LOOP AT t INTO l STEP 2. r = |{ r } { l }|. ENDLOOP. LOOP AT t INTO l FROM 5 TO 1 STEP -3. r = |{ r } { l }|. ENDLOOP. LOOP AT t INTO l TO 4 STEP -1. r = |{ r } { l }|. ENDLOOP. LOOP AT t INTO l STEP -1 WHERE table_line CA `AD`. r = |{ r } { l }|. ENDLOOP. LOOP AT t INTO l FROM 1 TO 5 STEP -2. ENDLOOP. r = |{ r } { sy-subrc }|.',
    result: 'E5D4C3B2A1 A C E E B E D D A 4'
  },
  {
    title: 'rows that a backward loop deletes',
    body: 'DATA(t) = VALUE string_table( ( `A` ) ( `B` ) ( `C` ) ( `D` ) ). LOOP AT t INTO DATA(l) STEP -1. r = r && l. DELETE t INDEX sy-tabix. ENDLOOP. r = |{ r }{ lines( t ) }|.',
    result: 'DCBA0'
  },
  {
    title: 'a step of more than one row with a condition',
    body: 'DATA(n) = 2. DATA(t) = VALUE string_table( ( `A` ) ). LOOP AT t INTO DATA(l) STEP n WHERE table_line = `A`. ENDLOOP.',
    exception: /ITAB_ILLEGAL_STEP_SIZE/
  },
  {
    title: 'what is refused is refused within a loop too',
    body: 'DATA(t) = VALUE string_table( ( `B` ) ( `A` ) ). DATA: k TYPE c LENGTH 1, n TYPE i. LOOP AT t INTO DATA(l). DESCRIBE FIELD l TYPE k COMPONENTS n. ENDLOOP. r = t[ 1 ].',
    unsupported: /DESCRIBE FIELD with HELP-ID/
  },
  {
    title: 'SORT … AS TEXT in alphabetical order',
    body: 'TYPES: BEGIN OF ty, k TYPE string, n TYPE i, END OF ty. DATA t TYPE STANDARD TABLE OF ty. t = VALUE #( ( k = `b` n = 1 ) ( k = `Z` n = 2 ) ( k = `a` n = 3 ) ( k = `B` n = 4 ) ( k = `a` n = 5 ) ). SORT t BY k AS TEXT n DESCENDING. LOOP AT t INTO DATA(l). r = |{ r }{ l-k }{ l-n }|. ENDLOOP. SORT t DESCENDING AS TEXT BY k n ASCENDING. LOOP AT t INTO l. r = |{ r }{ l-n }|. ENDLOOP.',
    result: 'a5a3b1B4Z224135'
  },
  {
    title: 'a static ASSIGN leaves the return code',
    body: 'FIELD-SYMBOLS <a> TYPE any. FIELD-SYMBOLS <t> TYPE ANY TABLE. DATA(t) = VALUE string_table( ). ASSIGN t TO <a>. sy-subrc = 4. ASSIGN <a> TO <t>. r = |{ sy-subrc }|. ASSIGN (`T`) TO <a>. r = |{ r }{ sy-subrc }|.',
    result: '40'
  },
  {
    title: 'table expressions with a table key',
    body: 'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty. DATA t TYPE SORTED TABLE OF ty WITH UNIQUE KEY a WITH NON-UNIQUE SORTED KEY k COMPONENTS b. t = VALUE #( ( a = 1 b = 9 ) ( a = 2 b = 8 ) ). r = |{ t[ TABLE KEY primary_key a = 2 ]-b }{ t[ TABLE KEY primary_key COMPONENTS a = 1 ]-b }{ t[ TABLE KEY k b = 8 ]-a }|.',
    result: '892'
  },
  {
    title: 'NEW with LET',
    body: 'TYPES: BEGIN OF ty, a TYPE i, END OF ty. DATA(x) = NEW ty( LET k = 2 IN a = k ). DATA(y) = NEW i( LET k = x->a l = k IN l + 1 ). r = |{ x->a }{ y->* }|.',
    result: '23'
  },
  {
    title: 'CORRESPONDING that keeps the rows of a table',
    body: 'TYPES: BEGIN OF ty, a TYPE i, END OF ty, BEGIN OF other, a TYPE i, b TYPE i, END OF other. DATA t TYPE TABLE OF ty WITH EMPTY KEY. DATA u TYPE TABLE OF other WITH EMPTY KEY. t = VALUE #( ( a = 1 ) ). u = VALUE #( ( a = 2 b = 3 ) ). t = CORRESPONDING #( APPENDING ( t ) u ). LOOP AT t INTO DATA(l). r = |{ r }{ l-a }|. ENDLOOP.',
    result: '12'
  },
  {
    title: 'CORRESPONDING that appends',
    body: 'TYPES: BEGIN OF ty, a TYPE string_table, END OF ty. DATA x TYPE ty. DATA y TYPE ty. x = CORRESPONDING #( APPENDING ( x ) y ). r = |{ lines( x-a ) }|.',
    result: '0'
  },
  {
    title: 'FILTER by the rows of a table without components',
    body: 'TYPES tt TYPE SORTED TABLE OF i WITH NON-UNIQUE KEY table_line. TYPES: BEGIN OF ty, a TYPE i, END OF ty. DATA(f) = VALUE tt( ( 1 ) ( 3 ) ). DATA s TYPE TABLE OF ty WITH EMPTY KEY. s = VALUE #( ( a = 1 ) ( a = 2 ) ( a = 3 ) ). DATA(g) = VALUE tt( ( 2 ) ( 3 ) ( 4 ) ). g = FILTER #( g IN f WHERE table_line = table_line ). r = |{ lines( FILTER #( s IN f WHERE a = table_line ) ) }{ lines( FILTER #( s EXCEPT IN f WHERE a = table_line ) ) }{ g[ 1 ] }|.',
    result: '213'
  },
  {
    title: 'groups in descending order, rows of a group in steps',
    body: 'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty. DATA t TYPE TABLE OF ty WITH EMPTY KEY. t = VALUE #( ( a = 1 b = 1 ) ( a = 2 b = 4 ) ( a = 1 b = 2 ) ( a = 1 b = 3 ) ). LOOP AT t INTO DATA(l) GROUP BY l-a DESCENDING. r = |{ r }{ l-a }:|. LOOP AT GROUP l INTO DATA(m) STEP 2. r = |{ r }{ m-b }|. ENDLOOP. LOOP AT GROUP l INTO m STEP -1. r = |{ r }{ m-b }|. ENDLOOP. ENDLOOP.',
    result: '2:441:13321'
  },
  {
    title: 'FILTER by a key of the source and a filter table',
    body: 'TYPES tt TYPE SORTED TABLE OF i WITH NON-UNIQUE KEY table_line. DATA(a) = VALUE tt( ( 1 ) ( 2 ) ). DATA(f) = VALUE tt( ( 2 ) ). a = FILTER #( a USING KEY primary_key EXCEPT IN f WHERE table_line = table_line ). r = |{ lines( a ) }|.',
    result: '1'
  },
  {
    title: 'EQUIV in the condition of a loop',
    body: 'DATA(t) = VALUE string_table( ( `A` ) ). LOOP AT t INTO DATA(l) WHERE table_line = `A` EQUIV table_line = `B`. ENDLOOP. r = l.',
    result: ''
  },
  {
    title: 'control levels',
    body: `${rows}\nSORT t BY k n. LOOP AT t INTO DATA(l). AT NEW k. r = r && l-k. ENDAT. AT END OF k. r = r && '/'. ENDAT. AT LAST. r = r && '.'. ENDAT. ENDLOOP.`,
    result: 'A/B/.'
  },
  {
    title: 'SUM',
    body: `${rows}\nLOOP AT t INTO DATA(l). AT LAST. SUM. r = |{ l-n }|. ENDAT. ENDLOOP.`,
    result: '9'
  },
  {
    title: 'SUM of a part of a table',
    body: `${rows}\nLOOP AT t INTO DATA(l) WHERE n > 1. AT LAST. SUM. r = |{ l-n }|. ENDAT. ENDLOOP.`,
    unsupported: /SUM needs a control level/
  },
  {
    title: 'DESCRIBE TABLE KIND',
    body: 'DATA: t TYPE TABLE OF i, s TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line, h TYPE HASHED TABLE OF i WITH UNIQUE KEY table_line, k TYPE c LENGTH 1. DESCRIBE TABLE t KIND k. r = k. DESCRIBE TABLE s KIND k. r = r && k. DESCRIBE TABLE h LINES DATA(n) KIND k. r = |{ r }{ k }{ n }|.',
    result: 'TSH0'
  },
  {
    title: 'MODIFY TRANSPORTING WHERE',
    body: `${rows}\nMODIFY t FROM VALUE #( n = 9 ) TRANSPORTING n WHERE k = 'B'. LOOP AT t INTO DATA(l). r = |{ r }{ l-k }{ l-n }|. ENDLOOP.`,
    result: 'B9A3B9A3'
  },
  {
    title: 'a sorted table refuses duplicates',
    body: 'DATA t TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line. INSERT 2 INTO TABLE t. INSERT 1 INTO TABLE t. INSERT 2 INTO TABLE t. r = |{ sy-subrc }{ lines( t ) }{ t[ 1 ] }|.',
    result: '421'
  },
  {
    title: 'a hashed table refuses duplicates',
    body: 'DATA t TYPE HASHED TABLE OF i WITH UNIQUE KEY table_line. INSERT 2 INTO TABLE t. r = |{ sy-subrc }|. INSERT 2 INTO TABLE t. r = |{ r }{ sy-subrc }{ lines( t ) }|.',
    result: '041'
  },
  {
    title: 'table expressions',
    body: `${rows}\nr = |{ t[ k = 'A' ]-n }{ VALUE i( t[ 9 ]-n OPTIONAL ) }{ VALUE #( t[ k = 'Z' ]-n DEFAULT 7 ) }{ line_index( t[ n = 1 ] ) }{ xsdbool( line_exists( t[ k = 'C' ] ) ) }|. TRY. r = |{ r }{ t[ 9 ]-n }|. CATCH cx_sy_itab_line_not_found. r = |{ r }!|. ENDTRY.`,
    result: '3073!'
  },
  {
    title: 'a secondary key',
    body: 'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty. DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY WITH NON-UNIQUE SORTED KEY kb COMPONENTS b. t = VALUE #( ( a = 1 b = 3 ) ( a = 2 b = 1 ) ( a = 3 b = 2 ) ). LOOP AT t INTO DATA(l) USING KEY kb. r = |{ r }{ l-a }|. ENDLOOP. r = |{ r } { t[ KEY kb b = 2 ]-a }|.',
    result: '231 3'
  },
  {
    title: 'FILTER',
    body: 'DATA t TYPE SORTED TABLE OF i WITH NON-UNIQUE KEY table_line. t = VALUE #( ( 1 ) ( 2 ) ( 3 ) ). DATA(f) = FILTER #( t WHERE table_line > 1 ). r = |{ lines( f ) }{ f[ 1 ] }|.',
    result: '22'
  },
  {
    title: 'REDUCE with several values',
    body: `${rows}\nDATA(x) = REDUCE string( INIT s = \`\` c = 0 FOR l IN t WHERE ( k = 'B' ) NEXT c = c + l-n s = |{ s }{ c },| ). r = x.`,
    result: '2,3,'
  },
  {
    title: 'FOR with THEN and UNTIL',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(t) = VALUE ti( FOR i = 1 THEN i * 2 UNTIL i > 20 ( i ) ). r = |{ lines( t ) }{ t[ 5 ] }|.',
    result: '516'
  },
  {
    title: 'FOR GROUPS',
    body: `${rows}\nr = REDUCE #( INIT s = \`\` FOR GROUPS g OF l IN t GROUP BY l-k ASCENDING NEXT s = s && g ).`,
    result: 'AB'
  },
  {
    title: 'LET, BASE, LINES OF',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(a) = VALUE ti( ( 1 ) ( 2 ) ). DATA(b) = VALUE ti( BASE a ( 3 ) ( LINES OF a FROM 2 ) ). r = |{ lines( b ) }{ b[ 4 ] }{ COND i( LET x = 5 IN WHEN b[ 1 ] = 1 THEN x ELSE 0 ) }|.',
    result: '425'
  },
  {
    title: 'CORRESPONDING with mapping',
    body: `${pair}\nDATA(o) = CORRESPONDING b( i MAPPING w = y ). r = |{ o-x }{ o-w }{ o-z }|. o-w = 9. o = CORRESPONDING #( BASE ( o ) i ). r = |{ r } { o-x }{ o-w }{ o-z }|.`,
    result: '123 193'
  },
  {
    title: 'CORRESPONDING with exceptions',
    body: `${pair}\nDATA(o) = CORRESPONDING b( i MAPPING w = y EXCEPT z ). r = |{ o-z }{ o-w }|. o = CORRESPONDING #( i MAPPING w = y EXCEPT * ). r = |{ r } { o-x }{ o-w }|.`,
    result: '02 02'
  },
  {
    title: 'CORRESPONDING with a mapping within a component',
    body: 'TYPES: BEGIN OF a, x TYPE i, y TYPE i, END OF a, BEGIN OF b, z TYPE i, y TYPE i, END OF b, BEGIN OF oa, p TYPE a, q TYPE i, END OF oa, BEGIN OF ob, p TYPE b, q TYPE i, END OF ob. DATA(s) = VALUE oa( p-x = 1 p-y = 2 q = 3 ). DATA(t) = CORRESPONDING ob( s MAPPING ( p = p MAPPING z = x EXCEPT * ) ). r = |{ t-p-z }{ t-p-y }{ t-q }|. t = CORRESPONDING #( s MAPPING q = q ( p = p MAPPING z = x ) EXCEPT * ). r = |{ r } { t-p-z }{ t-p-y }{ t-q }|.',
    result: '103 123'
  },
  {
    title: 'deletion of the row that is looped at',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(t) = VALUE ti( ( 1 ) ( 2 ) ( 3 ) ( 4 ) ). LOOP AT t INTO DATA(l). IF l MOD 2 = 0. DELETE t. ENDIF. r = |{ r }{ l }|. ENDLOOP. r = |{ r } { lines( t ) }|.',
    result: '1234 2'
  },
  {
    title: 'insertion in front of the row that is looped at',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(t) = VALUE ti( ( 1 ) ( 2 ) ). LOOP AT t INTO DATA(l). INSERT 0 INTO t INDEX sy-tabix. r = |{ r }{ l }|. ENDLOOP. r = |{ r } { lines( t ) }|.',
    result: '12 4'
  },
  {
    title: 'dynamic conditions',
    body: `${rows}\nDATA(w) = \`n > 2\`. LOOP AT t INTO DATA(l) WHERE (w). r = |{ r }{ l-k }|. ENDLOOP. DELETE t WHERE (w). r = |{ r }{ lines( t ) }|.`,
    result: 'AA2'
  },
  {
    title: 'READ with a dynamic component',
    body: `${rows}\nDATA(c) = \`N\`. READ TABLE t INTO DATA(l) WITH KEY (c) = 1. r = |{ l-k }{ sy-tabix }|.`,
    result: 'B3'
  },
  {
    title: 'INSERT with a reference, APPEND INITIAL LINE',
    body: `${rows}\nINSERT VALUE #( n = 5 ) INTO TABLE t REFERENCE INTO DATA(x). x->n = 6. APPEND INITIAL LINE TO t ASSIGNING FIELD-SYMBOL(<l>). <l>-n = 8. r = |{ t[ 5 ]-n }{ t[ 6 ]-n }|.`,
    result: '68'
  },
  {
    title: 'APPEND SORTED BY',
    body: 'TYPES: BEGIN OF ty, n TYPE i, END OF ty. DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY INITIAL SIZE 2. APPEND VALUE #( n = 1 ) TO t SORTED BY n. APPEND VALUE #( n = 3 ) TO t SORTED BY n. APPEND VALUE #( n = 2 ) TO t SORTED BY n. r = |{ lines( t ) }{ t[ 1 ]-n }{ t[ 2 ]-n }|.',
    result: '232'
  },
  {
    title: 'tables are values',
    body: `${rows}\nDATA(u) = t. u[ 1 ]-n = 99. r = |{ t[ 1 ]-n }{ xsdbool( u = t ) }|. u = t. r = |{ r }{ xsdbool( u = t ) }|.`,
    result: '2X'
  },
  {
    title: 'MOVE-CORRESPONDING of tables',
    body: 'TYPES: BEGIN OF a, x TYPE i, y TYPE i, END OF a, BEGIN OF b, x TYPE i, z TYPE i, END OF b. DATA ta TYPE STANDARD TABLE OF a WITH EMPTY KEY. DATA tb TYPE STANDARD TABLE OF b WITH EMPTY KEY. ta = VALUE #( ( x = 1 y = 2 ) ). tb = VALUE #( ( x = 7 z = 8 ) ). MOVE-CORRESPONDING ta TO tb KEEPING TARGET LINES. r = |{ lines( tb ) }{ tb[ 2 ]-x }{ tb[ 2 ]-z }|.',
    result: '210'
  },
  {
    title: 'DESCRIBE',
    body: `${rows}\nDESCRIBE TABLE t LINES DATA(n). DATA c TYPE c LENGTH 7. DESCRIBE FIELD c TYPE DATA(k) LENGTH DATA(l) IN CHARACTER MODE. r = |{ n }{ k }{ l }|.`,
    result: '4C7'
  },
  {
    title: 'sy-index and sy-tabix of nested loops',
    body: 'TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA(t) = VALUE ti( ( 5 ) ( 6 ) ). DO 2 TIMES. DO 3 TIMES. ENDDO. r = |{ r }{ sy-index }|. ENDDO. LOOP AT t INTO DATA(l). LOOP AT t INTO DATA(m). ENDLOOP. r = |{ r }{ sy-tabix }|. ENDLOOP.',
    result: '1212'
  },
  {
    title: 'a range',
    body: "DATA g TYPE RANGE OF i. g = VALUE #( ( sign = 'I' option = 'BT' low = 1 high = 5 ) ( sign = 'E' option = 'EQ' low = 3 ) ( sign = 'I' option = 'GE' low = 100 ) ). r = |{ xsdbool( 2 IN g ) }{ xsdbool( 3 IN g ) }{ xsdbool( 200 IN g ) }{ xsdbool( 50 NOT IN g ) }|.",
    result: 'XXX'
  },
  {
    title: 'ELSE UNASSIGN',
    body: "DATA t TYPE STANDARD TABLE OF i WITH EMPTY KEY. t = VALUE #( ( 1 ) ). FIELD-SYMBOLS <f> TYPE i. READ TABLE t INDEX 1 ASSIGNING <f> ELSE UNASSIGN. READ TABLE t INDEX 5 ASSIGNING <f>. r = |{ xsdbool( <f> IS ASSIGNED ) }|. READ TABLE t INDEX 5 ASSIGNING <f> ELSE UNASSIGN. r = |{ r }{ xsdbool( <f> IS NOT ASSIGNED ) }|. FIELD-SYMBOLS <g> TYPE any. ASSIGN r TO <g>. ASSIGN ('NONE') TO <g> ELSE UNASSIGN. r = |{ r }{ xsdbool( <g> IS NOT ASSIGNED ) }|.",
    result: 'XXX'
  },
  {
    title: 'CONVERT with fractions of seconds',
    body: "DATA u TYPE utclong. CONVERT DATE '20240131' TIME '120000' FRACTIONAL SECONDS '0.5' TIME ZONE 'UTC' INTO UTCLONG u. r = |{ u }|.",
    result: '2024-01-31 12:00:00.5000000'
  },
  {
    title: 'PROVIDE',
    body: 'DATA: BEGIN OF l, a TYPE i, b TYPE i, n TYPE i, END OF l. DATA t LIKE STANDARD TABLE OF l WITH EMPTY KEY. DATA v TYPE abap_bool. PROVIDE FIELDS n FROM t INTO l VALID v BOUNDS a AND b BETWEEN 1 AND 9. ENDPROVIDE.',
    unsupported: /PROVIDE/i
  }
]
