/** Operands of statements and functions for texts and bytes. */
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

interface Value {
  get(): unknown
  getTrimEnd?(): string
}

/** A text: fields of fixed length end in front of their trailing blanks. */
export function textOf(value: unknown): string {
  const actual = fieldOf(value)
  return actual?.getTrimEnd?.() ?? rawOf(value)
}

/** A text with its trailing blanks, or the digits of bytes. */
export function rawOf(value: unknown): string {
  const actual = fieldOf(value)
  if (actual === undefined) return String(resolve(value))
  // a number is converted as by an assignment: its sign stands behind it
  return String(('getOffset' in actual ? actual : (stringValue(actual) as Value)).get())
}

function fieldOf(value: unknown): Value | undefined {
  const actual = resolve(value)
  return typeof actual === 'object' && actual !== null && 'get' in actual
    ? (actual as Value)
    : undefined
}

/** The characters of a text, or bytes as pairs of digits. */
export function unitsOf(value: unknown): readonly string[] {
  return split(rawOf(value), value)
}

/** As `unitsOf`, without the trailing blanks of a field of fixed length. */
export function trimmedUnitsOf(value: unknown): readonly string[] {
  return split(textOf(value), value)
}

const split = (text: string, value: unknown): readonly string[] =>
  text.match(isBytes(value) ? /../g : /[^]/g) ?? []

export function isBytes(value: unknown): boolean {
  const { Hex, HexUInt8, XString } = types()
  const actual = resolve(value)
  return [Hex, HexUInt8, XString].some(kind => kind !== undefined && actual instanceof kind)
}

/** Where the units begin among the others, or -1. */
export function placeOf(wanted: readonly string[], units: readonly string[]): number {
  const last = units.length - wanted.length
  for (let at = 0; at <= last; at++) {
    if (wanted.every((unit, offset) => units[at + offset] === unit)) return at
  }
  return -1
}

/** A whole number, rounded as by an assignment; undefined where there is no operand. */
export function numberOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number((integer(resolve(value)) as Value).get())
}

export function stringValue(value: unknown): object {
  return make('String', value)
}

export function integer(value: unknown): object {
  return make('Integer', value)
}

function make(name: string, value: unknown): object {
  const Type = types()[name]
  if (Type === undefined) throw new Error(`the runtime has no type ${name}`)
  return new Type().set(value)
}

function types() {
  return currentRuntime().types as unknown as Readonly<
    Record<string, (new () => { set(value: unknown): object }) | undefined>
  >
}

export function setReturnCode(value: number): void {
  currentRuntime().builtin.sy.get()['subrc']?.set(value)
}
