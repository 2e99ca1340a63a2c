@AccessControl.authorizationCheck: #NOT_REQUIRED
@EndUserText.label: 'Revenue by route'
define view entity ZFERRY_C_REVENUE
  as select from zferry_booking as booking
    inner join   zferry_sailing as sailing on sailing.sailing_id = booking.sailing_id
{
  key sailing.route_id          as RouteId,
  key booking.currency          as Currency,
      count( * )                as Bookings,
      sum( booking.passengers ) as Passengers,
      @Semantics.amount.currencyCode: 'Currency'
      sum( booking.amount )     as Amount
}
where
  booking.status <> 'X'
group by
  sailing.route_id,
  booking.currency
