/**
 * The tables of the flight reference scenario (name space /DMO/), which an ERP has when the project
 * is imported: its own objects take their place. Field names and types as in
 * SAP-samples/abap-platform-refscen-flight, `src/legacy` and `src/reuse`. Beside them, structures
 * and views of the standard that the scenario reads.
 */
import type { TypeText } from '../data-elements.ts'
import type { DictionaryTable, Field } from '../dictionary-types.ts'

export const flightReferenceElements: readonly (readonly [
  name: string,
  type: TypeText,
  text: string
])[] = [
  ['/DMO/AGENCY_ID', 'NUMC 6', 'Agency'],
  ['/DMO/AGENCY_NAME', 'CHAR 80', 'Agency name'],
  ['/DMO/AIRPORT_FROM_ID', 'CHAR 3', 'Departure airport'],
  ['/DMO/AIRPORT_ID', 'CHAR 3', 'Airport'],
  ['/DMO/AIRPORT_NAME', 'CHAR 40', 'Airport name'],
  ['/DMO/AIRPORT_TO_ID', 'CHAR 3', 'Destination airport'],
  ['/DMO/BEGIN_DATE', 'DATS', 'Start date'],
  ['/DMO/BOOKING_DATE', 'DATS', 'Booking date'],
  ['/DMO/BOOKING_FEE', 'CURR 16.2', 'Booking fee'],
  ['/DMO/BOOKING_ID', 'NUMC 4', 'Booking'],
  ['/DMO/BOOKING_SUPPLEMENT_ID', 'NUMC 2', 'Booking supplement'],
  ['/DMO/CARRIER_ID', 'CHAR 3', 'Airline'],
  ['/DMO/CARRIER_NAME', 'CHAR 40', 'Airline name'],
  ['/DMO/CITY', 'CHAR 40', 'City'],
  ['/DMO/CONNECTION_ID', 'NUMC 4', 'Flight connection'],
  ['/DMO/CURRENCY_CODE', 'CUKY 5', 'Currency'],
  ['/DMO/CUSTOMER_ID', 'NUMC 6', 'Customer'],
  ['/DMO/DESCRIPTION', 'SSTR 1024', 'Description'],
  ['/DMO/EMAIL_ADDRESS', 'STRG', 'Mail address'],
  ['/DMO/END_DATE', 'DATS', 'End date'],
  ['/DMO/FIRST_NAME', 'CHAR 40', 'First name'],
  ['/DMO/FLIGHT_ARRIVAL_TIME', 'TIMS', 'Arrival time'],
  ['/DMO/FLIGHT_DATE', 'DATS', 'Flight date'],
  ['/DMO/FLIGHT_DEPARTURE_TIME', 'TIMS', 'Departure time'],
  ['/DMO/FLIGHT_DISTANCE', 'INT4', 'Flight distance'],
  ['/DMO/FLIGHT_PRICE', 'CURR 16.2', 'Flight price'],
  ['/DMO/LAST_NAME', 'CHAR 40', 'Last name'],
  ['/DMO/PHONE_NUMBER', 'CHAR 30', 'Phone number'],
  ['/DMO/PLANE_SEATS_MAX', 'INT4', 'Seats'],
  ['/DMO/PLANE_SEATS_OCCUPIED', 'INT4', 'Occupied seats'],
  ['/DMO/PLANE_TYPE_ID', 'CHAR 10', 'Plane type'],
  ['/DMO/POSTAL_CODE', 'CHAR 10', 'Postal code'],
  ['/DMO/STREET', 'CHAR 60', 'Street'],
  ['/DMO/SUPPLEMENT_CATEGORY', 'CHAR 2', 'Supplement category'],
  ['/DMO/SUPPLEMENT_DESCRIPTION', 'SSTR 1024', 'Supplement description'],
  ['/DMO/SUPPLEMENT_ID', 'CHAR 10', 'Supplement'],
  ['/DMO/SUPPLEMENT_PRICE', 'CURR 16.2', 'Supplement price'],
  ['/DMO/TITLE', 'CHAR 10', 'Title'],
  ['/DMO/TOTAL_PRICE', 'CURR 16.2', 'Total price'],
  ['/DMO/TRAVEL_ID', 'NUMC 8', 'Travel'],
  ['/DMO/TRAVEL_STATUS', 'CHAR 1', 'Travel status'],
  ['/DMO/WEB_ADDRESS', 'STRG', 'Web address']
]

const client: Field = ['CLIENT', 'MANDT', 'key']

