/**
 * Further tables of the flight model: airports, cities, planes, customers, travel agencies, sales
 * offices; and the tables of the examples in the ABAP keyword documentation. Columns as public
 * programs and CDS views name them (`select from scustom`, reports on SAPLANE and STRAVELAG, the
 * examples of ABAP SQL); their lengths, the order of those of SAPLANE, and the columns of
 * DEMO_EXPRESSIONS that no example names are believed.
 */
import { readElements, readTables } from '../dictionary-text.ts'

export const masterDataElements = readElements(`
S_CUSTNAME CHAR 25 'Name of the customer'
S_STREET CHAR 30 'Street'
S_POSTBOX CHAR 10 'Post office box'
POSTCODE CHAR 10 'Postal code'
CITY CHAR 25 'City'
S_COUNTRY CHAR 3 'Country'
S_REGION CHAR 3 'Region'
S_PHONENO CHAR 30 'Telephone number'
S_DISCOUNT NUMC 3 'Discount of the customer'
S_EMAIL CHAR 40 'E-mail address'
S_WEBNAME CHAR 25 'User of the web'
S_AGNCYNAM CHAR 25 'Name of the travel agency'
S_AIRPNAME CHAR 25 'Name of the airport'
S_TZONE CHAR 6 'Time zone of the airport'
S_CONSUM QUAN 16.4 'Average consumption of fuel'
S_CONSUNIT UNIT 3 'Unit of the consumption'
S_CAPACITY QUAN 16.4 'Capacity of the tank'
S_CAPUNIT UNIT 3 'Unit of the capacity'
S_PLAN_WEI QUAN 16.4 'Weight of the plane'
S_LENGTH QUAN 16.4 'Length'
S_UNIT UNIT 3 'Unit of the length'
S_SPEED QUAN 8.4 'Speed'
S_SPEEDUNI UNIT 3 'Unit of the speed'
S_PROD CHAR 5 'Manufacturer of the plane'
S_LATI FLTP 16 'Latitude'
S_LONG FLTP 16 'Longitude'
S_MASTCITY CHAR 1 'Main city of the airport'
DEMO_DEC DEC 10.2 'Packed number'
DEMO_FLTP FLTP 16 'Floating point number'
DEMO_TSTMP DEC 15 'Time stamp'
DEMO_TSTMPL DEC 21.7 'Long time stamp'
`)

export const masterDataTables = readTables(`
SAIRPORT table 'Airports' MANDT:S_MANDT! ID:S_AIRPORT! NAME:S_AIRPNAME TIME_ZONE:S_TZONE
SAPLANE table 'Planes' MANDT:S_MANDT! PLANETYPE:S_PLANETYE! SEATSMAX:S_SEATSMAX CONSUM:S_CONSUM CON_UNIT:S_CONSUNIT TANKCAP:S_CAPACITY CAP_UNIT:S_CAPUNIT WEIGHT:S_PLAN_WEI WEI_UNIT:S_WEIUNIT SPAN:S_LENGTH SPAN_UNIT:S_UNIT LENG:S_LENGTH LENG_UNIT:S_UNIT OP_SPEED:S_SPEED SPEED_UNIT:S_SPEEDUNI PRODUCER:S_PROD SEATSMAX_B:S_SMAX_B SEATSMAX_F:S_SMAX_F
SCITAIRP table 'Airports of cities' MANDT:S_MANDT! CITY:S_CITY! COUNTRY:S_COUNTRY! AIRPORT:S_AIRPORT! MASTERCITY:S_MASTCITY
SCOUNTER table 'Sales offices' MANDT:S_MANDT! CARRID:S_CARR_ID! COUNTNUM:S_COUNTNUM! AIRPORT:S_AIRPORT
SCUSTOM table 'Customers' MANDT:S_MANDT! ID:S_CUSTOMER! NAME:S_CUSTNAME FORM:S_FORM STREET:S_STREET POSTBOX:S_POSTBOX POSTCODE CITY COUNTRY:S_COUNTRY REGION:S_REGION TELEPHONE:S_PHONENO CUSTTYPE:S_CUSTTYPE DISCOUNT:S_DISCOUNT LANGU:SPRAS EMAIL:S_EMAIL WEBUSER:S_WEBNAME
SGEOCITY table 'Places of cities' MANDT:S_MANDT! CITY:S_CITY! COUNTRY:S_COUNTRY! LATITUDE:S_LATI LONGITUDE:S_LONG
STRAVELAG table 'Travel agencies' MANDT:S_MANDT! AGENCYNUM:S_AGNCYNUM! NAME:S_AGNCYNAM STREET:S_STREET POSTBOX:S_POSTBOX POSTCODE CITY COUNTRY:S_COUNTRY REGION:S_REGION TELEPHONE:S_PHONENO URL:S_CARRURL LANGU:SPRAS CURRENCY:S_CURR
DEMO_EXPRESSIONS table 'Values for the examples of ABAP SQL' ID:CHAR1! NUM1:INT4 NUM2:INT4 NUMLONG1:INT8 NUMLONG2:INT8 DEC1:DEMO_DEC DEC2:DEMO_DEC DEC3:DEMO_DEC FLTP1:DEMO_FLTP FLTP2:DEMO_FLTP CHAR1:CHAR10 CHAR2:CHAR10 STRING1:STRINGVAL DATS1:DATUM DATS2:DATUM TIMS1:UZEIT TIMS2:UZEIT TIMESTAMP1:DEMO_TSTMP TIMESTAMPL1:DEMO_TSTMPL
DEMO_JOIN1 table 'First table of the examples of joins' A:CHAR2! B:CHAR2 C:CHAR2 D:CHAR2
DEMO_JOIN2 table 'Second table of the examples of joins' D:CHAR2! E:CHAR2 F:CHAR2 G:CHAR2 H:CHAR2
DEMO_JOIN3 table 'Third table of the examples of joins' I:CHAR2! J:CHAR2! K:CHAR2 L:CHAR2
`)
