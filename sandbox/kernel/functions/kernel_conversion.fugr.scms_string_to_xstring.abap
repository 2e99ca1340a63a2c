FUNCTION scms_string_to_xstring.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(TEXT) TYPE  STRING
*"     VALUE(MIMETYPE) TYPE  CHAR1 DEFAULT SPACE
*"     VALUE(ENCODING) TYPE  CHAR20 OPTIONAL
*"  EXPORTING
*"     VALUE(BUFFER) TYPE  XSTRING
*"  EXCEPTIONS
*"     FAILED
*"----------------------------------------------------------------------
  DATA page TYPE string.
  DATA fits TYPE abap_bool.

  page = kernel_codepage=>find( COND string( WHEN encoding IS INITIAL THEN `UTF-8` ELSE encoding ) ).
  IF page IS INITIAL.
    RAISE failed.
  ENDIF.
  kernel_codepage=>encode(
    EXPORTING
      text        = text
      page        = page
      replacement = `#`
    IMPORTING
      bytes       = buffer
      is_complete = fits ).
ENDFUNCTION.
