FUNCTION number_check.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(NR_RANGE_NR) TYPE  NRNR
*"     VALUE(NUMBER) TYPE  NRLEVEL OPTIONAL
*"     VALUE(NUMERIC_CHECK) TYPE  CHAR1 DEFAULT SPACE
*"     VALUE(OBJECT) TYPE  NROBJ
*"     VALUE(SUBOBJECT) TYPE  NRSOBJ DEFAULT SPACE
*"     VALUE(TOYEAR) TYPE  NRYEAR DEFAULT '0000'
*"     VALUE(NUMBER_ALPHA) TYPE  NRFROM OPTIONAL
*"  EXPORTING
*"     VALUE(RETURNCODE) TYPE  NRRETURN
*"  EXCEPTIONS
*"      INTERVAL_NOT_FOUND
*"      NUMBER_RANGE_NOT_EXTERN
*"      OBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  returncode = kernel_number_range=>check(
    EXPORTING
      place  = VALUE #( object = object subobject = subobject nr = nr_range_nr year = toyear )
      number = COND string( WHEN number_alpha IS NOT INITIAL THEN number_alpha ELSE number )
    EXCEPTIONS
      object_not_found        = 1
      interval_not_found      = 2
      number_range_not_extern = 3 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE object_not_found.
    WHEN 2.
      RAISE interval_not_found.
    WHEN 3.
      RAISE number_range_not_extern.
  ENDCASE.
ENDFUNCTION.
