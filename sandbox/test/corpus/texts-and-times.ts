/**
 * REPLACE, formats of texts, conversions of times, and messages as texts of exceptions. Rows of
 * times repeat what 07_String_Processing and 23_Date_and_Time of SAP-samples/abap-cheat-sheets say.
 */
import type { Construct } from './language.ts'

export const REPLACEMENTS: readonly Construct[] = [
  {
    title: 'REPLACE reports the places of what it inserts',
    body: 'DATA(s) = `abab`. REPLACE ALL OCCURRENCES OF `a` IN s WITH `xx` REPLACEMENT COUNT DATA(c) REPLACEMENT LENGTH DATA(l) REPLACEMENT OFFSET DATA(o) RESULTS DATA(t). r = |{ s } { c }{ l }{ o } { lines( t ) }{ t[ 2 ]-line }{ t[ 2 ]-offset }{ t[ 2 ]-length }|.',
    result: 'xxbxxb 223 2032'
  },
  {
    title: 'REPLACE of nothing leaves the results as they are, but for the count',
    body: 'DATA(s) = `ab`. DATA(c) = 9. DATA(o) = 8. REPLACE ALL OCCURRENCES OF `q` IN s WITH `` REPLACEMENT COUNT c REPLACEMENT OFFSET o RESULTS DATA(t). r = |{ s }{ c }{ o }{ lines( t ) }{ sy-subrc }|.',
    result: 'ab0804'
  },
  {
    title: 'REPLACE by groups of a pattern',
    body: 'DATA(s) = `one-two`. REPLACE PCRE `(\\w+)-(\\w+)` IN s WITH `$2 $1 $0\\$` RESULTS DATA(x) REPLACEMENT COUNT DATA(c). r = |{ s } { c } { x-offset } { x-length }|.',
    result: 'two one one-two$ 1 0 16'
  },
  {
    title: 'REPLACE in lines of a table',
    body: 'DATA(t) = VALUE string_table( ( `ab` ) ( `ba` ) ( `aa` ) ). REPLACE ALL OCCURRENCES OF `a` IN TABLE t FROM 2 TO 3 OFFSET 1 WITH `X` REPLACEMENT COUNT DATA(c) REPLACEMENT LINE DATA(l). r = |{ concat_lines_of( t ) } { c }{ l }|. REPLACE FIRST OCCURRENCE OF `X` IN TABLE t WITH `y`. r = |{ r } { concat_lines_of( t ) }|.',
    result: 'abbXXa 23 abbyXa'
  },
  {
    title: 'REPLACE in a section, and what does not fit',
    body: "DATA(s) = `aaaa`. REPLACE ALL OCCURRENCES OF `a` IN SECTION OFFSET 1 LENGTH 2 OF s WITH `b`. DATA c TYPE c LENGTH 4 VALUE 'abcd'. REPLACE 'b' IN c WITH 'xyz'. r = |{ s } { c } { sy-subrc }|. TRY. REPLACE ALL OCCURRENCES OF `` IN s WITH `x`. CATCH cx_sy_replace_infinite_loop. r = |{ r } loop|. ENDTRY. TRY. REPLACE `a` IN SECTION OFFSET 3 LENGTH 2 OF s WITH `x`. CATCH cx_sy_range_out_of_bounds. r = |{ r } range|. ENDTRY.",
    result: 'abba axyz 2 loop range'
  }
]

