"! Pseudo-random integers of eight bytes of a range.
CLASS cl_abap_random_int8 DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !seed       TYPE i OPTIONAL
        !min        TYPE int8 DEFAULT cl_abap_math=>min_int8
        !max        TYPE int8 DEFAULT cl_abap_math=>max_int8
      RETURNING
        VALUE(prng) TYPE REF TO cl_abap_random_int8
      RAISING
        cx_abap_random.
    METHODS get_next
      RETURNING
        VALUE(value) TYPE int8.
  PRIVATE SECTION.
    DATA source TYPE REF TO cl_abap_random.
    DATA min TYPE int8.
    DATA max TYPE int8.
ENDCLASS.

CLASS cl_abap_random_int8 IMPLEMENTATION.
  METHOD create.
    IF min > max.
      RAISE EXCEPTION TYPE cx_abap_random.
    ENDIF.
    prng = NEW #( ).
    prng->source = cl_abap_random=>create( seed ).
    prng->min = min.
    prng->max = max.
  ENDMETHOD.

  METHOD get_next.
    DATA upper TYPE i.
    DATA lower TYPE i.
    upper = source->int( ).
    lower = source->int( ).
    WRITE '@KERNEL const bits = (BigInt.asUintN(32, BigInt(upper.get())) << 32n) | BigInt.asUintN(32, BigInt(lower.get()));'.
    WRITE '@KERNEL const [low, high] = [BigInt(this.#min.get()), BigInt(this.#max.get())];'.
    WRITE '@KERNEL value.set(low + bits % (high - low + 1n));'.
  ENDMETHOD.
ENDCLASS.
