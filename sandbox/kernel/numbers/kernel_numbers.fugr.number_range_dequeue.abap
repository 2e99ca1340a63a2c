FUNCTION number_range_dequeue.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(OBJECT) TYPE  NROBJ
*"  EXCEPTIONS
*"      OBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  kernel_number_range=>object( EXPORTING name = object EXCEPTIONS object_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE object_not_found.
  ENDIF.
ENDFUNCTION.
