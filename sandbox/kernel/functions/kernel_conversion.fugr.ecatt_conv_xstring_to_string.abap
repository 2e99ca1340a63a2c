FUNCTION ecatt_conv_xstring_to_string.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IM_XSTRING) TYPE  XSTRING
*"     VALUE(IM_ENCODING) TYPE  CHAR20 OPTIONAL
*"  EXPORTING
*"     VALUE(EX_STRING) TYPE  STRING
*"     VALUE(EX_LEN) TYPE  I
*"----------------------------------------------------------------------
  cl_abap_conv_in_ce=>create(
    encoding = COND #( WHEN im_encoding IS INITIAL THEN 'UTF-8' ELSE im_encoding )
    input    = im_xstring )->read(
      IMPORTING
        data = ex_string
        len  = ex_len ).
ENDFUNCTION.
