/** One call of a function module: what was passed, by the kinds and names of its parameters. */
import { resolve, type AbapValue } from '../values.ts'

/** I importing, E exporting, C changing, T tables: as the function module sees it. */
export type FunctionKind = 'I' | 'E' | 'C' | 'T'

/** The interface of a function module, as generated code describes it; names in upper case. */
export type FunctionParameters = Readonly<
  Record<string, { readonly parm_kind: string; type?(): unknown }>
>

/** What a call passes, in the words of its caller. */
export type Passed = Partial<
  Readonly<
    Record<'exporting' | 'importing' | 'changing' | 'tables', Readonly<Record<string, unknown>>>
  >
>

const PASSED = { I: 'exporting', E: 'importing', C: 'changing', T: 'tables' } as const

/** Values by the kind and the name of their parameters. */
export type FunctionValues = Map<string, AbapValue>

export const keyOf = (kind: FunctionKind, name: string): string =>
  `${kind} ${name.trim().toUpperCase()}`

export class FunctionCall {
  readonly #parameters: FunctionParameters | undefined
  readonly #passed: Passed
  /** Copies of what was passed to the module. */
  readonly input: ReadonlyMap<string, AbapValue>

  constructor(parameters: FunctionParameters | undefined, passed: Passed) {
    this.#parameters = parameters
    this.#passed = passed
    const input: FunctionValues = new Map()
    for (const kind of ['I', 'C', 'T'] as const) {
      for (const [name, value] of Object.entries(passed[PASSED[kind]] ?? {})) {
        input.set(keyOf(kind, name), typed(parameters, name, value))
      }
    }
    this.input = input
  }

  /** What is passed to the module, by kind and name. */
  parameters(): (readonly [FunctionKind, string])[] {
    return (['I', 'C', 'T'] as const).flatMap(kind =>
      this.namesOf(kind).map(name => [kind, name] as const)
    )
  }

  get declared(): FunctionParameters | undefined {
    return this.#parameters
  }

  /** The names of the parameters of a kind: those of the interface, or those that were passed. */
  namesOf(kind: FunctionKind): string[] {
    const declared = Object.entries(this.#parameters ?? {})
    return this.#parameters === undefined
      ? Object.keys(this.#passed[PASSED[kind]] ?? {}).map(name => name.toUpperCase())
      : declared.filter(([, each]) => each.parm_kind === kind).map(([name]) => name)
  }

  isSupplied(kind: FunctionKind, name: string): boolean {
    return this.input.has(keyOf(kind, name))
  }

  /** The value that was passed, or the initial one of the type. */
  valueOf(kind: FunctionKind, name: string): AbapValue | undefined {
    return this.input.get(keyOf(kind, name)) ?? initialOf(this.#parameters, name)
  }

  clearExported(): void {
    for (const target of Object.values(this.#passed.importing ?? {})) (target as AbapValue).clear()
  }

  /** Gives the caller values, as far as it asks for them. */
  set(values: ReadonlyMap<string, AbapValue>): void {
    for (const kind of ['E', 'C', 'T'] as const) {
      for (const [name, target] of Object.entries(this.#passed[PASSED[kind]] ?? {})) {
        const value = values.get(keyOf(kind, name))
        if (value !== undefined) {
          ;(target as AbapValue).set(typed(this.#parameters, name, value))
        }
      }
    }
  }
}

function initialOf(
  parameters: FunctionParameters | undefined,
  name: string
): AbapValue | undefined {
  return parameters?.[name.trim().toUpperCase()]?.type?.() as AbapValue | undefined
}

/** A copy in the type of the parameter, where that is known and not generic. */
export function typed(
  parameters: FunctionParameters | undefined,
  name: string,
  value: unknown
): AbapValue {
  const given = resolve(value) as AbapValue
  const target = initialOf(parameters, name)
  if (target === undefined || typeof target.set !== 'function') return given.clone()
  target.set(given)
  return target
}
