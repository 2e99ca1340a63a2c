/** Conversions between UTC and time zones: CONVERT with the names and the errors of ABAP. */
import { currentRuntime } from '../abap.ts'
import { raise } from '../tables/keys.ts'
import { resolve, scalarOf, type AbapValue } from '../values.ts'

/** Time zones of ABAP whose names mean something else, or nothing, in the tz database. */
const ZONES: Readonly<Record<string, string>> = {
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
  GMTUK: 'Europe/London',
  INDIA: 'Asia/Kolkata',
  JAPAN: 'Asia/Tokyo',
  CHINA: 'Asia/Shanghai',
  ISRAEL: 'Asia/Jerusalem',
  ESTNO: 'Etc/GMT+5',
  CSTNO: 'Etc/GMT+6',
  MSTNO: 'Etc/GMT+7',
  AST: 'America/Halifax',
  HAW: 'Pacific/Honolulu',
  AUSNSW: 'Australia/Sydney',
  AUSVIC: 'Australia/Melbourne',
  AUSQLD: 'Australia/Brisbane',
  AUSSA: 'Australia/Adelaide',
  AUSTAS: 'Australia/Hobart',
  AUSWA: 'Australia/Perth',
  NZST: 'Pacific/Auckland',
  RUS03: 'Europe/Moscow',
  BRAZIL: 'America/Sao_Paulo'
}

interface Operands {
  readonly date?: unknown
  readonly time?: unknown
  readonly stamp?: unknown
  readonly utclong?: unknown
  readonly zone?: unknown
  readonly daylight?: unknown
}
type Targets = Readonly<Partial<Record<keyof Operands, AbapValue>>>
type Convert = (source: Operands, target: Targets) => void
interface Fraction {
  readonly source?: unknown
  readonly target?: AbapValue
}

/** CONVERT knows the time zones of ABAP, and reports what is wrong as ABAP does. */
export function correctZones(): void {
  const statements = currentRuntime().statements as unknown as { convert: Convert }
  const original = statements.convert
  statements.convert = (source, target) => {
    const isLong = source.utclong !== undefined || target.utclong !== undefined
    const zone = source.zone === undefined ? '' : zoneOf(String(scalarOf(source.zone)))
    const problem = zone === undefined ? 'NO_DATE_TIME' : invalid(source)
    if (problem === undefined && zone !== undefined) {
      original(source.zone === undefined ? source : { ...source, zone }, target)
      if (isLong) checkDaylight({ ...source, zone }, target, original)
      return
    }
    if (isLong) raise(`CX_SY_CONVERSION_${problem ?? ''}`, 'CONVERT')
    currentRuntime()
      .builtin.sy.get()
      .subrc?.set(zone === undefined ? 8 : 12)
  }
}

/** The name in the tz database; undefined where there is none. */
function zoneOf(name: string): string | undefined {
  const key = name.trim().toUpperCase()
  if (key === '') return ''
  // names of time zones have six characters at the most
  if (key.length > 6) return undefined
  const [, sign, hours] = /^UTC([+-])(\d{1,2})$/.exec(key) ?? []
  const zone =
    sign === undefined ? (ZONES[key] ?? key) : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
  try {
    void new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    return undefined
  }
}

/** The end of the name of the exception for a date, or a time, that is none. */
function invalid({ date, time, stamp }: Operands): string | undefined {
  if (stamp !== undefined && !isStamp(String(scalarOf(stamp)))) return 'NO_DATE_TIME'
  if (date === undefined || time === undefined) return undefined
  const [day, hour] = [digitsOf(date, 8), digitsOf(time, 6)]
  if (/^0*$/.test(day)) return undefined
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  const found = new Date(`${iso}T00:00:00Z`)
  if (Number.isNaN(found.getTime()) || !found.toISOString().startsWith(iso)) return 'NO_DATE'
  return /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(hour) ? undefined : 'NO_TIME'
}

/** An initial time stamp is left to the runtime. */
function isStamp(text: string): boolean {
  const [digits = ''] = text.trim().split('.')
  if (/^0*$/.test(digits)) return true
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)
  if (parts === null) return false
  const [, year, month, day, hour, minute, second] = parts
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const found = new Date(`${iso}Z`)
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(iso)
}

function digitsOf(value: unknown, length: number): string {
  return String(scalarOf(value)).trim().padStart(length, '0')
}

/** An hour that comes twice belongs to the time that the flag names. */
function checkDaylight(source: Operands, target: Targets, convert: Convert): void {
  const wanted =
    source.daylight === undefined ? undefined : String(scalarOf(source.daylight)).trim()
  const stamp = target.utclong
  if (wanted === undefined || stamp === undefined) return
  const first = String(stamp.get())
  for (const hours of [0, 1, -1]) {
    stamp.set(hours === 0 ? first : moved(first, hours))
    const local = { date: character(8), time: character(6), daylight: character(1) }
    convert({ utclong: stamp, zone: source.zone }, local)
    const isSame =
      digitsOf(local.date, 8) === digitsOf(source.date, 8) &&
      digitsOf(local.time, 6) === digitsOf(source.time, 6)
    if (isSame && String(local.daylight.get()).trim() === wanted) return
  }
  raise('CX_SY_CONVERSION_NO_DATE_TIME', 'DAYLIGHT SAVING TIME')
}

function moved(stamp: string, hours: number): string {
  const time = Date.parse(`${stamp.slice(0, 10)}T${stamp.slice(11, 19)}Z`) + hours * 3_600_000
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ') + stamp.slice(19)
}

function character(length: number): AbapValue {
  const { Character } = currentRuntime().types as unknown as {
    Character: new (length: number) => AbapValue
  }
  return new Character(length)
}

function decimalOf(value: unknown): number {
  const number = resolve(value) as { toText?(): string } | undefined
  return Number(number?.toText?.() ?? scalarOf(value))
}

/** CONVERT … FRACTIONAL SECONDS: what stands behind the point of a time stamp of type UTCLONG. */
export function convertSeconds(source: Operands, target: Targets, fraction: Fraction): void {
  const given = fraction.source === undefined ? 0 : decimalOf(fraction.source)
  if (!(given >= 0 && given < 1)) raise('CX_SY_CONVERSION_NO_DATE_TIME', 'FRACTIONAL SECONDS')
  ;(currentRuntime().statements as unknown as { convert: Convert }).convert(source, target)
  if (fraction.target !== undefined) {
    const digits = String((resolve(source.utclong) as AbapValue).get()).slice(20) || '0'
    fraction.target.set(`0.${digits}`)
  }
  if (fraction.source === undefined || target.utclong === undefined) return
  const digits = given.toFixed(7).slice(1)
  target.utclong.set(String(target.utclong.get()).slice(0, 19) + digits)
}

/** A time stamp in UTC, `20240131120000`, as date and time of a zone; an empty zone is UTC. */
export function localTime(stamp: string, zone: string): string {
  const [date, time] = [character(8), character(6)]
  const { subrc } = currentRuntime().builtin.sy.get()
  const before = subrc?.get()
  const statements = currentRuntime().statements as unknown as { convert: Convert }
  statements.convert({ stamp, zone: zone.trim() === '' ? 'UTC' : zone }, { date, time })
  const isKnown = Number(subrc?.get()) < 8
  subrc?.set(before)
  if (!isKnown) raise('CX_SY_STRG_FORMAT', 'TIMEZONE')
  return digitsOf(date, 8) + digitsOf(time, 6)
}
