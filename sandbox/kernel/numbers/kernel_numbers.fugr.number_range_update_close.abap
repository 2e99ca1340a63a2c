FUNCTION number_range_update_close.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(OBJECT) TYPE  NROBJ
*"     VALUE(COMMIT) TYPE  CHAR1 DEFAULT ABAP_TRUE
*"  EXCEPTIONS
*"      NO_CHANGES_MADE
*"      OBJECT_NOT_INITIALIZED
*"----------------------------------------------------------------------
  READ TABLE pending INTO DATA(own) WITH KEY object = object.
  IF sy-subrc <> 0.
    RAISE object_not_initialized.
  ENDIF.
  DELETE pending WHERE object = object.
  IF own-changes IS INITIAL.
    RAISE no_changes_made.
  ENDIF.
  LOOP AT own-changes INTO DATA(change).
    kernel_number_range=>change( object = object subobject = change-subobject changes = VALUE #( ( change ) ) ).
  ENDLOOP.
  IF commit = abap_true.
    COMMIT WORK.
  ENDIF.
ENDFUNCTION.
