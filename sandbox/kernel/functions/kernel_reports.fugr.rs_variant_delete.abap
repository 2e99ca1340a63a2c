FUNCTION rs_variant_delete.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(REPORT) TYPE  RALDB_REPO
*"     VALUE(VARIANT) TYPE  RALDB_VARI
*"     VALUE(FLAG_CONFIRMSCREEN) TYPE  CHAR1 DEFAULT SPACE
*"     VALUE(FLAG_DELALLCLIENT) TYPE  CHAR1 DEFAULT SPACE
*"  EXCEPTIONS
*"     NOT_AUTHORIZED
*"     NOT_EXECUTED
*"     NO_REPORT
*"     REPORT_NOT_EXISTENT
*"     REPORT_NOT_SUPPLIED
*"     VARIANT_LOCKED
*"     VARIANT_NOT_EXISTENT
*"     NO_CORR_INSERT
*"     VARIANT_PROTECTED
*"----------------------------------------------------------------------
  DATA header TYPE varid.

  SELECT SINGLE * FROM varid WHERE report = @report AND variant = @variant INTO @header.
  IF sy-subrc <> 0.
    RAISE variant_not_existent.
  ENDIF.
  DELETE FROM varid WHERE report = @report AND variant = @variant.
  DELETE FROM vari WHERE report = @report AND variant = @variant.
  DELETE FROM varit WHERE report = @report AND variant = @variant.
  sy-subrc = 0.
ENDFUNCTION.
