FUNCTION general_get_random_int.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(RANGE) TYPE  I
*"  EXPORTING
*"     VALUE(RANDOM) TYPE  I
*"----------------------------------------------------------------------
  IF range > 0.
    random = cl_abap_random=>create( )->intinrange( low = 0 high = range - 1 ).
  ENDIF.
ENDFUNCTION.
