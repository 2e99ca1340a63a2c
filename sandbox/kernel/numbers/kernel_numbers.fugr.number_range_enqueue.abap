FUNCTION number_range_enqueue.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(OBJECT) TYPE  NROBJ
*"  EXCEPTIONS
*"      FOREIGN_LOCK
*"      OBJECT_NOT_FOUND
*"      SYSTEM_FAILURE
*"----------------------------------------------------------------------
  kernel_number_range=>object( EXPORTING name = object EXCEPTIONS object_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE object_not_found.
  ENDIF.
ENDFUNCTION.
