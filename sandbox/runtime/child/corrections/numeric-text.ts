/**
 * Comparisons of numeric text with texts of any kind: both are numbers (help.sap.com,
 * ABENLOGEXP_CHARACTER).
 */
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

type Compare = (left: unknown, right: unknown) => boolean
type Kind = new () => object

const ORDERS: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right
}

/** A text that is no number is compared as the runtime does. */
export function compareNumericText(): void {
  const runtime = currentRuntime() as unknown as {
    compare: Record<string, Compare>
    readonly types: Readonly<Record<'Numc' | 'Character' | 'String' | 'FieldSymbol', Kind>>
  }
  const { Numc, Character, String: Text, FieldSymbol } = runtime.types
  const valueOf = (given: unknown): unknown =>
    given instanceof FieldSymbol ? resolve(given) : given
  const isPair = (one: unknown, other: unknown): boolean =>
    one instanceof Numc &&
    (other instanceof Character || other instanceof Text || other instanceof Numc)
  const corrected: Record<string, Compare> = {}
  for (const [name, order] of Object.entries(ORDERS)) {
    const original = runtime.compare[name]
    if (original === undefined) continue
    corrected[name] = (left, right) => {
      const [one, other] = [valueOf(left), valueOf(right)]
      if (!isPair(one, other) && !isPair(other, one)) return original(left, right)
      const numbers = [numberOf(one), numberOf(other)]
      const [first, second] = numbers
      return first === undefined || second === undefined
        ? original(left, right)
        : order(first, second)
    }
  }
  runtime.compare = { ...runtime.compare, ...corrected }
}

function numberOf(value: unknown): bigint | undefined {
  const text = String((value as { get(): unknown }).get()).trim()
  return /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined
}
