FUNCTION rs_create_variant.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(CURR_REPORT) TYPE  RALDB_REPO
*"     VALUE(CURR_VARIANT) TYPE  RALDB_VARI
*"     VALUE(VARI_DESC) TYPE  VARID
*"  TABLES
*"     VARI_CONTENTS STRUCTURE  RSPARAMS
*"     VARI_TEXT STRUCTURE  VARIT
*"  EXCEPTIONS
*"     ILLEGAL_REPORT_OR_VARIANT
*"     ILLEGAL_VARIANTNAME
*"     NOT_AUTHORIZED
*"     NOT_EXECUTED
*"     REPORT_NOT_EXISTENT
*"     REPORT_NOT_SUPPLIED
*"     VARIANT_EXISTS
*"     VARIANT_LOCKED
*"----------------------------------------------------------------------
  DATA found TYPE abap_bool.
  DATA header TYPE varid.
  DATA contents TYPE vari.
  DATA text TYPE varit.
  DATA parameter TYPE rsparams.

  IF curr_report IS INITIAL.
    RAISE report_not_supplied.
  ENDIF.
  IF curr_variant IS INITIAL.
    RAISE illegal_variantname.
  ENDIF.
  WRITE '@KERNEL found.set(abap.sandbox.reports.exists(curr_report) ? "X" : " ");'.
  IF found = abap_false.
    RAISE report_not_existent.
  ENDIF.
  SELECT SINGLE * FROM varid WHERE report = @curr_report AND variant = @curr_variant INTO @header.
  IF sy-subrc = 0.
    RAISE variant_exists.
  ENDIF.
  header = vari_desc.
  header-mandt = sy-mandt.
  header-report = curr_report.
  header-variant = curr_variant.
  header-ename = sy-uname.
  header-edat = sy-datum.
  header-etime = sy-uzeit.
  header-mlangu = sy-langu.
  INSERT varid FROM header.
  contents-mandt = sy-mandt.
  contents-relid = 'VA'.
  contents-report = curr_report.
  contents-variant = curr_variant.
  LOOP AT vari_contents[] INTO parameter.
    contents-srtf2 = sy-tabix - 1.
    contents-clustd = |{ parameter-selname WIDTH = 8 }{ parameter-kind WIDTH = 1 }{ parameter-sign WIDTH = 1 }{ parameter-option WIDTH = 2 }{ parameter-low WIDTH = 45 }{ parameter-high WIDTH = 45 }|.
    contents-clustr = strlen( contents-clustd ).
    INSERT vari FROM contents.
  ENDLOOP.
  LOOP AT vari_text[] INTO text.
    text-mandt = sy-mandt.
    text-report = curr_report.
    text-variant = curr_variant.
    IF text-langu IS INITIAL.
      text-langu = sy-langu.
    ENDIF.
    INSERT varit FROM text.
  ENDLOOP.
  sy-subrc = 0.
ENDFUNCTION.
