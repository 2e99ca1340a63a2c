FUNCTION convert_time_input.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INPUT) TYPE  CLIKE
*"     VALUE(PLAUSIBILITY_CHECK) TYPE  CHAR1 DEFAULT 'X'
*"  EXPORTING
*"     VALUE(OUTPUT) TYPE  T
*"  EXCEPTIONS
*"      PLAUSIBILITY_CHECK_FAILED
*"      WRONG_FORMAT_IN_INPUT
*"----------------------------------------------------------------------
  DATA text TYPE string.
  DATA digits TYPE string.

  CLEAR output.
  text = condense( |{ input }| ).
  FIND PCRE `^(\d\d):?(\d\d)(?::?(\d\d))?$` IN text.
  IF sy-subrc <> 0.
    RAISE wrong_format_in_input.
  ENDIF.
  digits = replace( val = text sub = `:` with = `` occ = 0 ).
  IF strlen( digits ) = 4.
    digits = digits && `00`.
  ENDIF.
  IF ( plausibility_check IS NOT SUPPLIED OR plausibility_check = 'X' ) AND ( digits(2) > '24' OR digits+2(2) > '59' OR digits+4(2) > '59'
      OR ( digits(2) = '24' AND digits+2(4) <> '0000' ) ).
    RAISE plausibility_check_failed.
  ENDIF.
  output = digits.
ENDFUNCTION.
