"! Discount for groups. Each tier begins at a number of passengers and holds until the next one begins.
CLASS zcl_ferry_group_discount DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_ferry_discount.

    ALIASES rate_for FOR zif_ferry_discount~rate_for.

    METHODS constructor
      IMPORTING
        !tiers TYPE zferry_t_tiers.

    "! The tiers as lines of text: 'from 10 passengers 5.00 %'.
    METHODS describe
      RETURNING
        VALUE(lines) TYPE string_table.

  PRIVATE SECTION.
    DATA tiers TYPE SORTED TABLE OF zferry_tier WITH NON-UNIQUE KEY from_passengers.
ENDCLASS.

CLASS zcl_ferry_group_discount IMPLEMENTATION.
  METHOD constructor.
    me->tiers = tiers.
  ENDMETHOD.

  METHOD zif_ferry_discount~rate_for.
    LOOP AT tiers ASSIGNING FIELD-SYMBOL(<tier>).
      IF passengers <= <tier>-from_passengers.
        EXIT.
      ENDIF.
      percent = <tier>-percent.
    ENDLOOP.
  ENDMETHOD.

  METHOD describe.
    lines = VALUE #( FOR tier IN tiers ( |from { tier-from_passengers } passengers { tier-percent } %| ) ).
  ENDMETHOD.
ENDCLASS.
