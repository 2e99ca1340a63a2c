CLASS ltd_sailings DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_sailings PARTIALLY IMPLEMENTED.
ENDCLASS.

CLASS ltd_sailings IMPLEMENTATION.
  METHOD zif_ferry_sailings~ship.
    ship = VALUE #( ship_id = id seats = 100 ).
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_seats DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA sailing TYPE zferry_sailing.
    DATA cut TYPE REF TO zcl_ferry_capacity.

    METHODS setup.
    METHODS counts_free_seats FOR TESTING RAISING cx_static_check.
    METHODS last_seat_is_sold FOR TESTING RAISING cx_static_check.
    METHODS one_too_many FOR TESTING RAISING cx_static_check.
ENDCLASS.

CLASS ltcl_seats IMPLEMENTATION.
  METHOD setup.
    sailing = VALUE #( sailing_id = '00000042' ship_id = 'TEST' seats_booked = 97 ).
    cut = NEW zcl_ferry_capacity_seats( sailings = NEW ltd_sailings( ) ).
  ENDMETHOD.

  METHOD counts_free_seats.
    cl_abap_unit_assert=>assert_equals( act = cut->free( sailing ) exp = 3 ).
  ENDMETHOD.

  METHOD last_seat_is_sold.
    cut->check( sailing = sailing wanted = 3 ).
  ENDMETHOD.

  METHOD one_too_many.
    TRY.
        cut->check( sailing = sailing wanted = 4 ).
        cl_abap_unit_assert=>fail( 'The ship is overbooked' ).
      CATCH zcx_ferry_full INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->id exp = `00000042` ).
        cl_abap_unit_assert=>assert_char_cp( act = error->get_text( ) exp = 'Sailing 00000042 has only 3* seats left' ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
