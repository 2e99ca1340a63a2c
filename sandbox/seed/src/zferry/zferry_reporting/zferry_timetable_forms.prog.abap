*&---------------------------------------------------------------------*
*& Subroutines of ZFERRY_TIMETABLE
*&---------------------------------------------------------------------*
FORM read_sailings
  USING    iv_route    TYPE zferry_route_id
           iv_from     TYPE zferry_departure_date
  CHANGING cs_route    TYPE zferry_route
           ct_sailings TYPE zferry_t_sailings.

  SELECT SINGLE * FROM zferry_route WHERE route_id = @iv_route INTO @cs_route.
  SELECT * FROM zferry_sailing
    WHERE route_id = @iv_route
      AND departure_date >= @iv_from
    ORDER BY departure_date, departure_time
    INTO TABLE @ct_sailings.
ENDFORM.

FORM write_head USING is_route TYPE zferry_route.
  WRITE: / 'Route', is_route-route_id.
  WRITE: / 'From', is_route-from_port, 'to', is_route-to_port.
  ULINE.
ENDFORM.

FORM write_sailings
  USING it_sailings TYPE zferry_t_sailings
        iv_minutes  TYPE zferry_minutes
        iv_max      TYPE i.

  DATA ls_sailing TYPE zferry_sailing.
  DATA lv_date TYPE d.
  DATA lv_time TYPE t.

  LOOP AT it_sailings INTO ls_sailing.
    IF sy-tabix > iv_max.
      EXIT.
    ENDIF.
    zcl_ferry_duration=>after(
      EXPORTING
        date         = ls_sailing-departure_date
        time         = ls_sailing-departure_time
        minutes      = iv_minutes
      IMPORTING
        arrival_date = lv_date
        arrival_time = lv_time ).
    WRITE: / ls_sailing-sailing_id, ls_sailing-departure_date, ls_sailing-departure_time, lv_date, lv_time.
  ENDLOOP.
ENDFORM.
