"! The timetable: which sailings come next, and when they arrive.
CLASS zcl_ferry_timetable DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    TYPES:
      BEGIN OF entry,
        sailing_id     TYPE zferry_sailing_id,
        departure_date TYPE zferry_departure_date,
        departure_time TYPE zferry_departure_time,
        arrival_date   TYPE zferry_departure_date,
        arrival_time   TYPE zferry_departure_time,
        duration       TYPE string,
      END OF entry.
    TYPES entries TYPE STANDARD TABLE OF entry WITH EMPTY KEY.

    METHODS constructor
      IMPORTING
        !sailings TYPE REF TO zif_ferry_sailings
        !clock    TYPE REF TO zif_ferry_clock.

    "! The next departures of a route, cancelled ones left out.
    METHODS next_departures
      IMPORTING
        !route_id     TYPE zferry_route_id
        !count        TYPE i DEFAULT 5
      RETURNING
        VALUE(result) TYPE entries
      RAISING
        zcx_ferry_not_found.

  PRIVATE SECTION.
    DATA sailings TYPE REF TO zif_ferry_sailings.
    DATA clock TYPE REF TO zif_ferry_clock.

    METHODS has_left
      IMPORTING
        !sailing      TYPE zferry_sailing
      RETURNING
        VALUE(result) TYPE abap_bool.
    METHODS entry_of
      IMPORTING
        !sailing      TYPE zferry_sailing
        !minutes      TYPE zferry_minutes
      RETURNING
        VALUE(result) TYPE entry.
ENDCLASS.

CLASS zcl_ferry_timetable IMPLEMENTATION.
  METHOD constructor.
    me->sailings = sailings.
    me->clock = clock.
  ENDMETHOD.

  METHOD next_departures.
    DATA(route) = sailings->route( route_id ).
    LOOP AT sailings->of_route( route_id = route_id from = clock->today( ) ) INTO DATA(sailing)
        WHERE status <> zif_ferry_constants=>sailing_status-cancelled.
      IF has_left( sailing ).
        CONTINUE.
      ENDIF.
      APPEND entry_of( sailing = sailing minutes = route-duration ) TO result.
      IF lines( result ) = count.
        RETURN.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD has_left.
    result = xsdbool( sailing-departure_date = clock->today( )
                  AND sailing-departure_time < clock->time( ) ).
  ENDMETHOD.

  METHOD entry_of.
    result = VALUE #(
      sailing_id     = sailing-sailing_id
      departure_date = sailing-departure_date
      departure_time = sailing-departure_time
      duration       = zcl_ferry_duration=>as_text( minutes ) ).
    zcl_ferry_duration=>after(
      EXPORTING
        date         = sailing-departure_date
        time         = sailing-departure_time
        minutes      = minutes
      IMPORTING
        arrival_date = result-arrival_date
        arrival_time = result-arrival_time ).
  ENDMETHOD.
ENDCLASS.
