FUNCTION wwwparams_read_all.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(TYPE) TYPE  CHAR2
*"     VALUE(OBJID) TYPE  CHAR40
*"  TABLES
*"      PARAMS STRUCTURE  WWWPARAMS
*"  EXCEPTIONS
*"      ENTRY_NOT_EXISTS
*"----------------------------------------------------------------------
  SELECT * FROM wwwparams WHERE relid = @type AND objid = @objid ORDER BY name INTO TABLE @params.
  IF sy-subrc <> 0.
    RAISE entry_not_exists.
  ENDIF.
ENDFUNCTION.
