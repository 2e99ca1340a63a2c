FUNCTION rp_last_day_of_months.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(DAY_IN) TYPE  SYDATUM
*"  EXPORTING
*"     VALUE(LAST_DAY_OF_MONTH) TYPE  SYDATUM
*"  EXCEPTIONS
*"     DAY_IN_NO_DATE
*"----------------------------------------------------------------------
  DATA given TYPE d.
  DATA days TYPE i.

  given = day_in.
  days = given.
  IF days = 0.
    RAISE day_in_no_date.
  ENDIF.
  given+6(2) = '01'.
  given = given + 31.
  given+6(2) = '01'.
  given = given - 1.
  last_day_of_month = given.
ENDFUNCTION.
