FUNCTION rs_change_created_variant.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(CURR_REPORT) TYPE  RALDB_REPO
*"     VALUE(CURR_VARIANT) TYPE  RALDB_VARI
*"     VALUE(VARI_DESC) TYPE  VARID
*"  TABLES
*"     VARI_CONTENTS STRUCTURE  RSPARAMS
*"     VARI_TEXT STRUCTURE  VARIT OPTIONAL
*"  EXCEPTIONS
*"     ILLEGAL_REPORT_OR_VARIANT
*"     ILLEGAL_VARIANTNAME
*"     NOT_AUTHORIZED
*"     NOT_EXECUTED
*"     REPORT_NOT_EXISTENT
*"     REPORT_NOT_SUPPLIED
*"     VARIANT_DOESNT_EXIST
*"     VARIANT_LOCKED
*"     SELECTIONS_NO_MATCH
*"----------------------------------------------------------------------
  DATA header TYPE varid.

  IF curr_report IS INITIAL.
    RAISE report_not_supplied.
  ENDIF.
  SELECT SINGLE * FROM varid WHERE report = @curr_report AND variant = @curr_variant INTO @header.
  IF sy-subrc <> 0.
    RAISE variant_doesnt_exist.
  ENDIF.
  DELETE FROM varid WHERE report = @curr_report AND variant = @curr_variant.
  DELETE FROM vari WHERE report = @curr_report AND variant = @curr_variant.
  DELETE FROM varit WHERE report = @curr_report AND variant = @curr_variant.
  CALL FUNCTION 'RS_CREATE_VARIANT'
    EXPORTING
      curr_report   = curr_report
      curr_variant  = curr_variant
      vari_desc     = vari_desc
    TABLES
      vari_contents = vari_contents
      vari_text     = vari_text
    EXCEPTIONS
      OTHERS        = 1.
  IF sy-subrc <> 0.
    RAISE report_not_existent.
  ENDIF.
ENDFUNCTION.
