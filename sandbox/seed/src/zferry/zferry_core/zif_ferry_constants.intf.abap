"! Fixed values of the domains, under names.
INTERFACE zif_ferry_constants
  PUBLIC.

  CONSTANTS:
    BEGIN OF sailing_status,
      planned   TYPE zferry_status_sailing VALUE 'P',
      departed  TYPE zferry_status_sailing VALUE 'D',
      cancelled TYPE zferry_status_sailing VALUE 'C',
    END OF sailing_status.
  CONSTANTS:
    BEGIN OF booking_status,
      open      TYPE zferry_status_booking VALUE 'O',
      paid      TYPE zferry_status_booking VALUE 'P',
      cancelled TYPE zferry_status_booking VALUE 'X',
    END OF booking_status.
  CONSTANTS:
    BEGIN OF season,
      low    TYPE zferry_season_id VALUE 'L',
      middle TYPE zferry_season_id VALUE 'M',
      high   TYPE zferry_season_id VALUE 'H',
    END OF season.
  CONSTANTS:
    BEGIN OF vehicle,
      none    TYPE zferry_vehicle_class VALUE 'NO',
      bicycle TYPE zferry_vehicle_class VALUE 'BI',
      car     TYPE zferry_vehicle_class VALUE 'CA',
      caravan TYPE zferry_vehicle_class VALUE 'CV',
      bus     TYPE zferry_vehicle_class VALUE 'BU',
      lorry   TYPE zferry_vehicle_class VALUE 'LO',
    END OF vehicle.
ENDINTERFACE.