export const FORMATS: readonly Construct[] = [
  {
    title: 'WRITE TO with options of numbers',
    body: "DATA c TYPE c LENGTH 12. DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '-1234.56'. WRITE p TO c NO-GROUPING NO-SIGN. r = |[{ c }]|. WRITE p TO c CURRENCY 'JPY' LEFT-JUSTIFIED. r = |{ r }[{ c }]|. WRITE 5 TO c CURRENCY 'EUR' LEFT-JUSTIFIED. r = |{ r }[{ c }]|. WRITE 'ab' TO c CENTERED. r = |{ r }[{ c }]|. WRITE 0 TO c NO-ZERO. r = |{ r }[{ c }]|.",
    result: '[     1234.56][123,456-][0.05][     ab][]'
  },
  {
    title: 'WRITE TO of a floating point number without exponent',
    body: "DATA c TYPE c LENGTH 14. DATA f TYPE f VALUE '-1231.123456'. WRITE f TO c RIGHT-JUSTIFIED EXPONENT 0 DECIMALS 5. r = |[{ c }]|. WRITE f TO c LEFT-JUSTIFIED EXPONENT 0 DECIMALS 2. r = |{ r }[{ c }]|.",
    result: '[   -1231.12346][-1231.12]'
  },
  {
    title: 'WRITE TO of a floating point number in another form',
    body: "DATA c TYPE c LENGTH 24. DATA f TYPE f VALUE '1.5'. WRITE f TO c.",
    unsupported: /floating point/
  },
  {
    title: 'WRITE TO with formats of dates and edit masks',
    body: "DATA c TYPE c LENGTH 10. DATA d TYPE d VALUE '20240229'. WRITE d TO c DD/MM/YY. r = c. WRITE d TO c YYMMDD. r = |{ r } { c }|. WRITE d TO c MMDDYY. r = |{ r } { c }|. WRITE 'abc' TO c USING EDIT MASK 'RR-____-'. r = |{ r } { c }|.",
    result: '02/29/24 240229 022924 - abc-'
  },
  {
    title: 'time stamps by time zone and country',
    body: "DATA u TYPE utclong VALUE '2024-12-30 14:43:20.6534640'. r = |{ u TIMEZONE = 'UTC' },{ u TIMEZONE = 'CET' COUNTRY = 'DE ' },{ u TIMEZONE = 'EST' COUNTRY = 'US ' },{ u TIMESTAMP = ISO },{ u TIMESTAMP = USER }|.",
    result:
      '2024-12-30 14:43:20.6534640,30.12.2024 15:43:20,6534640,12/30/2024 09:43:20.6534640 AM,2024-12-30T14:43:20,6534640,12/30/2024 14:43:20.6534640'
  },
  {
    title: 'time stamps that are packed numbers',
    body: "DATA s TYPE timestamp VALUE 20240229013005. DATA l TYPE timestampl. l = '20240229013005.5'. r = |{ s TIMEZONE = 'CET' } { l TIMEZONE = 'JAPAN' TIMESTAMP = ISO }|. TRY. r = |{ s TIMEZONE = 'NOPE' }|. CATCH cx_sy_strg_format. r = |{ r } no|. ENDTRY.",
    result: '2024-02-29 02:30:05 2024-02-29T10:30:05,5000000 no'
  },
  {
    title: 'numbers, dates and times of a country',
    body: "DATA d TYPE d VALUE '20251018'. DATA t TYPE t VALUE '142112'. r = |{ 987654321 COUNTRY = 'DE ' } { 987654321 COUNTRY = 'US ' } { d COUNTRY = 'US ' } { t COUNTRY = 'DE ' }|. TRY. r = |{ 1 COUNTRY = '&/§' }|. CATCH cx_sy_strg_format. r = |{ r } no|. ENDTRY.",
    result: '987.654.321 987,654,321 10/18/2025 14:21:12 no'
  },
  {
    title: 'a country whose formats are not known',
    body: "r = |{ 1 COUNTRY = 'FR ' }|.",
    unsupported: /COUNTRY = FR/
  }
]

