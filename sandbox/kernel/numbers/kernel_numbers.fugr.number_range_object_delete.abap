FUNCTION number_range_object_delete.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(LANGUAGE) TYPE  SYLANGU DEFAULT SY-LANGU
*"     VALUE(OBJECT) TYPE  NROBJ
*"  EXCEPTIONS
*"      DELETE_NOT_ALLOWED
*"      OBJECT_NOT_FOUND
*"      WRONG_INDICATOR
*"----------------------------------------------------------------------
  kernel_number_range=>object( EXPORTING name = object EXCEPTIONS object_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE object_not_found.
  ENDIF.
  SELECT COUNT(*) FROM nriv WHERE object = @object INTO @DATA(count).
  IF count > 0.
    RAISE delete_not_allowed.
  ENDIF.
  DELETE FROM tnro WHERE object = @object.
  DELETE FROM tnrot WHERE object = @object.
ENDFUNCTION.
