CLASS zcl_ferry_capacity_lane DEFINITION
  PUBLIC
  INHERITING FROM zcl_ferry_capacity
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS free REDEFINITION.

  PROTECTED SECTION.
    METHODS text_key REDEFINITION.
ENDCLASS.

CLASS zcl_ferry_capacity_lane IMPLEMENTATION.
  METHOD free.
    units = sailings->ship( sailing-ship_id )-lane_metres - sailing-lane_booked.
  ENDMETHOD.

  METHOD text_key.
    result = zcx_ferry_full=>lane.
  ENDMETHOD.
ENDCLASS.
