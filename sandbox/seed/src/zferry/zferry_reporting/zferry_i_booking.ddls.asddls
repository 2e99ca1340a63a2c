@AccessControl.authorizationCheck: #NOT_REQUIRED
@EndUserText.label: 'Bookings that count'
define view entity ZFERRY_I_BOOKING
  as select from zferry_booking as booking
  association [1..1] to ZFERRY_I_SAILING as _Sailing on $projection.SailingId = _Sailing.SailingId
{
  key booking.booking_id    as BookingId,
      booking.sailing_id    as SailingId,
      booking.customer      as Customer,
      booking.passengers    as Passengers,
      booking.vehicle_class as VehicleClass,
      @Semantics.amount.currencyCode: 'Currency'
      booking.amount        as Amount,
      booking.currency      as Currency,
      case
        when booking.passengers >= 10 then 'group'
        when booking.passengers > 1 then 'party'
        else 'single'
      end                   as Kind,
      _Sailing.RouteId      as RouteId,
      _Sailing
}
where
  booking.status <> 'X'
