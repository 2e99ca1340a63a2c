/** Time zones by the names of the ERP, and the return codes of CONVERT. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { resolve } from '../values.ts'

/** Zones with a rule for summer time, or whose name says no offset. */
const ZONES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  CET: 'Europe/Paris',
  EET: 'Europe/Helsinki',
  WET: 'Europe/Lisbon',
  GMTUK: 'Europe/London',
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
  ESTNO: 'Etc/GMT+5',
  CSTNO: 'Etc/GMT+6',
  MSTNO: 'Etc/GMT+7',
  AST: 'America/Halifax',
  HAW: 'Pacific/Honolulu',
  BRAZIL: 'America/Sao_Paulo',
  INDIA: 'Asia/Kolkata',
  JAPAN: 'Asia/Tokyo',
  ISRAEL: 'Asia/Jerusalem',
  AUSNSW: 'Australia/Sydney',
  AUSVIC: 'Australia/Melbourne',
  AUSQLD: 'Australia/Brisbane',
  AUSSA: 'Australia/Adelaide',
  AUSTAS: 'Australia/Hobart',
  AUSWA: 'Australia/Perth',
  NZST: 'Pacific/Auckland',
  RUS03: 'Europe/Moscow'
}

/** The type of names of zones has this length: longer ones are in no table. */
const NAME_LENGTH = 6
const UNKNOWN_ZONE = 8
const INVALID_VALUE = 12

interface Value {
  get(): unknown
}
type Operands = Readonly<Record<string, Value | string | undefined>>
type Convert = (source: Operands, target: Operands) => void

/** Corrects the statement CONVERT of the runtime. */
export function correctTimeZones(): void {
  const statements = currentRuntime().statements as unknown as Record<string, Convert | undefined>
  const original = statements.convert
  if (original === undefined) return
  statements.convert = (source, target) => {
    if (source.daylight !== undefined) refuse('CONVERT … DAYLIGHT SAVING TIME … INTO TIME STAMP')
    const name = textOf(source.zone).trim().toUpperCase()
    const zone = name === '' ? '' : zoneOf(name)
    const code =
      zone === undefined
        ? UNKNOWN_ZONE
        : isValid(source, zone, original)
          ? undefined
          : INVALID_VALUE
    if (code !== undefined) currentRuntime().builtin.sy.get().subrc?.set(code)
    else original(zone === '' ? source : { ...source, zone }, target)
  }
}

function refuse(what: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('unsupported').stack ?? ''
  })
}

/** The name that the platform has for a zone; undefined for one that no system has. */
function zoneOf(name: string): string | undefined {
  const [, sign, hours] = /^UTC([+-])(\d{1,2})$/.exec(name) ?? []
  // names of the platform count the hours to the west
  if (hours !== undefined && Number(hours) <= 12) {
    return `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
  }
  const known = ZONES[name]
  if (known === undefined && name.length <= NAME_LENGTH) refuse(`the time zone ${name}`)
  return known
}

function textOf(value: Value | string | undefined): string {
  if (typeof value === 'string' || value === undefined) return value ?? ''
  return String((resolve(value) as Value).get())
}

function isValid(source: Operands, zone: string, convert: Convert): boolean {
  if (source.utclong !== undefined) return true
  if (source.stamp !== undefined) {
    const [digits = ''] = textOf(source.stamp).split('.')
    return digits.length === 14 && isMoment(digits.slice(0, 8), digits.slice(8))
  }
  const date = textOf(source.date)
  const time = textOf(source.time).trimEnd() === '' ? '000000' : textOf(source.time)
  return isMoment(date, time) && exists(date + time, zone, convert)
}

function isMoment(date: string, time: string): boolean {
  if (!/^\d{8}$/.test(date) || !/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(time)) return false
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number)
  const days = new Date(Date.UTC(2000 + ((year ?? 0) % 400), month ?? 0, 0)).getUTCDate()
  return (
    (year ?? 0) > 0 &&
    (month ?? 0) >= 1 &&
    (month ?? 0) <= 12 &&
    (day ?? 0) >= 1 &&
    (day ?? 0) <= days
  )
}

/** The hour that is left out when summer time begins is no local time. */
function exists(local: string, zone: string, convert: Convert): boolean {
  if (zone === '') return true
  const cell = (): Value & { set(value: unknown): void; value: string } => ({
    value: '',
    get() {
      return this.value
    },
    set(value) {
      this.value = String(value)
    }
  })
  const [stamp, date, time] = [cell(), cell(), cell()]
  convert({ date: local.slice(0, 8), time: local.slice(8), zone }, { stamp })
  convert({ stamp: stamp.value, zone }, { date, time })
  return date.value + time.value === local
}
