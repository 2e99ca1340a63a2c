"! Assigns numbers of number range objects.
CLASS cl_numberrange_runtime DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES nr_length_check TYPE char1.
    TYPES nr_number_alpha TYPE c LENGTH 20.
    TYPES nr_ignore_buffer TYPE char1.
    TYPES nr_number TYPE n LENGTH 20.
    TYPES nr_numeric_check TYPE char1.
    TYPES nr_object TYPE c LENGTH 10.
    TYPES nr_quantity TYPE n LENGTH 20.
    TYPES nr_returncode TYPE c LENGTH 1.
    TYPES nr_returned_quantity TYPE n LENGTH 20.
    TYPES nr_subobject TYPE c LENGTH 6.
    TYPES nr_toyear TYPE n LENGTH 4.
    TYPES nr_interval TYPE c LENGTH 2.
    TYPES nr_flag TYPE flag.

    CLASS-METHODS number_check
      IMPORTING
        !nr_range_nr   TYPE nr_interval
        !number        TYPE nr_number OPTIONAL
        !numeric_check TYPE nr_numeric_check DEFAULT space
        !object        TYPE nr_object
        !subobject     TYPE nr_subobject DEFAULT space
        !toyear        TYPE nr_toyear DEFAULT '0000'
        !number_alpha  TYPE nr_number_alpha OPTIONAL
        !length_check  TYPE nr_length_check OPTIONAL
      EXPORTING
        !returncode    TYPE nr_returncode
      RAISING
        cx_nr_object_not_found
        cx_number_ranges.
    CLASS-METHODS number_get
      IMPORTING
        !ignore_buffer     TYPE nr_ignore_buffer DEFAULT space
        !nr_range_nr       TYPE nr_interval
        !object            TYPE nr_object
        !quantity          TYPE nr_quantity DEFAULT '1'
        !subobject         TYPE nr_subobject DEFAULT space
        !toyear            TYPE nr_toyear DEFAULT '0000'
      EXPORTING
        !number            TYPE nr_number
        !returncode        TYPE nr_returncode
        !returned_quantity TYPE nr_returned_quantity
      RAISING
        cx_nr_object_not_found
        cx_number_ranges.
    CLASS-METHODS number_status
      IMPORTING
        !nr_range_nr TYPE nr_interval
        !object      TYPE nr_object
        !subobject   TYPE nr_subobject DEFAULT space
        !toyear      TYPE nr_toyear DEFAULT '0000'
      EXPORTING
        !number      TYPE nr_number
      RAISING
        cx_nr_object_not_found
        cx_number_ranges.
  PRIVATE SECTION.
    CLASS-METHODS raise
      IMPORTING
        !missing TYPE abap_bool
      RAISING
        cx_nr_object_not_found
        cx_number_ranges.
ENDCLASS.

CLASS cl_numberrange_runtime IMPLEMENTATION.
  METHOD number_check.
    returncode = kernel_number_range=>check(
      EXPORTING
        place  = VALUE #( object = object subobject = subobject nr = nr_range_nr year = toyear )
        number = COND string( WHEN number_alpha IS NOT INITIAL THEN number_alpha ELSE number )
      EXCEPTIONS
        object_not_found = 1
        OTHERS           = 2 ).
    IF sy-subrc <> 0.
      raise( xsdbool( sy-subrc = 1 ) ).
    ENDIF.
  ENDMETHOD.

  METHOD number_get.
    DATA last TYPE nrfrom.
    DATA assigned TYPE nrquan.
    kernel_number_range=>next(
      EXPORTING
        place      = VALUE #( object = object subobject = subobject nr = nr_range_nr year = toyear )
        quantity   = quantity
      IMPORTING
        number     = last
        returned   = assigned
        returncode = returncode
      EXCEPTIONS
        object_not_found = 1
        OTHERS           = 2 ).
    IF sy-subrc <> 0.
      raise( xsdbool( sy-subrc = 1 ) ).
    ENDIF.
    number = last.
    returned_quantity = assigned.
  ENDMETHOD.

  METHOD number_status.
    DATA(range) = kernel_number_range=>interval(
      EXPORTING
        place = VALUE #( object = object subobject = subobject nr = nr_range_nr year = toyear )
      EXCEPTIONS
        object_not_found = 1
        OTHERS           = 2 ).
    IF sy-subrc <> 0.
      raise( xsdbool( sy-subrc = 1 ) ).
    ENDIF.
    number = range-nrlevel.
  ENDMETHOD.

  METHOD raise.
    DATA error TYPE REF TO cx_number_ranges.
    DATA(key) = VALUE scx_t100key(
      msgid = sy-msgid
      msgno = sy-msgno
      attr1 = 'IF_T100_DYN_MSG~MSGV1'
      attr2 = 'IF_T100_DYN_MSG~MSGV2'
      attr3 = 'IF_T100_DYN_MSG~MSGV3'
      attr4 = 'IF_T100_DYN_MSG~MSGV4' ).
    IF missing = abap_true.
      error = NEW cx_nr_object_not_found( textid = key ).
    ELSE.
      error = NEW cx_number_ranges( textid = key ).
    ENDIF.
    error->if_t100_dyn_msg~msgty = 'E'.
    error->if_t100_dyn_msg~msgv1 = sy-msgv1.
    error->if_t100_dyn_msg~msgv2 = sy-msgv2.
    error->if_t100_dyn_msg~msgv3 = sy-msgv3.
    error->if_t100_dyn_msg~msgv4 = sy-msgv4.
    RAISE EXCEPTION error.
  ENDMETHOD.
ENDCLASS.
