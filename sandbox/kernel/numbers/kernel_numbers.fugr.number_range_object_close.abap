FUNCTION number_range_object_close.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(OBJECT) TYPE  NROBJ
*"  EXCEPTIONS
*"      OBJECT_NOT_INITIALIZED
*"----------------------------------------------------------------------
  READ TABLE objects INTO DATA(own) WITH KEY attributes-object = object.
  IF sy-subrc <> 0.
    RAISE object_not_initialized.
  ENDIF.
  DELETE objects WHERE attributes-object = object.
  MODIFY tnro FROM @own-attributes.
  MODIFY tnrot FROM @own-text.
ENDFUNCTION.
