FUNCTION wwwparams_read.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(RELID) TYPE  CHAR2
*"     VALUE(OBJID) TYPE  CHAR40
*"     VALUE(NAME) TYPE  CHAR40
*"  EXPORTING
*"     VALUE(VALUE)
*"  EXCEPTIONS
*"      ENTRY_NOT_EXISTS
*"----------------------------------------------------------------------
  DATA found TYPE wwwparams-value.

  SELECT SINGLE value FROM wwwparams
    WHERE relid = @relid AND objid = @objid AND name = @name
    INTO @found.
  IF sy-subrc <> 0.
    RAISE entry_not_exists.
  ENDIF.
  value = found.
ENDFUNCTION.
