"! Is a request for a booking complete and sensible? Room and price are not looked at here.
CLASS zcl_ferry_request_check DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    METHODS check
      IMPORTING
        !request TYPE zferry_s_request
      RAISING
        zcx_ferry_input.
ENDCLASS.

CLASS zcl_ferry_request_check IMPLEMENTATION.
  METHOD check.
    LOOP AT lcl_rules=>all( ) INTO DATA(rule).
      rule->apply( request ).
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
