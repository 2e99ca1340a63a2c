FUNCTION write_list.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(WRITE_ONLY) TYPE  CHAR1 DEFAULT SPACE
*"  TABLES
*"     LISTOBJECT STRUCTURE  ABAPLIST
*"  EXCEPTIONS
*"     EMPTY_LIST
*"----------------------------------------------------------------------
  DATA row TYPE abaplist.

  IF lines( listobject[] ) = 0.
    RAISE empty_list.
  ENDIF.
  LOOP AT listobject[] INTO row.
    IF row-clustd IS INITIAL.
      SKIP.
    ELSE.
      WRITE / row-clustd.
    ENDIF.
  ENDLOOP.
ENDFUNCTION.
