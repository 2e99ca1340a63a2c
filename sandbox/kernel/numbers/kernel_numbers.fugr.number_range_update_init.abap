FUNCTION number_range_update_init.
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
  DELETE pending WHERE object = object.
  INSERT VALUE #( object = object ) INTO TABLE pending.
ENDFUNCTION.
