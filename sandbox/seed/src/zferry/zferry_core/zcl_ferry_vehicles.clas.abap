"! Vehicle classes and the room they need on the car deck.
CLASS zcl_ferry_vehicles DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE.

  PUBLIC SECTION.
    "! Lane metres that vehicles of a class take.
    CLASS-METHODS metres
      IMPORTING
        !vehicle_class TYPE zferry_vehicle_class
        !vehicles      TYPE zferry_vehicles DEFAULT 1
      RETURNING
        VALUE(metres)  TYPE zferry_lane_metres
      RAISING
        zcx_ferry_input.

    CLASS-METHODS name
      IMPORTING
        !vehicle_class TYPE zferry_vehicle_class
      RETURNING
        VALUE(name)    TYPE string
      RAISING
        zcx_ferry_input.

  PRIVATE SECTION.
    TYPES:
      BEGIN OF description,
        vehicle_class TYPE zferry_vehicle_class,
        metres        TYPE zferry_lane_metres,
        name          TYPE string,
      END OF description.

    CLASS-METHODS describe
      IMPORTING
        !vehicle_class     TYPE zferry_vehicle_class
      RETURNING
        VALUE(description) TYPE description
      RAISING
        zcx_ferry_input.
ENDCLASS.

CLASS zcl_ferry_vehicles IMPLEMENTATION.
  METHOD metres.
    metres = describe( vehicle_class )-metres * vehicles.
  ENDMETHOD.

  METHOD name.
    name = describe( vehicle_class )-name.
  ENDMETHOD.

  METHOD describe.
    description = SWITCH #( vehicle_class
      WHEN zif_ferry_constants=>vehicle-none    THEN VALUE #( name = `on foot` )
      WHEN zif_ferry_constants=>vehicle-bicycle THEN VALUE #( name = `bicycle` metres = 2 )
      WHEN zif_ferry_constants=>vehicle-car     THEN VALUE #( name = `car` metres = 5 )
      WHEN zif_ferry_constants=>vehicle-caravan THEN VALUE #( name = `car with caravan` metres = 12 )
      WHEN zif_ferry_constants=>vehicle-bus     THEN VALUE #( name = `bus` metres = 15 )
      WHEN zif_ferry_constants=>vehicle-lorry   THEN VALUE #( name = `lorry` metres = 18 ) ).
    IF description-name IS INITIAL.
      RAISE EXCEPTION TYPE zcx_ferry_input
        EXPORTING
          textid = zcx_ferry_input=>vehicle_class
          id     = |{ vehicle_class }|.
    ENDIF.
    description-vehicle_class = vehicle_class.
  ENDMETHOD.
ENDCLASS.
