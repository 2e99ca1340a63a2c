FUNCTION conversion_exit_isola_output.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INPUT) TYPE  CLIKE
*"  EXPORTING
*"     VALUE(OUTPUT) TYPE  CLIKE
*"----------------------------------------------------------------------
  CONSTANTS languages TYPE string VALUE `EN E DE D FR F ES S IT I NL N PT P PL L RU R JA J ZH 1 ZF M KO 3 SV V DA K FI U NO O CS C SK Q HU H TR T UK 8 HE B AR A EL G RO 4 SL 5 HR 6 BG W TH 2`.
  DATA words TYPE string_table.
  DATA wanted TYPE string.

  CLEAR output.
  wanted = input.
  CONDENSE wanted.
  SPLIT languages AT ` ` INTO TABLE words.
  READ TABLE words WITH KEY table_line = wanted TRANSPORTING NO FIELDS.
  IF sy-subrc = 0 AND strlen( wanted ) = 1.
    READ TABLE words INDEX sy-tabix - 1 INTO wanted.
  ENDIF.
  output = wanted.
ENDFUNCTION.
