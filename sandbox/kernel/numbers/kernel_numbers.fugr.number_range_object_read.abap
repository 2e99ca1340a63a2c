FUNCTION number_range_object_read.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(LANGUAGE) TYPE  SYLANGU DEFAULT SY-LANGU
*"     VALUE(OBJECT) TYPE  NROBJ
*"  EXPORTING
*"     VALUE(INTERVAL_EXISTS) TYPE  CHAR1
*"     VALUE(OBJECT_ATTRIBUTES) TYPE  TNRO
*"     VALUE(OBJECT_TEXT) TYPE  TNROT
*"  EXCEPTIONS
*"      OBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  CLEAR: interval_exists, object_text.
  object_attributes = kernel_number_range=>object( EXPORTING name = object EXCEPTIONS object_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE object_not_found.
  ENDIF.
  SELECT SINGLE * FROM tnrot WHERE langu = @language AND object = @object INTO @object_text.
  SELECT COUNT(*) FROM nriv WHERE object = @object INTO @DATA(count).
  interval_exists = xsdbool( count > 0 ).
ENDFUNCTION.
