FUNCTION convert_date_to_external.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(DATE_INTERNAL) TYPE  SYDATUM DEFAULT SY-DATUM
*"  EXPORTING
*"     VALUE(DATE_EXTERNAL)
*"  EXCEPTIONS
*"      DATE_INTERNAL_IS_INVALID
*"----------------------------------------------------------------------
  DATA days TYPE i.
  DATA text TYPE c LENGTH 10.
  DATA given TYPE d.

  given = date_internal.
  days = given.
  IF days = 0 AND given IS NOT INITIAL.
    RAISE date_internal_is_invalid.
  ENDIF.
  TRY.
      cl_abap_datfm=>conv_date_int_to_ext( EXPORTING im_datint = given IMPORTING ex_datext = text ).
    CATCH cx_abap_datfm.
      RAISE date_internal_is_invalid.
  ENDTRY.
  date_external = text.
ENDFUNCTION.
