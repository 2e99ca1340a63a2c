/**
 * Rows of the flight model, the same for each year: seats and payments of a flight are the sums of
 * its bookings, as programs that add them up expect.
 */
import { AGENCIES, AIRPORTS, CARRIERS, CONNECTIONS, PLANES } from './facts.ts'
import { agencies, customers, digits, part } from './people.ts'
import type { Customer, Row } from './people.ts'

export type FlightRows = Readonly<Record<FlightTable, readonly Row[]>>
export type FlightTable = (typeof flightTableNames)[number]

export const flightTableNames = [
  'SCARR',
  'SAIRPORT',
  'SCITAIRP',
  'SGEOCITY',
  'SAPLANE',
  'SCOUNTER',
  'SCUSTOM',
  'STRAVELAG',
  'SPFLI',
  'SFLIGHT',
  'SBOOK'
] as const

const FLIGHTS_OF_A_CONNECTION = 12
const DAYS_BETWEEN_FLIGHTS = 31
const DAY = 86_400_000

/** The same sequence in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const cents = (value: number): number => Math.round(value * 100) / 100
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')

interface Airport {
  readonly id: string
  readonly city: string
  readonly country: string
  readonly offset: number
  readonly latitude: number
  readonly longitude: number
}

const airports = new Map<string, Airport>(
  AIRPORTS.map(([id = '', , city = '', country = '', , offset, latitude, longitude]) => [
    id,
    {
      ...{ id, city, country, offset: Number(offset) },
      latitude: Number(latitude),
      longitude: Number(longitude)
    }
  ])
)

function airport(id: string): Airport {
  const found = airports.get(id)
  if (found === undefined) throw new Error(`no airport ${id}`)
  return found
}

/** The way along a great circle. */
function kilometres(one: Airport, other: Airport): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const between = radians(other.longitude - one.longitude)
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(between)
  return Math.round(6371 * Math.acos(cosine))
}

interface Connection {
  readonly carrier: string
  readonly currency: string
  readonly row: Row
  readonly key: Row
  readonly distance: number
}

function connections(client: string): Connection[] {
  return CONNECTIONS.map(([carrier = '', number = '', from = '', to = '', departs = '']) => {
    const [start, end] = [airport(from), airport(to)]
    const distance = kilometres(start, end)
    const minutes = Math.round(distance / 13.8) + 30
    const begins = Number(departs.slice(0, 2)) * 60 + Number(departs.slice(2, 4))
    const arrives = begins + minutes + (end.offset - start.offset) * 60
    const period = Math.floor(arrives / 1440)
    const clock = arrives - period * 1440
    const currency = CARRIERS.find(([id]) => id === carrier)?.[2] ?? ''
    const isInMiles = currency === 'USD'
    const key = { MANDT: client, CARRID: carrier, CONNID: number }
    const row = {
      ...key,
      ...{ COUNTRYFR: start.country, CITYFROM: start.city, AIRPFROM: from },
      ...{ COUNTRYTO: end.country, CITYTO: end.city, AIRPTO: to },
      FLTIME: minutes,
      DEPTIME: departs,
      ARRTIME: `${digits(Math.floor(clock / 60), 2)}${digits(clock % 60, 2)}00`,
      DISTANCE: isInMiles ? Math.round(distance / 1.609344) : distance,
      DISTID: isInMiles ? 'MI' : 'KM',
      FLTYPE: '',
      PERIOD: Math.max(period, 0)
    }
    return { carrier, currency, row, key, distance }
  })
}

const CLASSES = ['Y', 'C', 'F'] as const
const FACTORS = { Y: 1, C: 2, F: 3 } as const

interface Flight {
  readonly connection: Connection
  readonly date: number
  readonly price: number
}

function bookingsOf(
  flight: Flight,
  people: readonly Customer[],
  random: (below: number) => number
) {
  const { connection, date, price } = flight
  return Array.from({ length: 6 + random(14) }, (_, index) => {
    const customer = people[random(people.length)]
    if (customer === undefined) throw new Error('no customers')
    const { id, name, type, discount } = customer
    const seat = CLASSES[random(10) < 7 ? 0 : 1 + random(2)] ?? 'Y'
    const amount = cents(price * FACTORS[seat] * (1 - discount / 100))
    const isByAgency = random(3) > 0
    return {
      ...connection.key,
      ...{ FLDATE: dateOf(date), BOOKID: digits(index + 1, 8), CUSTOMID: id, CUSTTYPE: type },
      SMOKER: random(12) === 0 ? 'X' : '',
      LUGGWEIGHT: type === 'B' ? 0 : 5 + random(25),
      WUNIT: 'KG',
      INVOICE: random(9) === 0 ? 'X' : '',
      CLASS: seat,
      ...{ FORCURAM: amount, FORCURKEY: connection.currency },
      ...{ LOCCURAM: amount, LOCCURKEY: connection.currency },
      ORDER_DATE: dateOf(date - (5 + random(120)) * DAY),
      COUNTER: isByAgency ? '00000000' : '00000001',
      AGENCYNUM: isByAgency ? digits(55 + random(AGENCIES.length), 8) : '00000000',
      CANCELLED: random(25) === 0 ? 'X' : '',
      RESERVED: '',
      PASSNAME: type === 'P' ? name : '',
      PASSFORM: '',
      PASSBIRTH: '00000000'
    }
  })
}