const administration: readonly Field[] = [
  ['LOCAL_CREATED_BY', 'ABP_CREATION_USER'],
  ['LOCAL_CREATED_AT', 'ABP_CREATION_TSTMPL'],
  ['LOCAL_LAST_CHANGED_BY', 'ABP_LOCINST_LASTCHANGE_USER'],
  ['LOCAL_LAST_CHANGED_AT', 'ABP_LOCINST_LASTCHANGE_TSTMPL'],
  ['LAST_CHANGED_AT', 'ABP_LASTCHANGE_TSTMPL']
]

const address: readonly Field[] = [
  ['STREET', '/DMO/STREET'],
  ['POSTAL_CODE', '/DMO/POSTAL_CODE'],
  ['CITY', '/DMO/CITY'],
  ['COUNTRY_CODE', 'LAND1'],
  ['PHONE_NUMBER', '/DMO/PHONE_NUMBER'],
  ['EMAIL_ADDRESS', '/DMO/EMAIL_ADDRESS']
]

function table(name: string, text: string, fields: readonly Field[]): DictionaryTable {
  return { name: `/DMO/${name}`, text, kind: 'table', fields: [client, ...fields] }
}

export const flightReferenceTables: readonly DictionaryTable[] = [
  table('AGENCY', 'Travel agency', [
    ['AGENCY_ID', '/DMO/AGENCY_ID', 'key'],
    ['NAME', '/DMO/AGENCY_NAME'],
    ...address,
    ['WEB_ADDRESS', '/DMO/WEB_ADDRESS'],
    ...administration
  ]),
  table('AIRPORT', 'Airport', [
    ['AIRPORT_ID', '/DMO/AIRPORT_ID', 'key'],
    ['NAME', '/DMO/AIRPORT_NAME'],
    ['CITY', '/DMO/CITY'],
    ['COUNTRY', 'LAND1']
  ]),
  table('CARRIER', 'Airline', [
    ['CARRIER_ID', '/DMO/CARRIER_ID', 'key'],
    ['NAME', '/DMO/CARRIER_NAME'],
    ['CURRENCY_CODE', '/DMO/CURRENCY_CODE'],
    ...administration
  ]),
  table('CONNECTION', 'Flight connection', [
    ['CARRIER_ID', '/DMO/CARRIER_ID', 'key'],
    ['CONNECTION_ID', '/DMO/CONNECTION_ID', 'key'],
    ['AIRPORT_FROM_ID', '/DMO/AIRPORT_FROM_ID'],
    ['AIRPORT_TO_ID', '/DMO/AIRPORT_TO_ID'],
    ['DEPARTURE_TIME', '/DMO/FLIGHT_DEPARTURE_TIME'],
    ['ARRIVAL_TIME', '/DMO/FLIGHT_ARRIVAL_TIME'],
    ['DISTANCE', '/DMO/FLIGHT_DISTANCE'],
    ['DISTANCE_UNIT', 'MSEHI']
  ]),
  table('FLIGHT', 'Flight', [
    ['CARRIER_ID', '/DMO/CARRIER_ID', 'key'],
    ['CONNECTION_ID', '/DMO/CONNECTION_ID', 'key'],
    ['FLIGHT_DATE', '/DMO/FLIGHT_DATE', 'key'],
    ['PRICE', '/DMO/FLIGHT_PRICE'],
    ['CURRENCY_CODE', '/DMO/CURRENCY_CODE'],
    ['PLANE_TYPE_ID', '/DMO/PLANE_TYPE_ID'],
    ['SEATS_MAX', '/DMO/PLANE_SEATS_MAX'],
    ['SEATS_OCCUPIED', '/DMO/PLANE_SEATS_OCCUPIED']
  ]),
  table('CUSTOMER', 'Customer', [
    ['CUSTOMER_ID', '/DMO/CUSTOMER_ID', 'key'],
    ['FIRST_NAME', '/DMO/FIRST_NAME'],
    ['LAST_NAME', '/DMO/LAST_NAME'],
    ['TITLE', '/DMO/TITLE'],
    ...address,
    ...administration
  ]),
  table('SUPPLEMENT', 'Supplement', [
    ['SUPPLEMENT_ID', '/DMO/SUPPLEMENT_ID', 'key'],
    ['SUPPLEMENT_CATEGORY', '/DMO/SUPPLEMENT_CATEGORY'],
    ['PRICE', '/DMO/SUPPLEMENT_PRICE'],
    ['CURRENCY_CODE', '/DMO/CURRENCY_CODE'],
    ...administration
  ]),
  table('SUPPL_TEXT', 'Text of a supplement', [
    ['SUPPLEMENT_ID', '/DMO/SUPPLEMENT_ID', 'key'],
    ['LANGUAGE_CODE', 'SPRAS', 'key'],
    ['DESCRIPTION', '/DMO/SUPPLEMENT_DESCRIPTION'],
    ['LOCAL_LAST_CHANGED_AT', 'ABP_LOCINST_LASTCHANGE_TSTMPL']
  ]),
  table('TRAVEL', 'Travel', [
    ['TRAVEL_ID', '/DMO/TRAVEL_ID', 'key'],
    ['AGENCY_ID', '/DMO/AGENCY_ID'],
    ['CUSTOMER_ID', '/DMO/CUSTOMER_ID'],
    ['BEGIN_DATE', '/DMO/BEGIN_DATE'],
    ['END_DATE', '/DMO/END_DATE'],
    ['BOOKING_FEE', '/DMO/BOOKING_FEE'],
    ['TOTAL_PRICE', '/DMO/TOTAL_PRICE'],
    ['CURRENCY_CODE', '/DMO/CURRENCY_CODE'],
    ['DESCRIPTION', '/DMO/DESCRIPTION'],
    ['STATUS', '/DMO/TRAVEL_STATUS'],
    ['CREATEDBY', 'SYUNAME'],
    ['CREATEDAT', 'TIMESTAMPL'],
    ['LASTCHANGEDBY', 'SYUNAME'],
    ['LASTCHANGEDAT', 'TIMESTAMPL']
  ]),
  table('BOOKING', 'Booking', [
    ['TRAVEL_ID', '/DMO/TRAVEL_ID', 'key'],
    ['BOOKING_ID', '/DMO/BOOKING_ID', 'key'],
    ['BOOKING_DATE', '/DMO/BOOKING_DATE'],
    ['CUSTOMER_ID', '/DMO/CUSTOMER_ID'],
    ['CARRIER_ID', '/DMO/CARRIER_ID'],
    ['CONNECTION_ID', '/DMO/CONNECTION_ID'],
    ['FLIGHT_DATE', '/DMO/FLIGHT_DATE'],
    ['FLIGHT_PRICE', '/DMO/FLIGHT_PRICE'],
    ['CURRENCY_CODE', '/DMO/CURRENCY_CODE']
  ]),
  table('BOOK_SUPPL', 'Supplement of a booking', [
    ['TRAVEL_ID', '/DMO/TRAVEL_ID', 'key'],
    ['BOOKING_ID', '/DMO/BOOKING_ID', 'key'],
    ['BOOKING_SUPPLEMENT_ID', '/DMO/BOOKING_SUPPLEMENT_ID', 'key'],
    ['SUPPLEMENT_ID', '/DMO/SUPPLEMENT_ID'],
    ['PRICE', '/DMO/SUPPLEMENT_PRICE'],
    ['CURRENCY_CODE', '/DMO/CURRENCY_CODE']
  ])
]

