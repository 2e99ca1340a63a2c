CLASS lcl_customer DEFINITION FINAL.
  PUBLIC SECTION.
    INTERFACES lif_rule.
ENDCLASS.

CLASS lcl_customer IMPLEMENTATION.
  METHOD lif_rule~apply.
    IF request-customer IS INITIAL.
      RAISE EXCEPTION TYPE zcx_ferry_input
        EXPORTING
          textid = zcx_ferry_input=>no_customer.
    ENDIF.
  ENDMETHOD.
ENDCLASS.

CLASS lcl_passengers DEFINITION FINAL.
  PUBLIC SECTION.
    INTERFACES lif_rule.
ENDCLASS.

CLASS lcl_passengers IMPLEMENTATION.
  METHOD lif_rule~apply.
    IF request-passengers < 1.
      RAISE EXCEPTION TYPE zcx_ferry_input
        EXPORTING
          textid = zcx_ferry_input=>passengers
          id     = |{ request-passengers }|.
    ENDIF.
  ENDMETHOD.
ENDCLASS.

CLASS lcl_vehicle DEFINITION FINAL.
  PUBLIC SECTION.
    INTERFACES lif_rule.
ENDCLASS.

CLASS lcl_vehicle IMPLEMENTATION.
  METHOD lif_rule~apply.
    zcl_ferry_vehicles=>name( request-vehicle_class ).
  ENDMETHOD.
ENDCLASS.

CLASS lcl_rules DEFINITION FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    TYPES rules TYPE STANDARD TABLE OF REF TO lif_rule WITH EMPTY KEY.

    CLASS-METHODS all
      RETURNING
        VALUE(result) TYPE rules.
ENDCLASS.

CLASS lcl_rules IMPLEMENTATION.
  METHOD all.
    APPEND NEW lcl_customer( ) TO result.
    APPEND NEW lcl_passengers( ) TO result.
    APPEND NEW lcl_vehicle( ) TO result.
  ENDMETHOD.
ENDCLASS.
