FUNCTION rs_variant_contents.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(REPORT) TYPE  RALDB_REPO
*"     VALUE(VARIANT) TYPE  RALDB_VARI
*"     VALUE(MOVE_OR_WRITE) TYPE  CHAR1 DEFAULT 'W'
*"  TABLES
*"     VALUTAB STRUCTURE  RSPARAMS
*"  EXCEPTIONS
*"     VARIANT_NON_EXISTENT
*"     VARIANT_OBSOLETE
*"----------------------------------------------------------------------
  DATA header TYPE varid.
  DATA contents TYPE STANDARD TABLE OF vari.
  DATA row TYPE vari.
  DATA text TYPE c LENGTH 102.
  DATA parameter TYPE rsparams.

  CLEAR valutab[].
  SELECT SINGLE * FROM varid WHERE report = @report AND variant = @variant INTO @header.
  IF sy-subrc <> 0.
    RAISE variant_non_existent.
  ENDIF.
  SELECT * FROM vari WHERE relid = 'VA' AND report = @report AND variant = @variant
    ORDER BY srtf2 INTO TABLE @contents.
  LOOP AT contents INTO row.
    text = row-clustd.
    parameter-selname = text(8).
    parameter-kind = text+8(1).
    parameter-sign = text+9(1).
    parameter-option = text+10(2).
    parameter-low = text+12(45).
    parameter-high = text+57(45).
    APPEND parameter TO valutab[].
  ENDLOOP.
  sy-subrc = 0.
ENDFUNCTION.
