FUNCTION date_check_plausibility.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(DATE) TYPE  SYDATUM
*"  EXCEPTIONS
*"      PLAUSIBILITY_CHECK_FAILED
*"----------------------------------------------------------------------
  DATA given TYPE d.
  DATA days TYPE i.
  DATA same TYPE d.

  given = date.
  days = given.
  same = days.
  IF days = 0 OR same <> given.
    RAISE plausibility_check_failed.
  ENDIF.
ENDFUNCTION.