/** What draft tables include, and released views by the names of their elements. */
export const releasedTables: readonly DictionaryTable[] = [
  {
    name: 'SYCH_BDL_DRAFT_ADMIN_INC',
    text: 'Administrative fields of drafts',
    kind: 'structure',
    fields: [
      ['DRAFTENTITYCREATIONDATETIME', 'TIMESTAMPL'],
      ['DRAFTENTITYLASTCHANGEDATETIME', 'TIMESTAMPL'],
      ['DRAFTADMINISTRATIVEDATAUUID', 'SYSUUID_X16'],
      ['DRAFTENTITYOPERATIONCODE', 'CHAR1'],
      ['HASACTIVEENTITY', 'ABAP_BOOLEAN'],
      ['DRAFTFIELDCHANGES', 'ABP_BEHV_CID']
    ]
  },
  {
    name: 'I_CURRENCY',
    text: 'Currency',
    kind: 'table',
    fields: [
      ['CURRENCY', 'WAERS', 'key'],
      ['DECIMALS', 'INT1'],
      ['CURRENCYISOCODE', 'CHAR3'],
      ['ALTERNATIVECURRENCYKEY', 'CHAR3'],
      ['ISPRIMARYCURRENCYFORISOCRCY', 'ABAP_BOOLEAN']
    ]
  },
  {
    name: 'I_COUNTRY',
    text: 'Country',
    kind: 'table',
    fields: [
      ['COUNTRY', 'LAND1', 'key'],
      ['COUNTRYTHREELETTERISOCODE', 'CHAR3'],
      ['COUNTRYISOCODE', 'CHAR2'],
      ['ISEUROPEANUNIONMEMBER', 'ABAP_BOOLEAN']
    ]
  }
]
