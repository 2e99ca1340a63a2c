CLASS zcl_ferry_bookings DEFINITION
  PUBLIC
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES zif_ferry_bookings.
ENDCLASS.

CLASS zcl_ferry_bookings IMPLEMENTATION.
  METHOD zif_ferry_bookings~get.
    SELECT SINGLE * FROM zferry_booking
      WHERE booking_id = @id
      INTO @booking.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE zcx_ferry_not_found
        EXPORTING
          textid = zcx_ferry_not_found=>booking
          id     = |{ id }|.
    ENDIF.
  ENDMETHOD.

  METHOD zif_ferry_bookings~of_sailing.
    SELECT * FROM zferry_booking
      WHERE sailing_id = @sailing_id
      ORDER BY booking_id
      INTO TABLE @bookings.
  ENDMETHOD.

  METHOD zif_ferry_bookings~next_id.
    DATA last TYPE zferry_booking_id.
    SELECT MAX( booking_id ) FROM zferry_booking INTO @last.
    id = last + 1.
  ENDMETHOD.

  METHOD zif_ferry_bookings~save.
    MODIFY zferry_booking FROM @booking.
  ENDMETHOD.
ENDCLASS.
