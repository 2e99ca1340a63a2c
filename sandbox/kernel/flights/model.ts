/**
 * The flight data model of the ABAP documentation (SFLIGHT and its neighbours). Field
 * names and types as in public sources: bizhuka/open-abap-xtt `src/ddic/sflight.tabl.xml`, and CDS
 * views that name the data element of each field.
 */
import type { DictionaryTable } from '../dictionary-types.ts'
import type { TypeText } from '../data-elements.ts'

export const flightElements: readonly (readonly [name: string, type: TypeText, text: string])[] = [
  ['S_MANDT', 'CLNT 3', 'Client'],
  ['S_CARR_ID', 'CHAR 3', 'Airline code'],
  ['S_CARRNAME', 'CHAR 20', 'Airline name'],
  ['S_CARRURL', 'CHAR 255', 'Airline address'],
  ['S_CURRCODE', 'CUKY 5', 'Currency of the airline'],
  ['S_CONN_ID', 'NUMC 4', 'Flight connection number'],
  ['S_FROM_CIT', 'CHAR 20', 'Departure city'],
  ['S_FROMAIRP', 'CHAR 3', 'Departure airport'],
  ['S_TO_CITY', 'CHAR 20', 'Arrival city'],
  ['S_TOAIRP', 'CHAR 3', 'Destination airport'],
  ['S_CITY', 'CHAR 20', 'City'],
  ['S_AIRPORT', 'CHAR 3', 'Airport code'],
  ['S_AIRPID', 'CHAR 3', 'Airport code'],
  ['S_FLTIME', 'INT4', 'Flight time'],
  ['S_DEP_TIME', 'TIMS', 'Departure time'],
  ['S_ARR_TIME', 'TIMS', 'Arrival time'],
  ['S_DISTANCE', 'QUAN 9.4', 'Distance'],
  ['S_DISTID', 'UNIT 3', 'Unit of the distance'],
  ['S_FLTYPE', 'CHAR 1', 'Flight type'],
  ['S_PERIOD', 'INT1', 'Arrival later by days'],
  ['S_DATE', 'DATS', 'Flight date'],
  ['S_PRICE', 'CURR 15.2', 'Airfare'],
  ['S_PLANETYE', 'CHAR 10', 'Aircraft type'],
  ['S_SEATSMAX', 'INT4', 'Seats in economy class'],
  ['S_SEATSOCC', 'INT4', 'Occupied seats in economy class'],
  ['S_SUM', 'CURR 17.2', 'Total of current bookings'],
  ['S_SMAX_B', 'INT4', 'Seats in business class'],
  ['S_SOCC_B', 'INT4', 'Occupied seats in business class'],
  ['S_SMAX_F', 'INT4', 'Seats in first class'],
  ['S_SOCC_F', 'INT4', 'Occupied seats in first class'],
  ['S_BOOK_ID', 'NUMC 8', 'Booking number'],
  ['S_CUSTOMER', 'NUMC 8', 'Customer number'],
  ['S_CUSTTYPE', 'CHAR 1', 'Customer type'],
  ['S_SMOKER', 'CHAR 1', 'Smoker'],
  ['S_LUGWEIGH', 'QUAN 8.4', 'Weight of the luggage'],
  ['S_WEIUNIT', 'UNIT 3', 'Unit of the weight'],
  ['S_INVFLAG', 'CHAR 1', 'Invoice'],
  ['S_CLASS', 'CHAR 1', 'Flight class'],
  ['S_F_CUR_PR', 'CURR 15.2', 'Price in foreign currency'],
  ['S_CURR', 'CUKY 5', 'Payment currency'],
  ['S_L_CUR_PR', 'CURR 15.2', 'Price in local currency'],
  ['S_BDATE', 'DATS', 'Booking date'],
  ['S_COUNTNUM', 'NUMC 8', 'Number of the sales office'],
  ['S_AGNCYNUM', 'NUMC 8', 'Travel agency number'],
  ['S_CANCEL', 'CHAR 1', 'Cancelled'],
  ['S_RESERV', 'CHAR 1', 'Reserved'],
  ['S_PASSNAME', 'CHAR 25', 'Passenger name'],
  ['S_FORM', 'CHAR 15', 'Form of address'],
  ['S_BIRTHDAT', 'DATS', 'Birth date']
]

