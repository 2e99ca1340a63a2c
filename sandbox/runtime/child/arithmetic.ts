import { currentRuntime } from './abap.ts'
import type { AbapValue } from './values.ts'

type Operator = (left: unknown, right: unknown) => unknown
type ValueClass = new (options?: { length: number, decimals: number }) => AbapValue & { get (): number }
interface Runtime { operators: Record<string, Operator | undefined>, readonly types: Record<string, ValueClass> }

const MOST_DECIMALS = 14
const LARGEST = 2_147_483_647

/** Makes the runtime calculate as ABAP does where it takes JavaScript's numbers as they are. */
export function correctArithmetic (): void {
  const runtime = currentRuntime() as unknown as Runtime
  packedResults(runtime)
  integerOverflow(runtime)
}

/** Sums, differences and products of packed numbers are packed: a binary fraction would show noise. */
function packedResults (runtime: Runtime): void {
  const { Packed, Float, DecFloat34, Integer } = runtime.types
  if (Packed === undefined || Float === undefined || DecFloat34 === undefined || Integer === undefined) return
  const decimals = (value: unknown): number | undefined => {
    const actual = pointee(value)
    if (actual instanceof Packed) return (actual as unknown as { getDecimals (): number }).getDecimals()
    return actual instanceof Integer || (typeof actual === 'number' && Number.isInteger(actual)) ? 0 : undefined
  }
  const wrap = (operator: Operator, combine: (left: number, right: number) => number, exactly: Exact): Operator => (left, right) => {
    const exact = exactResult(Packed, { left: digitsOf(left), right: digitsOf(right), places: combine(decimals(left) ?? 0, decimals(right) ?? 0), exactly })
    if (exact !== undefined && (pointee(left) instanceof Packed || pointee(right) instanceof Packed)) return exact
    const result = operator(left, right)
    const [first, second] = [decimals(left), decimals(right)]
    if (first === undefined || second === undefined || !(result instanceof Float)) return result
    const raw = (result as unknown as { getRaw (): number }).getRaw()
    return new Packed({ length: 16, decimals: Math.min(MOST_DECIMALS, combine(first, second)) }).set(raw)
  }
  const { add, minus, multiply } = runtime.operators
  if (add === undefined || minus === undefined || multiply === undefined) return
  runtime.operators = { ...runtime.operators, add: wrap(add, Math.max, (one, other) => one + other), minus: wrap(minus, Math.max, (one, other) => one - other), multiply: wrap(multiply, (left, right) => left + right, (one, other) => one * other) }
}

type Exact = (one: bigint, other: bigint) => bigint
interface Digits { readonly scaled: bigint, readonly places: number }

/** What fits into the longest packed number. */
const LARGEST_PACKED = 10n ** 31n

/** Digits without their point, as packed numbers and integers hold them exactly. */
function digitsOf (value: unknown): Digits | undefined {
  const actual = pointee(value)
  const packed = actual as { readonly value?: unknown, getDecimals? (): number }
  if (typeof actual === 'object' && actual !== null && typeof packed.value === 'bigint' && typeof packed.getDecimals === 'function') return { scaled: packed.value, places: packed.getDecimals() }
  const whole: unknown = typeof actual === 'object' && actual !== null && 'get' in actual && typeof actual.get === 'function' ? actual.get() : actual
  return typeof whole === 'number' && Number.isSafeInteger(whole) ? { scaled: BigInt(whole), places: 0 } : undefined
}

/** A double has 15 digits, a packed number 31. Undefined where the operands are no such numbers, or the result has too many decimals. */
function exactResult (Packed: ValueClass, { left, right, places, exactly }: { left: Digits | undefined, right: Digits | undefined, places: number, exactly: Exact }): AbapValue | undefined {
  if (left === undefined || right === undefined || places > MOST_DECIMALS) return undefined
  const isProduct = exactly(2n, 3n) === 6n
  const scaled = (digits: Digits): bigint => isProduct ? digits.scaled : digits.scaled * 10n ** BigInt(places - digits.places)
  const value = exactly(scaled(left), scaled(right))
  if (value >= LARGEST_PACKED || value <= -LARGEST_PACKED) {
    const Overflow = currentRuntime().Classes.CX_SY_ARITHMETIC_OVERFLOW
    if (Overflow !== undefined) throw new Overflow()
  }
  return Object.assign(new Packed({ length: 16, decimals: places }), { value })
}

function pointee (value: unknown): unknown {
  const pointer = typeof value === 'object' && value !== null && 'getPointer' in value && typeof value.getPointer === 'function' ? value.getPointer() as unknown : undefined
  return pointer ?? value
}

interface Settable { set (value: unknown): Settable, get (): number }

/** The result of a calculation may be too large for its target; what is calculated with in between may be larger. */
function integerOverflow (runtime: Runtime): void {
  const prototype = runtime.types.Integer?.prototype as Settable | undefined
  if (prototype === undefined) return
  const original = prototype.set
  prototype.set = function (this: Settable, value: unknown) {
    if (typeof value === 'number') return original.call(this, value)
    const before = this.get()
    const result = original.call(this, value)
    if (Math.abs(result.get()) > LARGEST && result.get() !== -LARGEST - 1) {
      original.call(this, before)
      const Overflow = isText(value) ? currentRuntime().Classes.CX_SY_CONVERSION_OVERFLOW : currentRuntime().Classes.CX_SY_ARITHMETIC_OVERFLOW
      if (Overflow !== undefined) throw new Overflow()
    }
    return result
  }
}

/** A text is converted, it is no result of a calculation. */
function isText (value: unknown): boolean {
  const actual = pointee(value)
  const content: unknown = typeof actual === 'object' && actual !== null && 'get' in actual && typeof actual.get === 'function' ? actual.get() : actual
  return typeof content === 'string'
}
