FUNCTION number_range_interval_update.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(OBJECT) TYPE  NROBJ
*"     VALUE(SUBOBJECT) TYPE  NRSOBJ DEFAULT SPACE
*"  EXPORTING
*"     VALUE(ERROR) TYPE  INRER
*"     VALUE(ERROR_OCCURED) TYPE  CHAR1
*"     VALUE(WARNING_OCCURED) TYPE  CHAR1
*"  TABLES
*"      ERROR_IV STRUCTURE  INRIV OPTIONAL
*"      INTERVAL STRUCTURE  INRIV
*"  EXCEPTIONS
*"      OBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  kernel_number_range=>object( EXPORTING name = object EXCEPTIONS object_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE object_not_found.
  ENDIF.

  CLEAR: error_occured, warning_occured, error_iv[].
  error_iv[] = kernel_number_range=>faults(
    EXPORTING object = object subobject = subobject changes = interval[]
    IMPORTING reason = error ).
  IF error_iv[] IS NOT INITIAL.
    error_occured = abap_true.
    RETURN.
  ENDIF.
  IF NOT line_exists( pending[ object = object ] ).
    INSERT VALUE #( object = object ) INTO TABLE pending.
  ENDIF.
  READ TABLE pending ASSIGNING FIELD-SYMBOL(<pending>) WITH KEY object = object.
  LOOP AT interval INTO DATA(change) WHERE procind IS NOT INITIAL.
    change-subobject = subobject.
    APPEND change TO <pending>-changes.
  ENDLOOP.
ENDFUNCTION.
