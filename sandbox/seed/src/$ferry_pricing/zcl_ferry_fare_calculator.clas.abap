"! Price of a request: fares of the season, less the group discount on the passengers.
CLASS zcl_ferry_fare_calculator DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_ferry_pricing.

    METHODS constructor
      IMPORTING
        !sailings TYPE REF TO zif_ferry_sailings
        !fares    TYPE REF TO zif_ferry_fares
        !discount TYPE REF TO zif_ferry_discount.

    "! What a group saves against single tickets.
    METHODS saving
      IMPORTING
        !request      TYPE zferry_s_request
      RETURNING
        VALUE(amount) TYPE zferry_price
      RAISING
        zcx_ferry.

  PRIVATE SECTION.
    DATA sailings TYPE REF TO zif_ferry_sailings.
    DATA fares TYPE REF TO zif_ferry_fares.
    DATA discount TYPE REF TO zif_ferry_discount.

    METHODS fare_of
      IMPORTING
        !sailing_id TYPE zferry_sailing_id
      RETURNING
        VALUE(fare) TYPE zferry_fare
      RAISING
        zcx_ferry_not_found.
ENDCLASS.

CLASS zcl_ferry_fare_calculator IMPLEMENTATION.
  METHOD constructor.
    me->sailings = sailings.
    me->fares = fares.
    me->discount = discount.
  ENDMETHOD.

  METHOD zif_ferry_pricing~price.
    DATA metres TYPE zferry_lane_metres.
    DATA(fare) = fare_of( request-sailing_id ).
    metres = zcl_ferry_vehicles=>metres(
      vehicle_class = request-vehicle_class
      vehicles      = request-vehicles ).
    price-currency = fare-currency.
    price-passengers = fare-adult * request-passengers.
    price-vehicles = fare-metre * metres.
    price-percent = discount->rate_for( request-passengers ).
    price-discount = zcl_ferry_money=>percentage( amount = price-passengers percent = price-percent ).
    price-total = price-passengers + price-vehicles - price-discount.
  ENDMETHOD.

  METHOD saving.
    DATA full TYPE zferry_price.
    full = fare_of( request-sailing_id )-adult * request-passengers.
    amount = zcl_ferry_money=>percentage(
      amount  = full
      percent = discount->rate_for( request-passengers ) ).
  ENDMETHOD.

  METHOD fare_of.
    DATA(sailing) = sailings->get( sailing_id ).
    fare = fares->fare(
      route_id = sailing-route_id
      season   = zcl_ferry_season=>of_date( sailing-departure_date ) ).
  ENDMETHOD.
ENDCLASS.
