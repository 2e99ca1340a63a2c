FUNCTION rp_calc_date_in_interval.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(DATE) TYPE  SYDATUM
*"     VALUE(DAYS) TYPE  NUMC2
*"     VALUE(MONTHS) TYPE  NUMC2
*"     VALUE(SIGNUM) TYPE  CHAR1 DEFAULT '+'
*"     VALUE(YEARS) TYPE  NUMC2
*"  EXPORTING
*"     VALUE(CALC_DATE) TYPE  SYDATUM
*"----------------------------------------------------------------------
  DATA count TYPE i.
  DATA year TYPE i.
  DATA month TYPE i.
  DATA day TYPE i.
  DATA first TYPE d.
  DATA next TYPE d.
  DATA sign TYPE i.

  sign = COND i( WHEN signum = '-' THEN -1 ELSE 1 ).
  count = date(4) * 12 + date+4(2) - 1 + sign * ( years * 12 + months ).
  year = count DIV 12.
  month = count MOD 12 + 1.
  first = |{ year WIDTH = 4 ALIGN = RIGHT PAD = '0' }{ month WIDTH = 2 ALIGN = RIGHT PAD = '0' }01|.
  next = first + 31.
  next+6(2) = '01'.
  day = nmin( val1 = CONV i( date+6(2) ) val2 = next - first ).
  calc_date = first + day - 1 + sign * days.
ENDFUNCTION.
