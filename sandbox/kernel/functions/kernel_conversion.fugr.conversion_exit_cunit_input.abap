FUNCTION conversion_exit_cunit_input.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INPUT) TYPE  CLIKE
*"     VALUE(LANGUAGE) TYPE  SYLANGU DEFAULT SY-LANGU
*"  EXPORTING
*"     VALUE(OUTPUT) TYPE  CLIKE
*"  EXCEPTIONS
*"      UNIT_NOT_FOUND
*"----------------------------------------------------------------------
  DATA found TYPE t006a-msehi.
  DATA wanted TYPE string.

  CLEAR output.
  IF input IS INITIAL.
    RETURN.
  ENDIF.
  wanted = input.
  CONDENSE wanted.
  TRANSLATE wanted TO UPPER CASE.
  SELECT SINGLE msehi FROM t006a INTO found WHERE spras = language AND mseh3 = wanted.
  IF sy-subrc <> 0.
    RAISE unit_not_found.
  ENDIF.
  output = found.
ENDFUNCTION.
