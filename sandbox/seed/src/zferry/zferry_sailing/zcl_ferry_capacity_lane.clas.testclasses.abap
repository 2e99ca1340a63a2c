CLASS ltd_sailings DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_sailings PARTIALLY IMPLEMENTED.
ENDCLASS.

CLASS ltd_sailings IMPLEMENTATION.
  METHOD zif_ferry_sailings~ship.
    ship = VALUE #( ship_id = id lane_metres = '40.5' ).
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_lane DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA cut TYPE REF TO zcl_ferry_capacity.

    METHODS setup.
    METHODS counts_free_metres FOR TESTING RAISING cx_static_check.
    METHODS lorry_does_not_fit FOR TESTING RAISING cx_static_check.
ENDCLASS.

CLASS ltcl_lane IMPLEMENTATION.
  METHOD setup.
    cut = NEW zcl_ferry_capacity_lane( sailings = NEW ltd_sailings( ) ).
  ENDMETHOD.

  METHOD counts_free_metres.
    cl_abap_unit_assert=>assert_equals(
      act = cut->free( VALUE #( ship_id = 'TEST' lane_booked = '25.0' ) )
      exp = '15.5' ).
  ENDMETHOD.

  METHOD lorry_does_not_fit.
    DATA(sailing) = VALUE zferry_sailing( sailing_id = '00000007' ship_id = 'TEST' lane_booked = '25.0' ).
    TRY.
        cut->check(
          sailing = sailing
          wanted  = CONV #( zcl_ferry_vehicles=>metres( zif_ferry_constants=>vehicle-lorry ) ) ).
        cl_abap_unit_assert=>fail( 'The lorry hangs over the ramp' ).
      CATCH zcx_ferry_full INTO DATA(error).
        cl_abap_unit_assert=>assert_equals(
          act = error->get_text( )
          exp = 'Sailing 00000007 has only 15.5 lane metres left' ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
