FUNCTION wwwdata_import.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(KEY) TYPE  WWWDATATAB
*"  TABLES
*"      MIME STRUCTURE  W3MIME OPTIONAL
*"      HTML STRUCTURE  W3HTML OPTIONAL
*"  EXCEPTIONS
*"      WRONG_OBJECT_TYPE
*"      IMPORT_ERROR
*"----------------------------------------------------------------------
  DATA content TYPE xstring.
  DATA line TYPE w3mime.

  IF key-relid = 'HT'.
    WRITE '@KERNEL abap.sandbox.unsupported("WWWDATA_IMPORT of an HTML template");'.
  ENDIF.
  IF key-relid <> 'MI'.
    RAISE wrong_object_type.
  ENDIF.
  SELECT clustr, clustd FROM wwwdata
    WHERE relid = @key-relid AND objid = @key-objid
    ORDER BY srtf2
    INTO TABLE @DATA(rows).
  IF sy-subrc <> 0.
    RAISE import_error.
  ENDIF.
  LOOP AT rows INTO DATA(row).
    DATA(length) = CONV i( row-clustr ).
    CONCATENATE content row-clustd(length) INTO content IN BYTE MODE.
  ENDLOOP.
  CLEAR mime[].
  DATA(offset) = 0.
  WHILE offset < xstrlen( content ).
    length = nmin( val1 = 255 val2 = xstrlen( content ) - offset ).
    line-line = content+offset(length).
    APPEND line TO mime.
    offset = offset + length.
  ENDWHILE.
ENDFUNCTION.