export const TIMES: readonly Construct[] = [
  {
    title: 'CONVERT UTCLONG into fractions of seconds and summer time',
    body: "CONVERT UTCLONG CONV utclong( '2024-08-08 09:23:11.7681270' ) INTO DATE DATA(d) TIME DATA(t) FRACTIONAL SECONDS DATA(f) DAYLIGHT SAVING TIME DATA(s) TIME ZONE 'EST'. r = |{ d } { t } { f } { s }|. CONVERT UTCLONG CONV utclong( '2024-08-08 09:23:11' ) INTO DATE d TIME t TIME ZONE VALUE #( ). r = |{ r } { t }|.",
    result: '20240808 052311 0.768127 X 092311'
  },
  {
    title: 'CONVERT into UTCLONG with its exceptions',
    body: "DATA u TYPE utclong. DATA s TYPE abap_bool. DATA f TYPE decfloat34. DO 5 TIMES. DATA(d) = COND d( WHEN sy-index = 2 THEN '20249999' ELSE '20240101' ). DATA(t) = COND t( WHEN sy-index = 3 THEN '992458' ELSE '112458' ). f = COND #( WHEN sy-index = 4 THEN 1 ELSE '0.768127' ). s = xsdbool( sy-index = 5 ). TRY. CONVERT DATE d TIME t FRACTIONAL SECONDS f DAYLIGHT SAVING TIME s TIME ZONE 'EST' INTO UTCLONG u. r = |{ u }|. CATCH cx_sy_conversion_no_date. r = |{ r } date|. CATCH cx_sy_conversion_no_time. r = |{ r } time|. CATCH cx_sy_conversion_no_date_time. r = |{ r } both|. ENDTRY. ENDDO.",
    result: '2024-01-01 16:24:58.7681270 date time both both'
  },
  {
    title: 'time zones and dates that are none',
    body: "DATA s TYPE timestamp VALUE 20240229013005. CONVERT TIME STAMP s TIME ZONE 'NOPE' INTO DATE DATA(d) TIME DATA(t). r = |{ sy-subrc }|. CONVERT DATE '20240231' TIME '120000' INTO TIME STAMP s TIME ZONE 'UTC'. r = |{ r } { sy-subrc }|. TRY. CONVERT UTCLONG CONV utclong( '2024-08-08 09:23:11' ) INTO DATE d TIME t TIME ZONE 'NOPE'. CATCH cx_sy_conversion_no_date_time. r = |{ r } no|. ENDTRY.",
    result: '8 12 no'
  }
]

/** The class that MESSAGES raise. */
export const MESSAGE_LOCALS = `CLASS lcx_message DEFINITION INHERITING FROM cx_static_check.
  PUBLIC SECTION.
    INTERFACES if_t100_dyn_msg.
    DATA n TYPE i.
    METHODS constructor IMPORTING textid LIKE if_t100_message=>t100key OPTIONAL n TYPE i OPTIONAL.
ENDCLASS.
CLASS lcx_message IMPLEMENTATION.
  METHOD constructor.
    super->constructor( ).
    me->n = n.
    if_t100_message~t100key = textid.
  ENDMETHOD.
ENDCLASS.
`
const caught =
  'CATCH lcx_message INTO DATA(e). r = |{ e->get_text( ) } { e->n }{ e->if_t100_dyn_msg~msgty }|. ENDTRY.'

export const MESSAGES: readonly Construct[] = [
  {
    title: 'RAISE EXCEPTION with a message',
    body: `TRY. RAISE EXCEPTION TYPE lcx_message MESSAGE e001(00) WITH 'a' 5 EXPORTING n = 5. ${caught}`,
    result: 'a5 5E'
  },
  {
    title: 'RAISE EXCEPTION with a message without type',
    body: `TRY. RAISE EXCEPTION TYPE lcx_message MESSAGE ID '00' NUMBER '001' WITH 'q'. ${caught}`,
    result: 'q 0'
  },
  {
    title: 'RAISE EXCEPTION with the last message',
    body: `TRY. MESSAGE w001(00) WITH 'q' INTO DATA(d). RAISE EXCEPTION TYPE lcx_message USING MESSAGE EXPORTING n = 2. ${caught}`,
    result: 'q 2W'
  },
  {
    title: 'THROW with a message and parameters',
    body: `TRY. DATA(x) = COND i( WHEN 1 = 2 THEN 3 ELSE THROW lcx_message( MESSAGE e001(00) WITH 'a' 'b' n = 5 ) ). ${caught}`,
    result: 'ab 5E'
  },
  {
    title: 'THROW with a message that is named by fields',
    body: `DATA(id) = '00'. TRY. r = SWITCH #( 1 WHEN 2 THEN \`\` ELSE THROW lcx_message( MESSAGE ID id TYPE 'W' NUMBER '001' WITH 'k' ) ). ${caught}`,
    result: 'k 0W'
  },
  {
    title: 'THROW with the last message',
    body: `TRY. MESSAGE i001(00) WITH 'z' INTO DATA(d). r = SWITCH #( 1 WHEN 2 THEN \`\` ELSE THROW lcx_message( USING MESSAGE ) ). ${caught}`,
    result: 'z 0I'
  }
]
