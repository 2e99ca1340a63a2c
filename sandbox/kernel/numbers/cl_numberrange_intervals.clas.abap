"! Intervals of number range objects.
CLASS cl_numberrange_intervals DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES:
      BEGIN OF nr_option,
        transport         TYPE abap_bool,
        transport_request TYPE c LENGTH 20,
      END OF nr_option.
    TYPES nr_error TYPE char1.
    TYPES:
      BEGIN OF nr_error_inf,
        msgnr     TYPE c LENGTH 3,
        tablename TYPE c LENGTH 30,
        fieldname TYPE c LENGTH 30,
        tabix     TYPE p LENGTH 4 DECIMALS 0,
      END OF nr_error_inf.
    TYPES:
      BEGIN OF nr_nriv_line,
        subobject  TYPE c LENGTH 6,
        nrrangenr  TYPE c LENGTH 2,
        toyear     TYPE n LENGTH 4,
        fromnumber TYPE c LENGTH 20,
        tonumber   TYPE c LENGTH 20,
        nrlevel    TYPE n LENGTH 20,
        externind  TYPE c LENGTH 1,
        procind    TYPE c LENGTH 1,
      END OF nr_nriv_line.
    TYPES nr_error_iv TYPE STANDARD TABLE OF nr_nriv_line WITH DEFAULT KEY.
    TYPES nr_interval TYPE STANDARD TABLE OF nr_nriv_line WITH DEFAULT KEY.
    TYPES nr_interval_ext TYPE c LENGTH 2.
    TYPES nr_interval_int TYPE c LENGTH 2.
    TYPES nr_object TYPE c LENGTH 10.
    TYPES nr_subobject TYPE c LENGTH 6.
    TYPES nr_toyear TYPE n LENGTH 4.
    TYPES nr_warning TYPE char1.

    CLASS-METHODS create
      IMPORTING
        !interval  TYPE nr_interval
        !object    TYPE nr_object
        !subobject TYPE nr_subobject OPTIONAL
        !option    TYPE nr_option OPTIONAL
      EXPORTING
        !error     TYPE nr_error
        !error_inf TYPE nr_error_inf
        !error_iv  TYPE nr_error_iv
        !warning   TYPE nr_warning
      RAISING
        cx_nr_object_not_found
        cx_number_ranges.
    CLASS-METHODS delete
      IMPORTING
        !interval  TYPE nr_interval
        !object    TYPE nr_object
        !subobject TYPE nr_subobject OPTIONAL
        !option    TYPE nr_option OPTIONAL
      EXPORTING
        !error     TYPE nr_error
        !error_inf TYPE nr_error_inf
        !error_iv  TYPE nr_error_iv
        !warning   TYPE nr_warning
      RAISING
        cx_nr_object_not_found
        cx_number_ranges.
    CLASS-METHODS read
      IMPORTING
        !nr_range_nr1 TYPE nr_interval_int OPTIONAL
        !nr_range_nr2 TYPE nr_interval_ext OPTIONAL
        !object       TYPE nr_object
        !subobject    TYPE nr_subobject OPTIONAL
      EXPORTING
        !interval     TYPE nr_interval
      RAISING
        cx_nr_object_not_found
        cx_nr_subobject
        cx_number_ranges.
    CLASS-METHODS update
      IMPORTING
        !interval  TYPE nr_interval
        !object    TYPE nr_object
        !subobject TYPE nr_subobject OPTIONAL
        !option    TYPE nr_option OPTIONAL
      EXPORTING
        !error     TYPE nr_error
        !error_inf TYPE nr_error_inf
        !error_iv  TYPE nr_error_iv
        !warning   TYPE nr_warning
      RAISING
        cx_nr_object_not_found
        cx_number_ranges.
  PRIVATE SECTION.
    CLASS-METHODS change
      IMPORTING
        !interval  TYPE nr_interval
        !object    TYPE nr_object
        !subobject TYPE nr_subobject
        !indicator TYPE c
      EXPORTING
        !error     TYPE nr_error
        !error_inf TYPE nr_error_inf
        !error_iv  TYPE nr_error_iv
      RAISING
        cx_nr_object_not_found.
    CLASS-METHODS assert_known
      IMPORTING
        !object TYPE nr_object
      RAISING
        cx_nr_object_not_found.
ENDCLASS.

CLASS cl_numberrange_intervals IMPLEMENTATION.
  METHOD create.
    CLEAR warning.
    change(
      EXPORTING
        interval  = interval
        object    = object
        subobject = subobject
        indicator = 'I'
      IMPORTING
        error     = error
        error_inf = error_inf
        error_iv  = error_iv ).
  ENDMETHOD.

  METHOD delete.
    CLEAR warning.
    change(
      EXPORTING
        interval  = interval
        object    = object
        subobject = subobject
        indicator = 'D'
      IMPORTING
        error     = error
        error_inf = error_inf
        error_iv  = error_iv ).
  ENDMETHOD.

  METHOD update.
    CLEAR warning.
    change(
      EXPORTING
        interval  = interval
        object    = object
        subobject = subobject
        indicator = 'U'
      IMPORTING
        error     = error
        error_inf = error_inf
        error_iv  = error_iv ).
  ENDMETHOD.

  METHOD read.
    assert_known( object ).
    interval = CORRESPONDING #( kernel_number_range=>intervals( object = object subobject = subobject ) ).
    IF nr_range_nr1 IS NOT INITIAL OR nr_range_nr2 IS NOT INITIAL.
      DELETE interval WHERE NOT ( ( nrrangenr = nr_range_nr1 AND externind = abap_false )
                               OR ( nrrangenr = nr_range_nr2 AND externind = abap_true ) ).
    ENDIF.
  ENDMETHOD.

  METHOD change.
    DATA changes TYPE kernel_number_range=>ty_intervals.
    assert_known( object ).
    changes = CORRESPONDING #( interval ).
    LOOP AT changes ASSIGNING FIELD-SYMBOL(<change>).
      <change>-procind = indicator.
      <change>-subobject = subobject.
    ENDLOOP.
    error_iv = CORRESPONDING #( kernel_number_range=>faults(
      EXPORTING object = object subobject = subobject changes = changes
      IMPORTING reason = DATA(reason) ) ).
    error_inf = CORRESPONDING #( reason ).
    error = xsdbool( error_iv IS NOT INITIAL ).
    IF error = abap_false.
      kernel_number_range=>change( object = object subobject = subobject changes = changes ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_known.
    kernel_number_range=>object( EXPORTING name = object EXCEPTIONS object_not_found = 1 ).
    IF sy-subrc <> 0.
      RAISE EXCEPTION NEW cx_nr_object_not_found( ).
    ENDIF.
  ENDMETHOD.
ENDCLASS.
