"! Figures of a list of bookings.
CLASS zcl_ferry_statistics DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    TYPES:
      BEGIN OF total,
        currency TYPE zferry_currency_id,
        bookings TYPE i,
        amount   TYPE p LENGTH 12 DECIMALS 2,
      END OF total.
    TYPES totals TYPE SORTED TABLE OF total WITH UNIQUE KEY currency.

    METHODS constructor
      IMPORTING
        !bookings TYPE zferry_t_bookings.
    "! Bookings and amounts by currency, cancelled bookings left out.
    METHODS by_currency
      RETURNING
        VALUE(result) TYPE totals.
    METHODS average_passengers
      RETURNING
        VALUE(result) TYPE decfloat34.
    "! Share of the bookings that were cancelled, in percent.
    METHODS cancelled_percent
      RETURNING
        VALUE(result) TYPE zferry_discount_percent.
    "! Bookings of at least so many passengers that get a discount.
    METHODS discounted
      IMPORTING
        !discount     TYPE REF TO zif_ferry_discount
      RETURNING
        VALUE(result) TYPE i.

  PRIVATE SECTION.
    DATA bookings TYPE zferry_t_bookings.
ENDCLASS.

CLASS zcl_ferry_statistics IMPLEMENTATION.
  METHOD constructor.
    me->bookings = bookings.
  ENDMETHOD.

  METHOD by_currency.
    LOOP AT bookings INTO DATA(booking) WHERE status <> zif_ferry_constants=>booking_status-cancelled.
      COLLECT VALUE total( currency = booking-currency bookings = 1 amount = booking-amount ) INTO result.
    ENDLOOP.
  ENDMETHOD.

  METHOD average_passengers.
    IF bookings IS INITIAL.
      RETURN.
    ENDIF.
    DATA(passengers) = REDUCE i( INIT sum = 0 FOR booking IN bookings NEXT sum = sum + booking-passengers ).
    result = passengers / lines( bookings ).
  ENDMETHOD.

  METHOD cancelled_percent.
    DATA cancelled TYPE i.
    IF bookings IS INITIAL.
      RETURN.
    ENDIF.
    LOOP AT bookings TRANSPORTING NO FIELDS WHERE status = zif_ferry_constants=>booking_status-cancelled.
      cancelled = cancelled + 1.
    ENDLOOP.
    result = cancelled * 100 / lines( bookings ).
  ENDMETHOD.

  METHOD discounted.
    LOOP AT bookings INTO DATA(booking).
      IF discount->rate_for( booking-passengers ) > 0.
        result = result + 1.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
