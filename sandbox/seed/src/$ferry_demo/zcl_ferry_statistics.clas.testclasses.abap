CLASS ltcl_statistics DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA cut TYPE REF TO zcl_ferry_statistics.

    METHODS setup.
    METHODS totals_by_currency FOR TESTING.
    METHODS average FOR TESTING.
    METHODS average_of_nothing FOR TESTING.
    METHODS cancelled FOR TESTING.
    METHODS groups_with_discount FOR TESTING.
ENDCLASS.

CLASS ltcl_statistics IMPLEMENTATION.
  METHOD setup.
    cut = NEW #( VALUE #(
      ( booking_id = '1' passengers = 2 amount = '20.10' currency = 'EUR' status = 'P' )
      ( booking_id = '2' passengers = 60 amount = '600.20' currency = 'SEK' status = 'O' )
      ( booking_id = '3' passengers = 1 amount = '9.90' currency = 'EUR' status = 'O' )
      ( booking_id = '4' passengers = 1 amount = '10.00' currency = 'EUR' status = 'X' ) ) ).
  ENDMETHOD.

  METHOD totals_by_currency.
    cl_abap_unit_assert=>assert_equals(
      act = cut->by_currency( )
      exp = VALUE zcl_ferry_statistics=>totals(
        ( currency = 'EUR' bookings = 2 amount = '30.00' )
        ( currency = 'SEK' bookings = 1 amount = '600.20' ) ) ).
  ENDMETHOD.

  METHOD average.
    cl_abap_unit_assert=>assert_equals( act = cut->average_passengers( ) exp = 16 ).
  ENDMETHOD.

  METHOD average_of_nothing.
    cl_abap_unit_assert=>assert_initial( NEW zcl_ferry_statistics( VALUE #( ) )->average_passengers( ) ).
  ENDMETHOD.

  METHOD cancelled.
    cl_abap_unit_assert=>assert_equals( act = cut->cancelled_percent( ) exp = 25 ).
  ENDMETHOD.

  METHOD groups_with_discount.
    cl_abap_unit_assert=>assert_equals(
      act = cut->discounted( NEW zcl_ferry_group_discount( VALUE #( ( from_passengers = 10 percent = 5 ) ) ) )
      exp = 1 ).
  ENDMETHOD.
ENDCLASS.
