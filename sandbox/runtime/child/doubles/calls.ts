/** One call of a method of a test double: its arguments by the names of ABAP, in their types. */
import { currentRuntime } from '../abap.ts'
import { resolve, type AbapValue } from '../values.ts'

interface Parameter {
  readonly parm_kind?: string
  readonly type_name?: string
  type(): unknown
  /** The value of a parameter that is left out. */
  default?(): unknown
}

/** Generic types, which have no value of their own, and those whose values are not converted. */
const AS_GIVEN =
  /^(?:Any|DataType|CGeneric|CLike|CSequence|NumericGeneric|Simple|X|HexGeneric|Table|Void|Unknown)|Reference/

/** A method as generated code describes it. */
export interface Signature {
  readonly parameters?: Readonly<Record<string, Parameter>>
}

/** The parameters in their order; RETURNING first where there is one. */
export function signatureOf(method: Signature): ReadonlyMap<string, Parameter> {
  return new Map(Object.entries(method.parameters ?? {}))
}

/** A parameter of the call: I importing, C changing, E exporting, R returning. */
export type Kind = 'I' | 'C' | 'E' | 'R'

export class DoubleCall {
  readonly #signature: ReadonlyMap<string, Parameter>
  readonly #given: Readonly<Record<string, unknown>>
  readonly #arguments = new Map<string, AbapValue>()
  #returned: AbapValue | undefined

  constructor(signature: ReadonlyMap<string, Parameter>, input: object | undefined) {
    this.#signature = signature
    this.#given = (input ?? {}) as Record<string, unknown>
    for (const [name, { parm_kind: kind }] of signature) {
      if (kind === 'I' || kind === 'C') this.#arguments.set(name, this.#typed(name))
    }
  }

  /** Copies in the types of the parameters; what is not supplied has its default value, or is initial. */
  get arguments(): ReadonlyMap<string, AbapValue> {
    return this.#arguments
  }

  kindOf(name: string): Kind | undefined {
    return this.#signature.get(name)?.parm_kind as Kind | undefined
  }

  isSupplied(name: string): boolean {
    return this.#given[name.toLowerCase()] !== undefined
  }

  /** Whether the method has RETURNING. */
  get returns(): boolean {
    return this.#result() !== undefined
  }

  /** The value of RETURNING: initial, unless `set` gave one. */
  returning(): AbapValue | undefined {
    return this.#returned ?? (this.#result()?.type() as AbapValue | undefined)
  }

  /** Gives RETURNING (no name), EXPORTING or CHANGING a value; a caller may not ask for it. */
  set(name: string | undefined, value: AbapValue): void {
    if (name === undefined) {
      const result = this.#result()?.type() as AbapValue | undefined
      result?.set(value)
      this.#returned = result
      return
    }
    const target = this.#given[name.toLowerCase()] as AbapValue | undefined
    target?.set(value)
  }

  #result(): Parameter | undefined {
    return [...this.#signature.values()].find(({ parm_kind: kind }) => kind === 'R')
  }

  #typed(name: string): AbapValue {
    const parameter = this.#signature.get(name)
    const supplied = this.#given[name.toLowerCase()] ?? parameter?.default?.()
    const given = resolve(supplied) as AbapValue | undefined
    const typed = parameter?.type() as AbapValue
    if (given === undefined) return typed
    if (AS_GIVEN.test(parameter?.type_name ?? '')) return given.clone()
    typed.set(given)
    return typed
  }
}

/** Whether two arguments are equal as ABAP compares them. */
export function isEqual(left: AbapValue, right: AbapValue): boolean {
  const { compare } = currentRuntime() as unknown as {
    compare: { eq(one: unknown, other: unknown): boolean }
  }
  return compare.eq(left, right)
}
