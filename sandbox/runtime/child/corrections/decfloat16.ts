/** The type decfloat16, which the runtime lacks: a decimal floating point number of 16 digits. */
import { currentRuntime } from '../abap.ts'
import { resolve, type AbapValue } from '../values.ts'
import { magnitude, rounded, withoutZeros } from './digits.ts'

interface Decimal {
  readonly digits: bigint
  readonly scale: number
}
interface LongDecimal {
  value: Decimal
  set(value: unknown): unknown
  setDecimal(value: Decimal): unknown
  getDecimal(): Decimal
  clear(): void
}
interface Described {
  readonly field: unknown
  readonly type?: AbapValue
}
interface Runtime {
  readonly types: Record<string, (new () => LongDecimal) | undefined>
  readonly statements: { describe: (input: Described) => unknown }
}

const DIGITS = 16
/** The largest number has 385 digits before its point. */
const WHOLE_DIGITS = 385
/** The name that generated code has for the type. */
const GENERATED_NAME = 'typeTodoDecFloat16Type'

/** Calculations with such a number have the type decfloat34; what is stored is rounded. */
export function provideDecfloat16(): void {
  const runtime = currentRuntime() as unknown as Runtime
  const { DecFloat34 } = runtime.types
  if (DecFloat34 === undefined) return
  class DecFloat16 extends DecFloat34 {
    clone(): DecFloat16 {
      const copy = new DecFloat16()
      copy.setDecimal(this.getDecimal())
      return copy
    }

    override set(value: unknown): this {
      super.set(value)
      const rounded = withDigits(this.getDecimal())
      if (magnitude(rounded.digits).toString().length - rounded.scale > WHOLE_DIGITS) overflow(this)
      this.setDecimal(rounded)
      return this
    }
  }
  runtime.types[GENERATED_NAME] = DecFloat16
  const { describe } = runtime.statements
  runtime.statements.describe = input => {
    const result = describe(input)
    if (resolve(input.field) instanceof DecFloat16) input.type?.set('a')
    return result
  }
}

function overflow(target: LongDecimal): never {
  target.clear()
  const Overflow = currentRuntime().Classes.CX_SY_CONVERSION_OVERFLOW
  throw Overflow === undefined ? new Error('CX_SY_CONVERSION_OVERFLOW') : new Overflow()
}

/** Rounded half away from zero; 1.50 is 1.5. */
function withDigits({ digits, scale }: Decimal): Decimal {
  const surplus = magnitude(digits).toString().length - DIGITS
  if (surplus <= 0) return { digits, scale }
  const divisor = 10n ** BigInt(surplus)
  const kept = withoutZeros({ scaled: rounded(digits, divisor) * divisor, places: scale })
  return { digits: kept.scaled, scale: kept.places }
}
