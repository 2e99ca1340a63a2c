"! Access to what travelling costs.
INTERFACE zif_ferry_fares
  PUBLIC.

  METHODS fare
    IMPORTING
      !route_id   TYPE zferry_route_id
      !season     TYPE zferry_season_id
    RETURNING
      VALUE(fare) TYPE zferry_fare
    RAISING
      zcx_ferry_not_found.
  METHODS tiers
    RETURNING
      VALUE(tiers) TYPE zferry_t_tiers.
ENDINTERFACE.
