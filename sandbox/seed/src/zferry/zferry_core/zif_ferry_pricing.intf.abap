"! What a booking costs.
INTERFACE zif_ferry_pricing
  PUBLIC.

  METHODS price
    IMPORTING
      !request     TYPE zferry_s_request
    RETURNING
      VALUE(price) TYPE zferry_s_price
    RAISING
      zcx_ferry.
ENDINTERFACE.
