FUNCTION date_get_week.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(DATE) TYPE  SYDATUM
*"  EXPORTING
*"     VALUE(WEEK) TYPE  NUMC06
*"  EXCEPTIONS
*"     DATE_INVALID
*"----------------------------------------------------------------------
  DATA given TYPE d.
  DATA days TYPE i.
  DATA thursday TYPE d.
  DATA first TYPE d.

  given = date.
  days = given.
  IF days = 0.
    RAISE date_invalid.
  ENDIF.
  " the year of a week is that of its Thursday
  thursday = days - ( days + 5 ) MOD 7 + 3.
  first = thursday.
  first+4(4) = '0101'.
  days = ( thursday - first ) DIV 7 + 1.
  week = |{ thursday(4) }{ days WIDTH = 2 ALIGN = RIGHT PAD = '0' }|.
ENDFUNCTION.
