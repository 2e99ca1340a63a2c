"! Room on a sailing. What is counted, and how a lack of it is called, is up to the subclasses.
CLASS zcl_ferry_capacity DEFINITION
  PUBLIC
  ABSTRACT
  CREATE PUBLIC.

  PUBLIC SECTION.
    TYPES quantity TYPE p LENGTH 8 DECIMALS 1.

    METHODS constructor
      IMPORTING
        !sailings TYPE REF TO zif_ferry_sailings.
    METHODS free ABSTRACT
      IMPORTING
        !sailing     TYPE zferry_sailing
      RETURNING
        VALUE(units) TYPE quantity
      RAISING
        zcx_ferry_not_found.
    METHODS check
      IMPORTING
        !sailing TYPE zferry_sailing
        !wanted  TYPE quantity
      RAISING
        zcx_ferry_not_found
        zcx_ferry_full.

  PROTECTED SECTION.
    DATA sailings TYPE REF TO zif_ferry_sailings.

    METHODS text_key ABSTRACT
      RETURNING
        VALUE(result) TYPE scx_t100key.
ENDCLASS.

CLASS zcl_ferry_capacity IMPLEMENTATION.
  METHOD constructor.
    me->sailings = sailings.
  ENDMETHOD.

  METHOD check.
    DATA(free) = free( sailing ).
    IF wanted > free.
      RAISE EXCEPTION TYPE zcx_ferry_full
        EXPORTING
          textid = text_key( )
          id     = |{ sailing-sailing_id }|
          detail = condense( |{ free }| ).
    ENDIF.
  ENDMETHOD.
ENDCLASS.
