FUNCTION conversion_exit_alpha_output.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     REFERENCE(INPUT) TYPE  CLIKE
*"  EXPORTING
*"     REFERENCE(OUTPUT) TYPE  CLIKE
*"----------------------------------------------------------------------
  DATA digits TYPE string.

  digits = condense( input ).
  IF digits IS NOT INITIAL AND digits CO '0123456789'.
    SHIFT digits LEFT DELETING LEADING '0'.
  ENDIF.
  output = digits.
ENDFUNCTION.
