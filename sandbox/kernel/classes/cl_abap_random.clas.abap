"! Pseudo-random numbers: the same seed gives the same sequence. The sequence is not that of other systems.
CLASS cl_abap_random DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !seed        TYPE i OPTIONAL
      RETURNING
        VALUE(prng) TYPE REF TO cl_abap_random.
    CLASS-METHODS seed
      RETURNING
        VALUE(seed) TYPE i.
    METHODS constructor
      IMPORTING
        !seed TYPE i OPTIONAL.
    METHODS int
      RETURNING
        VALUE(value) TYPE i.
    METHODS intinrange
      IMPORTING
        !low         TYPE i DEFAULT -2147483648
        !high        TYPE i DEFAULT 2147483647
      RETURNING
        VALUE(value) TYPE i
      RAISING
        cx_abap_random.
    METHODS float
      RETURNING
        VALUE(value) TYPE f.
  PRIVATE SECTION.
    DATA state TYPE int8.
    METHODS next
      RETURNING
        VALUE(result) TYPE f.
ENDCLASS.

CLASS cl_abap_random IMPLEMENTATION.
  METHOD create.
    prng = NEW #( seed ).
  ENDMETHOD.

  METHOD seed.
    WRITE '@KERNEL seed.set(globalThis.crypto.getRandomValues(new Int32Array(1))[0]);'.
  ENDMETHOD.

  METHOD constructor.
    state = seed.
  ENDMETHOD.

  METHOD next.
    " A generator with 32 bits of state whose steps are multiplications and shifts of unsigned integers.
    DATA current TYPE int8.
    current = state.
    WRITE '@KERNEL let a = (Number(current.get()) + 0x6D2B79F5) | 0;'.
    WRITE '@KERNEL current.set(a);'.
    state = current.
    WRITE '@KERNEL a = Math.imul(a ^ (a >>> 15), a | 1);'.
    WRITE '@KERNEL a ^= a + Math.imul(a ^ (a >>> 7), a | 61);'.
    WRITE '@KERNEL result.set(((a ^ (a >>> 14)) >>> 0) / 4294967296);'.
  ENDMETHOD.

  METHOD float.
    value = next( ).
  ENDMETHOD.

  METHOD int.
    DATA fraction TYPE f.
    fraction = next( ).
    WRITE '@KERNEL value.set(Math.floor(fraction.getRaw() * 4294967296) - 2147483648);'.
  ENDMETHOD.

  METHOD intinrange.
    DATA fraction TYPE f.
    IF low > high.
      RAISE EXCEPTION TYPE cx_abap_random.
    ENDIF.
    fraction = next( ).
    WRITE '@KERNEL value.set(low.get() + Math.floor(fraction.getRaw() * (high.get() - low.get() + 1)));'.
  ENDMETHOD.
ENDCLASS.
