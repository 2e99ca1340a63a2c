FUNCTION cloi_put_sign_in_front.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  CHANGING
*"     VALUE(VALUE)
*"----------------------------------------------------------------------
  DATA text TYPE string.

  text = condense( |{ value }| ).
  IF text CP '*-'.
    text = |-{ condense( substring( val = text len = strlen( text ) - 1 ) ) }|.
  ENDIF.
  value = text.
ENDFUNCTION.
