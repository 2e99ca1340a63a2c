"! Durations in minutes.
CLASS zcl_ferry_duration DEFINITION
  PUBLIC
  FINAL
  CREATE PRIVATE.

  PUBLIC SECTION.
    CONSTANTS minutes_of_day TYPE i VALUE 1440.

    "! 125 minutes are '2 h 05 min'.
    CLASS-METHODS as_text
      IMPORTING
        !minutes    TYPE zferry_minutes
      RETURNING
        VALUE(text) TYPE string.

    "! Date and time that many minutes after a departure.
    CLASS-METHODS after
      IMPORTING
        !date         TYPE d
        !time         TYPE t
        !minutes      TYPE zferry_minutes
      EXPORTING
        !arrival_date TYPE d
        !arrival_time TYPE t.
ENDCLASS.

CLASS zcl_ferry_duration IMPLEMENTATION.
  METHOD as_text.
    DATA(hours) = minutes DIV 60.
    DATA(rest) = minutes MOD 60.
    IF hours = 0.
      text = |{ rest } min|.
    ELSE.
      text = |{ hours } h { rest WIDTH = 2 ALIGN = RIGHT PAD = '0' } min|.
    ENDIF.
  ENDMETHOD.

  METHOD after.
    DATA total TYPE i.
    total = time(2) * 60 + time+2(2) + minutes.
    arrival_date = date + total DIV minutes_of_day.
    total = total MOD minutes_of_day.
    arrival_time = |{ total DIV 60 WIDTH = 2 ALIGN = RIGHT PAD = '0' }{ total MOD 60 WIDTH = 2 ALIGN = RIGHT PAD = '0' }00|.
  ENDMETHOD.
ENDCLASS.
