FUNCTION month_plus_determine.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(MONTHS) TYPE  INT4
*"     VALUE(OLDDATE) TYPE  SYDATUM
*"  EXPORTING
*"     VALUE(NEWDATE) TYPE  SYDATUM
*"----------------------------------------------------------------------
  DATA month TYPE i.
  DATA first TYPE d.
  DATA last TYPE d.

  month = olddate(4) * 12 + olddate+4(2) - 1 + months.
  first = |{ month DIV 12 WIDTH = 4 ALIGN = RIGHT PAD = '0' }{ month MOD 12 + 1 WIDTH = 2 ALIGN = RIGHT PAD = '0' }01|.
  last = first + 31.
  last+6(2) = '01'.
  last = last - 1.
  newdate = nmin( val1 = first + olddate+6(2) - 1 val2 = last ).
ENDFUNCTION.
