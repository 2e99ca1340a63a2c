FUNCTION number_get_next.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(NR_RANGE_NR) TYPE  NRNR
*"     VALUE(OBJECT) TYPE  NROBJ
*"     VALUE(QUANTITY) TYPE  NRQUAN DEFAULT '1'
*"     VALUE(SUBOBJECT) TYPE  NRSOBJ DEFAULT SPACE
*"     VALUE(TOYEAR) TYPE  NRYEAR DEFAULT '0000'
*"     VALUE(IGNORE_BUFFER) TYPE  CHAR1 DEFAULT SPACE
*"  EXPORTING
*"     VALUE(NUMBER)
*"     VALUE(QUANTITY) TYPE  NRQUAN
*"     VALUE(RETURNCODE) TYPE  NRRETURN
*"  EXCEPTIONS
*"      INTERVAL_NOT_FOUND
*"      NUMBER_RANGE_NOT_INTERN
*"      OBJECT_NOT_FOUND
*"      QUANTITY_IS_0
*"      QUANTITY_IS_NOT_1
*"      INTERVAL_OVERFLOW
*"      BUFFER_OVERFLOW
*"----------------------------------------------------------------------
  DATA assigned TYPE nrquan.
  DATA last TYPE nrfrom.

  kernel_number_range=>next(
    EXPORTING
      place      = VALUE #( object = object subobject = subobject nr = nr_range_nr year = toyear )
      quantity   = quantity
    IMPORTING
      number     = last
      returned   = assigned
      returncode = returncode
    EXCEPTIONS
      object_not_found        = 1
      interval_not_found      = 2
      number_range_not_intern = 3
      quantity_is_0           = 4
      interval_overflow       = 5 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE object_not_found.
    WHEN 2.
      RAISE interval_not_found.
    WHEN 3.
      RAISE number_range_not_intern.
    WHEN 4.
      RAISE quantity_is_0.
    WHEN 5.
      RAISE interval_overflow.
  ENDCASE.
  number = last.
  quantity = assigned.
ENDFUNCTION.
