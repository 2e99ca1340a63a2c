/** Registers the conversions of units and currencies with SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { SqlError } from './errors.ts'

/** A fraction, so that nothing is rounded before the end. */
interface Ratio {
  readonly over: bigint
  readonly under: bigint
}

/** The values of `on_error`. */
const SET_TO_NULL = 1
const KEEP_UNCONVERTED = 2

/** What the function itself reports, and `on_error` can suppress. */
class ConversionFault extends Error {}

/**
 * The arguments are JSON texts: what is converted, and the rows of the tables that it needs. NULL
 * stands for a row that is not there.
 */
export function registerConversionFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: false } as const
  database.function('abap_unit', options, (value, how, from, to) =>
    converted(value, how, () => unit(ratioOf(value), rowOf(from), rowOf(to)))
  )
  database.function('abap_currency', options, (value, how, rates, decimals) =>
    converted(value, how, target =>
      currency(ratioOf(value), target, [rowOf(rates), rowOf(decimals)])
    )
  )
}

type Row = readonly (string | number | null)[]

/** `[decimals of the result or NULL, on_error, …]`. */
function converted(
  value: SQLInputValue,
  how: SQLInputValue,
  convert: (how: Row) => Ratio
): SQLInputValue {
  if (value === null) return null
  const options = rowOf(how) ?? []
  const [decimals, reaction] = options
  try {
    return numberOf(convert(options), decimals === null ? undefined : Number(decimals))
  } catch (error) {
    if (!(error instanceof ConversionFault)) throw error
    if (Number(reaction) === SET_TO_NULL) return null
    if (Number(reaction) === KEEP_UNCONVERTED) return value
    throw new SqlError('DATABASE', error.message, { cause: error })
  }
}

/** Columns of T006: MSEHI as asked for, DIMID, ZAEHL, NENNR, EXP10, ADDKO. */
function unit(value: Ratio, from: Row | undefined, to: Row | undefined): Ratio {
  const [source, target] = [from, to].map(row => {
    const [name, dimension, numerator, denominator, power, added] = row ?? []
    if (dimension === undefined || dimension === null) {
      throw new ConversionFault(`The unit ${name ?? ''} is not in T006`)
    }
    const factor = times(
      { over: BigInt(numerator ?? 0), under: BigInt(denominator ?? 0) },
      powerOfTen(Number(power ?? 0))
    )
    return { name, dimension, factor, added: ratioOf(added ?? 0) }
  })
  if (source === undefined || target === undefined) throw new ConversionFault('A unit is missing')
  if (source.name === target.name) return value
  if (source.dimension !== target.dimension) {
    throw new ConversionFault(
      `The units ${source.name} and ${target.name} have no common dimension`
    )
  }
  for (const { name, factor } of [source, target]) {
    if (factor.over !== 0n && factor.under !== 0n) continue
    throw new ConversionFault(`The unit ${name} has no factor in T006`)
  }
  const base = plus(times(value, source.factor), source.added)
  return times(plus(base, negative(target.added)), inverse(target.factor))
}

/** What `how` has behind the common part, as it was given: no value means `X`. */
interface Steps {
  readonly rounds: boolean
  readonly shifts: boolean
  readonly shiftsBack: boolean
}

/**
 * `rates`: source, target, and the rows of the rates source to target, target to source, source to
 * reference and target to reference, then that of TCURV. `decimals`: those of source and target.
 */
function currency(
  value: Ratio,
  [digits, , round, shift, shiftBack]: Row,
  [rates, decimals]: readonly [Row | undefined, Row | undefined]
): Ratio {
  const isSet = (flag: string | number | null | undefined): boolean =>
    flag === null || flag === undefined || String(flag).trim() === 'X'
  const [source, target, ...rows] = (rates ?? []).map(each => String(each ?? '').trim())
  if (source === '' || target === '' || source === undefined || target === undefined) {
    throw new ConversionFault('A currency is missing')
  }
  if (source === target) return value
  const rate = rateOf(source, target, rows.map(rowOf))
  if (digits === null || digits === undefined) return times(value, rate)
  const steps: Steps = {
    rounds: isSet(round),
    shifts: isSet(shift),
    shiftsBack: isSet(shiftBack)
  }
  const [own, other] = [0, 1].map(at => Number(decimals?.[at] ?? 2)) as [number, number]
  const whole = steps.shifts
    ? times(rounded(value, 2, true), powerOfTen(2 - own))
    : rounded(value, 2, true)
  const result = rounded(times(whole, rate), other, steps.rounds)
  return rounded(
    steps.shiftsBack ? times(result, powerOfTen(other - 2)) : result,
    Number(digits),
    steps.rounds
  )
}

