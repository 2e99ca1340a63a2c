FUNCTION scms_base64_encode_str.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INPUT) TYPE  XSTRING
*"  EXPORTING
*"     VALUE(OUTPUT) TYPE  STRING
*"----------------------------------------------------------------------
  output = cl_http_utility=>encode_x_base64( input ).
ENDFUNCTION.
