FUNCTION date_compute_day.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(DATE) TYPE  SYDATUM
*"  EXPORTING
*"     VALUE(DAY) TYPE  CHAR1
*"----------------------------------------------------------------------
  DATA given TYPE d.
  DATA days TYPE i.

  CLEAR day.
  given = date.
  days = given.
  IF days > 0.
    days = ( days + 5 ) MOD 7 + 1.
    day = |{ days }|.
  ENDIF.
ENDFUNCTION.
