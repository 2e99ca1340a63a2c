/** Registers the functions of dates, times and time stamps with SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { SqlError } from './errors.ts'

const pure = { deterministic: true, directOnly: false } as const
const fresh = { deterministic: false, directOnly: false } as const
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
]
const DAY = 86_400_000
/** Time stamps have seven decimals of a second. */
const TICKS_PER_SECOND = 10_000_000n

/** A point in time as its date, in milliseconds, and what follows the date. */
interface Point {
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

export function registerDateFunctions(database: DatabaseSync): void {
  const define = (
    name: string,
    count: number,
    run: (...values: readonly SQLInputValue[]) => SQLInputValue
  ): void => {
    const call = (...values: SQLInputValue[]): SQLInputValue =>
      values.includes(null) ? null : run(...values)
    // the number of arguments is that of the function, which SQLite checks
    const shaped = [
      () => call(),
      (a: SQLInputValue) => call(a),
      (a: SQLInputValue, b: SQLInputValue) => call(a, b)
    ][count]
    database.function(
      name,
      count === 0 ? fresh : pure,
      shaped ?? ((a: SQLInputValue, b: SQLInputValue, c: SQLInputValue) => call(a, b, c))
    )
  }
  define('abap_date_part', 2, (part, value) => partOf(String(part), String(value)))
  define('abap_dayname', 1, value => DAYS[new Date(dayOf(value)).getUTCDay()] ?? '')
  define('abap_monthname', 1, value => MONTHS[new Date(dayOf(value)).getUTCMonth()] ?? '')
  define('abap_is_valid', 1, value => Number(isValid(String(value))))
  define('abap_days_between', 2, (from, to) => Math.round((dayOf(to) - dayOf(from)) / DAY))
  define('abap_add_days', 2, (value, days) =>
    withDay(String(value), dayOf(value) + Math.trunc(Number(days)) * DAY)
  )
  define('abap_shift_months', 2, (value, months) =>
    withDay(String(value), shiftedMonths(dayOf(value), Math.trunc(Number(months))))
  )
  registerStamps(define)
}

type Define = (
  name: string,
  count: number,
  run: (...values: readonly SQLInputValue[]) => SQLInputValue
) => void

function registerStamps(define: Define): void {
  define('abap_utcl_current', 0, () => utclongOf(BigInt(Date.now()) * 10_000n))
  define('abap_utcl_add', 2, (value, seconds) =>
    utclongOf(ticksOf(String(value)) + ticks(seconds ?? 0))
  )
  define(
    'abap_utcl_between',
    2,
    (from, to) => Number(ticksOf(String(to)) - ticksOf(String(from))) / Number(TICKS_PER_SECOND)
  )
  define('abap_stamp_current', 0, () => stampOf(BigInt(Date.now()) * 10_000n))
  define('abap_stamp_valid', 1, value => Number(isValid(digitsOf(value))))
  define('abap_stamp_between', 2, (from, to) =>
    Number((ticksOf(digitsOf(to)) - ticksOf(digitsOf(from))) / TICKS_PER_SECOND)
  )
  define('abap_stamp_add', 2, (value, seconds) =>
    stampOf(ticksOf(digitsOf(value)) + ticks(seconds ?? 0))
  )
  define('abap_stamp_to_utcl', 1, value => {
    const [, decimals = ''] = String(value).split('.')
    return utclongOf(ticksOf(digitsOf(value)) + BigInt(decimals.slice(0, 7).padEnd(7, '0')))
  })
  define('abap_stamp_to_dats', 2, (value, zone) => inUtc(zone, digitsOf(value).slice(0, 8)))
  define('abap_stamp_to_tims', 2, (value, zone) => inUtc(zone, digitsOf(value).slice(8, 14)))
  define('abap_stamp_to_dst', 2, (_value, zone) => inUtc(zone, ''))
  define('abap_to_stamp', 3, (date, time, zone) =>
    inUtc(zone, Number(`${String(date).padStart(8, '0')}${String(time).padStart(6, '0')}`))
  )
  define('abap_utcl_to_stamp', 1, value => stampOf(ticksOf(String(value))))
}

/** The rules of other time zones are rows of tables that are not here. */
function inUtc(zone: SQLInputValue | undefined, value: SQLInputValue): SQLInputValue {
  if (['', 'UTC'].includes(String(zone).trim())) return value
  throw new SqlError('UNSUPPORTED', `The time zone ${String(zone)} is not supported by the sandbox`)
}

/** The digits of a time stamp before the point: `YYYYMMDDhhmmss`. */
const digitsOf = (value: SQLInputValue | undefined): string =>
  (String(value ?? 0).split('.')[0] ?? '').padStart(14, '0')

const ticks = (seconds: SQLInputValue): bigint => BigInt(Math.round(Number(seconds) * 1e7))

const FORM = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?(\d{2}):?(\d{2}):?(\d{2})(?:[.,](\d{1,7}))?)?$/
const TIME = /^(\d{2})(\d{2})(\d{2})$/

