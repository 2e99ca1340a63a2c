FUNCTION convert_date_to_internal.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(DATE_EXTERNAL)
*"     VALUE(ACCEPT_INITIAL_DATE) TYPE  CHAR1 OPTIONAL
*"  EXPORTING
*"     VALUE(DATE_INTERNAL)
*"  EXCEPTIONS
*"      DATE_EXTERNAL_IS_INVALID
*"----------------------------------------------------------------------
  DATA given TYPE string.
  DATA found TYPE d.

  given = date_external.
  IF given CO ' 0./-' AND accept_initial_date IS NOT INITIAL.
    CLEAR date_internal.
    RETURN.
  ENDIF.
  TRY.
      cl_abap_datfm=>conv_date_ext_to_int( EXPORTING im_datext = given IMPORTING ex_datint = found ).
    CATCH cx_abap_datfm.
      RAISE date_external_is_invalid.
  ENDTRY.
  date_internal = found.
ENDFUNCTION.
