@AccessControl.authorizationCheck: #NOT_REQUIRED
@EndUserText.label: 'Load of the ships by route'
define view entity ZFERRY_C_LOAD
  as select from ZFERRY_I_SAILING as sailing
{
  key sailing.RouteId          as RouteId,
      count( * )               as Sailings,
      sum( sailing.Seats )     as Seats,
      sum( sailing.SeatsBooked ) as SeatsBooked,
      max( sailing.SeatsBooked ) as FullestSailing
}
where
  sailing.Status <> 'C'
group by
  sailing.RouteId
