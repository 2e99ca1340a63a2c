/** Makes the runtime read texts with an exponent and without a point: `'1E-10'`. */
import * as parsing from '@abaplint/runtime/build/src/operators/_parse.js'
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

type Operator = (left: unknown, right: unknown) => unknown
interface Text {
  get(): string
}
interface Runtime {
  readonly types: {
    readonly String: new () => Text
    readonly Character: new () => Text
    readonly Float: new () => { set(value: number): unknown }
    readonly DecFloat34: new () => object
  }
  operators: Record<string, Operator>
}

const WITH_EXPONENT = /^\s*[+-]?\d+e[+-]?\d+\s*$/i
const CALCULATIONS = ['add', 'minus', 'multiply', 'divide']

/** The runtime takes a text without a point for a whole number, and stops at the exponent. */
export function readExponents(): void {
  const runtime = currentRuntime() as unknown as Runtime
  const { String: Text, Character, Float, DecFloat34 } = runtime.types
  const { parse } = parsing
  const numberOf = (text: unknown): number | undefined =>
    typeof text === 'string' && WITH_EXPONENT.test(text) ? Number(text) : undefined
  const textIn = (value: unknown): unknown =>
    typeof value === 'string'
      ? value
      : value instanceof Text || value instanceof Character
        ? value.get()
        : undefined
  Object.assign(parsing, {
    parse: (value: Parameters<typeof parse>[0]) =>
      typeof value === 'number' ? value : (numberOf(textIn(value)) ?? parse(value))
  })
  // decimal floating point reads texts itself, with all their digits
  const operand = (value: unknown, other: unknown): unknown => {
    if (resolve(other) instanceof DecFloat34) return value
    const number = numberOf(textIn(resolve(value)))
    return number === undefined ? value : new Float().set(number)
  }
  const calculations = CALCULATIONS.flatMap((name): [string, Operator][] => {
    const original = runtime.operators[name]
    if (original === undefined) return []
    return [[name, (left, right) => original(operand(left, right), operand(right, left))]]
  })
  runtime.operators = { ...runtime.operators, ...Object.fromEntries(calculations) }
}
