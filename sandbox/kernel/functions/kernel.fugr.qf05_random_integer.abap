FUNCTION qf05_random_integer.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(RAN_INT_MAX) TYPE  I DEFAULT 10
*"     VALUE(RAN_INT_MIN) TYPE  I DEFAULT 1
*"  EXPORTING
*"     VALUE(RAN_INT) TYPE  I
*"  EXCEPTIONS
*"      INVALID_INPUT
*"----------------------------------------------------------------------
  IF ran_int_max < ran_int_min.
    RAISE invalid_input.
  ENDIF.
  ran_int = cl_abap_random=>create( )->intinrange( low = ran_int_min high = ran_int_max ).
ENDFUNCTION.
