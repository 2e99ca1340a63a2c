FUNCTION conversion_exit_alpha_input.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     REFERENCE(INPUT) TYPE  CLIKE
*"  EXPORTING
*"     REFERENCE(OUTPUT) TYPE  CLIKE
*"----------------------------------------------------------------------
  DATA length TYPE i.
  DATA digits TYPE string.

  digits = condense( input ).
  output = digits.
  DESCRIBE FIELD output LENGTH length IN CHARACTER MODE.
  IF digits IS NOT INITIAL AND digits CO '0123456789' AND strlen( digits ) < length.
    output = |{ digits WIDTH = length ALIGN = RIGHT PAD = '0' }|.
  ENDIF.
ENDFUNCTION.
