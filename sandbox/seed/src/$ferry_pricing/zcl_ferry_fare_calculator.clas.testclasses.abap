CLASS ltd_sailings DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_sailings PARTIALLY IMPLEMENTED.
ENDCLASS.

CLASS ltd_sailings IMPLEMENTATION.
  METHOD zif_ferry_sailings~get.
    sailing = VALUE #( sailing_id = id route_id = 'HOLLUN' departure_date = '20260705' ).
  ENDMETHOD.
ENDCLASS.

CLASS ltd_fares DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_fares.
ENDCLASS.

CLASS ltd_fares IMPLEMENTATION.
  METHOD zif_ferry_fares~fare.
    IF season <> zif_ferry_constants=>season-high.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>fare
          id     = |{ route_id }|
          detail = |{ season }|.
    ENDIF.
    fare = VALUE #( route_id = route_id season = season adult = '12.35' metre = '2.50' currency = 'EUR' ).
  ENDMETHOD.

  METHOD zif_ferry_fares~tiers.
    APPEND VALUE #( from_passengers = 10 percent = 5 ) TO tiers.
  ENDMETHOD.
ENDCLASS.

"! Ten percent for everybody.
CLASS ltd_discount DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_discount.
    DATA percent TYPE zferry_discount_percent VALUE 10.
ENDCLASS.

CLASS ltd_discount IMPLEMENTATION.
  METHOD zif_ferry_discount~rate_for.
    percent = me->percent.
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_calculator DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA discount TYPE REF TO ltd_discount.
    DATA cut TYPE REF TO zcl_ferry_fare_calculator.

    METHODS setup.
    METHODS price_of
      IMPORTING
        !passengers    TYPE i
        !vehicle_class TYPE zferry_vehicle_class DEFAULT 'NO'
        !vehicles      TYPE i DEFAULT 0
      RETURNING
        VALUE(price)   TYPE zferry_s_price
      RAISING
        zcx_ferry.
    METHODS foot_passengers FOR TESTING RAISING cx_static_check.
    METHODS car_is_not_discounted FOR TESTING RAISING cx_static_check.
    METHODS no_discount FOR TESTING RAISING cx_static_check.
    METHODS parts_add_up FOR TESTING RAISING cx_static_check.
    METHODS saving_of_a_group FOR TESTING RAISING cx_static_check.
    METHODS unknown_vehicle FOR TESTING RAISING cx_static_check.
ENDCLASS.

CLASS ltcl_calculator IMPLEMENTATION.
  METHOD setup.
    discount = NEW #( ).
    cut = NEW #( sailings = NEW ltd_sailings( ) fares = NEW ltd_fares( ) discount = discount ).
  ENDMETHOD.

  METHOD price_of.
    price = cut->zif_ferry_pricing~price( VALUE #(
      sailing_id    = '00000001'
      customer      = 'Test'
      passengers    = passengers
      vehicle_class = vehicle_class
      vehicles      = vehicles ) ).
  ENDMETHOD.

  METHOD foot_passengers.
    cl_abap_unit_assert=>assert_equals(
      act = price_of( passengers = 3 )
      exp = VALUE zferry_s_price(
        passengers = '37.05'
        discount   = '3.71'
        total      = '33.34'
        percent    = '10.00'
        currency   = 'EUR' ) ).
  ENDMETHOD.

  METHOD car_is_not_discounted.
    DATA(price) = price_of( passengers = 2 vehicle_class = 'CA' vehicles = 1 ).
    cl_abap_unit_assert=>assert_equals( act = price-vehicles exp = '12.50' ).
    cl_abap_unit_assert=>assert_equals( act = price-discount exp = '2.47' ).
  ENDMETHOD.

  METHOD no_discount.
    discount->percent = 0.
    cl_abap_unit_assert=>assert_equals( act = price_of( passengers = 2 )-total exp = '24.70' ).
  ENDMETHOD.

  METHOD parts_add_up.
    DATA(price) = price_of( passengers = 44 vehicle_class = 'BU' vehicles = 2 ).
    cl_abap_unit_assert=>assert_equals(
      act = price-total
      exp = price-passengers + price-vehicles - price-discount ).
  ENDMETHOD.

  METHOD saving_of_a_group.
    cl_abap_unit_assert=>assert_equals(
      act = cut->saving( VALUE #( sailing_id = '00000001' passengers = 20 ) )
      exp = '24.70' ).
  ENDMETHOD.

  METHOD unknown_vehicle.
    TRY.
        price_of( passengers = 1 vehicle_class = 'XX' vehicles = 1 ).
        cl_abap_unit_assert=>fail( 'There is no fare for it' ).
      CATCH zcx_ferry_input INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->id exp = `XX` ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
