"! Prints what the ferry lines have: run it as a console application.
CLASS zcl_ferry_console DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.

  PRIVATE SECTION.
    DATA out TYPE REF TO if_oo_adt_classrun_out.

    METHODS routes.
    METHODS bookings.
    METHODS group_rates.
    METHODS quotation.
ENDCLASS.

CLASS zcl_ferry_console IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    me->out = out.
    out->write( `Ferry lines` ).
    routes( ).
    bookings( ).
    group_rates( ).
    quotation( ).
  ENDMETHOD.

  METHOD routes.
    DATA routes TYPE STANDARD TABLE OF zferry_route WITH EMPTY KEY.
    SELECT * FROM zferry_route ORDER BY duration DESCENDING, route_id INTO TABLE @routes.
    out->write( |{ lines( routes ) } routes, the longest:| ).
    LOOP AT routes INTO DATA(route) TO 3.
      out->write( |  { route-from_port } - { route-to_port }: { zcl_ferry_duration=>as_text( route-duration ) }| ).
    ENDLOOP.
  ENDMETHOD.

  METHOD bookings.
    DATA bookings TYPE zferry_t_bookings.
    SELECT * FROM zferry_booking INTO TABLE @bookings.
    DATA(totals) = NEW zcl_ferry_statistics( bookings )->by_currency( ).
    out->write( |{ lines( bookings ) } bookings| ).
    LOOP AT totals INTO DATA(total).
      out->write( |  { total-bookings } in { total-currency }: { total-amount }| ).
    ENDLOOP.
  ENDMETHOD.

  METHOD group_rates.
    DATA(discount) = zcl_ferry_pricing=>group_discount( ).
    out->write( `Group discount` ).
    DATA(sizes) = VALUE int4_table( ( 9 ) ( 15 ) ( 30 ) ( 75 ) ( 150 ) ).
    LOOP AT sizes INTO DATA(size).
      out->write( |  { size } passengers: { discount->rate_for( size ) } %| ).
    ENDLOOP.
  ENDMETHOD.

  METHOD quotation.
    DATA(request) = VALUE zferry_s_request(
      sailing_id    = '00000001'
      customer      = 'Console'
      passengers    = 2
      vehicle_class = zif_ferry_constants=>vehicle-car
      vehicles      = 1 ).
    TRY.
        DATA(price) = zcl_ferry_pricing=>create( )->price( request ).
        out->write( |Two passengers and a car on sailing { request-sailing_id }: { price-total } { price-currency }| ).
      CATCH zcx_ferry INTO DATA(error).
        out->write( error->get_text( ) ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
