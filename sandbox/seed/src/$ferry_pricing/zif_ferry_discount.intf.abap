"! A discount that depends on the number of passengers.
INTERFACE zif_ferry_discount
  PUBLIC.

  METHODS rate_for
    IMPORTING
      !passengers    TYPE zferry_passengers
    RETURNING
      VALUE(percent) TYPE zferry_discount_percent.
ENDINTERFACE.
