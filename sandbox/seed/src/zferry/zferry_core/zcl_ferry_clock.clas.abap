CLASS zcl_ferry_clock DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_ferry_clock.
ENDCLASS.

CLASS zcl_ferry_clock IMPLEMENTATION.
  METHOD zif_ferry_clock~today.
    GET TIME.
    date = sy-datum.
  ENDMETHOD.

  METHOD zif_ferry_clock~time.
    GET TIME.
    time = sy-uzeit.
  ENDMETHOD.
ENDCLASS.
