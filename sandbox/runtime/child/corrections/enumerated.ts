/** Values of enumerated types, which become a name in a text. */
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

interface Settable {
  set(value: unknown): unknown
}
interface NumericValue extends Settable {
  get(): number
  clone(): NumericValue
}
type NumericClass = new (options?: { qualifiedName: string }) => NumericValue
/** The values of the names in a base type other than a number from 0. */
export interface Base {
  readonly type: string
  readonly values: readonly string[]
}
interface Named extends NumericValue {
  readonly members: readonly string[]
  readonly base: Base | undefined
}
type NamedClass = new (qualifiedName: string, members: readonly string[], base?: Base) => Named
interface Text extends Settable {
  get(): unknown
  clone(): Text
}
type Compare = (left: unknown, right: unknown) => boolean
interface Runtime {
  compare: Readonly<Record<string, Compare>> & { readonly eq: Compare }
  readonly types: { readonly Integer: NumericClass } & Readonly<
    Record<string, { readonly prototype: Settable }>
  >
  operators: Readonly<Record<string, (left: unknown, right: unknown) => unknown>>
}

let named: NamedClass | undefined

/** The runtime's classes are known only when it is loaded. */
function makeClass(Integer: NumericClass): NamedClass {
  return class Enumerated extends Integer implements Named {
    readonly members: readonly string[]
    readonly base: Base | undefined
    readonly #qualifiedName: string

    constructor(qualifiedName: string, members: readonly string[], base?: Base) {
      super({ qualifiedName })
      this.#qualifiedName = qualifiedName
      this.members = members
      this.base = base
    }

    /** Generated code also names the initial value. */
    override set(value: unknown): unknown {
      const index = typeof value === 'string' ? this.members.indexOf(value.toUpperCase()) : -1
      return super.set(index < 0 ? this.#fromBase(value) : index)
    }

    /** CONV from the base type; of the same type, and from a number, the value stays. */
    #fromBase(value: unknown): unknown {
      const actual = resolve(value)
      if (this.base === undefined || typeof actual !== 'object' || actual instanceof Enumerated) {
        return value
      }
      const index = this.base.values.indexOf(String((actual as NumericValue).get()).trimEnd())
      const { CX_SY_CONVERSION_NO_ENUM_VALUE: NoValue } = currentRuntime().Classes
      if (index < 0 && NoValue !== undefined) throw new NoValue()
      return index
    }

    override clone(): NumericValue {
      const copy = new Enumerated(this.#qualifiedName, this.members, this.base)
      return copy.set(this.get()) as NumericValue
    }
  }
}

/** A variable or constant of an enumerated type: a number that is named where it becomes a text. */
export function enumerated(qualifiedName: string, members: readonly string[], base?: Base): object {
  const Enumerated = (named ??= makeClass((currentRuntime() as unknown as Runtime).types.Integer))
  return new Enumerated(qualifiedName, members, base)
}

/** What CONV to a type converts: of an enumerated value its value in the base type. */
export function enumeratedBase(value: unknown, type: string): unknown {
  const actual = resolve(value)
  if (named === undefined || !(actual instanceof named)) return value
  return actual.base?.type === type ? (actual.base.values[actual.get()] ?? '') : value
}

/** The name of an enumerated value; undefined for everything else. */
export function enumeratedText(value: unknown): string | undefined {
  if (named === undefined) return undefined
  const actual = resolve(value)
  return actual instanceof named ? (actual.members[actual.get()] ?? '') : undefined
}

/** An enumerated value as a text like the other one: keys of tables are converted to their columns. */
function alike(value: unknown, other: unknown): unknown {
  const name = enumeratedText(value)
  const text = name === undefined ? undefined : resolve(other)
  if (typeof text !== 'object' || typeof (text as Partial<Text>).get?.() !== 'string') return value
  const copy = (text as Text).clone()
  copy.set(name)
  return copy
}

/** Converts enumerated values to their names in assignments to texts, and in comparisons with them. */
export function nameEnumerated(): void {
  const runtime = currentRuntime() as unknown as Runtime
  for (const name of ['String', 'Character']) {
    const prototype = runtime.types[name]?.prototype
    if (prototype === undefined) continue
    const original = prototype.set
    prototype.set = function (this: Settable, value: unknown) {
      return original.call(this, enumeratedText(value) ?? value)
    }
  }
  const { eq } = runtime.compare
  const equal: Compare = (left, right) =>
    named === undefined ? eq(left, right) : eq(alike(left, right), alike(right, left))
  runtime.compare = { ...runtime.compare, eq: equal }
  const { concat } = runtime.operators
  if (concat === undefined) return
  runtime.operators = {
    ...runtime.operators,
    concat: (left, right) => concat(enumeratedText(left) ?? left, enumeratedText(right) ?? right)
  }
}
