FUNCTION number_get_info.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(NR_RANGE_NR) TYPE  NRNR
*"     VALUE(OBJECT) TYPE  NROBJ
*"     VALUE(SUBOBJECT) TYPE  NRSOBJ DEFAULT SPACE
*"     VALUE(TOYEAR) TYPE  NRYEAR DEFAULT '0000'
*"  EXPORTING
*"     VALUE(INTERVAL) TYPE  NRIV
*"  EXCEPTIONS
*"      INTERVAL_NOT_FOUND
*"      OBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  interval = kernel_number_range=>interval(
    EXPORTING place = VALUE #( object = object subobject = subobject nr = nr_range_nr year = toyear )
    EXCEPTIONS object_not_found = 1 interval_not_found = 2 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE object_not_found.
    WHEN 2.
      RAISE interval_not_found.
  ENDCASE.
ENDFUNCTION.
