/** The conversion of values to the types of columns that ABAP SQL compares them with. */
import { SqlError } from './errors.ts'
import { isFloat, isInteger, isNumeric, isString, nameOf } from './types.ts'
import type { SqlType } from './types.ts'

export type Value = string | number | bigint

/**
 * A value of the program in the type of a column: an SqlError where the mode of its statement does
 * not allow the conversion.
 */
export function valueFor(value: Value, to: SqlType, conversion: 'lossless' | 'assigned'): Value {
  if (conversion === 'lossless' && !isLossless(value, to)) throw dataError(value, to)
  const result = converted(value, to)
  if (result !== undefined) return result
  throw to.type === 'RAW' ? dataError(value, to) : new SqlError('CONVERSION', textOf(value, to))
}

const dataError = (value: Value, to: SqlType): SqlError => new SqlError('DATA', textOf(value, to))

const textOf = (value: Value, to: SqlType): string =>
  `The value "${String(value).slice(0, 40)}" cannot be converted to ${nameOf(to)} without a loss`

/** Blanks at the end of a text of fixed length, as a literal is one, are no part of its content. */
export const contentOf = (literal: string | number): string | number =>
  typeof literal === 'string' ? literal.trimEnd() : literal

/** Whether a value keeps its content in the type: the rules of lossless assignments. */
export function isLossless(value: Value, to: SqlType): boolean {
  if (isNumeric(to)) return isLosslessNumber(value, to)
  const content = String(value).trimEnd()
  switch (to.type) {
    case 'DATS':
    case 'DATN':
      return typeof value !== 'string' || content === '' || isDate(content)
    case 'TIMS':
    case 'TIMN':
      return (
        typeof value !== 'string' || content === '' || /^([01]\d|2[0-3])([0-5]\d){2}$/.test(content)
      )
    case 'NUMC':
      return /^\d*$/.test(content) && content.replace(/^0+/, '').length <= to.length
    case 'RAW':
      return isBytes(value, to)
    default:
      return hasNoLength(to) || String(value).length <= to.length
  }
}

/** The value in the type, by the rules of assignments; undefined where they end in an error. */
function converted(value: Value, to: SqlType): Value | undefined {
  if (isFloat(to)) return decimalsOf(value) === undefined ? undefined : Number(value)
  if (isNumeric(to)) return convertedNumber(value, to)
  const text = String(value)
  switch (to.type) {
    case 'DATS':
    case 'DATN':
    case 'TIMS':
    case 'TIMN':
      return typeof value === 'string' ? text.slice(0, to.length).trimEnd() : value
    case 'NUMC': {
      const digits = text.replaceAll(/\D/g, '')
      return to.length === 0 ? digits : digits.padStart(to.length, '0').slice(-to.length)
    }
    case 'RAW':
      return isBytes(value, to) ? value : undefined
    default:
      return hasNoLength(to) ? value : text.slice(0, to.length).trimEnd()
  }
}

/** What is not known, and texts and time stamps without a length of their own. */
const hasNoLength = (type: SqlType): boolean =>
  type.type === '' || type.type === 'UTCL' || type.length === 0 || isString(type)

const isBytes = (value: Value, { length }: SqlType): boolean =>
  length === 0 ||
  (typeof value === 'string' && value.length === 2 * length && /^[0-9A-F]*$/.test(value))

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  if (text === '00000000') return true
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  INT1: [0n, 255n],
  INT2: [-32_768n, 32_767n],
  INT4: [-2_147_483_648n, 2_147_483_647n],
  INT8: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n]
}

function isLosslessNumber(value: Value, to: SqlType): boolean {
  const places = decimalsOf(value)
  if (places === undefined) return false
  if (isFloat(to)) return true
  return places <= Math.max(0, to.decimals) && convertedNumber(value, to) !== undefined
}

/** The decimals of the number that the value shows; undefined where it shows none. */
function decimalsOf(value: Value): number | undefined {
  const number = read(value)
  return number === undefined ? undefined : number.decimals.replace(/0+$/, '').length
}

interface Digits {
  readonly isNegative: boolean
  readonly whole: string
  readonly decimals: string
}

/** A sign stands before or behind the digits; a blank text is 0. */
function read(value: Value): Digits | undefined {
  const text = String(value).trim()
  if (text === '') return { isNegative: false, whole: '0', decimals: '' }
  const match = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d{1,3}))?([-+]?)$/i.exec(text)
  const [, before = '', whole = '', decimals = '', exponent, behind = ''] = match ?? []
  const isNumber = whole + decimals !== '' && (before === '' || behind === '')
  if (match === null || !isNumber) return undefined
  const isNegative = before + behind === '-'
  if (exponent === undefined) return { isNegative, whole, decimals }
  const shift = Number(exponent)
  const digits = whole.padStart(-shift, '0') + decimals.padEnd(shift, '0')
  const point = Math.max(whole.length, -shift) + shift
  return { isNegative, whole: digits.slice(0, point), decimals: digits.slice(point) }
}

/** Surplus decimals are rounded, half of them away from 0. Undefined where the type has no room. */
function convertedNumber(value: Value, to: SqlType): number | bigint | undefined {
  const digits = read(value)
  if (digits === undefined) return undefined
  const places = isInteger(to) ? 0 : Math.max(0, to.decimals)
  const kept = BigInt(digits.whole + digits.decimals.padEnd(places, '0').slice(0, places) || '0')
  const rounded = kept + ((digits.decimals[places] ?? '0') >= '5' ? 1n : 0n)
  const signed = digits.isNegative ? -rounded : rounded
  const range = RANGES[to.type]
  const hasRoom =
    range === undefined
      ? to.length === 0 || String(rounded).length <= to.length
      : signed >= range[0] && signed <= range[1]
  if (!hasRoom) return undefined
  if (places === 0 && !Number.isSafeInteger(Number(signed))) return signed
  const text = String(rounded).padStart(places + 1, '0')
  const point = text.length - places
  return Number(`${digits.isNegative ? '-' : ''}${text.slice(0, point)}.${text.slice(point)}`)
}
