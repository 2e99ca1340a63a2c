/** The formatting options TIMESTAMP, TIMEZONE and COUNTRY of string templates. */
import { currentRuntime } from '../abap.ts'
import { raise, refuse } from '../tables/keys.ts'
import { resolve, scalarOf, type AbapValue } from '../values.ts'
import { localTime } from './zones.ts'

interface Format {
  readonly group: string
  readonly point: string
  date(year: string, month: string, day: string): string
  readonly halves?: true
}

/** What the table T005X says of these countries; the user of the sandbox has the settings of none. */
const COUNTRIES: Readonly<Record<string, Format>> = {
  DE: { group: '.', point: ',', date: (year, month, day) => `${day}.${month}.${year}` },
  US: {
    group: ',',
    point: '.',
    date: (year, month, day) => `${month}/${day}/${year}`,
    halves: true
  }
}
const USER: Format = {
  group: ',',
  point: '.',
  date: (year, month, day) => `${month}/${day}/${year}`
}

type Options = Readonly<Record<string, unknown>>

/** The text of a value with one of these options; undefined where there is none of them. */
export function zonedText(source: unknown, options: Options): string | undefined {
  const { timestamp, timezone, country } = options
  if (timestamp === undefined && timezone === undefined && country === undefined) return undefined
  const value = resolve(source)
  const format = country === undefined ? undefined : formatOf(String(scalarOf(country)))
  if (isA(value, 'Date') && format !== undefined) return dateText(textOf(value), format)
  if (isA(value, 'Time') && format !== undefined) return timeText(textOf(value), '', format)
  const isStamp = isA(value, 'UTCLong') || timestamp !== undefined || timezone !== undefined
  if (isStamp) return stampText(value, options, format)
  return format === undefined ? undefined : numberText(value, format)
}

function formatOf(country: string): Format {
  const key = country.trim().toUpperCase()
  const format = COUNTRIES[key]
  if (format !== undefined) return format
  if (!/^[A-Z]{2,3}$/.test(key)) raise('CX_SY_STRG_FORMAT', 'COUNTRY')
  return refuse(`COUNTRY = ${key} in a string template`)
}

function isA(value: unknown, name: string): value is AbapValue {
  const type = (currentRuntime().types as unknown as Record<string, new () => object>)[name]
  return type !== undefined && value instanceof type
}

function textOf(value: AbapValue): string {
  return String(value.get())
}

function dateText(digits: string, { date }: Format): string {
  return date(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8))
}

/** `fraction`: the digits behind the point of the seconds. */
function timeText(digits: string, fraction: string, { point, halves }: Format): string {
  const hour = Number(digits.slice(0, 2))
  const shown =
    halves === true ? String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0') : digits.slice(0, 2)
  const seconds = fraction === '' ? digits.slice(4, 6) : `${digits.slice(4, 6)}${point}${fraction}`
  const half = halves === true ? (hour < 12 ? ' AM' : ' PM') : ''
  return `${shown}:${digits.slice(2, 4)}:${seconds}${half}`
}

/** Of type UTCLONG, or a packed number with the digits of date and time. */
function stampText(value: unknown, options: Options, country: Format | undefined): string {
  const [digits, fraction] = partsOf(value)
  const zone = options.timezone === undefined ? '' : String(scalarOf(options.timezone))
  const local = /^0*$/.test(digits) ? digits : localTime(digits, zone)
  const kind = options.timestamp === undefined ? 'space' : String(scalarOf(options.timestamp))
  const format = country ?? (/^(user|environment)$/i.test(kind) ? USER : undefined)
  if (format !== undefined) {
    return `${dateText(local, format)} ${timeText(local.slice(8), fraction, format)}`
  }
  const isIso = /^iso$/i.test(kind)
  const [between, point] = isIso ? ['T', ','] : [' ', '.']
  const date = `${local.slice(0, 4)}-${local.slice(4, 6)}-${local.slice(6, 8)}`
  return `${date}${between}${timeText(local.slice(8), fraction, { ...USER, point })}`
}

function partsOf(value: unknown): [string, string] {
  if (isA(value, 'UTCLong')) {
    const text = textOf(value)
    return [text.slice(0, 19).replace(/\D/g, ''), text.slice(20)]
  }
  const packed = value as { toFixed?(decimals: number): string; getDecimals?(): number }
  if (packed.toFixed === undefined) refuse('TIMESTAMP of a value that is no time stamp')
  const [digits = '', fraction = ''] = packed.toFixed(packed.getDecimals?.() ?? 0).split('.')
  return [digits.padStart(14, '0'), fraction]
}

function numberText(value: unknown, { group, point }: Format): string {
  const packed = value as { toFixed?(decimals: number): string; getDecimals?(): number }
  const text =
    typeof value === 'object' && packed.toFixed !== undefined
      ? packed.toFixed(packed.getDecimals?.() ?? 0)
      : String(scalarOf(value))
  if (!/^-?\d+(\.\d+)?$/.test(text)) refuse('COUNTRY with a value of this type')
  const [whole = '', decimals] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group)
  return decimals === undefined ? grouped : `${grouped}${point}${decimals}`
}
