CLASS ltd_services DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_bookings.
    INTERFACES zif_ferry_sailings.
    INTERFACES zif_ferry_pricing.
    INTERFACES zif_ferry_clock.

    DATA sailing TYPE zferry_sailing.
    DATA booking TYPE zferry_booking.
ENDCLASS.

CLASS ltd_services IMPLEMENTATION.
  METHOD zif_ferry_bookings~get.
    IF id <> me->booking-booking_id.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>booking
          id     = |{ id }|.
    ENDIF.
    booking = me->booking.
  ENDMETHOD.

  METHOD zif_ferry_bookings~of_sailing.
    APPEND booking TO bookings.
  ENDMETHOD.

  METHOD zif_ferry_bookings~next_id.
    id = 77.
  ENDMETHOD.

  METHOD zif_ferry_bookings~save.
    me->booking = booking.
  ENDMETHOD.

  METHOD zif_ferry_sailings~get.
    sailing = me->sailing.
  ENDMETHOD.

  METHOD zif_ferry_sailings~of_route.
    APPEND sailing TO sailings.
  ENDMETHOD.

  METHOD zif_ferry_sailings~route.
    route = VALUE #( route_id = id duration = 30 ).
  ENDMETHOD.

  METHOD zif_ferry_sailings~ship.
    ship = VALUE #( ship_id = id seats = 10 lane_metres = 20 ).
  ENDMETHOD.

  METHOD zif_ferry_sailings~save.
    me->sailing = sailing.
  ENDMETHOD.

  METHOD zif_ferry_pricing~price.
    price = VALUE #( total = request-passengers * 12 currency = 'EUR' ).
  ENDMETHOD.

  METHOD zif_ferry_clock~today.
    date = '20260701'.
  ENDMETHOD.

  METHOD zif_ferry_clock~time.
    time = '080000'.
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_desk DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA double TYPE REF TO ltd_services.
    DATA cut TYPE REF TO zcl_ferry_booking_desk.

    METHODS setup.
    METHODS request
      IMPORTING
        !passengers   TYPE i
      RETURNING
        VALUE(result) TYPE zferry_s_request.
    METHODS books FOR TESTING RAISING cx_static_check.
    METHODS takes_room FOR TESTING RAISING cx_static_check.
    METHODS ship_is_full FOR TESTING RAISING cx_static_check.
    METHODS deck_is_full FOR TESTING RAISING cx_static_check.
    METHODS departed_sailing FOR TESTING RAISING cx_static_check.
    METHODS refund_of_everything FOR TESTING RAISING cx_static_check.
    METHODS refund_of_half FOR TESTING RAISING cx_static_check.
    METHODS no_refund_on_the_day FOR TESTING RAISING cx_static_check.
    METHODS cancels_only_once FOR TESTING RAISING cx_static_check.
    METHODS unknown_booking FOR TESTING RAISING cx_static_check.
ENDCLASS.

CLASS ltcl_desk IMPLEMENTATION.
  METHOD setup.
    double = NEW #( ).
    double->sailing = VALUE #(
      sailing_id     = '00000001'
      ship_id        = 'TEST'
      departure_date = '20260710'
      seats_booked   = 4
      lane_booked    = 10
      status         = zif_ferry_constants=>sailing_status-planned ).
    double->booking = VALUE #(
      booking_id    = '0000000005'
      sailing_id    = '00000001'
      passengers    = 3
      vehicle_class = 'CA'
      vehicles      = 1
      amount        = '90.50'
      currency      = 'EUR'
      status        = zif_ferry_constants=>booking_status-paid ).
    cut = NEW #( VALUE #( bookings = double sailings = double pricing = double clock = double ) ).
  ENDMETHOD.

  METHOD request.
    result = VALUE #(
      sailing_id    = '00000001'
      customer      = 'Nils Holm'
      passengers    = passengers
      vehicle_class = 'CA'
      vehicles      = 1 ).
  ENDMETHOD.

  METHOD books.
    DATA(booking) = cut->book( request( 2 ) ).
    cl_abap_unit_assert=>assert_equals( act = booking-booking_id exp = '0000000077' ).
    cl_abap_unit_assert=>assert_equals( act = booking-amount exp = 24 ).
    cl_abap_unit_assert=>assert_equals( act = booking-booked_on exp = '20260701' ).
    cl_abap_unit_assert=>assert_equals( act = double->booking exp = booking msg = 'saved as returned' ).
  ENDMETHOD.

  METHOD takes_room.
    cut->book( request( 2 ) ).
    cl_abap_unit_assert=>assert_equals( act = double->sailing-seats_booked exp = 6 ).
    cl_abap_unit_assert=>assert_equals( act = double->sailing-lane_booked exp = 15 ).
  ENDMETHOD.

  METHOD ship_is_full.
    TRY.
        cut->book( request( 7 ) ).
        cl_abap_unit_assert=>fail( 'Only six seats are left' ).
      CATCH zcx_ferry_full INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->if_t100_message~t100key-msgno exp = '010' ).
    ENDTRY.
  ENDMETHOD.

  METHOD deck_is_full.
    double->sailing-lane_booked = 16.
    TRY.
        cut->book( request( 1 ) ).
        cl_abap_unit_assert=>fail( 'Only four metres are left' ).
      CATCH zcx_ferry_full INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->if_t100_message~t100key-msgno exp = '011' ).
    ENDTRY.
  ENDMETHOD.

  METHOD departed_sailing.
    double->sailing-status = zif_ferry_constants=>sailing_status-departed.
    TRY.
        cut->book( request( 1 ) ).
        cl_abap_unit_assert=>fail( 'The ship has left' ).
      CATCH zcx_ferry_input INTO DATA(error).
        cl_abap_unit_assert=>assert_equals(
          act = error->get_text( )
          exp = 'Sailing 00000001 does not take bookings any more' ).
    ENDTRY.
  ENDMETHOD.

  METHOD refund_of_everything.
    cl_abap_unit_assert=>assert_equals( act = cut->cancel( '0000000005' ) exp = '90.50' ).
    cl_abap_unit_assert=>assert_equals( act = double->sailing-seats_booked exp = 1 ).
    cl_abap_unit_assert=>assert_equals( act = double->sailing-lane_booked exp = 5 ).
  ENDMETHOD.

  METHOD refund_of_half.
    double->sailing-departure_date = '20260707'.
    cl_abap_unit_assert=>assert_equals( act = cut->cancel( '0000000005' ) exp = '45.25' ).
  ENDMETHOD.

  METHOD no_refund_on_the_day.
    double->sailing-departure_date = '20260701'.
    cl_abap_unit_assert=>assert_equals( act = cut->cancel( '0000000005' ) exp = 0 ).
  ENDMETHOD.

  METHOD cancels_only_once.
    cut->cancel( '0000000005' ).
    TRY.
        cut->cancel( '0000000005' ).
        cl_abap_unit_assert=>fail( 'Paid back twice' ).
      CATCH zcx_ferry_input INTO DATA(error).
        cl_abap_unit_assert=>assert_equals(
          act = error->get_text( )
          exp = 'Booking 0000000005 is already cancelled' ).
    ENDTRY.
  ENDMETHOD.

  METHOD unknown_booking.
    TRY.
        cut->cancel( '0000000006' ).
        cl_abap_unit_assert=>fail( 'There is no such booking' ).
      CATCH zcx_ferry_not_found INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->id exp = `0000000006` ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
