"! Puts the pricing together on the database; tests may inject a discount of their own.
CLASS zcl_ferry_pricing DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE.

  PUBLIC SECTION.
    CLASS-METHODS create
      RETURNING
        VALUE(result) TYPE REF TO zif_ferry_pricing.
    CLASS-METHODS group_discount
      RETURNING
        VALUE(result) TYPE REF TO zif_ferry_discount.
    CLASS-METHODS inject_discount
      IMPORTING
        !discount TYPE REF TO zif_ferry_discount OPTIONAL.

  PRIVATE SECTION.
    CLASS-DATA injected TYPE REF TO zif_ferry_discount.
ENDCLASS.

CLASS zcl_ferry_pricing IMPLEMENTATION.
  METHOD create.
    result = NEW zcl_ferry_fare_calculator(
      sailings = NEW zcl_ferry_sailings( )
      fares    = NEW zcl_ferry_fares( )
      discount = group_discount( ) ).
  ENDMETHOD.

  METHOD group_discount.
    DATA fares TYPE REF TO zif_ferry_fares.
    IF injected IS BOUND.
      result = injected.
      RETURN.
    ENDIF.
    fares = NEW zcl_ferry_fares( ).
    result = NEW zcl_ferry_group_discount( fares->tiers( ) ).
  ENDMETHOD.

  METHOD inject_discount.
    injected = discount.
  ENDMETHOD.
ENDCLASS.
