/** Exact decimal numbers as scaled integers, and the packed numbers that they become. */
import { currentRuntime, raiseException } from '../abap.ts'
import type { AbapValue } from '../values.ts'

export type Operator = (left: unknown, right: unknown) => unknown
type ValueClass = new (options?: {
  length: number
  decimals: number
}) => AbapValue & { get(): number }

export interface Runtime {
  operators: Record<string, Operator | undefined>
  readonly types: Record<string, ValueClass>
}
export const MAX_DECIMALS = 14

interface Digits {
  readonly scaled: bigint
  readonly places: number
}

/** Undefined where the operator of the runtime decides: it handles a division by zero. */
export interface Exact {
  readonly places?: (one: number, other: number) => number
  exactly(one: Digits, other: Digits): Digits | undefined
}
const aligned =
  (combine: (one: bigint, other: bigint) => bigint) =>
  (left: Digits, right: Digits): Digits => {
    const places = Math.max(left.places, right.places)
    return { scaled: combine(rescaled(left, places), rescaled(right, places)), places }
  }
export const EXACT: Readonly<Record<string, Exact>> = {
  add: { places: Math.max, exactly: aligned((one, other) => one + other) },
  minus: { places: Math.max, exactly: aligned((one, other) => one - other) },
  multiply: {
    places: (one, other) => one + other,
    exactly: (one, other) => ({
      scaled: one.scaled * other.scaled,
      places: one.places + other.places
    })
  },
  divide: { exactly: quotient },
  div: {
    exactly: (one, other) =>
      other.scaled === 0n ? undefined : { scaled: wholeQuotient(one, other), places: 0 }
  },
  mod: {
    exactly: (one, other) =>
      other.scaled === 0n
        ? undefined
        : aligned((left, right) => left - right * wholeQuotient(one, other))(one, other)
  }
}

function rescaled({ scaled, places }: Digits, to: number): bigint {
  return scaled * 10n ** BigInt(to - places)
}

/**
 * Digits that a quotient is calculated with: as many as a packed number holds, and those that are
 * rounded.
 */
const QUOTIENT_PLACES = 34

function quotient(left: Digits, right: Digits): Digits | undefined {
  if (right.scaled === 0n) return undefined
  const result = rounded(
    left.scaled * 10n ** BigInt(QUOTIENT_PLACES + right.places),
    right.scaled * 10n ** BigInt(left.places)
  )
  return withoutZeros({ scaled: result, places: QUOTIENT_PLACES })
}

export function rounded(dividend: bigint, divisor: bigint): bigint {
  const [one, other] = [magnitude(dividend), magnitude(divisor)]
  const result = (one + other / 2n) / other
  return dividend < 0n === divisor < 0n ? result : -result
}

/** DIV leaves a remainder that is never negative. */
function wholeQuotient(left: Digits, right: Digits): bigint {
  const places = Math.max(left.places, right.places)
  const [dividend, divisor] = [rescaled(left, places), rescaled(right, places)]
  const result = dividend / divisor
  if (dividend - result * divisor >= 0n) return result
  return divisor > 0n ? result - 1n : result + 1n
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

export function withoutZeros({ scaled, places }: Digits): Digits {
  let [value, left] = [scaled, places]
  for (; left > 0 && value % 10n === 0n; left--) value /= 10n
  return { scaled: value, places: left }
}

/** What fits into the longest packed number. */
const MAX_PACKED = 10n ** 31n

/**
 * The result with as many decimals as fit in 31 digits. More than 14 occur only in intermediate
 * results.
 */
export function packed(Packed: ValueClass, { scaled, places }: Digits): AbapValue {
  const excess = Math.min(places, Math.max(0, magnitude(scaled).toString().length - 31))
  const value = excess === 0 ? scaled : rounded(scaled, 10n ** BigInt(excess))
  if (magnitude(value) >= MAX_PACKED) {
    const Overflow = currentRuntime().Classes.CX_SY_ARITHMETIC_OVERFLOW
    if (Overflow !== undefined) throw new Overflow()
  }
  return Object.assign(new Packed({ length: 16, decimals: places - excess }), { value })
}

/** Digits without their point, as packed numbers and integers hold them exactly. */
export function digitsOf(value: unknown): Digits | undefined {
  const actual = referencedValue(value)
  const number = actual as { readonly value?: unknown; getDecimals?(): number }
  if (
    typeof actual === 'object' &&
    actual !== null &&
    typeof number.value === 'bigint' &&
    typeof number.getDecimals === 'function'
  ) {
    return { scaled: number.value, places: number.getDecimals() }
  }
  const types = currentRuntime().types as unknown as Record<string, ValueClass | undefined>
  if (types.Integer8 !== undefined && actual instanceof types.Integer8) {
    return { scaled: BigInt(String(actual.get())), places: 0 }
  }
  const isInteger =
    typeof actual === 'number' || (types.Integer !== undefined && actual instanceof types.Integer)
  const whole: unknown =
    typeof actual === 'object' &&
    actual !== null &&
    'get' in actual &&
    typeof actual.get === 'function'
      ? actual.get()
      : actual
  if (typeof whole === 'string' && !(types.Hex !== undefined && actual instanceof types.Hex)) {
    return digitsOfText(whole)
  }
  return isInteger && typeof whole === 'number' && Number.isSafeInteger(whole)
    ? { scaled: BigInt(whole), places: 0 }
    : undefined
}

/** A text counts as a packed number beside one; what is no number is left to the operator. */
function digitsOfText(text: string): Digits | undefined {
  const [, sign, whole = '', fraction = '', trailing] =
    /^ *([+-]?) *(\d*)(?:\.(\d*))? *([+-]?) *$/.exec(text) ?? []
  if (sign === undefined || (sign !== '' && trailing !== '')) return undefined
  if (whole + fraction === '' && text.trim() !== '') return undefined
  const scaled = BigInt(whole + fraction)
  return { scaled: sign === '-' || trailing === '-' ? -scaled : scaled, places: fraction.length }
}

const NUMBER = /^ *[+-]? *(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)? *$/i

/** A text that is a number in none of its notations ends the calculation. */
export function requireNumber(value: unknown): void {
  const actual = referencedValue(value)
  const content: unknown =
    typeof actual === 'object' && actual !== null && 'get' in actual
      ? (actual as AbapValue).get()
      : actual
  if (typeof content !== 'string' || digitsOfText(content) || NUMBER.test(content)) return
  raiseException('CX_SY_CONVERSION_NO_NUMBER')
}

export function referencedValue(value: unknown): unknown {
  const pointer =
    typeof value === 'object' &&
    value !== null &&
    'getPointer' in value &&
    typeof value.getPointer === 'function'
      ? (value.getPointer() as unknown)
      : undefined
  return pointer ?? value
}
