import { currentRuntime } from '../abap.ts'
import { Quit } from '../alerts.ts'
import type { AbapValue } from '../values.ts'

type Operator = (left: unknown, right: unknown) => unknown
type ValueClass = new (options?: {
  length: number
  decimals: number
}) => AbapValue & { get(): number }
interface Runtime {
  operators: Record<string, Operator | undefined>
  readonly types: Record<string, ValueClass>
}

const MOST_DECIMALS = 14
const LARGEST = 2_147_483_647

/** Makes the runtime calculate as ABAP does where it takes JavaScript's numbers as they are. */
export function correctArithmetic(): void {
  const runtime = currentRuntime() as unknown as Runtime
  packedResults(runtime)
  integerOverflow(runtime)
  integerQuotients(runtime)
}

/**
 * Results of packed numbers are packed: a binary fraction would show noise, and has 15 digits where
 * they have 31.
 */
function packedResults(runtime: Runtime): void {
  const { Packed, Float, Integer } = runtime.types
  if (Packed === undefined || Float === undefined || Integer === undefined) return
  const decimals = (value: unknown): number | undefined => {
    const actual = pointee(value)
    if (actual instanceof Packed) {
      return (actual as unknown as { getDecimals(): number }).getDecimals()
    }
    return actual instanceof Integer || (typeof actual === 'number' && Number.isInteger(actual))
      ? 0
      : undefined
  }
  const wrap =
    (operator: Operator, { places, exactly }: Exact): Operator =>
    (left, right) => {
      const [one, other] = [digitsOf(left), digitsOf(right)]
      if (
        one !== undefined &&
        other !== undefined &&
        (pointee(left) instanceof Packed || pointee(right) instanceof Packed)
      ) {
        const exact = exactly(one, other)
        if (exact !== undefined) return packed(Packed, exact)
      }
      const result = operator(left, right)
      const [first, second] = [decimals(left), decimals(right)]
      if (
        first === undefined ||
        second === undefined ||
        places === undefined ||
        !(result instanceof Float)
      ) {
        return result
      }
      const raw = (result as unknown as { getRaw(): number }).getRaw()
      return new Packed({
        length: 16,
        decimals: Math.min(MOST_DECIMALS, places(first, second))
      }).set(raw)
    }
  for (const [name, exact] of Object.entries(EXACT)) {
    const operator = runtime.operators[name]
    if (operator !== undefined) {
      runtime.operators = { ...runtime.operators, [name]: wrap(operator, exact) }
    }
  }
}

interface Digits {
  readonly scaled: bigint
  readonly places: number
}
/** Undefined where the runtime's own operator is to decide: it knows what a division by zero is. */
interface Exact {
  readonly places?: (one: number, other: number) => number
  exactly(one: Digits, other: Digits): Digits | undefined
}

const aligned =
  (combine: (one: bigint, other: bigint) => bigint) =>
  (left: Digits, right: Digits): Digits => {
    const places = Math.max(left.places, right.places)
    return { scaled: combine(rescaled(left, places), rescaled(right, places)), places }
  }

