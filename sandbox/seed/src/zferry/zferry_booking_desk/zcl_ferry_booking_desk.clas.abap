"! Takes bookings and cancels them.
CLASS zcl_ferry_booking_desk DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    TYPES:
      BEGIN OF dependencies,
        bookings TYPE REF TO zif_ferry_bookings,
        sailings TYPE REF TO zif_ferry_sailings,
        pricing  TYPE REF TO zif_ferry_pricing,
        clock    TYPE REF TO zif_ferry_clock,
      END OF dependencies.

    METHODS constructor
      IMPORTING
        !services TYPE dependencies.

    METHODS book
      IMPORTING
        !request       TYPE zferry_s_request
      RETURNING
        VALUE(booking) TYPE zferry_booking
      RAISING
        zcx_ferry.

    "! Cancels a booking and tells what is paid back: all of it a week before the departure, half of it a day before.
    METHODS cancel
      IMPORTING
        !booking_id   TYPE zferry_booking_id
      RETURNING
        VALUE(refund) TYPE zferry_price
      RAISING
        zcx_ferry.

  PRIVATE SECTION.
    DATA services TYPE dependencies.

    METHODS check_room
      IMPORTING
        !request TYPE zferry_s_request
        !sailing TYPE zferry_sailing
      RAISING
        zcx_ferry.
    METHODS refund_percent
      IMPORTING
        !sailing       TYPE zferry_sailing
      RETURNING
        VALUE(percent) TYPE zferry_discount_percent.
ENDCLASS.

CLASS zcl_ferry_booking_desk IMPLEMENTATION.
  METHOD constructor.
    me->services = services.
  ENDMETHOD.

  METHOD book.
    NEW zcl_ferry_request_check( )->check( request ).
    DATA(sailing) = services-sailings->get( request-sailing_id ).
    check_room( request = request sailing = sailing ).
    DATA(price) = services-pricing->price( request ).
    booking = VALUE #(
      booking_id    = services-bookings->next_id( )
      sailing_id    = request-sailing_id
      customer      = request-customer
      passengers    = request-passengers
      vehicle_class = request-vehicle_class
      vehicles      = request-vehicles
      amount        = price-total
      currency      = price-currency
      status        = zif_ferry_constants=>booking_status-open
      booked_on     = services-clock->today( ) ).
    sailing-seats_booked = sailing-seats_booked + request-passengers.
    sailing-lane_booked = sailing-lane_booked + zcl_ferry_vehicles=>metres(
      vehicle_class = request-vehicle_class
      vehicles      = request-vehicles ).
    services-bookings->save( booking ).
    services-sailings->save( sailing ).
  ENDMETHOD.

  METHOD check_room.
    IF sailing-status <> zif_ferry_constants=>sailing_status-planned.
      RAISE EXCEPTION TYPE zcx_ferry_input
        EXPORTING
          textid = zcx_ferry_input=>sailing_closed
          id     = |{ sailing-sailing_id }|.
    ENDIF.
    NEW zcl_ferry_capacity_seats( sailings = services-sailings )->check(
      sailing = sailing
      wanted  = CONV #( request-passengers ) ).
    NEW zcl_ferry_capacity_lane( sailings = services-sailings )->check(
      sailing = sailing
      wanted  = CONV #( zcl_ferry_vehicles=>metres(
        vehicle_class = request-vehicle_class
        vehicles      = request-vehicles ) ) ).
  ENDMETHOD.

  METHOD cancel.
    DATA(booking) = services-bookings->get( booking_id ).
    IF booking-status = zif_ferry_constants=>booking_status-cancelled.
      RAISE EXCEPTION TYPE zcx_ferry_input
        EXPORTING
          textid = zcx_ferry_input=>already_cancelled
          id     = |{ booking_id }|.
    ENDIF.
    DATA(sailing) = services-sailings->get( booking-sailing_id ).
    IF booking-status = zif_ferry_constants=>booking_status-paid.
      refund = booking-amount * refund_percent( sailing ) / 100.
    ENDIF.
    booking-status = zif_ferry_constants=>booking_status-cancelled.
    sailing-seats_booked = sailing-seats_booked - booking-passengers.
    sailing-lane_booked = sailing-lane_booked - zcl_ferry_vehicles=>metres(
      vehicle_class = booking-vehicle_class
      vehicles      = booking-vehicles ).
    services-bookings->save( booking ).
    services-sailings->save( sailing ).
  ENDMETHOD.

  METHOD refund_percent.
    DATA(days) = sailing-departure_date - services-clock->today( ).
    percent = COND #(
      WHEN days >= 7 THEN 100
      WHEN days >= 1 THEN 50
      ELSE 0 ).
  ENDMETHOD.
ENDCLASS.
