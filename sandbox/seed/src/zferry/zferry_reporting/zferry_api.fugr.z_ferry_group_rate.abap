FUNCTION z_ferry_group_rate.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IV_PASSENGERS) TYPE  ZFERRY_PASSENGERS
*"  EXPORTING
*"     VALUE(EV_PERCENT) TYPE  ZFERRY_DISCOUNT_PERCENT
*"----------------------------------------------------------------------
  ev_percent = zcl_ferry_pricing=>group_discount( )->rate_for( iv_passengers ).
ENDFUNCTION.
