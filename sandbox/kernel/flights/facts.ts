/**
 * What the rows of the flight model are made of. Airlines, airports, their places and flight numbers
 * are facts (the keyword documentation shows them in outputs of its examples); persons, agencies,
 * prices and schedules are made up here.
 */

const lines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map(line => line.split('|').map(part => part.trim()))

/** Code, name, currency, address. */
export const CARRIERS = lines(`
AA|American Airlines|USD|http://www.aa.com
AC|Air Canada|CAD|http://www.aircanada.ca
AF|Air France|EUR|http://www.airfrance.fr
AZ|Alitalia|EUR|http://www.alitalia.it
BA|British Airways|GBP|http://www.british-airways.com
DL|Delta Airlines|USD|http://www.delta-air.com
JL|Japan Airlines|JPY|http://www.jal.co.jp
LH|Lufthansa|EUR|http://www.lufthansa.com
QF|Qantas Airways|AUD|http://www.qantas.com.au
SQ|Singapore Airlines|SGD|http://www.singaporeair.com
SR|Swiss|CHF|http://www.swiss.com
UA|United Airlines|USD|http://www.ual.com
`)

/** Code, name, city, country, time zone, hours from UTC in winter, latitude, longitude. */
export const AIRPORTS = lines(`
ACE|Lanzarote, Canary Islands|LANZAROTE|ES|UTC|0|28.95|-13.61
BOS|Boston Logan|BOSTON|US|EST|-5|42.36|-71.01
CDG|Paris Charles de Gaulle|PARIS|FR|CET|1|49.01|2.55
FCO|Rome Fiumicino|ROME|IT|CET|1|41.80|12.25
FRA|Frankfurt/Main|FRANKFURT|DE|CET|1|50.03|8.57
JFK|New York J. F. Kennedy|NEW YORK|US|EST|-5|40.64|-73.78
JKT|Jakarta|JAKARTA|ID|UTC+7|7|-6.13|106.66
KIX|Osaka Kansai|OSAKA|JP|JAPAN|9|34.43|135.24
LHR|London Heathrow|LONDON|GB|UTC|0|51.47|-0.45
MUC|Munich|MUNICH|DE|CET|1|48.35|11.79
NRT|Tokyo Narita|TOKYO|JP|JAPAN|9|35.77|140.39
SFO|San Francisco|SAN FRANCISCO|US|PST|-8|37.62|-122.38
SIN|Singapore Changi|SINGAPORE|SG|UTC+8|8|1.36|103.99
SXF|Berlin Schoenefeld|BERLIN|DE|CET|1|52.38|13.52
SYD|Sydney Kingsford Smith|SYDNEY|AU|UTC+10|10|-33.95|151.18
TXL|Berlin Tegel|BERLIN|DE|CET|1|52.56|13.29
YYZ|Toronto Pearson|TORONTO|CA|EST|-5|43.68|-79.63
ZRH|Zurich|ZURICH|CH|CET|1|47.46|8.55
`)

/** Airline, number, departure and destination airport, departure time. */
export const CONNECTIONS = lines(`
AA|0017|JFK|SFO|110000
AA|0064|SFO|JFK|090000
AZ|0555|FCO|FRA|190000
AZ|0788|FCO|NRT|120000
AZ|0789|NRT|FCO|114500
AZ|0790|FCO|KIX|103500
DL|0106|JFK|FRA|193500
DL|1699|JFK|SFO|171500
DL|1984|SFO|JFK|100000
JL|0407|NRT|FRA|133000
JL|0408|FRA|NRT|202500
LH|0400|FRA|JFK|101000
LH|0401|JFK|FRA|183000
LH|0402|FRA|JFK|133000
LH|2402|FRA|SXF|103000
LH|2407|TXL|FRA|071000
QF|0005|SIN|FRA|225000
QF|0006|FRA|SIN|205500
SQ|0002|SIN|SFO|170000
SQ|0015|SFO|SIN|160000
SQ|0158|SIN|JKT|152500
SQ|0988|SIN|NRT|163500
UA|0941|FRA|SFO|143000
UA|3504|SFO|FRA|150000
UA|3516|JFK|FRA|162000
UA|3517|FRA|JFK|104000
`)

/** Type, seats in economy, business and first class, range of distances in km, maker, speed. */
export const PLANES = lines(`
A320-200|130|12|8|0|3000|AIR|830
A340-600|280|36|10|3000|8000|AIR|870
A380-800|420|60|14|8000|99999|AIR|900
737-800|140|12|8|0|3000|BOE|820
767-300|210|24|12|3000|8000|BOE|850
747-400|385|31|21|8000|99999|BOE|900
`)

export const FIRST_NAMES =
  'Anna Bruno Clara David Elena Felix Greta Hugo Irene Jonas Katja Liam Mona Nils Olga Pedro Rita Simon Tara Viktor'.split(
    ' '
  )
export const LAST_NAMES =
  'Almeida Bergmann Castell Drewes Eklund Fontana Grabow Hollis Ivarsson Jansky Kestrel Lindqvist Moreau Norwood Okafor Pellegrini Quist Rosendahl Saito Tremblay'.split(
    ' '
  )
export const STREETS =
  'Harbour Street|Mill Lane|Gartenweg|Rue du Port|Via Roma|Elm Avenue|Lindenallee|Station Road'.split(
    '|'
  )
/** City, country, region, code of the post, language, currency. */
export const HOMES = lines(`
Heidelberg|DE||69115|D|EUR
Hamburg|DE||20095|D|EUR
Munich|DE||80331|D|EUR
Zurich|CH||8001|D|CHF
Paris|FR||75001|F|EUR
Rome|IT||00184|I|EUR
London|GB||SW1A|E|GBP
New York|US|NY|10001|E|USD
San Francisco|US|CA|94103|E|USD
Toronto|CA|ON|M5H|E|CAD
Tokyo|JP||100-0001|J|JPY
Singapore|SG||018956|E|SGD
`)
export const AGENCIES =
  'Sunny Side Travel|Long Haul Club|Island Hopper|Northern Tours|Weekend Wings|Blue Planet|Window Seat|Happy Landing|Compass Travel|Early Bird|Grand Tour|Second Home'.split(
    '|'
  )
