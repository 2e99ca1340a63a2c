FUNCTION conversion_exit_cunit_output.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INPUT) TYPE  CLIKE
*"     VALUE(LANGUAGE) TYPE  SYLANGU DEFAULT SY-LANGU
*"  EXPORTING
*"     VALUE(LONG_TEXT) TYPE  T006A-MSEHL
*"     VALUE(OUTPUT) TYPE  CLIKE
*"     VALUE(SHORT_TEXT) TYPE  T006A-MSEHT
*"  EXCEPTIONS
*"      UNIT_NOT_FOUND
*"----------------------------------------------------------------------
  DATA found TYPE t006a.

  CLEAR: long_text, output, short_text.
  IF input IS INITIAL.
    RETURN.
  ENDIF.
  SELECT SINGLE * FROM t006a INTO found WHERE spras = language AND msehi = input.
  IF sy-subrc <> 0.
    RAISE unit_not_found.
  ENDIF.
  long_text = found-msehl.
  output = found-mseh3.
  short_text = found-mseht.
ENDFUNCTION.
