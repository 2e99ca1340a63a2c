FUNCTION z_ferry_get_sailings.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IV_ROUTE_ID) TYPE  ZFERRY_ROUTE_ID
*"     VALUE(IV_FROM) TYPE  ZFERRY_DEPARTURE_DATE OPTIONAL
*"  EXPORTING
*"     VALUE(ET_SAILINGS) TYPE  ZFERRY_T_SAILINGS
*"----------------------------------------------------------------------
  DATA lo_sailings TYPE REF TO zif_ferry_sailings.
  DATA lv_from TYPE zferry_departure_date.

  lv_from = iv_from.
  IF lv_from IS INITIAL.
    lv_from = gc_first_day.
  ENDIF.
  CREATE OBJECT lo_sailings TYPE zcl_ferry_sailings.
  et_sailings = lo_sailings->of_route( route_id = iv_route_id from = lv_from ).
ENDFUNCTION.
