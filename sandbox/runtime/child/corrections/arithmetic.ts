/** Corrects calculations with packed numbers, which the runtime makes with binary fractions. */
import { currentRuntime } from '../abap.ts'
import {
  EXACT,
  MAX_DECIMALS,
  digitsOf,
  requireNumber,
  packed,
  referencedValue,
  rounded,
  withoutZeros
} from './digits.ts'
import type { Exact, Operator, Runtime } from './digits.ts'
import { raisedByPacked } from '../dumps/runtime-errors.ts'
import { integerOverflow, integerQuotients } from './integers.ts'

/** Makes the runtime calculate as ABAP does where it uses JavaScript's numbers unchanged. */
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
    const actual = referencedValue(value)
    if (actual instanceof Packed) {
      return (actual as unknown as { getDecimals(): number }).getDecimals()
    }
    return actual instanceof Integer || (typeof actual === 'number' && Number.isInteger(actual))
      ? 0
      : undefined
  }
  const isPacked = (value: unknown): boolean => referencedValue(value) instanceof Packed
  // texts are packed numbers in a calculation, but for one with floating point numbers
  const [texts, numbers] = [kinds(['Character', 'String', 'Numc']), kinds(['Integer8'])]
  const isText = (value: unknown): boolean => {
    const actual = referencedValue(value)
    return !(actual instanceof Integer) && texts.some(kind => actual instanceof kind)
  }
  const isExact = (value: unknown): boolean => {
    const actual = referencedValue(value)
    return (
      typeof actual === 'number' ||
      actual instanceof Integer ||
      actual instanceof Packed ||
      [...texts, ...numbers].some(kind => actual instanceof kind)
    )
  }
  function kinds(names: readonly string[]) {
    return names.flatMap(name => runtime.types[name] ?? [])
  }
  const wrap =
    (operator: Operator, { places, exactly }: Exact): Operator =>
    (left, right) => {
      const [one, other] = [digitsOf(left), digitsOf(right)]
      const isOfTexts = (isText(left) || isText(right)) && isExact(left) && isExact(right)
      if (isOfTexts) for (const operand of [left, right]) requireNumber(operand)
      if (
        one !== undefined &&
        other !== undefined &&
        (isPacked(left) || isPacked(right) || isOfTexts)
      ) {
        const exact = exactly(one, other)
        if (exact !== undefined) return packed(Packed, exact)
      }
      const result =
        isPacked(left) || isPacked(right) ? ofPacked(operator, left, right) : operator(left, right)
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
        decimals: Math.min(MAX_DECIMALS, places(first, second))
      }).set(raw)
    }
  for (const [name, exact] of Object.entries(EXACT)) {
    const operator = runtime.operators[name]
    if (operator !== undefined) {
      runtime.operators = { ...runtime.operators, [name]: wrap(operator, exact) }
    }
  }
}

/** What a calculation with packed numbers raises has runtime errors of its own. */
function ofPacked(operator: Operator, left: unknown, right: unknown): unknown {
  try {
    return operator(left, right)
  } catch (error) {
    raisedByPacked(error)
    throw error
  }
}

/**
 * A packed number as it is shown: an intermediate result has no more decimals than a variable can
 * have.
 */
export function displayed(value: unknown): unknown {
  const actual = referencedValue(value)
  const Packed = (currentRuntime() as unknown as Runtime).types.Packed
  if (Packed === undefined || !(actual instanceof Packed)) return value
  const { scaled, places } = digitsOf(actual) ?? { scaled: 0n, places: 0 }
  if (places <= MAX_DECIMALS) return value
  return packed(
    Packed,
    withoutZeros({
      scaled: rounded(scaled, 10n ** BigInt(places - MAX_DECIMALS)),
      places: MAX_DECIMALS
    })
  )
}