type Booking = ReturnType<typeof bookingsOf>[number]

function flightRow({ connection, date, price }: Flight, bookings: readonly Booking[]): Row {
  const fitting = PLANES.filter(
    ([, , , , least, most]) =>
      connection.distance >= Number(least) && connection.distance < Number(most)
  )
  const plane = fitting[(date / DAY) % fitting.length] ?? []
  const kept = bookings.filter(({ CANCELLED }) => CANCELLED === '')
  const seats = (of: string) => kept.filter(booking => booking.CLASS === of).length
  return {
    ...connection.key,
    ...{ FLDATE: dateOf(date), PRICE: price, CURRENCY: connection.currency },
    PLANETYPE: part(plane, 0),
    ...{ SEATSMAX: Number(plane[1]), SEATSOCC: seats('Y') },
    PAYMENTSUM: cents(kept.reduce((sum, { LOCCURAM }) => sum + LOCCURAM, 0)),
    ...{ SEATSMAX_B: Number(plane[2]), SEATSOCC_B: seats('C') },
    ...{ SEATSMAX_F: Number(plane[3]), SEATSOCC_F: seats('F') }
  }
}

function places(client: string): Pick<FlightRows, 'SAIRPORT' | 'SCITAIRP' | 'SGEOCITY'> {
  const cities = [...new Map([...airports.values()].map(each => [each.city, each])).values()]
  const of = (row: Row) => ({ MANDT: client, ...row })
  return {
    SAIRPORT: AIRPORTS.map(([ID = '', NAME = '', , , TIME_ZONE = '']) =>
      of({ ID, NAME, TIME_ZONE })
    ),
    SCITAIRP: [...airports.values()].map(({ id, city, country }) =>
      of({ CITY: city, COUNTRY: country, AIRPORT: id, MASTERCITY: 'X' })
    ),
    SGEOCITY: cities.map(({ city, country, latitude, longitude }) =>
      of({ CITY: city, COUNTRY: country, LATITUDE: latitude, LONGITUDE: longitude })
    )
  }
}

function planeRow(client: string, plane: readonly string[]): Row {
  const [type = '', economy, business, first, , most, producer = '', speed] = plane
  const size = Math.min(Number(most), 12_000)
  return {
    ...{ MANDT: client, PLANETYPE: type, SEATSMAX: Number(economy), PRODUCER: producer },
    ...{ CONSUM: Math.round(size / 100), CON_UNIT: 'KG', TANKCAP: size * 15, CAP_UNIT: 'L' },
    ...{ WEIGHT: size * 25, WEI_UNIT: 'KG', SPAN: cents(30 + size / 400), SPAN_UNIT: 'M' },
    ...{ LENG: cents(35 + size / 350), LENG_UNIT: 'M', OP_SPEED: Number(speed), SPEED_UNIT: 'KMH' },
    ...{ SEATSMAX_B: Number(business), SEATSMAX_F: Number(first) }
  }
}

/** The rows of a client: flights from the beginning of the year on, about one a month. */
export function flightRows(client: string, year: number): FlightRows {
  const random = createRandom(5)
  const people = customers(client)
  const ways = connections(client)
  const flights = ways.flatMap((connection, index) =>
    Array.from({ length: FLIGHTS_OF_A_CONNECTION }, (_, number) => {
      const date = Date.UTC(year, 0, 3 + (index % 9) * 3 + number * DAYS_BETWEEN_FLIGHTS)
      // amounts without decimals are kept as hundredths
      const price = (90 + connection.distance * 0.07) * (1 + (number % 3) * 0.1)
      const flight = {
        ...{ connection, date },
        price: connection.currency === 'JPY' ? Math.round(price * 150) / 100 : cents(price)
      }
      return { flight, bookings: bookingsOf(flight, people, random) }
    })
  )
  return {
    SCARR: CARRIERS.map(([CARRID = '', CARRNAME = '', CURRCODE = '', URL = '']) => ({
      ...{ MANDT: client, CARRID, CARRNAME, CURRCODE, URL }
    })),
    ...places(client),
    SAPLANE: PLANES.map(plane => planeRow(client, plane)),
    SCOUNTER: CARRIERS.map(([CARRID = ''], index) => ({
      ...{ MANDT: client, CARRID, COUNTNUM: '00000001' },
      AIRPORT: part(AIRPORTS[index % AIRPORTS.length] ?? [], 0)
    })),
    SCUSTOM: people.map(({ row }) => row),
    STRAVELAG: agencies(client),
    SPFLI: ways.map(({ row }) => row),
    SFLIGHT: flights.map(({ flight, bookings }) => flightRow(flight, bookings)),
    SBOOK: flights.flatMap(({ bookings }) => bookings)
  }
}
