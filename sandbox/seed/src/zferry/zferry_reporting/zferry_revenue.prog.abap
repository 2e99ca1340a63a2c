*&---------------------------------------------------------------------*
*& Revenue by route and currency, cancelled bookings left out
*&---------------------------------------------------------------------*
REPORT zferry_revenue.

TYPES:
  BEGIN OF ty_revenue,
    route_id TYPE zferry_route_id,
    currency TYPE zferry_currency_id,
    bookings TYPE i,
    amount   TYPE p LENGTH 12 DECIMALS 2,
  END OF ty_revenue.
TYPES ty_revenues TYPE SORTED TABLE OF ty_revenue WITH UNIQUE KEY route_id currency.

PARAMETERS p_min TYPE i DEFAULT 1.

DATA gt_revenue TYPE ty_revenues.

START-OF-SELECTION.
  PERFORM collect_revenue CHANGING gt_revenue.
  PERFORM write_revenue USING gt_revenue p_min.

FORM collect_revenue CHANGING ct_revenue TYPE ty_revenues.
  DATA ls_revenue TYPE ty_revenue.
  DATA ls_booking TYPE zferry_booking.
  DATA lt_bookings TYPE zferry_t_bookings.
  DATA ls_sailing TYPE zferry_sailing.
  DATA lt_sailings TYPE SORTED TABLE OF zferry_sailing WITH UNIQUE KEY sailing_id.

  SELECT * FROM zferry_sailing INTO TABLE @lt_sailings.
  SELECT * FROM zferry_booking
    WHERE status <> @zif_ferry_constants=>booking_status-cancelled
    INTO TABLE @lt_bookings.
  LOOP AT lt_bookings INTO ls_booking.
    READ TABLE lt_sailings INTO ls_sailing WITH TABLE KEY sailing_id = ls_booking-sailing_id.
    IF sy-subrc <> 0.
      CONTINUE.
    ENDIF.
    CLEAR ls_revenue.
    ls_revenue-route_id = ls_sailing-route_id.
    ls_revenue-currency = ls_booking-currency.
    ls_revenue-bookings = 1.
    ls_revenue-amount = ls_booking-amount.
    COLLECT ls_revenue INTO ct_revenue.
  ENDLOOP.
ENDFORM.

FORM write_revenue
  USING it_revenue TYPE ty_revenues
        iv_min     TYPE i.
  DATA ls_revenue TYPE ty_revenue.
  LOOP AT it_revenue INTO ls_revenue WHERE bookings >= iv_min.
    WRITE: / ls_revenue-route_id, ls_revenue-bookings, ls_revenue-amount, ls_revenue-currency.
  ENDLOOP.
ENDFORM.
