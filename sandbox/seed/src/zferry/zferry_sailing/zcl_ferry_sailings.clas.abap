CLASS zcl_ferry_sailings DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_ferry_sailings.
ENDCLASS.

CLASS zcl_ferry_sailings IMPLEMENTATION.
  METHOD zif_ferry_sailings~get.
    SELECT SINGLE * FROM zferry_sailing
      WHERE sailing_id = @id
      INTO @sailing.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>sailing
          id     = |{ id }|.
    ENDIF.
  ENDMETHOD.

  METHOD zif_ferry_sailings~of_route.
    SELECT * FROM zferry_sailing
      WHERE route_id = @route_id
        AND departure_date >= @from
      ORDER BY departure_date, departure_time, sailing_id
      INTO TABLE @sailings.
  ENDMETHOD.

  METHOD zif_ferry_sailings~route.
    SELECT SINGLE * FROM zferry_route
      WHERE route_id = @id
      INTO @route.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>route
          id     = |{ id }|.
    ENDIF.
  ENDMETHOD.

  METHOD zif_ferry_sailings~ship.
    SELECT SINGLE * FROM zferry_ship
      WHERE ship_id = @id
      INTO @ship.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>ship
          id     = |{ id }|.
    ENDIF.
  ENDMETHOD.

  METHOD zif_ferry_sailings~save.
    MODIFY zferry_sailing FROM @sailing.
  ENDMETHOD.
ENDCLASS.
