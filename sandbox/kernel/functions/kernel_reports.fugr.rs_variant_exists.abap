FUNCTION rs_variant_exists.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(REPORT) TYPE  RALDB_REPO
*"     VALUE(VARIANT) TYPE  RALDB_VARI
*"  EXPORTING
*"     VALUE(R_C) TYPE  I
*"  EXCEPTIONS
*"     NOT_AUTHORIZED
*"     NO_REPORT
*"     REPORT_NOT_EXISTENT
*"     REPORT_NOT_SUPPLIED
*"----------------------------------------------------------------------
  DATA header TYPE varid.

  r_c = 0.
  SELECT SINGLE * FROM varid WHERE report = @report AND variant = @variant INTO @header.
  IF sy-subrc <> 0.
    r_c = 4.
  ENDIF.
  sy-subrc = 0.
ENDFUNCTION.
