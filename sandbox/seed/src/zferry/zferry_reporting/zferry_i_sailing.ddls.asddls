@AccessControl.authorizationCheck: #NOT_REQUIRED
@EndUserText.label: 'Sailings with their free seats'
define view entity ZFERRY_I_SAILING
  as select from zferry_sailing as sailing
    inner join   zferry_ship    as ship on ship.ship_id = sailing.ship_id
  association [1..1] to ZFERRY_I_ROUTE as _Route on $projection.RouteId = _Route.RouteId
{
  key sailing.sailing_id                as SailingId,
      sailing.route_id                  as RouteId,
      sailing.departure_date            as DepartureDate,
      sailing.departure_time            as DepartureTime,
      ship.name                         as ShipName,
      ship.seats                        as Seats,
      sailing.seats_booked              as SeatsBooked,
      ship.seats - sailing.seats_booked as SeatsFree,
      sailing.status                    as Status,
      case sailing.status
        when 'P' then 'planned'
        when 'D' then 'departed'
        when 'C' then 'cancelled'
        else 'unknown'
      end                               as StatusText,
      _Route
}
