/** Corrects integers: overflow of the target, and quotients that ABAP rounds at once. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { magnitude, referencedValue, rounded, withoutZeros } from './digits.ts'
import type { Operator, Runtime } from './digits.ts'

const MAX_INT4 = 2147483647

interface Settable {
  set(value: unknown): Settable
  get(): number
  getQualifiedName?(): string | undefined
}

/** The smaller integers. */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  INT1: [0, 255],
  INT2: [-32768, 32767]
}

/**
 * The result of a calculation may be too large for its target; what is calculated with in between
 * may be larger.
 */
export function integerOverflow(runtime: Runtime): void {
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
      -MAX_INT4 - 1,
      MAX_INT4
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
export function integerQuotients(runtime: Runtime): void {
  const { Integer } = runtime.types
  const prototype = Integer?.prototype as Settable | undefined
  if (Integer === undefined || prototype === undefined) return
  const integerOf = (value: unknown): number | undefined => {
    const actual = referencedValue(value)
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
    const markedOperator: Operator = (left, right) => {
      const result = operator(left, right)
      if (typeof result !== 'object' || result === null) return result
      const [one, other] = [integerOf(left), integerOf(right)]
      if (
        name === 'divide' &&
        one !== undefined &&
        other !== undefined &&
        other !== 0 &&
        one % other !== 0
      ) {
        quotients.set(result, [one, other])
      }
      const isInexact = (value: unknown, rest: number | undefined): boolean =>
        typeof value === 'object' &&
        value !== null &&
        (results.has(value) || quotients.has(value)) &&
        rest !== undefined
      if (isInexact(left, other) || isInexact(right, one)) results.add(result)
      return result
    }
    runtime.operators = { ...runtime.operators, [name]: markedOperator }
  }
  const original = prototype.set
  prototype.set = function (this: Settable, value: unknown) {
    if (typeof value === 'object' && value !== null && results.has(value)) {
      throw new RunAborted({
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
  const actual = referencedValue(value)
  const content: unknown =
    typeof actual === 'object' &&
    actual !== null &&
    'get' in actual &&
    typeof actual.get === 'function'
      ? actual.get()
      : actual
  return typeof content === 'string'
}