const EXACT: Readonly<Record<string, Exact>> = {
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

function rounded(dividend: bigint, divisor: bigint): bigint {
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

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

function withoutZeros({ scaled, places }: Digits): Digits {
  let [value, left] = [scaled, places]
  for (; left > 0 && value % 10n === 0n; left--) value /= 10n
  return { scaled: value, places: left }
}

/** What fits into the longest packed number. */
const LARGEST_PACKED = 10n ** 31n

/**
 * The result with as many decimals as 31 digits have room for; more than 14 only on the way to a
 * variable.
 */
function packed(Packed: ValueClass, { scaled, places }: Digits): AbapValue {
  const excess = Math.min(places, Math.max(0, magnitude(scaled).toString().length - 31))
  const value = excess === 0 ? scaled : rounded(scaled, 10n ** BigInt(excess))
  if (magnitude(value) >= LARGEST_PACKED) {
    const Overflow = currentRuntime().Classes.CX_SY_ARITHMETIC_OVERFLOW
    if (Overflow !== undefined) throw new Overflow()
  }
  return Object.assign(new Packed({ length: 16, decimals: places - excess }), { value })
}

/** Digits without their point, as packed numbers and integers hold them exactly. */
function digitsOf(value: unknown): Digits | undefined {
  const actual = pointee(value)
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
  return isInteger && typeof whole === 'number' && Number.isSafeInteger(whole)
    ? { scaled: BigInt(whole), places: 0 }
    : undefined
}

/**
 * A packed number as it is shown: an intermediate result has no more decimals than a variable can
 * have.
 */
export function shown(value: unknown): unknown {
  const actual = pointee(value)
  const Packed = (currentRuntime() as unknown as Runtime).types.Packed
  if (Packed === undefined || !(actual instanceof Packed)) return value
  const { scaled, places } = digitsOf(actual) ?? { scaled: 0n, places: 0 }
  if (places <= MOST_DECIMALS) return value
  return packed(
    Packed,
    withoutZeros({
      scaled: rounded(scaled, 10n ** BigInt(places - MOST_DECIMALS)),
      places: MOST_DECIMALS
    })
  )
}

function pointee(value: unknown): unknown {
  const pointer =
    typeof value === 'object' &&
    value !== null &&
    'getPointer' in value &&
    typeof value.getPointer === 'function'
      ? (value.getPointer() as unknown)
      : undefined
  return pointer ?? value
}

interface Settable {
  set(value: unknown): Settable
  get(): number
  getQualifiedName?(): string | undefined
}

/** The smaller integers. */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  INT1: [0, 255],
  INT2: [-32_768, 32_767]
}

/**
 * The result of a calculation may be too large for its target; what is calculated with in between
 * may be larger.
 */
function integerOverflow(runtime: Runtime): void {
  const prototype = runtime.types.Integer?.prototype as Settable | undefined
  if (prototype === undefined) return
  const original = prototype.set
  prototype.set = function (this: Settable, value: unknown) {
    if (
      typeof value === 'number' &&
      BOUNDS[this.getQualifiedName?.()?.toUpperCase() ?? ''] === undefined
    ) {
      return original.call(this, value)
    }
    const before = this.get()
    const result = original.call(this, value)
    const [least, most] = BOUNDS[this.getQualifiedName?.()?.toUpperCase() ?? ''] ?? [
      -LARGEST - 1,
      LARGEST
    ]
    if (result.get() < least || result.get() > most) {
      original.call(this, before)
      const Overflow = isText(value)
        ? currentRuntime().Classes.CX_SY_CONVERSION_OVERFLOW
        : currentRuntime().Classes.CX_SY_ARITHMETIC_OVERFLOW
      if (Overflow !== undefined) throw new Overflow()
    }
    return result
  }
}

/**
 * Calculations with nothing but integers round every quotient at once, when their target is an
 * integer. What the target is shows only at the end: a result that went on from a quotient with a
 * remainder is no integer there.
 */
function integerQuotients(runtime: Runtime): void {
  const { Integer } = runtime.types
  const prototype = Integer?.prototype as Settable | undefined
  if (Integer === undefined || prototype === undefined) return
  const whole = (value: unknown): number | undefined => {
    const actual = pointee(value)
    const content: unknown = actual instanceof Integer ? actual.get() : actual
    return typeof content === 'number' && Number.isInteger(content) ? content : undefined
  }
  const [quotients, results] = [
    new WeakMap<object, readonly [number, number]>(),
    new WeakSet<object>()
  ]
  for (const name of ['add', 'minus', 'multiply', 'divide']) {
    const operator = runtime.operators[name]
    if (operator === undefined) continue
    const taint: Operator = (left, right) => {
      const result = operator(left, right)
      if (typeof result !== 'object' || result === null) return result
      const [one, other] = [whole(left), whole(right)]
      if (
        name === 'divide' &&
        one !== undefined &&
        other !== undefined &&
        other !== 0 &&
        one % other !== 0
      ) {
        quotients.set(result, [one, other])
      }
      const stained = (value: unknown, rest: number | undefined): boolean =>
        typeof value === 'object' &&
        value !== null &&
        (results.has(value) || quotients.has(value)) &&
        rest !== undefined
      if (stained(left, other) || stained(right, one)) results.add(result)
      return result
    }
    runtime.operators = { ...runtime.operators, [name]: taint }
  }
  const original = prototype.set
  prototype.set = function (this: Settable, value: unknown) {
    if (typeof value === 'object' && value !== null && results.has(value)) {
      throw new Quit({
        kind: 'unsupported',
        title:
          'Not supported by the sandbox runtime: a calculation of integers that goes on from a quotient with a remainder',
        details: [],
        stack: new Error('unsupported').stack ?? ''
      })
    }
    return original.call(this, value)
  }
  const decimal = runtime.types.DecFloat34?.prototype as Settable | undefined
  if (decimal === undefined) return
  const set = decimal.set
  decimal.set = function (this: Settable, value: unknown) {
    const operands = typeof value === 'object' && value !== null ? quotients.get(value) : undefined
    return set.call(this, operands === undefined ? value : longQuotient(...operands))
  }
}

/** 34 digits of a quotient, which a binary number has not. */
function longQuotient(one: number, other: number): string {
  let places = 34
  const digits = (): bigint => rounded(BigInt(one) * 10n ** BigInt(places), BigInt(other))
  while (magnitude(digits()).toString().length < 34) places++
  while (magnitude(digits()).toString().length > 34) places--
  const { scaled, places: left } = withoutZeros({ scaled: digits(), places })
  const text = magnitude(scaled)
    .toString()
    .padStart(left + 1, '0')
  return `${scaled < 0n ? '-' : ''}${text.slice(0, text.length - left)}.${text.slice(text.length - left)}`
}

/** A text is converted, it is no result of a calculation. */
function isText(value: unknown): boolean {
  const actual = pointee(value)
  const content: unknown =
    typeof actual === 'object' &&
    actual !== null &&
    'get' in actual &&
    typeof actual.get === 'function'
      ? actual.get()
      : actual
  return typeof content === 'string'
}
