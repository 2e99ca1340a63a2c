FUNCTION dd_get_nametab_header.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(TABNAME) TYPE  TABNAME
*"  EXPORTING
*"     VALUE(X030L_WA) TYPE  X030L
*"  EXCEPTIONS
*"      NOT_FOUND
*"----------------------------------------------------------------------
  DATA class TYPE dd02l-tabclass.

  CLEAR x030l_wa.
  SELECT SINGLE tabclass FROM dd02l INTO class WHERE tabname = tabname AND as4local = 'A'.
  IF sy-subrc = 0.
    x030l_wa-tabtype = COND #( WHEN class = 'INTTAB' OR class = 'APPEND' THEN 'J' ELSE 'T' ).
  ELSE.
    SELECT COUNT(*) FROM dd04l WHERE rollname = tabname AND as4local = 'A'.
    IF sy-dbcnt = 0.
      RAISE not_found.
    ENDIF.
    x030l_wa-tabtype = 'E'.
  ENDIF.
  x030l_wa-tabname = tabname.
ENDFUNCTION.
