"! Access to bookings.
INTERFACE zif_ferry_bookings
  PUBLIC.

  METHODS get
    IMPORTING
      !id            TYPE zferry_booking_id
    RETURNING
      VALUE(booking) TYPE zferry_booking
    RAISING
      zcx_ferry_not_found.
  METHODS of_sailing
    IMPORTING
      !sailing_id     TYPE zferry_sailing_id
    RETURNING
      VALUE(bookings) TYPE zferry_t_bookings.
  METHODS next_id
    RETURNING
      VALUE(id) TYPE zferry_booking_id.
  METHODS save
    IMPORTING
      !booking TYPE zferry_booking.
ENDINTERFACE.
