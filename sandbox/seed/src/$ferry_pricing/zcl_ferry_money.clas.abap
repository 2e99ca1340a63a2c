"! Calculation with amounts of money, rounded to the smallest unit of the currency.
CLASS zcl_ferry_money DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE.

  PUBLIC SECTION.
    CLASS-METHODS percentage
      IMPORTING
        !amount       TYPE zferry_price
        !percent      TYPE zferry_discount_percent
      RETURNING
        VALUE(result) TYPE zferry_price.

    "! Rounds to whole or half units of the currency: cash desks keep no small coins.
    CLASS-METHODS to_cash
      IMPORTING
        !amount       TYPE zferry_price
      RETURNING
        VALUE(result) TYPE zferry_price.
ENDCLASS.

CLASS zcl_ferry_money IMPLEMENTATION.
  METHOD percentage.
    result = round( val = amount * percent / 100 dec = 2 ).
  ENDMETHOD.

  METHOD to_cash.
    DATA halves TYPE i.
    halves = round( val = amount * 2 dec = 0 ).
    result = halves / 2.
  ENDMETHOD.
ENDCLASS.
