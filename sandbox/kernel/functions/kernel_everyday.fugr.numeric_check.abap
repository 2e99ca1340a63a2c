FUNCTION numeric_check.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(STRING_IN)
*"  EXPORTING
*"     VALUE(HTYPE) TYPE  CHAR4
*"     VALUE(STRING_OUT)
*"----------------------------------------------------------------------
  DATA text TYPE string.

  text = condense( |{ string_in }| ).
  htype = COND #( WHEN text CO '0123456789' THEN 'NUMC' ELSE 'CHAR' ).
  string_out = string_in.
ENDFUNCTION.
