"! Pseudo-random integers of a range.
CLASS cl_abap_random_int DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !seed       TYPE i OPTIONAL
        !min        TYPE i DEFAULT -2147483648
        !max        TYPE i DEFAULT 2147483647
      RETURNING
        VALUE(prng) TYPE REF TO cl_abap_random_int
      RAISING
        cx_abap_random.
    METHODS constructor
      IMPORTING
        !seed TYPE i
        !min  TYPE i
        !max  TYPE i.
    METHODS get_next
      RETURNING
        VALUE(value) TYPE i.
  PRIVATE SECTION.
    DATA source TYPE REF TO cl_abap_random.
    DATA min TYPE i.
    DATA max TYPE i.
ENDCLASS.

CLASS cl_abap_random_int IMPLEMENTATION.
  METHOD create.
    IF min > max.
      RAISE EXCEPTION TYPE cx_abap_random.
    ENDIF.
    prng = NEW #( seed = seed min = min max = max ).
  ENDMETHOD.

  METHOD constructor.
    source = cl_abap_random=>create( seed ).
    me->min = min.
    me->max = max.
  ENDMETHOD.

  METHOD get_next.
    value = source->intinrange( low = min high = max ).
  ENDMETHOD.
ENDCLASS.
