FUNCTION list_from_memory.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  TABLES
*"     LISTOBJECT STRUCTURE  ABAPLIST
*"  EXCEPTIONS
*"     NOT_FOUND
*"----------------------------------------------------------------------
  DATA found TYPE abap_bool.
  DATA text TYPE string.
  DATA lines TYPE string_table.
  DATA row TYPE abaplist.

  WRITE '@KERNEL const left = abap.sandbox.reports.listInMemory(); found.set(left === undefined ? " " : "X"); text.set((left ?? []).join("\n"));'.
  CLEAR listobject[].
  IF found = abap_false.
    RAISE not_found.
  ENDIF.
  SPLIT text AT |\n| INTO TABLE lines.
  row-relid = 'LI'.
  LOOP AT lines INTO row-clustd.
    row-srtf2 = sy-tabix - 1.
    row-clustr = strlen( row-clustd ).
    APPEND row TO listobject[].
  ENDLOOP.
ENDFUNCTION.
