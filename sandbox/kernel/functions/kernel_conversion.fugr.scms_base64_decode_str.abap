FUNCTION scms_base64_decode_str.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INPUT) TYPE  STRING
*"     VALUE(UNESCAPE) TYPE  CHAR1 DEFAULT 'X'
*"  EXPORTING
*"     VALUE(OUTPUT) TYPE  XSTRING
*"  EXCEPTIONS
*"     FAILED
*"----------------------------------------------------------------------
  DATA text TYPE string.

  text = COND string( WHEN unescape IS INITIAL THEN input ELSE cl_http_utility=>unescape_url( input ) ).
  output = cl_http_utility=>decode_x_base64( text ).
  IF output IS INITIAL AND text IS NOT INITIAL.
    RAISE failed.
  ENDIF.
ENDFUNCTION.
