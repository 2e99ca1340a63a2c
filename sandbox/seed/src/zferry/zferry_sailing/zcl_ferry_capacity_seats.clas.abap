CLASS zcl_ferry_capacity_seats DEFINITION
  PUBLIC
  INHERITING FROM zcl_ferry_capacity
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS free REDEFINITION.

  PROTECTED SECTION.
    METHODS text_key REDEFINITION.
ENDCLASS.

CLASS zcl_ferry_capacity_seats IMPLEMENTATION.
  METHOD free.
    units = sailings->ship( sailing-ship_id )-seats - sailing-seats_booked.
  ENDMETHOD.

  METHOD text_key.
    result = zcx_ferry_full=>seats.
  ENDMETHOD.
ENDCLASS.