function rateOf(source: string, target: string, rows: readonly (Row | undefined)[]): Ratio {
  const [direct, reverse, ofSource, ofTarget, type] = rows
  const [invertible, reference, ...special] = (type ?? []).map(each => String(each ?? '').trim())
  if (special.some(each => each !== '')) {
    throw unsupported('An exchange rate type with GKUZU, BKUZU or XEURO in TCURV')
  }
  const given = singleRate(direct)
  if (given !== undefined) return given
  const hasReference = (reference ?? '') !== ''
  const opposite = invertible === 'X' || hasReference ? singleRate(reverse) : undefined
  if (opposite !== undefined) return inverse(opposite)
  if (hasReference) {
    const [left, right] = [singleRate(ofSource), singleRate(ofTarget)]
    if (left !== undefined && right !== undefined) return times(left, inverse(right))
  }
  throw new ConversionFault(`No exchange rate of ${source} to ${target} is in TCURR`)
}

/** UKURS, FFACT and TFACT of TCURR, and FFACT, TFACT and ABWCT of TCURF, each as JSON. */
function singleRate(rows: Row | undefined): Ratio | undefined {
  if (rows === undefined) return undefined
  const [rate, from, to] = rowOf(rows[0]) ?? []
  const [ownFrom, ownTo, alternative] = rowOf(rows[1]) ?? []
  if (String(alternative ?? '').trim() !== '') {
    throw unsupported('An alternative exchange rate type (ABWCT) in TCURF')
  }
  const value = ratioOf(rate ?? 0)
  if (value.over === 0n) return undefined
  const factor = (first: Row[number] | undefined, second: Row[number] | undefined): bigint =>
    BigInt(Math.trunc(Number(first ?? 0)) || Math.trunc(Number(second ?? 0)) || 1)
  const units = { over: factor(to, ownTo), under: factor(from, ownFrom) }
  // a negative rate is that of the other direction: the price of the target in the source
  return value.over < 0n ? times(inverse(negative(value)), units) : times(value, units)
}

const unsupported = (what: string): SqlError =>
  new SqlError('UNSUPPORTED', `${what} is not supported by the sandbox`)

function rowOf(value: SQLInputValue | undefined): Row | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return JSON.parse(value) as Row
}

/** The decimal number that a value shows. */
function ratioOf(value: SQLInputValue | undefined): Ratio {
  const [mantissa = '0', exponent = '0'] = String(value ?? 0)
    .trim()
    .toLowerCase()
    .split('e')
  const [, sign = '', whole = '', decimals = ''] = /^([-+]?)(\d*)\.?(\d*)$/.exec(mantissa) ?? []
  const digits = BigInt(`${whole}${decimals}` || '0')
  const number = { over: sign === '-' ? -digits : digits, under: 1n }
  return times(number, powerOfTen(Number(exponent) - decimals.length))
}

const times = (left: Ratio, right: Ratio): Ratio => ({
  over: left.over * right.over,
  under: left.under * right.under
})
const plus = (left: Ratio, right: Ratio): Ratio => ({
  over: left.over * right.under + right.over * left.under,
  under: left.under * right.under
})
const negative = ({ over, under }: Ratio): Ratio => ({ over: -over, under })
const inverse = ({ over, under }: Ratio): Ratio => ({ over: under, under: over })
const powerOfTen = (power: number): Ratio =>
  power < 0 ? { over: 1n, under: 10n ** BigInt(-power) } : { over: 10n ** BigInt(power), under: 1n }

/** With so many decimals: commercially rounded, or cut off. */
function rounded(value: Ratio, decimals: number, rounds: boolean): Ratio {
  const { over, under } = times(value, powerOfTen(decimals))
  const isNegative = over < 0n !== under < 0n
  const [top, bottom] = [over < 0n ? -over : over, under < 0n ? -under : under]
  const units = rounds ? (2n * top + bottom) / (2n * bottom) : top / bottom
  return times({ over: isNegative ? -units : units, under: 1n }, powerOfTen(-decimals))
}

/** Decimal floating point numbers have 34 digits; the sandbox keeps what a number can hold. */
const DIGITS = 34

function numberOf(value: Ratio, decimals = DIGITS): number {
  const { over } = times(rounded(value, decimals, true), powerOfTen(decimals))
  const { under } = rounded(value, decimals, true)
  return Number(`${over / under}e${-decimals}`)
}
