"! Access to sailings and to what belongs to them.
INTERFACE zif_ferry_sailings
  PUBLIC.

  METHODS get
    IMPORTING
      !id            TYPE zferry_sailing_id
    RETURNING
      VALUE(sailing) TYPE zferry_sailing
    RAISING
      zcx_ferry_not_found.
  "! Sailings of a route from a date on, in the order of departure.
  METHODS of_route
    IMPORTING
      !route_id       TYPE zferry_route_id
      !from           TYPE zferry_departure_date
    RETURNING
      VALUE(sailings) TYPE zferry_t_sailings.
  METHODS route
    IMPORTING
      !id          TYPE zferry_route_id
    RETURNING
      VALUE(route) TYPE zferry_route
    RAISING
      zcx_ferry_not_found.
  METHODS ship
    IMPORTING
      !id         TYPE zferry_ship_id
    RETURNING
      VALUE(ship) TYPE zferry_ship
    RAISING
      zcx_ferry_not_found.
  METHODS save
    IMPORTING
      !sailing TYPE zferry_sailing.
ENDINTERFACE.
