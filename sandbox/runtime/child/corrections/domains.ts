/** Raises the exceptions of mathematical functions, whose results the runtime leaves NaN or infinite. */
import { currentRuntime, raiseException } from '../abap.ts'
import { resolve } from '../values.ts'

type Builtin = (input: Readonly<Record<string, unknown>>) => unknown
interface Runtime {
  builtin: Record<string, unknown>
  operators: Record<string, (left: unknown, right?: unknown) => unknown>
  readonly types: { readonly Float: new () => { set(value: unknown): { getRaw(): number } } }
}

/** Whether a function is defined for a number. */
const DOMAINS: Readonly<Record<string, (value: number) => boolean>> = {
  acos: value => Math.abs(value) <= 1,
  asin: value => Math.abs(value) <= 1,
  log: value => value > 0,
  log10: value => value > 0,
  sqrt: value => value >= 0
}
const GROWING = ['cosh', 'exp', 'sinh']

export function checkDomains(): void {
  const runtime = currentRuntime() as unknown as Runtime
  const numberOf = (value: unknown) => new runtime.types.Float().set(resolve(value)).getRaw()
  const changed: Record<string, Builtin> = {}
  for (const [name, isIn] of Object.entries(DOMAINS)) {
    const original = runtime.builtin[name] as Builtin
    changed[name] = input => {
      if (!isIn(numberOf(input.val))) raiseException('CX_SY_ARG_OUT_OF_DOMAIN')
      return original(input)
    }
  }
  for (const name of GROWING) {
    const original = runtime.builtin[name] as Builtin
    changed[name] = input => finite(original(input), numberOf)
  }
  runtime.builtin = { ...runtime.builtin, ...changed }
  const { power } = runtime.operators
  if (power === undefined) return
  runtime.operators = {
    ...runtime.operators,
    power: (left, right) => {
      const [base, exponent] = [numberOf(left), numberOf(right)]
      if (base === 0 && exponent < 0) raiseException('CX_SY_ZERODIVIDE')
      if (base < 0 && !Number.isInteger(exponent)) raiseException('CX_SY_ARG_OUT_OF_DOMAIN')
      return finite(power(left, right), numberOf)
    }
  }
}

function finite(result: unknown, numberOf: (value: unknown) => number): unknown {
  if (!Number.isFinite(numberOf(result))) raiseException('CX_SY_ARITHMETIC_OVERFLOW')
  return result
}