export const flightTables: readonly DictionaryTable[] = [
  {
    name: 'SCARR',
    text: 'Airline',
    kind: 'table',
    fields: [
      ['MANDT', 'S_MANDT', 'key'],
      ['CARRID', 'S_CARR_ID', 'key'],
      ['CARRNAME', 'S_CARRNAME'],
      ['CURRCODE', 'S_CURRCODE'],
      ['URL', 'S_CARRURL']
    ]
  },
  {
    name: 'SPFLI',
    text: 'Flight schedule',
    kind: 'table',
    fields: [
      ['MANDT', 'S_MANDT', 'key'],
      ['CARRID', 'S_CARR_ID', 'key'],
      ['CONNID', 'S_CONN_ID', 'key'],
      ['COUNTRYFR', 'LAND1'],
      ['CITYFROM', 'S_FROM_CIT'],
      ['AIRPFROM', 'S_FROMAIRP'],
      ['COUNTRYTO', 'LAND1'],
      ['CITYTO', 'S_TO_CITY'],
      ['AIRPTO', 'S_TOAIRP'],
      ['FLTIME', 'S_FLTIME'],
      ['DEPTIME', 'S_DEP_TIME'],
      ['ARRTIME', 'S_ARR_TIME'],
      ['DISTANCE', 'S_DISTANCE'],
      ['DISTID', 'S_DISTID'],
      ['FLTYPE', 'S_FLTYPE'],
      ['PERIOD', 'S_PERIOD']
    ]
  },
  {
    name: 'SFLIGHT',
    text: 'Flight',
    kind: 'table',
    fields: [
      ['MANDT', 'S_MANDT', 'key'],
      ['CARRID', 'S_CARR_ID', 'key'],
      ['CONNID', 'S_CONN_ID', 'key'],
      ['FLDATE', 'S_DATE', 'key'],
      ['PRICE', 'S_PRICE'],
      ['CURRENCY', 'S_CURRCODE'],
      ['PLANETYPE', 'S_PLANETYE'],
      ['SEATSMAX', 'S_SEATSMAX'],
      ['SEATSOCC', 'S_SEATSOCC'],
      ['PAYMENTSUM', 'S_SUM'],
      ['SEATSMAX_B', 'S_SMAX_B'],
      ['SEATSOCC_B', 'S_SOCC_B'],
      ['SEATSMAX_F', 'S_SMAX_F'],
      ['SEATSOCC_F', 'S_SOCC_F']
    ]
  },
  {
    name: 'SBOOK',
    text: 'Flight booking',
    kind: 'table',
    fields: [
      ['MANDT', 'S_MANDT', 'key'],
      ['CARRID', 'S_CARR_ID', 'key'],
      ['CONNID', 'S_CONN_ID', 'key'],
      ['FLDATE', 'S_DATE', 'key'],
      ['BOOKID', 'S_BOOK_ID', 'key'],
      ['CUSTOMID', 'S_CUSTOMER'],
      ['CUSTTYPE', 'S_CUSTTYPE'],
      ['SMOKER', 'S_SMOKER'],
      ['LUGGWEIGHT', 'S_LUGWEIGH'],
      ['WUNIT', 'S_WEIUNIT'],
      ['INVOICE', 'S_INVFLAG'],
      ['CLASS', 'S_CLASS'],
      ['FORCURAM', 'S_F_CUR_PR'],
      ['FORCURKEY', 'S_CURR'],
      ['LOCCURAM', 'S_L_CUR_PR'],
      ['LOCCURKEY', 'S_CURRCODE'],
      ['ORDER_DATE', 'S_BDATE'],
      ['COUNTER', 'S_COUNTNUM'],
      ['AGENCYNUM', 'S_AGNCYNUM'],
      ['CANCELLED', 'S_CANCEL'],
      ['RESERVED', 'S_RESERV'],
      ['PASSNAME', 'S_PASSNAME'],
      ['PASSFORM', 'S_FORM'],
      ['PASSBIRTH', 'S_BIRTHDAT']
    ]
  }
]
