"! Which season a day belongs to.
CLASS zcl_ferry_season DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE.

  PUBLIC SECTION.
    "! High season lasts from midsummer (20 June) to the middle of August, low season from October to March.
    CLASS-METHODS of_date
      IMPORTING
        !date         TYPE d
      RETURNING
        VALUE(season) TYPE zferry_season_id.
ENDCLASS.

CLASS zcl_ferry_season IMPLEMENTATION.
  METHOD of_date.
    DATA month_and_day TYPE n LENGTH 4.
    month_and_day = date+4(4).
    season = COND #(
      WHEN month_and_day BETWEEN '0620' AND '0815' THEN zif_ferry_constants=>season-high
      WHEN month_and_day >= '1001' OR month_and_day < '0401' THEN zif_ferry_constants=>season-low
      ELSE zif_ferry_constants=>season-middle ).
  ENDMETHOD.
ENDCLASS.
