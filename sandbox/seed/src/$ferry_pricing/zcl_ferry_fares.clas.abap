CLASS zcl_ferry_fares DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_ferry_fares.
ENDCLASS.

CLASS zcl_ferry_fares IMPLEMENTATION.
  METHOD zif_ferry_fares~fare.
    SELECT SINGLE * FROM zferry_fare
      WHERE route_id = @route_id
        AND season = @season
      INTO @fare.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>fare
          id     = |{ route_id }|
          detail = |{ season }|.
    ENDIF.
  ENDMETHOD.

  METHOD zif_ferry_fares~tiers.
    SELECT * FROM zferry_tier
      ORDER BY from_passengers
      INTO TABLE @tiers.
  ENDMETHOD.
ENDCLASS.