function pointOf(value: string): Point | undefined {
  const time = TIME.exec(value)
  const full = time === null ? FORM.exec(value) : null
  const found = (full ?? time)?.slice(1)
  if (found === undefined) return undefined
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    full === null ? [1970, 1, 1, ...found] : found
  ).map(part => Number(part ?? 0))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 0
  return exists && hour < 24 && minute < 60 && second < 60
    ? { day: date.getTime(), hour, minute, second }
    : undefined
}

const isValid = (value: string): boolean => pointOf(value) !== undefined

/** The date in milliseconds; of no date the initial one. */
const dayOf = (value: SQLInputValue | undefined): number => pointOf(String(value))?.day ?? 0

/** WEEKDAY counts from Monday, which is 0. */
function partOf(part: string, value: string): number {
  const point = pointOf(value)
  if (point === undefined) return 0
  const date = new Date(point.day)
  switch (part) {
    case 'year':
      return date.getUTCFullYear()
    case 'month':
      return date.getUTCMonth() + 1
    case 'day':
      return date.getUTCDate()
    case 'weekday':
      return (date.getUTCDay() + 6) % 7
    case 'hour':
      return point.hour
    case 'minute':
      return point.minute
    default:
      return point.second
  }
}

/** The value with another date: what follows the date stays as it is. */
function withDay(value: string, day: number): string {
  const date = new Date(day)
  const [year, month, of] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  if (year < 1 || year > 9999 || pointOf(value) === undefined) return '00000000'
  const [y, m, d] = [padded(year, 4), padded(month, 2), padded(of, 2)]
  if (!value.includes('-')) return `${y}${m}${d}${value.slice(8)}`
  const [, time = '', fraction = ''] = /^.{10}[T ](.{8})(?:[.,](\d+))?$/.exec(value) ?? []
  return `${y}-${m}-${d} ${time}.${fraction.padEnd(7, '0')}`
}

const padded = (value: number | bigint, length: number): string =>
  String(value).padStart(length, '0')

/** The last day of the month where the month is shorter. */
function shiftedMonths(day: number, months: number): number {
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last))
}

/** Tenths of microseconds since 1970. */
function ticksOf(value: string): bigint {
  const point = pointOf(value)
  if (point === undefined) return 0n
  const seconds =
    BigInt(point.day / 1000) + BigInt(point.hour * 3600 + point.minute * 60 + point.second)
  const fraction = /[.,](\d{1,7})$/.exec(value)?.[1] ?? ''
  return seconds * TICKS_PER_SECOND + BigInt(fraction.padEnd(7, '0'))
}

function partsOfTicks(value: bigint): { readonly text: string; readonly fraction: string } {
  const fraction = ((value % TICKS_PER_SECOND) + TICKS_PER_SECOND) % TICKS_PER_SECOND
  const seconds = (value - fraction) / TICKS_PER_SECOND
  return {
    text: new Date(Number(seconds) * 1000).toISOString().slice(0, 19),
    fraction: padded(fraction, 7)
  }
}

function utclongOf(value: bigint): string {
  const { text, fraction } = partsOfTicks(value)
  return `${text.replace('T', ' ')}.${fraction}`
}

const stampOf = (value: bigint): number => Number(partsOfTicks(value).text.replace(/\D/g, ''))
