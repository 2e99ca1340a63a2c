CLASS ltd_clock DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_clock.
ENDCLASS.

CLASS ltd_clock IMPLEMENTATION.
  METHOD zif_ferry_clock~today.
    date = '20260701'.
  ENDMETHOD.

  METHOD zif_ferry_clock~time.
    time = '120000'.
  ENDMETHOD.
ENDCLASS.

CLASS ltd_sailings DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_sailings PARTIALLY IMPLEMENTED.
    DATA sailings TYPE zferry_t_sailings.
ENDCLASS.

CLASS ltd_sailings IMPLEMENTATION.
  METHOD zif_ferry_sailings~route.
    IF id <> 'HOLLUN'.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>route
          id     = |{ id }|.
    ENDIF.
    route = VALUE #( route_id = id duration = 65 ).
  ENDMETHOD.

  METHOD zif_ferry_sailings~of_route.
    sailings = me->sailings.
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_timetable DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA sailings TYPE REF TO ltd_sailings.
    DATA cut TYPE REF TO zcl_ferry_timetable.

    METHODS setup.
    METHODS leaves_out_what_has_left FOR TESTING RAISING cx_static_check.
    METHODS leaves_out_cancelled FOR TESTING RAISING cx_static_check.
    METHODS knows_the_arrival FOR TESTING RAISING cx_static_check.
    METHODS stops_at_the_count FOR TESTING RAISING cx_static_check.
    METHODS refuses_unknown_routes FOR TESTING.
ENDCLASS.

CLASS ltcl_timetable IMPLEMENTATION.
  METHOD setup.
    sailings = NEW #( ).
    sailings->sailings = VALUE #(
      departure_date = '20260701'
      ( sailing_id = '00000001' departure_time = '090000' status = 'P' )
      ( sailing_id = '00000002' departure_time = '123000' status = 'C' )
      ( sailing_id = '00000003' departure_time = '233000' status = 'P' )
      departure_date = '20260702'
      ( sailing_id = '00000004' departure_time = '090000' status = 'P' ) ).
    cut = NEW #( sailings = sailings clock = NEW ltd_clock( ) ).
  ENDMETHOD.

  METHOD leaves_out_what_has_left.
    LOOP AT cut->next_departures( 'HOLLUN' ) INTO DATA(entry).
      cl_abap_unit_assert=>assert_differs( act = entry-sailing_id exp = '00000001' ).
    ENDLOOP.
  ENDMETHOD.

  METHOD leaves_out_cancelled.
    cl_abap_unit_assert=>assert_equals( act = lines( cut->next_departures( 'HOLLUN' ) ) exp = 2 ).
  ENDMETHOD.

  METHOD knows_the_arrival.
    DATA(entries) = cut->next_departures( 'HOLLUN' ).
    cl_abap_unit_assert=>assert_equals(
      act = entries[ 1 ]
      exp = VALUE zcl_ferry_timetable=>entry(
        sailing_id     = '00000003'
        departure_date = '20260701'
        departure_time = '233000'
        arrival_date   = '20260702'
        arrival_time   = '003500'
        duration       = `1 h 05 min` ) ).
  ENDMETHOD.

  METHOD stops_at_the_count.
    cl_abap_unit_assert=>assert_equals(
      act = lines( cut->next_departures( route_id = 'HOLLUN' count = 1 ) )
      exp = 1 ).
  ENDMETHOD.

  METHOD refuses_unknown_routes.
    TRY.
        cut->next_departures( 'NOWHER' ).
        cl_abap_unit_assert=>fail( 'There is no such route' ).
      CATCH zcx_ferry_not_found INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->get_text( ) exp = 'Route NOWHER does not exist' ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
