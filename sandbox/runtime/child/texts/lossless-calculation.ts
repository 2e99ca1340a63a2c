/**
 * EXACT with a calculation: it is made with 34 digits, and a result that has to be rounded is an
 * error. Rules:
 * https://help.sap.com/doc/abapdocu_758_index_htm/7.58/en-US/abenlossless_calculation.htm
 */
import { currentRuntime } from '../abap.ts'
import { raise, refuse } from '../tables/keys.ts'
import { resolve, scalarOf, typeOf, type AbapValue } from '../values.ts'

/** A number without a loss: numerator and denominator. */
interface Exact {
  readonly over: bigint
  readonly under: bigint
}

/** An operand, or an operation of two. */
export type Calculation = { readonly value: unknown } | Operation

interface Operation {
  readonly operator: '+' | '-' | '*' | '/'
  readonly left: Calculation
  readonly right: Calculation
}

const DIGITS = 34

/** Assigns the result, which keeps its value when something would be lost. */
export function calculate<Target extends AbapValue>(
  target: Target,
  calculation: Calculation
): Target {
  const result = resultOf(calculation)
  const receiver = resolve(target) as AbapValue
  const converted = receiver.clone()
  converted.set(decimal(result))
  if (!isSame(exactOf(converted), result)) rounding()
  receiver.set(converted)
  return target
}

function rounding(): never {
  raise('CX_SY_CONVERSION_ROUNDING', 'a lossless calculation')
}

function resultOf(calculation: Calculation): Exact {
  if ('value' in calculation) return checked(exactOf(resolve(calculation.value)))
  const [left, right] = [resultOf(calculation.left), resultOf(calculation.right)]
  return checked(operate(calculation.operator, left, right))
}

function operate(operator: Operation['operator'], left: Exact, right: Exact): Exact {
  if (operator === '*') {
    return { over: left.over * right.over, under: left.under * right.under }
  }
  if (operator === '/') {
    // 0 / 0 is 0 in ABAP
    if (right.over === 0n && left.over === 0n) return left
    if (right.over === 0n) raise('CX_SY_ZERODIVIDE', 'division by 0')
    return { over: left.over * right.under, under: left.under * right.over }
  }
  const other = operator === '+' ? right.over : -right.over
  return { over: left.over * right.under + other * left.under, under: left.under * right.under }
}

function divisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other]
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}

/** The number in lowest terms, where 34 digits hold it. */
function checked({ over, under }: Exact): Exact {
  const common = divisor(over, under) * (under < 0n ? -1n : 1n)
  const number = { over: over / common, under: under / common }
  const text = decimalText(number)
  if (text === undefined || text.replace(/^-?0*\.?0*|\./g, '').replace(/0+$/, '').length > DIGITS) {
    rounding()
  }
  return number
}

/** Its digits; undefined where they do not end. */
function decimalText({ over, under }: Exact): string | undefined {
  let [rest, places, scaled] = [under, 0, over]
  while (rest % 10n === 0n) [rest, places] = [rest / 10n, places + 1]
  while (rest % 2n === 0n) [rest, scaled, places] = [rest / 2n, scaled * 5n, places + 1]
  while (rest % 5n === 0n) [rest, scaled, places] = [rest / 5n, scaled * 2n, places + 1]
  if (rest !== 1n) return undefined
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(places + 1, '0')
  const whole = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return scaled < 0n ? `-${whole}` : whole
}

function decimal(number: Exact): AbapValue {
  const { DecFloat34 } = currentRuntime().types as unknown as { DecFloat34: new () => AbapValue }
  const value = new DecFloat34()
  value.set(decimalText(number))
  return value
}

function isSame(one: Exact, other: Exact): boolean {
  return one.over * other.under === other.over * one.under
}

/** Floating point numbers and bytes are no operands of a lossless calculation. */
function exactOf(value: unknown): Exact {
  const { type } = typeOf(value)
  const precise = value as { toFixed?(decimals: number): string; toText?(): string }
  const isBinary = type === 'FLTP' && typeof value !== 'number' && precise.toText === undefined
  if (isBinary || type === 'RAW' || type === 'RSTR') {
    refuse('EXACT with operands of type f or x in a calculation')
  }
  const text =
    type === 'DEC' && precise.toFixed !== undefined
      ? precise.toFixed((value as AbapValue).getDecimals?.() ?? 0)
      : (precise.toText?.() ?? String(scalarOf(value)))
  return parsed(text)
}

function parsed(text: string): Exact {
  const trimmed = text.trim()
  const signed = trimmed.endsWith('-') ? `-${trimmed.slice(0, -1)}` : trimmed
  const [whole, sign = '', digits = '', fraction = '', exponent = '0'] =
    /^([+-]?)\s*(\d*)(?:\.(\d*))?(?:E([+-]?\d+))?$/i.exec(signed) ?? []
  if (whole === undefined) raise('CX_SY_CONVERSION_NO_NUMBER', text)
  const places = fraction.length - Number(exponent)
  const number = BigInt(`${digits}${fraction}` || '0') * (sign === '-' ? -1n : 1n)
  return places < 0
    ? { over: number * 10n ** BigInt(-places), under: 1n }
    : { over: number, under: 10n ** BigInt(places) }
}
