FUNCTION number_range_interval_list.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(NR_RANGE_NR1) TYPE  NRNR DEFAULT SPACE
*"     VALUE(NR_RANGE_NR2) TYPE  NRNR DEFAULT SPACE
*"     VALUE(OBJECT) TYPE  NROBJ
*"     VALUE(SUBOBJECT) TYPE  NRSOBJ DEFAULT SPACE
*"  TABLES
*"      INTERVAL STRUCTURE  INRIV
*"  EXCEPTIONS
*"      NR_RANGE_NR1_NOT_FOUND
*"      NR_RANGE_NR1_NOT_INTERN
*"      NR_RANGE_NR2_MUST_BE_SPACE
*"      NR_RANGE_NR2_NOT_EXTERN
*"      NR_RANGE_NR2_NOT_FOUND
*"      OBJECT_NOT_FOUND
*"      SUBOBJECT_MUST_BE_SPACE
*"      SUBOBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  DATA(definition) = kernel_number_range=>object( EXPORTING name = object EXCEPTIONS object_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE object_not_found.
  ELSEIF subobject IS NOT INITIAL AND definition-dtelsobj IS INITIAL.
    RAISE subobject_must_be_space.
  ENDIF.

  interval[] = kernel_number_range=>intervals( object = object subobject = subobject ).
  IF nr_range_nr1 IS INITIAL AND nr_range_nr2 IS INITIAL.
    RETURN.
  ENDIF.
  IF nr_range_nr1 IS NOT INITIAL.
    IF NOT line_exists( interval[ nrrangenr = nr_range_nr1 ] ).
      RAISE nr_range_nr1_not_found.
    ELSEIF interval[ nrrangenr = nr_range_nr1 ]-externind = abap_true.
      RAISE nr_range_nr1_not_intern.
    ENDIF.
  ENDIF.
  IF nr_range_nr2 IS NOT INITIAL.
    IF NOT line_exists( interval[ nrrangenr = nr_range_nr2 ] ).
      RAISE nr_range_nr2_not_found.
    ELSEIF interval[ nrrangenr = nr_range_nr2 ]-externind = abap_false.
      RAISE nr_range_nr2_not_extern.
    ENDIF.
  ENDIF.
  DELETE interval WHERE nrrangenr <> nr_range_nr1 AND nrrangenr <> nr_range_nr2.
ENDFUNCTION.
