"! What time it is. Tests bring their own clock.
INTERFACE zif_ferry_clock
  PUBLIC.

  METHODS today
    RETURNING
      VALUE(date) TYPE d.
  METHODS time
    RETURNING
      VALUE(time) TYPE t.
ENDINTERFACE.
