FUNCTION z_ferry_quote.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IS_REQUEST) TYPE  ZFERRY_S_REQUEST
*"  EXPORTING
*"     VALUE(ES_PRICE) TYPE  ZFERRY_S_PRICE
*"     VALUE(EV_MESSAGE) TYPE  BAPI_MSG
*"  EXCEPTIONS
*"      NOT_POSSIBLE
*"----------------------------------------------------------------------
  DATA lo_error TYPE REF TO zcx_ferry.

  TRY.
      es_price = zcl_ferry_pricing=>create( )->price( is_request ).
    CATCH zcx_ferry INTO lo_error.
      ev_message = lo_error->get_text( ).
      RAISE not_possible.
  ENDTRY.
ENDFUNCTION.
