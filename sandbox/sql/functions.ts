/** Registers the functions of ABAP SQL with SQLite, and the watchdog of a query. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { registerConversionFunctions } from './conversion-functions.ts'
import { registerDateFunctions } from './date-functions.ts'
import { SqlError } from './errors.ts'
import { registerPatternFunctions } from './pattern-functions.ts'

/** Stops a query at its time limit, which is checked every `CHECK_INTERVAL` rows. */
export interface Watchdog {
  /** From now on the connection may work for so many milliseconds. */
  start(milliseconds: number): void
  readonly expired: boolean
}

const CHECK_INTERVAL = 512
/** Longest value that LPAD and RPAD make. */
const MAX_CHARACTERS = 1333

/**
 * Registers the functions that SQLite lacks; every connection that reads the views needs
 * it.
 */
export function registerFunctions(database: DatabaseSync): Watchdog {
  const pure = { deterministic: true, directOnly: false } as const
  // LIKE distinguishes upper and lower case in ABAP.
  database.exec('PRAGMA case_sensitive_like = ON')
  database.function('abap_round', pure, (value, digits) => round(value, Number(digits)))
  database.function('abap_upper', pure, value =>
    typeof value === 'string' ? value.toUpperCase() : value
  )
  database.function('abap_lower', pure, value =>
    typeof value === 'string' ? value.toLowerCase() : value
  )
  database.function('abap_numc', pure, (value, length) =>
    value === null ? null : numc(String(value), Number(length))
  )
  database.function('abap_pad', pure, (value, length, filler, left) =>
    value === null
      ? null
      : pad(String(value).trimEnd(), Number(length), { filler: String(filler), left: left === 1 })
  )
  database.function('abap_add_months', pure, (date, months) =>
    date === null ? null : addMonths(String(date), Number(months))
  )
  database.function('abap_matches', pure, (value, pattern) =>
    value === null ? null : Number(matches(String(value), String(pattern).trimEnd()))
  )
  database.function('abap_cut', pure, (value, digits) => cut(value, Number(digits)))
  database.function('abap_initcap', pure, value =>
    typeof value === 'string' ? initCap(value) : value
  )
  database.function('abap_locate', { ...pure, varargs: true }, (text, part, start, nth) =>
    text === null || part === null
      ? null
      : locate(String(text), String(part), { start: Number(start ?? 1), nth: Number(nth ?? 1) })
  )
  registerDateFunctions(database)
  registerPatternFunctions(database)
  registerConversionFunctions(database)
  return registerWatchdog(database)
}

/** Surplus decimals are cut off. */
function cut(value: SQLInputValue, digits: number): SQLInputValue {
  if (typeof value !== 'number' || Number.isInteger(value)) return value
  const places = Math.max(0, Math.min(20, Math.trunc(digits) || 0))
  // what a binary fraction shows beyond 15 digits is noise, not a decimal
  const [whole = '0', decimals = ''] = Number(value.toPrecision(15)).toFixed(20).split('.')
  return Number(`${whole}.${decimals.slice(0, places)}`)
}

function initCap(text: string): string {
  return text.toLowerCase().replace(/(?<![\p{L}\p{N}])\p{L}/gu, letter => letter.toUpperCase())
}

/** The place of the n-th occurrence from a place on, both counted from 1; 0 where there is none. */
function locate(text: string, part: string, from: { start: number; nth: number }): number {
  let at = from.start - 2
  for (let found = 0; found < from.nth; found++) {
    at = part === '' ? -1 : text.indexOf(part, at + 1)
    if (at < 0) return 0
  }
  return at + 1
}

function registerWatchdog(database: DatabaseSync): Watchdog {
  let deadline = Number.MAX_VALUE
  let calls = 0
  let expired = false
  // Not deterministic: SQLite must call it for every row.
  database.function('abap_tick', { deterministic: false, varargs: true }, () => {
    if (++calls % CHECK_INTERVAL === 0 && performance.now() > deadline) {
      expired = true
      throw new SqlError('LIMIT', 'The query takes too long')
    }
    return 1
  })
  return {
    start(milliseconds) {
      calls = 0
      expired = false
      deadline = performance.now() + milliseconds
    },
    get expired() {
      return expired
    }
  }
}

function round(value: SQLInputValue, digits: number): SQLInputValue {
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? round(Number(value), digits)
      : value
  }
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  // Half away from zero, on the decimal the number shows: 1.005 rounds to 1.01.
  const places = Math.max(-20, Math.min(20, Math.trunc(digits) || 0))
  const [mantissa = '0', exponent = '0'] = String(Math.abs(number)).split('e')
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + places}`))
  const [back = '0', shift = '0'] = String(scaled).split('e')
  const result = Number(`${back}e${Number(shift) - places}`)
  return number < 0 ? -result : result
}

function numc(value: string, length: number): string {
  return value
    .replace(/\D/g, '')
    .padStart(length, '0')
    .slice(-Math.max(1, Math.min(255, length)))
}

function pad(value: string, length: number, how: { filler: string; left: boolean }): string {
  const size = Math.max(0, Math.min(MAX_CHARACTERS, Math.trunc(length) || 0))
  if (value.length >= size) return value.slice(0, size)
  return how.left ? value.padStart(size, how.filler) : value.padEnd(size, how.filler)
}

/** The last day of the month where the month is shorter. */
function addMonths(date: string, months: number): string {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(date)
  if (match === null) return '00000000'
  const index = Number(match[1]) * 12 + Number(match[2]) - 1 + Math.trunc(months)
  const [year, month] = [Math.floor(index / 12), index % 12]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(Number(match[3]), last)
  return `${String(year).padStart(4, '0')}${String(month + 1).padStart(2, '0')}${String(day).padStart(2, '0')}`
}

/**
 * CP: `*` any text, `+` one character, `#` takes the next one as it is; upper and lower case are
 * the same. Without backtracking.
 */
function matches(value: string, pattern: string): boolean {
  const steps = steppedPattern(pattern)
  const text = value.toUpperCase()
  let [at, step, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    const current = steps[step]
    if (current === 'any') {
      star = step++
      mark = at
    } else if (
      current !== undefined &&
      (current === 'one' || current.literal === (current.exact ? value[at] : text[at]))
    ) {
      at++
      step++
    } else if (star >= 0) {
      step = star + 1
      at = ++mark
    } else return false
  }
  while (steps[step] === 'any') step++
  return step === steps.length
}

type Step = 'any' | 'one' | { readonly literal: string; readonly exact: boolean }

function steppedPattern(pattern: string): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? ''
    if (character === '*') {
      if (steps.at(-1) !== 'any') steps.push('any')
    } else if (character === '+') steps.push('one')
    else if (character === '#' && at + 1 < pattern.length) {
      steps.push({ literal: pattern[++at] ?? '', exact: true })
    } else steps.push({ literal: character.toUpperCase(), exact: false })
  }
  return steps
}
