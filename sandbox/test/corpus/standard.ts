import type { Construct } from './language.ts'

const stamp = (value: string, zone: string): string =>
  `DATA ts TYPE timestamp VALUE '${value}'. DATA d TYPE d VALUE '20200101'. DATA t TYPE t. DATA x TYPE c LENGTH 1. CONVERT TIME STAMP ts TIME ZONE '${zone}' INTO DATE d TIME t DAYLIGHT SAVING TIME x. r = |{ sy-subrc } { d } { t } { x }|.`
const local = (date: string, time: string, zone: string): string =>
  `DATA ts TYPE timestamp VALUE 5. CONVERT DATE '${date}' TIME '${time}' INTO TIME STAMP ts TIME ZONE '${zone}'. r = |{ sy-subrc } { ts }|.`
const called = (name: string, arguments_: string, shown: string): string =>
  `DATA: d TYPE d, x TYPE xstring, s TYPE string, n TYPE n LENGTH 6, t2 TYPE string. CALL FUNCTION '${name}' ${arguments_}. r = ${shown}.`

/**
 * Time zones, code pages and conversions of the standard. Return codes as the keyword documentation
 * of CONVERT states them; calls as public programs write them.
 */
export const STANDARD: readonly Construct[] = [
  {
    title: 'CONVERT TIME STAMP: summer time of a zone by its name in the ERP',
    body: stamp('20240701120000', 'EST'),
    result: '0 20240701 080000 X'
  },
  {
    title: 'CONVERT TIME STAMP: a zone by its offset',
    body: stamp('20240101120000', 'UTC+3'),
    result: '0 20240101 150000 '
  },
  {
    title: 'CONVERT TIME STAMP: without a zone it is UTC',
    body: stamp('20240101120000', ' '),
    result: '4 20240101 120000 '
  },
  {
    title: 'CONVERT TIME STAMP: a zone that no table can have',
    body: stamp('20240101120000', 'Europe/Berlin'),
    result: '8 20200101 000000 '
  },
  {
    title: 'CONVERT TIME STAMP: a value that is no time',
    body: stamp('20241301120000', 'CET'),
    result: '12 20200101 000000 '
  },
  {
    title: 'CONVERT DATE: summer time',
    body: local('20240701', '140000', 'CET'),
    result: '0 20240701120000'
  },
  {
    title: 'CONVERT DATE: no date',
    body: local('20240231', '023000', 'CET'),
    result: '12 5'
  },
  {
    title: 'code pages: one byte for a character',
    body: "r = |{ cl_abap_conv_codepage=>create_out( codepage = 'iso-8859-1' )->convert( `ä` ) } { cl_abap_conv_codepage=>create_in( codepage = 'windows-1252' )->convert( CONV xstring( '80E4' ) ) }|.",
    result: 'E4 €ä'
  },
  {
    title: 'code pages: two bytes for a character',
    body: "r = |{ cl_abap_conv_codepage=>create_out( codepage = 'UTF-16LE' )->convert( `Aä` ) } { cl_abap_conv_codepage=>create_in( codepage = 'UTF-16BE' )->convert( CONV xstring( '004100E4' ) ) }|.",
    result: '4100E400 Aä'
  },
  {
    title: 'code pages: characters that a page does not have are replaced, or raise',
    body: "r = cl_abap_conv_codepage=>create_out( codepage = 'US-ASCII' replacement = '?' )->convert( `aä` ). TRY. r = cl_abap_conv_codepage=>create_out( codepage = 'US-ASCII' )->convert( `aä` ). CATCH cx_sy_conversion_codepage. r = r && `!`. ENDTRY.",
    result: '613F!'
  },
  {
    title: 'code pages: bytes that are no characters, with the replacement that is given',
    body: "cl_abap_conv_in_ce=>create( encoding = 'UTF-8' replacement = '?' ignore_cerr = abap_true input = CONV xstring( 'FF61' ) )->read( IMPORTING data = r ).",
    result: '?a'
  },
  {
    title: 'code pages: one that is not there is refused by name',
    body: "r = cl_abap_conv_codepage=>create_out( codepage = 'iso-8859-2' )->convert( `a` ).",
    unsupported: /code page ISO-8859-2/
  },
  {
    title: 'cl_abap_message_digest: parts',
    body: "DATA(g) = cl_abap_message_digest=>get_instance( 'md5' ). g->update( if_data = cl_abap_message_digest=>string_to_xstring( `a` ) ). g->update( CONV xstring( '62' ) ). g->digest( EXPORTING if_data = CONV xstring( '63' ) IMPORTING ef_hashstring = DATA(h) ). r = |{ g->to_string( ) } { xsdbool( h = g->to_string( ) ) } { g->to_base64( ) }|.",
    result: '900150983CD24FB0D6963F7D28E17F72 X kAFQmDzST7DWlj99KOF/cg=='
  },
  {
    title: 'cl_abap_hmac: parts',
    body: "DATA(h) = cl_abap_hmac=>get_instance( if_algorithm = 'SHA256' if_key = cl_abap_hmac=>string_to_xstring( 'key' ) ). h->update( cl_abap_hmac=>string_to_xstring( `The quick brown fox ` ) ). h->update( cl_abap_hmac=>string_to_xstring( 'jumps over the lazy dog' ) ). h->final( ). r = h->to_string( ).",
    result: 'F7BC83F430538424B13298E6AA6FB143EF4D59A14946175997479DBC2D1A3CD8'
  },
  {
    title: 'cl_abap_message_digest: an algorithm that there is not',
    body: "cl_abap_message_digest=>get_instance( 'ROT13' ).",
    exception: /CX_ABAP_MESSAGE_DIGEST/
  },
  {
    title: 'cl_abap_tstmp: dates, times and UTCLONG',
    body: "cl_abap_tstmp=>td_add( EXPORTING date = '20231231' time = '235959' secs = 2 IMPORTING res_date = DATA(d) res_time = DATA(t) ). DATA s TYPE i. cl_abap_tstmp=>td_subtract( EXPORTING date1 = '20240102' time1 = '000001' date2 = '20240101' time2 = '000000' IMPORTING res_secs = s ). DATA u TYPE utclong. u = cl_abap_tstmp=>tstmp2utclong( CONV timestampl( '20240101120000.5' ) ). r = |{ d }{ t } { s } { u } { cl_abap_tstmp=>utclong2tstmp( u ) }|.",
    result: '20240101000001 86401 2024-01-01 12:00:00.5000000 20240101120000.5000000'
  },
  {
    title: 'cl_http_utility: fields of a query, and its interface',
    body: "DATA(f) = cl_http_utility=>string_to_fields( 'a=1&b=x%20y' ). r = |{ f[ 2 ]-value } { cl_http_utility=>fields_to_string( f ) } { cl_http_utility=>if_http_utility~escape_url( 'a b' ) } { cl_http_utility=>escape_html( '<a>' ) } { cl_web_http_utility=>encode_base64( 'abc' ) }|.",
    result: 'x y a=1&b=x%20y a%20b &lt;a&gt; YWJj'
  },
  {
    title: 'RP_CALC_DATE_IN_INTERVAL: the last day of a shorter month',
    body: called(
      'RP_CALC_DATE_IN_INTERVAL',
      "EXPORTING date = '20240131' days = '01' months = '13' years = '01' IMPORTING calc_date = d",
      'd'
    ),
    result: '20260301'
  },
  {
    title: 'DATE_GET_WEEK: the year of a week is that of its Thursday',
    body: called('DATE_GET_WEEK', "EXPORTING date = '20230101' IMPORTING week = n", 'n'),
    result: '202252'
  },
  {
    title: 'RP_LAST_DAY_OF_MONTHS: no date',
    body: called(
      'RP_LAST_DAY_OF_MONTHS',
      "EXPORTING day_in = '20240231' IMPORTING last_day_of_month = d EXCEPTIONS day_in_no_date = 1",
      '|{ sy-subrc }|'
    ),
    result: '1'
  },
  {
    title: 'SCMS_STRING_TO_XSTRING and ECATT_CONV_XSTRING_TO_STRING',
    body:
      called('SCMS_STRING_TO_XSTRING', 'EXPORTING text = `äb` IMPORTING buffer = x', 'x') +
      " CALL FUNCTION 'ECATT_CONV_XSTRING_TO_STRING' EXPORTING im_xstring = x IMPORTING ex_string = s. r = r && s.",
    result: 'C3A462äb'
  },
  {
    title: 'SCMS_XSTRING_TO_BINARY and back',
    body: "TYPES ty TYPE x LENGTH 2. DATA t TYPE STANDARD TABLE OF ty. DATA n TYPE i. DATA x TYPE xstring. CALL FUNCTION 'SCMS_XSTRING_TO_BINARY' EXPORTING buffer = CONV xstring( 'ABCDEF' ) IMPORTING output_length = n TABLES binary_tab = t. CALL FUNCTION 'SCMS_BINARY_TO_XSTRING' EXPORTING input_length = n IMPORTING buffer = x TABLES binary_tab = t. r = |{ n } { lines( t ) } { x }|.",
    result: '3 2 ABCDEF'
  },
  {
    title: 'SCMS_BASE64_ENCODE_STR and back',
    body: "DATA s TYPE string. DATA x TYPE xstring. CALL FUNCTION 'SCMS_BASE64_ENCODE_STR' EXPORTING input = CONV xstring( 'ABCD' ) IMPORTING output = s. CALL FUNCTION 'SCMS_BASE64_DECODE_STR' EXPORTING input = s IMPORTING output = x. r = s && x.",
    result: 'q80=ABCD'
  },
  {
    title: 'TRINT_SPLIT_FILE_AND_PATH',
    body: called(
      'TRINT_SPLIT_FILE_AND_PATH',
      "EXPORTING full_name = 'C:\\a\\b.txt' IMPORTING stripped_name = s file_path = t2",
      '|{ s } { t2 }|'
    ),
    result: 'b.txt C:\\a\\'
  },
  {
    title: 'MONTH_PLUS_DETERMINE: the last day of a shorter month, and over the year',
    body:
      called(
        'MONTH_PLUS_DETERMINE',
        "EXPORTING months = 1 olddate = '20240131' IMPORTING newdate = d",
        'd'
      ) +
      " CALL FUNCTION 'MONTH_PLUS_DETERMINE' EXPORTING months = -2 olddate = '20240115' IMPORTING newdate = d. r = |{ r } { d }|.",
    result: '20240229 20231115'
  },
  {
    title: 'CONVERT_DATE_TO_INTERNAL and CONVERT_DATE_TO_EXTERNAL',
    body:
      called(
        'CONVERT_DATE_TO_INTERNAL',
        "EXPORTING date_external = '31.12.2024' IMPORTING date_internal = d",
        'd'
      ) +
      " DATA c TYPE c LENGTH 10. CALL FUNCTION 'CONVERT_DATE_TO_EXTERNAL' EXPORTING date_internal = d IMPORTING date_external = c. CALL FUNCTION 'CONVERT_DATE_TO_INTERNAL' EXPORTING date_external = '31.02.2024' EXCEPTIONS date_external_is_invalid = 1. r = |{ r } { c } { sy-subrc }|.",
    result: '20241231 31.12.2024 1'
  },
  {
    title: 'MESSAGE_TEXT_BUILD and BALW_BAPIRETURN_GET2 leave the fields of the system',
    body: "sy-msgid = 'ZZ'. DATA t TYPE c LENGTH 50. CALL FUNCTION 'MESSAGE_TEXT_BUILD' EXPORTING msgid = '00' msgnr = '398' msgv1 = 'a' msgv2 = 'b' IMPORTING message_text_output = t. DATA b TYPE bapiret2. CALL FUNCTION 'BALW_BAPIRETURN_GET2' EXPORTING type = 'E' cl = '00' number = '001' par1 = 'x' par2 = 'y' IMPORTING return = b. r = |{ t } { b-type }{ b-id }{ b-number } { b-message } { b-message_v2 } { sy-msgid }|.",
    result: 'a b E00001 xy y ZZ'
  },
  {
    title: 'CLOI_PUT_SIGN_IN_FRONT and NUMERIC_CHECK',
    body: "DATA c TYPE c LENGTH 10 VALUE '  12.5-'. CALL FUNCTION 'CLOI_PUT_SIGN_IN_FRONT' CHANGING value = c. DATA h TYPE c LENGTH 4. CALL FUNCTION 'NUMERIC_CHECK' EXPORTING string_in = '0012' IMPORTING htype = h. r = |{ c } { h }|. CALL FUNCTION 'NUMERIC_CHECK' EXPORTING string_in = '1a' IMPORTING htype = h. r = |{ r } { h }|.",
    result: '-12.5 NUMC CHAR'
  },
  {
    title: 'numeric text: all digits of a text, and nothing else',
    body: "DATA n TYPE n LENGTH 20. n = '12345678901234567891'. r = n. n = 'a1.5-'. r = |{ r } { n }|. DATA m TYPE n LENGTH 3. m = '12345'. r = |{ r } { m }|.",
    result: '12345678901234567891 00000000000000000015 345'
  }
]
