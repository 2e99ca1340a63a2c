FUNCTION list_to_asci.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(LIST_INDEX) TYPE  I DEFAULT -1
*"     VALUE(WITH_LINE_BREAK) TYPE  CHAR1 DEFAULT SPACE
*"  TABLES
*"     LISTASCI
*"     LISTOBJECT STRUCTURE  ABAPLIST
*"  EXCEPTIONS
*"     EMPTY_LIST
*"     LIST_INDEX_INVALID
*"----------------------------------------------------------------------
  DATA row TYPE abaplist.
  FIELD-SYMBOLS <line> TYPE any.
  FIELD-SYMBOLS <text> TYPE any.

  CLEAR listasci[].
  IF lines( listobject[] ) = 0.
    RAISE empty_list.
  ENDIF.
  LOOP AT listobject[] INTO row.
    APPEND INITIAL LINE TO listasci ASSIGNING <line>.
    ASSIGN COMPONENT 1 OF STRUCTURE <line> TO <text>.
    IF sy-subrc <> 0.
      ASSIGN <line> TO <text>.
    ENDIF.
    <text> = row-clustd.
  ENDLOOP.
ENDFUNCTION.
